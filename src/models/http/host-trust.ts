import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { HubProfile } from '../hubs/hub.ts';
import type { Connection } from '../connection.ts';
import {
  hostnameOf,
  isLoopback,
  isSameServer,
  parseAddress,
  portOf,
  type NamedAddress,
} from './address.ts';

/** The hosts that may receive a hub's requests and its key, besides the hub's own. */
export interface HostTrust extends Pick<
  Connection,
  'allowedHosts' | 'allowLoopback' | 'isUntrusted'
> {
  hub: HubProfile;
  /** Addresses set by the workflow: the input `base-url` and the hub's endpoint variable. */
  trusted: readonly NamedAddress[];
}

export function trustOf(
  hub: HubProfile,
  connection: Pick<
    Connection,
    'baseUrl' | 'endpoints' | 'allowedHosts' | 'allowLoopback' | 'isUntrusted'
  >,
): HostTrust {
  const { baseUrl, endpoints, allowedHosts, allowLoopback, isUntrusted } = connection;
  const trusted: NamedAddress[] = [];
  if (baseUrl !== undefined) trusted.push({ text: baseUrl, setting: "input 'base-url'" });
  const endpoint = endpoints?.[hub.name];
  if (endpoint !== undefined) trusted.push({ text: endpoint, setting: endpointSetting(hub) });
  return { hub, trusted, allowedHosts, allowLoopback, isUntrusted };
}

/** Names the environment variable with the hub's endpoint in messages. */
export function endpointSetting({ endpointVariable }: HubProfile): string {
  return `environment variable ${endpointVariable}`;
}

interface HostRefusal {
  message: string;
  remedy: string;
}

/**
 * Returns the reason why requests of the hub may not go to `url`; undefined if they may.
 * `mayHaveKey` decides on the key.
 */
export function refusalOfHost(url: URL, trust: HostTrust): HostRefusal | undefined {
  const { hub, allowLoopback } = trust;
  if (url.username !== '' || url.password !== '') {
    const message = `The address of ${quoted(url.host)} contains a user name or password.`;
    return {
      message,
      remedy: 'Remove everything before the `@`; keys belong in the input `api-key`.',
    };
  }
  if (isLoopback(url)) {
    if (allowLoopback === undefined || isNamedByWorkflow(url, trust)) return undefined;
    const message = `${quoted(url.host)} is an address of this machine that the workflow does not list.`;
    return { message, remedy: `To allow it, ${howToAllowLoopback(url)}` };
  }
  if (url.protocol !== 'https:') {
    const message = `${quoted(url.host)} would get the prompts and the key over plain ${url.protocol.slice(0, -1)}, which is not encrypted.`;
    return {
      message,
      remedy: 'Use https; http is for this machine only (127.0.0.1, [::1], localhost).',
    };
  }
  if (isOwnHost(url, hub) || isNamedByWorkflow(url, trust)) return undefined;
  return {
    message: `The host ${quoted(url.host)} may not receive requests of the hub ${hub.name}.`,
    remedy:
      `To allow it, add ${quoted(hostnameOf(url))} to the input \`allowed-hosts\`, or set the address in ` +
      `the input \`base-url\`${orEndpointVariable(hub)}. ` +
      'A pull request cannot change these inputs.',
  };
}

/** Ends a list of the settings that name an endpoint: with the hub's variable, if there is one. */
export function orEndpointVariable({ endpointVariable }: HubProfile): string {
  return endpointVariable === undefined ? '' : ` or in the variable \`${endpointVariable}\``;
}

export function howToAllowLoopback(url: URL): string {
  return `add ${quoted(`${hostnameOf(url)}:${portOf(url)}`)} to the input \`allow-loopback\`, or set the address in the input \`base-url\`. Both are in the workflow, which a pull request cannot change.`;
}

/**
 * True if a request to `url`, an allowed address, may carry the key. On this machine, the server
 * may be code of a pull request.
 */
export function mayHaveKey(url: URL, trust: HostTrust): boolean {
  return !isLoopback(url) || trust.isUntrusted !== true || isNamedByWorkflow(url, trust);
}

/** True if an input or a variable of the workflow names the server of an address. */
export function isNamedByWorkflow(
  url: URL,
  { trusted, allowedHosts, allowLoopback = [] }: HostTrust,
): boolean {
  if (trusted.some((address) => isSameServer(parseAddress(address), url))) return true;
  if (allowedHosts.some((entry) => isAllowedHost(entry, url))) return true;
  const loopbackEntries = isLoopback(url) ? allowLoopback : [];
  return loopbackEntries.some((entry) => {
    const address = { text: `http://${entry}`, setting: "input 'allow-loopback'" };
    return isSameServer(parseAddress(address), url);
  });
}

/** True for a host of the hub's own models, over https at the default port. */
export function isOwnHost(url: URL, hub: HubProfile): boolean {
  if (url.protocol !== 'https:' || portOf(url) !== 443) return false;
  const host = hostnameOf(url);
  return hub.hosts.includes(host) || hub.ownHost?.test(host) === true;
}

export function isLookup(url: URL, { lookups }: HubProfile): boolean {
  return lookups !== undefined && url.href.startsWith(lookups);
}

const HOST_ENTRY =
  /^(?<wildcard>\*\.)?(?<host>\[[^\]]+\]|[^\s:/?#@\\*[\]]+)(?::(?<port>[1-9]\d{0,4}))?$/;

/** @throws ConfigError for an entry of `allowed-hosts` that is not a host. */
function isAllowedHost(entry: string, url: URL): boolean {
  const { wildcard, host, port } = HOST_ENTRY.exec(entry.trim())?.groups ?? {};
  const parsed =
    host !== undefined && URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined;
  const isIpAddress = parsed !== undefined && /(\]|\.\d+)$/.test(hostnameOf(parsed));
  if (parsed === undefined || (wildcard !== undefined && isIpAddress)) {
    const remedy =
      'Write one host per line: models.example.com, models.example.com:8443, or *.example.com for its subdomains.';
    throw new ConfigError(`${quoted(entry)} is not a host.`, {
      where: "input 'allowed-hosts'",
      remedy,
    });
  }
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  // Parse both sides, so that both have the same spelling.
  const allowed = hostnameOf(parsed);
  return wildcard === undefined
    ? hostnameOf(url) === allowed
    : hostnameOf(url).endsWith(`.${allowed}`);
}
