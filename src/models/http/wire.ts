import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as Undici from 'undici';
import type { Agent, Dispatcher, ProxyAgent } from 'undici';
import { proxyFor } from './proxy.js';

export interface Sending {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** From now to the last byte of the reply, in ms. */
  timeout: number;
  /** A longer reply is not read to its end, in bytes. */
  longest: number;
}

export interface Reply {
  status: number;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `undefined` if the reply is too long. */
  bytes: Buffer | undefined;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The limiter decides how many requests are under way; the only other timeout is that of the request. */
const OPTIONS = { connections: 256, pipelining: 1, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };

/**
 * The connections of one run: kept open between requests, through the proxy of the environment if it names one. Follows no redirect and
 * repeats nothing.
 */
export class Wire {
  private direct: Agent | undefined;
  private proxied: ProxyAgent | undefined;

  async send({ url, method, headers, body, timeout, longest }: Sending): Promise<Reply> {
    const late = new AbortController();
    const timer = setTimeout(
      () => {
        late.abort(Object.assign(new Error('The time is up.'), { name: 'TimeoutError' }));
      },
      Math.min(timeout, LONGEST_TIMER),
    );
    try {
      // Loaded by the first request: a run that sends none does without.
      const undici = await import('undici');
      const dispatcher = this.dispatcherFor(url, undici);
      const reply = await undici.request(url, { dispatcher, method: method as Dispatcher.HttpMethod, headers, body, signal: late.signal });
      const bytes = await read(reply.body, longest);
      // The connection is free behind the next turn of the event loop: an earlier request would open another one.
      await nextTurn();
      return { status: reply.statusCode, headers: reply.headers, bytes };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes all connections; requests under way fail. */
  async close(): Promise<void> {
    const { direct, proxied } = this;
    this.direct = undefined;
    this.proxied = undefined;
    await direct?.destroy();
    await proxied?.destroy();
  }

  private dispatcherFor(url: URL, undici: typeof Undici): Dispatcher {
    const uri = proxyFor(url);
    if (uri === undefined) return (this.direct ??= new undici.Agent(OPTIONS));
    return (this.proxied ??= new undici.ProxyAgent({ ...OPTIONS, uri }));
  }
}

async function read(body: AsyncIterable<Buffer>, longest: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longest) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}
