import type { Clean } from './clean.js';
import type { Refusal } from './endpoint.js';
import { lastOf } from './last-of.js';
import type { OwnHeader } from './own-headers.js';
import { CODINGS } from './wire.js';

export interface Trust {
  /** Says why an address may not be asked; `undefined` where it may. */
  refusal(url: URL): Refusal | undefined;
  /** Whether the key may not go to an address that may be asked. */
  withholds?(url: URL): boolean;
  clean: Clean;
  /** Sent beside those of the protocol. */
  headers?: readonly OwnHeader[];
}

/** The only headers that leave: SDKs add some about the machine, and read more from the environment. */
const KEY_HEADERS = ['api-key', 'authorization'];
const PLAIN_HEADERS = ['accept', 'content-type'];
const HEADERS = [...PLAIN_HEADERS, ...KEY_HEADERS];

/** What is to be known of an address before anything is sent there. */
export function destinationAt(url: URL, trust: Trust) {
  const withheld = trust.withholds?.(url) ?? false;
  const own = (trust.headers ?? []).filter(({ isSecret }) => !(isSecret && withheld));
  const ownHeaders = Object.fromEntries(own.map(({ name, value }) => [name, value]));
  const secrets = own.flatMap(({ isSecret, value }) => (isSecret ? [value] : []));
  return {
    url,
    /** Without its query, fit for a message. */
    where: trust.clean(`${url.origin}${url.pathname}`),
    refused: trust.refusal(url),
    withheld,
    /**
     * What leaves of the headers that an SDK gives, the user's own beside them, and the key among them, if there is one. The same for the
     * same.
     */
    headersOf: lastOf((given: RequestInit['headers']) => {
      const headers = { ...allowedHeaders(given, withheld), ...ownHeaders };
      return { headers, key: [...KEY_HEADERS.map((name) => headers[name]), ...secrets].find((value) => value !== undefined) };
    }),
  };
}

/** Whatever an SDK makes of a withheld key: this is the one place that all requests pass. */
function allowedHeaders(given: RequestInit['headers'], withheld: boolean): Record<string, string> {
  const all = given instanceof Headers ? given : new Headers(given);
  const kept: Record<string, string> = { 'user-agent': 'sensitivity-action', accept: '*/*', 'accept-encoding': CODINGS };
  for (const name of withheld ? PLAIN_HEADERS : HEADERS) {
    const value = all.get(name);
    if (value !== null) kept[name] = value;
  }
  return kept;
}
