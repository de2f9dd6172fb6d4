import { ConfigError } from '../../errors.js';
import { quoted } from '../../json.js';
import type { HubFacts } from '../hubs/hub.js';
import {
  KEY_INPUTS,
  sectionOf,
  type Connection,
  type Section,
  type Settings,
  type Withheld,
} from '../settings.js';

/** The address of a hub's requests, with the rules on hosts and keys. */

export interface Target {
  endpoint: URL;
  trust: HostTrust;
  isDedicated: boolean;
  key: string | undefined;
  /** The section whose input has the key. */
  owner: Section;
  /** Names of the header variables that may be sent there. */
  variables: readonly string[];
  withheld: Withheld | undefined;
}

type Addresses = Pick<Connection, 'baseUrl' | 'endpoints'>;

/** @throws ConfigError for an endpoint or a key that cannot be used. */
export function targetOf(hub: HubFacts, settings: Settings, connection: Connection): Target {
  const trust = trustOf(hub, connection);
  const address = addressOf(hub, settings, connection);
  const endpoint = resolveEndpoint({ ...trust, ...address });
  const target = { endpoint, trust, isDedicated: address.configured !== undefined };
  const section = keySectionOf(settings);
  const place = { section, hub: hub.name, origin: endpoint.origin };
  const { key, owner, variables, isWithheld } = connection.grantAt(place);
  if (!mayHaveKey(endpoint, trust))
    return { ...target, key: undefined, owner, variables: [], withheld: 'loopback' };
  const withheld = isWithheld ? 'base' : undefined;
  return { ...target, key: checkedKey(key, owner), owner, variables, withheld };
}

export function trustOf(
  hub: HubFacts,
  connection: Addresses & Pick<HostTrust, 'allowedHosts' | 'allowLoopback' | 'untrusted'>,
): HostTrust {
  const { baseUrl, endpoints, allowedHosts, allowLoopback, untrusted } = connection;
  const trusted = [baseUrl, endpoints?.[hub.name]].filter((address) => address !== undefined);
  return { hub, trusted, allowedHosts, allowLoopback, untrusted };
}

/** The section whose key the settings use: a model that judges itself uses its own. */
export function keySectionOf(settings: Settings): Section {
  return 'isSelf' in settings ? 'model' : sectionOf(settings);
}

/** Scheme, host and port of the address; undefined for none, and for text that is no address. */
export function originOf(
  hub: HubFacts,
  settings: Settings,
  addresses: Addresses,
): string | undefined {
  const { configured, usual } = addressOf(hub, settings, addresses);
  const text = configured ?? usual;
  return text !== undefined && URL.canParse(text) ? new URL(text).origin : undefined;
}

/**
 * True if requests need a key: on the hub's own hosts and on Azure. @throws ConfigError for an
 * endpoint that cannot be used.
 */
export function endpointNeedsKey(
  hub: HubFacts,
  settings: Settings,
  connection: Connection,
): boolean {
  return (
    hub.isLocal !== true &&
    (hub.alwaysNeedsKey ?? isOwnHost(targetOf(hub, settings, connection).endpoint, hub))
  );
}

export interface Destination {
  /** Absent for a model of this process. */
  endpoint?: string;
  key?: string;
  owner?: Section;
  withheld?: Withheld;
}

/**
 * The address that requests would go to, and the key that they carry. @throws ConfigError for an
 * endpoint that cannot be used.
 */
export function endpointDestination(
  hub: HubFacts,
  settings: Settings,
  connection: Connection,
): Destination {
  if (hub.isLocal) return {};
  const { endpoint, key, owner, withheld } = targetOf(hub, settings, connection);
  return { endpoint: `${endpoint.origin}${endpoint.pathname}`, key, owner, withheld };
}

/**
 * True if the hub itself answers, at its public address. Behind any other address the model may
 * change at any time.
 */
export function isEndpointAtHome(
  hub: HubFacts,
  settings: Settings,
  connection: Connection,
): boolean {
  const { configured, usual } = addressOf(hub, settings, connection);
  return configured === undefined && (hub.isLocal === true || usual !== undefined);
}

function addressOf(
  hub: HubFacts,
  settings: Settings,
  connection: Addresses,
): { configured: string | undefined; where: string; usual: string | undefined } {
  const section = sectionOf(settings);
  const usual = hub.urlInRegion ? hub.urlInRegion(settings.region) : hub.url;
  // The input replaces the endpoint of the model under test only: a judge or an embedder may be on
  // another hub.
  if (section === 'model' && connection.baseUrl !== undefined)
    return { configured: connection.baseUrl, where: "input 'base-url'", usual };
  if ('parameters' in settings && hub.addressKey !== undefined) {
    return {
      configured: settings[hub.addressKey] ?? settings.base_url,
      where: `${section}.${hub.addressKey}`,
      usual,
    };
  }
  const endpoint = connection.endpoints?.[hub.name];
  if (settings.base_url === undefined && endpoint !== undefined) {
    return { configured: endpoint, where: `environment variable ${hub.endpointVariable}`, usual };
  }
  return { configured: settings.base_url, where: `${section}.base_url`, usual };
}

function checkedKey(given: string | undefined, owner: Section): string | undefined {
  const key = given || undefined;
  // Node's own message about such a header contains the header.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const remedy = 'Store the key again, without quotes or line breaks.';
    throw new ConfigError('The key contains a space, a line break or a non-ASCII character.', {
      where: `input '${KEY_INPUTS[owner]}'`,
      remedy,
    });
  }
  return key;
}

/** The hosts that may receive a hub's key, besides the hub's own. */
export interface HostTrust extends Pick<
  Connection,
  'allowedHosts' | 'allowLoopback' | 'untrusted'
> {
  hub: HubFacts;
  /** Addresses set by the workflow: the input `base-url` and the hub's endpoint variable. */
  trusted: readonly string[];
}

export interface Refusal {
  message: string;
  remedy: string;
}

/**
 * The address that requests go to. @throws ConfigError if there is none or its host is not allowed.
 */
export function resolveEndpoint({
  configured,
  where,
  usual,
  ...trust
}: HostTrust & ReturnType<typeof addressOf>): URL {
  const text = configured ?? usual;
  if (text === undefined && trust.hub.urlInRegion) {
    throw new ConfigError(`The hub ${trust.hub.name} needs a region, and none is set.`, {
      where: where.replace(/base_url$/, 'region'),
      remedy: 'Set `region` to the region that runs the model, such as eu-central-1.',
    });
  }
  if (text === undefined) {
    const remedy = `Set it in the input \`base-url\`${viaVariable(trust.hub)}, or here with its host in the input \`allowed-hosts\`.`;
    throw new ConfigError(`The hub ${trust.hub.name} has no default endpoint, and none is set.`, {
      where,
      remedy,
    });
  }
  const url = parseAddress(text, where);
  const refused = whyNotSent(url, trust);
  if (refused) throw new ConfigError(refused.message, { where, remedy: refused.remedy });
  return url;
}

/**
 * Returns the reason why requests of the hub may not go to `url`; undefined if they may.
 * `mayHaveKey` decides on the key.
 */
export function whyNotSent(url: URL, trust: HostTrust): Refusal | undefined {
  const { hub, allowLoopback } = trust;
  if (url.username !== '' || url.password !== '') {
    const message = `The address of ${quoted(url.host)} contains a user name or password.`;
    return {
      message,
      remedy: 'Remove everything before the `@`; keys belong in the input `api-key`.',
    };
  }
  if (isLoopback(url)) {
    if (allowLoopback === undefined || isNamed(url, trust)) return undefined;
    const message = `${quoted(url.host)} is an address of this machine that the workflow does not list.`;
    return { message, remedy: `To allow it, ${howToName(url)}` };
  }
  if (url.protocol !== 'https:') {
    const message = `${quoted(url.host)} would get the prompts and the key over plain ${url.protocol.slice(0, -1)}, which is not encrypted.`;
    return {
      message,
      remedy: 'Use https; http is for this machine only (127.0.0.1, [::1], localhost).',
    };
  }
  if (isOwnHost(url, hub) || isNamed(url, trust)) return undefined;
  return {
    message: `The host ${quoted(url.host)} may not receive requests of the hub ${hub.name}.`,
    remedy:
      `To allow it, add ${quoted(hostOf(url))} to the input \`allowed-hosts\`, or set the address in ` +
      `the input \`base-url\`${viaVariable(hub)}. ` +
      'A pull request cannot change these inputs.',
  };
}

/**
 * True if a request to `url`, an allowed address, carries the key. Code of a pull request may
 * listen on this machine.
 */
export function mayHaveKey(url: URL, trust: HostTrust): boolean {
  return !isLoopback(url) || trust.untrusted !== true || isNamed(url, trust);
}

export function howToName(url: URL): string {
  return `add ${quoted(`${hostOf(url)}:${portOf(url)}`)} to the input \`allow-loopback\`, or set the address in the input \`base-url\`. Both are in the workflow, which a pull request cannot change.`;
}

/** True if the workflow names the server of an address. */
export function isNamed(
  url: URL,
  { trusted, allowedHosts, allowLoopback = [] }: HostTrust,
): boolean {
  return (
    trusted.some((address) => sameServer(parseAddress(address, "input 'base-url'"), url)) ||
    allowedHosts.some((entry) => matches(entry, url)) ||
    (isLoopback(url) &&
      allowLoopback.some((entry) =>
        sameServer(parseAddress(`http://${entry}`, "input 'allow-loopback'"), url),
      ))
  );
}

export function isOwnHost(url: URL, hub: HubFacts): boolean {
  if (url.protocol !== 'https:' || portOf(url) !== 443) return false;
  const host = hostOf(url);
  return hub.hosts.includes(host) || hub.ownHost?.test(host) === true;
}

export function isLookup(url: URL, { lookups }: HubFacts): boolean {
  return lookups !== undefined && url.href.startsWith(lookups);
}

/** @throws ConfigError for anything but an absolute http or https address without a fragment. */
function parseAddress(text: string, where: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  // The URL parser accepts empty labels; one would match *.example.com.
  if (url === undefined || !isWeb || url.hash !== '' || /^\.|\.\./.test(url.hostname)) {
    throw new ConfigError(`${quoted(text)} is not an http or https address.`, {
      where,
      remedy: 'Write a full address without a fragment, such as https://models.example.com/v1.',
    });
  }
  return url;
}

const HOST_ENTRY =
  /^(?<wildcard>\*\.)?(?<host>\[[^\]]+\]|[^\s:/?#@\\*[\]]+)(?::(?<port>[1-9]\d{0,4}))?$/;

function matches(entry: string, url: URL): boolean {
  const { wildcard, host, port } = HOST_ENTRY.exec(entry.trim())?.groups ?? {};
  const parsed =
    host !== undefined && URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined;
  const isAddress = parsed !== undefined && /(\]|\.\d+)$/.test(hostOf(parsed));
  if (parsed === undefined || (wildcard !== undefined && isAddress)) {
    const remedy =
      'Write one host per line: models.example.com, models.example.com:8443, or *.example.com for its subdomains.';
    throw new ConfigError(`${quoted(entry)} is not a host.`, {
      where: "input 'allowed-hosts'",
      remedy,
    });
  }
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  // Parse both sides, so that both have the same spelling.
  const allowed = hostOf(parsed);
  return wildcard === undefined ? hostOf(url) === allowed : hostOf(url).endsWith(`.${allowed}`);
}

function sameServer(a: URL, b: URL): boolean {
  return hostOf(a) === hostOf(b) && portOf(a) === portOf(b);
}

/** The URL parser has normalized case, IDN and numeric addresses. Drops the final dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function viaVariable({ endpointVariable }: HubFacts): string {
  return endpointVariable === undefined ? '' : ` or in the variable \`${endpointVariable}\``;
}

/**
 * 127.0.0.0/8 (also mapped into IPv6), [::1] and localhost, over http or https, as the URL parser
 * spells them.
 */
export function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
    hostname.replace(/\.$/, ''),
  );
}

/** The address of a route below an endpoint. Keeps the query. */
export function below(endpoint: URL, route: string): URL {
  return withPath(endpoint, `${endpoint.pathname.replace(/\/$/, '')}/${route}`);
}

/** An address with another path. Keeps the query. */
export function withPath(endpoint: URL, path: string): URL {
  const url = new URL(endpoint);
  url.pathname = path;
  return url;
}
