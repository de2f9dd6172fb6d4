import { ConfigError } from '../../errors.js';
import { quoted } from '../../json.js';
import type { HubFacts } from '../hubs/hub.js';

/** Who may receive a hub's key, beside the hub's own hosts. */
export interface HostTrust {
  hub: HubFacts;
  /** Addresses that the workflow itself gives: the input `base-url`, the variable of the hub's endpoint. */
  trusted: readonly string[];
  /** The input `allowed-hosts`: `HOST`, `HOST:PORT` or `*.DOMAIN` (sub-domains only). */
  allowedHosts: readonly string[];
  /** The input `allow-loopback`: `HOST:PORT`, the only addresses of this machine that may be asked; left out, any. */
  allowLoopback?: readonly string[] | undefined;
  /** A pull request can edit the configuration: what it alone names on this machine may be anything that listens there. */
  untrusted?: boolean | undefined;
}

export interface EndpointRequest extends HostTrust {
  /** The address that the user chose; without one it is the hub's own. */
  configured?: string | undefined;
  /** Where `configured` stands, for messages: `model.base_url`, `input 'base-url'`. */
  where: string;
}

export interface Refusal {
  message: string;
  remedy: string;
}

/** The address that requests go to. Throws ConfigError where there is none or where its host may not receive the key. */
export function resolveEndpoint({ configured, where, ...trust }: EndpointRequest): URL {
  const text = configured ?? trust.hub.url;
  if (text === undefined) {
    const remedy = `Give it in the input \`base-url\`${viaVariable(trust.hub)}, or here with its host in the input \`allowed-hosts\`.`;
    throw new ConfigError(`The hub ${trust.hub.name} has no endpoint of its own, and none is given.`, { where, remedy });
  }
  const url = parseAddress(text, where);
  const refused = refusal(url, trust);
  if (refused) throw new ConfigError(refused.message, { where, remedy: refused.remedy });
  return url;
}

/** `undefined` where `url` may be asked on behalf of the hub; `mayHaveKey` says whether with its key. */
export function refusal(url: URL, trust: HostTrust): Refusal | undefined {
  const { hub, allowLoopback } = trust;
  if (url.username !== '' || url.password !== '') {
    return {
      message: `The address of ${quoted(url.host)} holds a user name or password.`,
      remedy: 'Remove everything before the `@`; keys belong in the input `api-key`.',
    };
  }
  if (isLoopback(url)) {
    if (allowLoopback === undefined || isNamed(url, trust)) return undefined;
    return {
      message: `${quoted(url.host)} is an address of this machine that the workflow does not list.`,
      remedy: `If it may be asked: ${howToName(url)}`,
    };
  }
  if (url.protocol !== 'https:') {
    return {
      message: `${quoted(url.host)} would be asked over plain ${url.protocol.slice(0, -1)}, which anybody on the way can read.`,
      remedy: 'Use https; http is for this machine only (127.0.0.1, [::1], localhost).',
    };
  }
  if (isOwnHost(url, hub) || isNamed(url, trust)) return undefined;
  return {
    message: `The host ${quoted(url.host)} may not receive requests of the hub ${hub.name}.`,
    remedy:
      `If it may: add ${quoted(hostOf(url))} to the input \`allowed-hosts\`, or give the address in ` +
      `the input \`base-url\`${viaVariable(hub)}. ` +
      'A pull request, which can change the configuration, cannot change these.',
  };
}

/** Whether a request to `url`, which may be asked, carries the key. Code of a pull request may listen on this machine. */
export function mayHaveKey(url: URL, trust: HostTrust): boolean {
  return !isLoopback(url) || trust.untrusted !== true || isNamed(url, trust);
}

export function howToName(url: URL): string {
  return `add ${quoted(`${hostOf(url)}:${portOf(url)}`)} to the input \`allow-loopback\`, or give the address in the input \`base-url\`. Both stand in the workflow, which a pull request cannot change.`;
}

function isNamed(url: URL, { trusted, allowedHosts, allowLoopback = [] }: HostTrust): boolean {
  return (
    trusted.some((address) => sameServer(parseAddress(address, "input 'base-url'"), url)) ||
    allowedHosts.some((entry) => matches(entry, url)) ||
    (isLoopback(url) && allowLoopback.some((entry) => sameServer(parseAddress(`http://${entry}`, "input 'allow-loopback'"), url)))
  );
}

export function isOwnHost(url: URL, hub: HubFacts): boolean {
  return url.protocol === 'https:' && portOf(url) === 443 && hub.hosts.includes(hostOf(url));
}

export function isLookup(url: URL, { lookups }: HubFacts): boolean {
  return lookups !== undefined && url.href.startsWith(lookups);
}

/** Throws ConfigError for anything but an absolute http or https address of a possible host, without a fragment. */
function parseAddress(text: string, where: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  // The parser lets empty labels pass; one would stand for a sub-domain of *.example.com.
  if (url === undefined || !isWeb || url.hash !== '' || /^\.|\.\./.test(url.hostname)) {
    throw new ConfigError(`${quoted(text)} is no address that requests can go to.`, {
      where,
      remedy: 'Write a full address without a fragment, such as https://models.example.com/v1.',
    });
  }
  return url;
}

const HOST_ENTRY = /^(?<wildcard>\*\.)?(?<host>\[[^\]]+\]|[^\s:/?#@\\*[\]]+)(?::(?<port>[1-9]\d{0,4}))?$/;

function matches(entry: string, url: URL): boolean {
  const { wildcard, host, port } = HOST_ENTRY.exec(entry.trim())?.groups ?? {};
  const parsed = host !== undefined && URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined;
  if (parsed === undefined || (wildcard !== undefined && isAddress(parsed))) {
    const remedy = 'Write one host a line: models.example.com, models.example.com:8443, or *.example.com for its sub-domains.';
    throw new ConfigError(`${quoted(entry)} is no host.`, { where: "input 'allowed-hosts'", remedy });
  }
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  // The same parser for both sides, so that both are compared in the same spelling.
  const allowed = hostOf(parsed);
  return wildcard === undefined ? hostOf(url) === allowed : hostOf(url).endsWith(`.${allowed}`);
}

function isAddress(url: URL): boolean {
  return /(\]|\.\d+)$/.test(hostOf(url));
}

function sameServer(a: URL, b: URL): boolean {
  return hostOf(a) === hostOf(b) && portOf(a) === portOf(b);
}

/** Lower case, IDN in Punycode, numeric addresses in dots: the parser's work. `example.com.` is `example.com`. */
function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function viaVariable({ endpointVariable }: HubFacts): string {
  return endpointVariable === undefined ? '' : ` or in the variable \`${endpointVariable}\``;
}

/** 127.0.0.0/8, also as an IPv6 address, [::1] and localhost, over http or https. The URL parser has written all of them in one way. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(hostname.replace(/\.$/, ''));
}
