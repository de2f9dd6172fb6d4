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
  /** Signs an attempt just before it is sent, and gives its headers. */
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
  const { status, rawHeaders, text } = await replyTo(
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
  const fields = util.parseHeaders(rawHeaders);
  const after = retryAfter(fields, Date.now());
  return failureOfStatus({ status, body: String(fields.location ?? text), after }, context);
}

interface HttpReply {
  status: number;
  /** Names and values in turn. */
  rawHeaders: Buffer[];
  /** Undefined for too many bytes. */
  text?: string;
}

/** Calls undici's dispatcher itself: `fetch` takes more processor time than all of our code. */
function replyTo(
  request: Dispatcher.DispatchOptions,
  { timeout, maxBytes }: { timeout: number; maxBytes: number },
  dispatcher: Dispatcher,
): Promise<HttpReply> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();
  const reply: HttpReply = { status: 0, rawHeaders: [] };
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isTimedOut = false;
  let end: (reason?: Error) => void = reject;
  dispatcher.dispatch(request, {
    onConnect(abort) {
      // undici does not interrupt a wait for a proxy or a handshake.
      if (isTimedOut) abort();
      end = abort;
    },
    onHeaders(status, rawHeaders) {
      Object.assign(reply, { status, rawHeaders });
      return true;
    },
    onData(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= maxBytes) return true;
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
    isTimedOut = true;
    end(new DOMException('The time is up.', 'TimeoutError'));
  }, timeout * 1000);
  return promise.finally(() => {
    clearTimeout(timer);
  });
}
