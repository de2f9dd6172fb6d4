import { asRecord, jsonIn } from '../../json.js';
import type { OwnHeader } from '../http/headers.js';
import { wholeReply } from '../http/wire.js';
import type { ReplyStore } from './reply-store.js';

export interface RememberOptions {
  hub: { name: string };
  /** The key that is sent, which seals the replies. Nothing is stored without one. */
  key: string | undefined;
  /** Headers of the configuration: one without a secret may choose the model. */
  headers?: readonly OwnHeader[];
  /** Whether an address may not be asked: no stored reply stands for it either. */
  isRefused: (url: URL) => boolean;
  /** Whether a text holds a key: a reply that echoes one is not written to a file. */
  holdsKey: (text: string) => boolean;
  store: ReplyStore | undefined;
}

/** Returns a `fetch` that sends only requests without a stored reply, and stores each whole reply as it arrives. */
export function remembering(
  send: typeof fetch,
  { hub, key, headers: own = [], isRefused, holdsKey, store }: RememberOptions,
): typeof fetch {
  if (store === undefined || key === undefined) return send;
  const placeOf = lastOf((address: string) => {
    const url = new URL(address);
    return { url, refused: isRefused(url) };
  });
  const said = own.map(({ name, value, isSecret }) => (isSecret ? name : `${name}: ${value}`));
  const headersOf = lastOf((given: RequestInit['headers']) => {
    const all = given instanceof Headers ? given : new Headers(given);
    return [...['accept', 'content-type'].map((name) => all.get(name)), ...said];
  });
  return async (input, init = {}) => {
    const body = init.body ?? '';
    if (input instanceof Request || typeof body !== 'string') return send(input, init);
    const { url, refused } = placeOf(String(input));
    if (refused) return send(input, init);
    const asked = store.ask({ hub: hub.name, method: init.method ?? 'GET', url, body, headers: headersOf(init.headers) });
    try {
      const known = store.recall(asked, key);
      if (known !== undefined) return wholeReply({ text: known });
      const reply = await (await send(input, init)).text();
      if (!isError(reply) && !holdsKey(reply)) store.keep(asked, reply, key);
      return wholeReply({ text: reply });
    } catch (error) {
      store.failed(asked);
      throw error;
    }
  };
}

/** Gateways report errors of the model behind them with status 200. A stored one would outlive the error. */
function isError(reply: string): boolean {
  return reply.includes('"error"') && Boolean(asRecord(jsonIn(reply)).error);
}

/** The same function, which remembers what it said last: nearly all requests of a run go to one address. */
export function lastOf<Of, Value>(find: (of: Of) => Value): (of: Of) => Value {
  let last: { of: Of; value: Value } | undefined;
  return (of) => {
    if (last === undefined || last.of !== of) last = { of, value: find(of) };
    return last.value;
  };
}
