import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';

/** An address, and the input, variable or configuration key that sets it. */
export interface NamedAddress {
  text: string;
  /** Names the setting in messages: `input 'base-url'`, `model.base_url`. */
  setting: string;
}

/** @throws ConfigError for anything but an absolute http or https address without a fragment. */
export function parseAddress({ text, setting }: NamedAddress): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  // The URL parser accepts empty labels, and a host with one would match *.example.com.
  if (url === undefined || !isWeb || url.hash !== '' || /^\.|\.\./.test(url.hostname)) {
    throw new ConfigError(`${quoted(text)} is not an http or https address.`, {
      where: setting,
      remedy: 'Write a full address without a fragment, such as https://models.example.com/v1.',
    });
  }
  return url;
}

export function isSameServer(a: URL, b: URL): boolean {
  return hostnameOf(a) === hostnameOf(b) && portOf(a) === portOf(b);
}

/** The URL parser has normalized case, IDN and numeric addresses. Drops the final dot. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/**
 * True for 127.0.0.0/8 (also mapped into IPv6), [::1] and localhost, over http or https, as the URL
 * parser spells them.
 */
export function isLoopback(url: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  return /^(localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
    hostnameOf(url),
  );
}

/** Returns the address of a route below an endpoint. Keeps the query. */
export function addRoute(endpoint: URL, route: string): URL {
  return replacePath(endpoint, `${endpoint.pathname.replace(/\/$/, '')}/${route}`);
}

/** Returns the address with another path. Keeps the query. */
export function replacePath(endpoint: URL, path: string): URL {
  const url = new URL(endpoint);
  url.pathname = path;
  return url;
}
