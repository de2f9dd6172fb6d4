// One attempt on the wire: a request, and the reading of its reply.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { retryAfter } from '../retry-after.ts';
import {
  failureOfStatus,
  readReply,
  type Attempted,
  type ExpectedReply,
  type FailureContext,
} from './failures.ts';

const MAX_ANSWER_BYTES = 1024 ** 2;
/** Limit of a reply with a vector for each text, or a number for each token. */
const MAX_LIST_BYTES = 50 * 1024 ** 2;
/** Drops a byte-order mark. */
const UTF8 = new TextDecoder();

/** A POST of JSON, and the reply that it is to get. */
export interface EndpointRequest extends ExpectedReply {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Gives the headers of one attempt, once its turn has come. */
  sign?: (request: EndpointRequest) => Promise<Record<string, string>>;
}

/** Follows no redirect. @throws any error of the connection */
export async function exchange(
  request: EndpointRequest,
  context: FailureContext,
  dispatcher: Dispatcher,
): Promise<Attempted> {
  const { url, body, sign } = request;
  const headers = sign ? await sign(request) : request.headers;
  const { status, raw, text } = await replyTo(
    { origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body },
    {
      timeout: context.timeout,
      maxBytes: request.returnsLists ? MAX_LIST_BYTES : MAX_ANSWER_BYTES,
    },
    dispatcher,
  );
  // undici frees the connection in the next turn; a request before that opens another one.
  await nextTurn();
  if (text === undefined) return failureOfStatus({ status: 'long', body: '' }, context);
  if (status >= 200 && status < 300) return readReply(text, request, context);
  const { util } = await import('undici');
  const fields = util.parseHeaders(raw);
  const after = retryAfter(fields, Date.now());
  return failureOfStatus({ status, body: String(fields.location ?? text), after }, context);
}

interface Reply {
  status: number;
  /** Headers: names and values in turn. */
  raw: Buffer[];
  /** Undefined for too many bytes. */
  text?: string;
}

/** By the handler of undici: its streams and signals take more time than all of ours. */
function replyTo(
  request: Dispatcher.DispatchOptions,
  { timeout, maxBytes }: { timeout: number; maxBytes: number },
  dispatcher: Dispatcher,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const reply: Reply = { status: 0, raw: [] };
  const chunks: Buffer[] = [];
  let bytesLeft = maxBytes;
  let isOver = false;
  let end: (reason?: Error) => void = reject;
  dispatcher.dispatch(request, {
    onConnect(abort) {
      // undici ends no wait for a proxy or a handshake.
      if (isOver) abort();
      end = abort;
    },
    onHeaders(status, raw) {
      Object.assign(reply, { status, raw });
      return true;
    },
    onData(chunk) {
      chunks.push(chunk);
      bytesLeft -= chunk.length;
      if (bytesLeft >= 0) return true;
      resolve(reply);
      end();
      return false;
    },
    onComplete() {
      resolve({ ...reply, text: UTF8.decode(Buffer.concat(chunks)) });
    },
    onError: reject,
  });
  const timer = setTimeout(() => {
    isOver = true;
    end(new DOMException('The time is up.', 'TimeoutError'));
  }, timeout * 1000);
  return promise.finally(() => {
    clearTimeout(timer);
  });
}
