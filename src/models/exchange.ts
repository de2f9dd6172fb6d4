/** One attempt on the wire: a request, and the reading of its reply. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { retryAfter } from '../retry-after.ts';
import {
  failureOfStatus,
  readReply,
  type FailureContext,
  type IsAnswer,
  type Attempted,
} from './failures.ts';

const MAX_ANSWER_BYTES = 1024 ** 2;
/** Of a reply with a vector for each text, or a number for each token. */
const MAX_LIST_BYTES = 50 * 1024 ** 2;
/** JSON escapes the quotes of a prompt, so no prompt matches. */
const LIST_REQUEST = /"(?:inputs?|(?:top_|prompt_)?logprobs|return_logprob)":/;

/** A POST of JSON. */
export interface EndpointRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  isAnswer: IsAnswer;
  /** Gives the headers of one attempt, once its turn has come. */
  sign?: (request: EndpointRequest) => Promise<Record<string, string>>;
}

/** Follows no redirect. @throws any error of the connection */
export async function exchange(
  request: EndpointRequest,
  context: FailureContext,
  wire: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Attempted> {
  const { url, body, sign, isAnswer } = request;
  const headers = sign ? await sign(request) : request.headers;
  const { statusCode: status, ...reply } = await wire.dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers,
    body,
    signal: wire.signal,
  });
  const isSuccess = status >= 200 && status < 300;
  const most = isSuccess && LIST_REQUEST.test(body) ? MAX_LIST_BYTES : MAX_ANSWER_BYTES;
  const text = await textOf(reply.body, most);
  // undici frees the connection in the next turn; a request before that opens another one.
  await nextTurn();
  if (text === undefined)
    return { failure: failureOfStatus({ status: 'long', body: '' }, context) };
  if (isSuccess) return readReply(text, isAnswer, context);
  const after = retryAfter(reply.headers, Date.now());
  const said = String(reply.headers.location ?? text);
  return { failure: failureOfStatus({ status, body: said, after }, context) };
}

/** Reads by events: an iterator takes more time than the rest. Undefined for too many bytes. */
function textOf(body: Dispatcher.ResponseData['body'], most: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= most) return;
      resolve(undefined);
      body.destroy();
    });
    // The decoder drops a byte-order mark.
    body.on('end', () => {
      resolve(new TextDecoder().decode(Buffer.concat(chunks)));
    });
    body.on('error', reject);
  });
}
