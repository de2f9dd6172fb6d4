import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as Undici from 'undici';
import type { Agent, Dispatcher, ProxyAgent } from 'undici';
import type { Readable } from 'node:stream';
import { proxyFor, type HttpProxy } from './proxy.ts';

interface WireRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  /** Maximum time up to the last byte of the reply, in ms. */
  timeout: number;
  /** Maximum length of the reply, in bytes. */
  maxBytes: number;
}

export interface HttpReply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `undefined` if the reply is too long. */
  bytes: Buffer | undefined;
}

/** Node's maximum: a longer timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The limiter bounds the number of requests, and `send` their time. */
const OPTIONS = {
  connections: 256,
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
};

/**
 * Owns the keep-alive connections of one run, through its proxy. Follows no redirect and does not
 * retry.
 */
export class Wire {
  private undici: Promise<typeof Undici> | undefined;
  private direct: Agent | undefined;
  private proxied: ProxyAgent | undefined;
  private readonly proxy: HttpProxy | undefined;

  constructor(proxy?: HttpProxy) {
    this.proxy = proxy;
  }

  async send({ url, method, headers, body, timeout, maxBytes }: WireRequest): Promise<HttpReply> {
    const timeoutController = new AbortController();
    const end = () => {
      timeoutController.abort(
        Object.assign(new Error('The time is up.'), { name: 'TimeoutError' }),
      );
    };
    const timer = setTimeout(end, Math.min(timeout, MAX_TIMER_MS));
    try {
      // Loaded on the first request, so that a run without requests starts faster.
      this.undici ??= import('undici');
      const undici = await this.undici;
      const dispatcher = this.dispatcherFor(url, undici);
      const reply = await undici.request(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers,
        body,
        signal: timeoutController.signal,
      });
      const bytes = await readBody(reply.body, maxBytes);
      // undici frees the connection in the next turn of the event loop. An earlier request would
      // open another one.
      await nextTurn();
      return { status: reply.statusCode, headers: reply.headers, bytes };
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const { direct, proxied } = this;
    [this.direct, this.proxied] = [undefined, undefined];
    await direct?.destroy();
    await proxied?.destroy();
  }

  private dispatcherFor(url: URL, undici: typeof Undici): Dispatcher {
    const uri = proxyFor(url, this.proxy);
    if (uri === undefined) return (this.direct ??= new undici.Agent(OPTIONS));
    return (this.proxied ??= new undici.ProxyAgent({ ...OPTIONS, uri }));
  }
}

/** Reads by events: an asynchronous iterator takes more time than the rest of a request. */
function readBody(body: Readable, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      resolve(undefined);
      body.destroy();
    });
    body.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    body.on('error', reject);
  });
}
