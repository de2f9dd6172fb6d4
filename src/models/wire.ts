import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Dispatcher, EnvHttpProxyAgent } from 'undici-8';

export interface Sending {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** From now to the reply's last byte, in ms. */
  timeout: number;
  /** A longer reply is not read to its end, in bytes. */
  longest: number;
}

export interface Reply {
  status: number;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decompressed; `undefined` where it is too long. */
  bytes: Buffer | undefined;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** As many as requests may be under way: which of them are is the accounts' business. */
const MOST_CONNECTIONS = 256;

/**
 * The connections of one run: kept open between requests, one request at a time on each, through the proxy of the environment where it
 * names one. Nothing is followed, repeated or kept.
 */
export class Wire {
  private opened: Promise<EnvHttpProxyAgent> | undefined;

  async send(sending: Sending): Promise<Reply> {
    const agent = await (this.opened ??= open());
    const { status, headers, bytes } = await exchange(agent, sending);
    return { status, headers, bytes: bytes && (await decompressed(bytes, headers['content-encoding'], sending.longest)) };
  }

  /** Hangs up; what is under way fails. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    await (await opened)?.destroy();
  }
}

/** Only a run that asks somebody pays for it. */
async function open(): Promise<EnvHttpProxyAgent> {
  const [{ default: Agent }, { default: AnyDispatcher }, { default: connect }] = await Promise.all([
    import('undici-8/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici-8/lib/dispatcher/dispatcher.js'),
    import('undici-8/lib/api/api-connect.js'),
  ]);
  // As undici's own index does: without it there is no tunnel through a proxy.
  AnyDispatcher.prototype.connect = connect;
  // The time-out of the request is the only one beside that of connecting.
  // Plain http is spoken with this machine only, where a proxy has no business.
  return new Agent({
    httpProxy: '',
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** One request, its reply collected as it comes: a stream, and what `fetch` builds over it, would cost more than all else here. */
function exchange(agent: Dispatcher, { url, method, headers, body, timeout, longest }: Sending): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let status = 0;
    let received: Reply['headers'] = {};
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;

    const end = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      settle();
    };
    const fail = (error: Error) => {
      end(() => {
        reject(error);
      });
      controller?.abort(error);
    };
    const timer = setTimeout(
      () => {
        fail(Object.assign(new Error('The time is up.'), { name: 'TimeoutError' }));
      },
      Math.min(timeout, LONGEST_TIMER),
    );

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given;
        if (isOver) given.abort(new Error('Nobody waits any more.'));
      },
      onResponseStart(_, code, head) {
        // 1xx is no answer yet.
        status = code;
        received = head;
      },
      onResponseData(_, chunk) {
        length += chunk.length;
        if (length <= longest) return void chunks.push(chunk);
        end(() => {
          resolve({ status, headers: received, bytes: undefined });
        });
        controller?.abort(new Error('The reply is too long.'));
      },
      onResponseEnd() {
        end(() => {
          const reply = { status, headers: received, bytes: chunks.length === 1 ? chunks[0] : Buffer.concat(chunks) };
          // Only behind the next turn of the event loop may the connection be used again: whoever asks before it opens another.
          queueMicrotask(() => setImmediate(resolve, reply));
        });
      },
      onResponseError(_, error) {
        fail(error);
      },
    };
    try {
      agent.dispatch({ origin: url.origin, path: `${url.pathname}${url.search}`, method: method, headers, body }, handler);
    } catch (error) {
      fail(error as Error);
    }
  });
}

/** What is asked for in `accept-encoding`. */
export const CODINGS = 'gzip, deflate, br';

type Decoder = (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>;

/** A reply that breaks off is unpacked as far as it goes: what is missing shows in its JSON. */
function decoder(unpack: typeof zlib.gunzip | typeof zlib.brotliDecompress, finishFlush: number): Decoder {
  const unpacked = promisify<Buffer, zlib.ZlibOptions & zlib.BrotliOptions, Buffer>(unpack);
  return (bytes, maxOutputLength) => unpacked(bytes, { finishFlush, maxOutputLength });
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const gunzip = decoder(zlib.gunzip, Z_SYNC_FLUSH);
const inflate = decoder(zlib.inflate, Z_SYNC_FLUSH);
const inflateRaw = decoder(zlib.inflateRaw, Z_SYNC_FLUSH);

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // Some servers leave the wrapping out, whose first byte is known.
  deflate: (bytes, longest) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, longest),
  br: decoder(zlib.brotliDecompress, BROTLI_OPERATION_FLUSH),
};

/** Nobody packs more often but to keep the reader busy. */
const MOST_CODINGS = 3;

/** Unpacks what the server packed, the last coding first, and never more than `longest`: a small reply may hold a large one. */
async function decompressed(bytes: Buffer, header: string | string[] | undefined, longest: number): Promise<Buffer | undefined> {
  const codings = header === undefined || bytes.length === 0 ? [] : String(header).toLowerCase().split(',');
  if (codings.length > MOST_CODINGS) return bytes;
  let plain = bytes;
  for (const coding of codings.reverse()) {
    try {
      plain = (await DECODERS[coding.trim()]?.(plain, longest)) ?? plain;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      throw error;
    }
  }
  return plain;
}
