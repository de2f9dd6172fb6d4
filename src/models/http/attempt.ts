import { jsonIn, quoted } from '../../json.ts';
import { retryAfter } from '../../retry-after.ts';
import { scrubbed } from '../../secrets.ts';
import type { Accounts } from '../accounts.ts';
import type { UnsignedRequest } from '../hubs/hub.ts';
import type { AttemptResult, WholeReply } from './attempt-result.ts';
import { networkFailure } from './network-failures.ts';
import {
  badReplyFailure,
  failureInside,
  MAX_ANSWER_LENGTH,
  redirectFailure,
  TOO_LONG_REMEDY,
  notJsonFailure,
} from './reply-failures.ts';
import { statusFailure, type FailureContext } from './status-failures.ts';
import type { HttpReply } from './wire.ts';

/** Replaces the keys in a text. */
export type Scrub = (text: string) => string;

/** A request with its headers, ready to be sent to an allowed host. */
export interface PreparedRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  context: FailureContext;
  /** Identifies the account: the key that is sent, or ''. */
  account: string;
  /** Headers that shape the answer, without keys. */
  shapedBy: (string | null)[];
  /** Headers that sign one attempt; undefined for a key that is sent. */
  sign?: (request: UnsignedRequest) => Promise<Record<string, string>>;
}

/** Maximum length of a reply that has a vector for each text or a list for each token, in bytes. */
const MAX_LIST_BYTES = 50 * 1024 ** 2;

/** A request for log-probabilities. JSON escapes quotes, so a prompt does not match. */
const LIST_REQUEST = /"(?:(?:top_|prompt_)?logprobs|return_logprob|decoder_input_details)":/;

/** Sends a request once, and reads its reply. */
export async function attempt(
  { context, sign, ...request }: PreparedRequest,
  { wire, clock }: Accounts,
  scrub: Scrub,
): Promise<AttemptResult> {
  const { url, section } = context;
  const expectsList = section === 'embeddings' || LIST_REQUEST.test(request.body ?? '');
  const maxBytes = expectsList ? MAX_LIST_BYTES : MAX_ANSWER_LENGTH;
  // One timeout for connection and reply: a server that stalls in the middle of a reply is as slow
  // as one that never starts.
  const timeout = Math.ceil(context.timeout * 1000);
  const signature = await sign?.(request);
  const headers = { ...request.headers, ...signature };
  let reply: HttpReply;
  try {
    reply = await wire.send({ ...request, headers, timeout, maxBytes });
  } catch (error) {
    return networkFailure(error, context);
  }
  if (reply.status >= 300 && reply.status < 400) return redirectFailure(reply, context);
  if (reply.bytes === undefined)
    return badReplyFailure(
      `${quoted(url.host)} sends more than ${maxBytes / 1024 ** 2} MB.`,
      TOO_LONG_REMEDY,
    );
  // TextDecoder drops a byte-order mark.
  const text = new TextDecoder().decode(reply.bytes);
  const result = readReply(text, reply, { context, scrub });
  if ('json' in result) return result;
  return { ...result, wait: retryAfter(reply.headers, clock.now()) ?? result.wait };
}

function readReply(
  text: string,
  { status, headers }: HttpReply,
  { context, scrub }: { context: FailureContext; scrub: Scrub },
): AttemptResult {
  if (status < 200 || status >= 300) {
    const failure = statusFailure({ status, body: scrub(text) }, context);
    const retriable = failure.retriable && headers['x-should-retry'] !== 'false';
    return { ...failure, retriable };
  }
  const json = jsonIn(text);
  if (json === undefined) return notJsonFailure(scrub(text), context);
  const reply = withoutKeys({ text, json }, scrub);
  return failureInside(reply.json, scrub(text), context) ?? reply;
}

/**
 * Removes the keys that a server sends back. An answer goes on to a judge at another host, and into
 * messages that are cut.
 */
function withoutKeys({ text, json }: WholeReply, scrub: Scrub): WholeReply {
  // JSON may escape any character of a key: `/` as `\/`, and each character as `\u` and its code.
  const unescaped = text.includes('\\') ? JSON.stringify(json) : '';
  if (scrub(text) === text && scrub(unescaped) === unescaped) return { text, json };
  return { text, json: scrubbed(json, scrub), heldKey: true };
}
