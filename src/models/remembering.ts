import { asRecord, jsonIn } from '../json.js';
import { lastOf } from './last-of.js';
import type { Memory } from './memory.js';
import type { OwnHeader } from './http/headers.js';
import { wholeReply } from './http/whole-reply.js';

export interface RememberOptions {
  hub: { name: string };
  /** The key that would be sent. */
  key: string | undefined;
  /** What else is sent: one without a secret may say which model answers. */
  headers?: readonly OwnHeader[];
  /** An address that may not be asked is not answered for from memory either. */
  isRefused: (url: URL) => boolean;
  /** Whether a text holds a key: what an endpoint echoes is written to no file. */
  holdsKey: (text: string) => boolean;
  memory: Memory | undefined;
}

/** The same `fetch`, which asks only for what the run does not know yet, and keeps every whole reply as it arrives. */
export function remembering(
  send: typeof fetch,
  { hub, key, headers: own = [], isRefused, holdsKey, memory }: RememberOptions,
): typeof fetch {
  if (memory === undefined || (memory.stores.needsKey && key === undefined)) return send;
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
    const asked = memory.ask({ hub: hub.name, method: init.method ?? 'GET', url, body, headers: headersOf(init.headers) });
    try {
      const known = await memory.recall(asked, key);
      if (known !== undefined) return wholeReply({ text: known });
      const reply = await (await send(input, init)).text();
      if (!isError(reply) && !holdsKey(reply)) await memory.keep(asked, reply, key);
      return wholeReply({ text: reply });
    } catch (error) {
      memory.failed(asked);
      throw error;
    }
  };
}

/** Gateways report errors of the model behind them with status 200: to keep one would be to keep the model down. */
function isError(reply: string): boolean {
  return reply.includes('"error"') && Boolean(asRecord(jsonIn(reply)).error);
}
