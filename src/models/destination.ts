import type { Clean } from './clean.js';
import type { Refusal } from './endpoint.js';
import type { OwnHeader } from './own-headers.js';

export interface Trust {
  /** Why an address may not be asked; `undefined` if it may. */
  refusal(url: URL): Refusal | undefined;
  /** Whether the key may not go to an address that may be asked. */
  withholds?(url: URL): boolean;
  clean: Clean;
  /** Sent beside the headers of the protocol. */
  headers?: readonly OwnHeader[];
}

const KEY_HEADERS = ['api-key', 'authorization'];

/**
 * What is known of a request before it is sent: whether its address may be asked, and the headers that leave. SDKs add headers about the
 * machine, and read more from the environment: only those of this list pass. Every request passes here, so a withheld key stays here.
 */
export function destinationAt(url: URL, given: RequestInit['headers'], trust: Trust) {
  const withheld = trust.withholds?.(url) ?? false;
  const all = given instanceof Headers ? given : new Headers(given);
  const headers: Record<string, string> = { 'user-agent': 'sensitivity-action', accept: '*/*', 'accept-encoding': 'identity' };
  for (const name of ['accept', 'content-type', ...(withheld ? [] : KEY_HEADERS)]) {
    const value = all.get(name);
    if (value !== null) headers[name] = value;
  }
  const own = (trust.headers ?? []).filter(({ isSecret }) => !(isSecret && withheld));
  for (const { name, value } of own) headers[name] = value;
  const secrets = own.flatMap(({ isSecret, value }) => (isSecret ? [value] : []));
  return {
    url,
    /** Without its query, fit for a message. */
    where: trust.clean(`${url.origin}${url.pathname}`),
    refused: trust.refusal(url),
    withheld,
    headers,
    key: [...KEY_HEADERS.map((name) => headers[name]), ...secrets].find((value) => value !== undefined),
  };
}
