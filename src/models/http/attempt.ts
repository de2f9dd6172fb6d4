import { asRecord, jsonIn, MAX_DEPTH, quoted, tooDeepAt } from '../../json.js';
import { reportedCount, type Accounts } from '../meter.js';
import { retryAfter } from '../../retry-after.js';
import { keyIn } from '../settings.js';
import type { Tokens } from '../tokens.js';
import {
  networkFailure,
  statusFailure,
  type EndpointFailure,
  type FailureContext,
} from './failures.js';
import type { HttpReply } from './wire.js';

export interface HttpRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  context: FailureContext;
}

/** `wait`: the time that the server asks for, in ms. */
export type AttemptResult =
  | { text: string; json: unknown }
  | (EndpointFailure & { wait?: number | undefined });

/** Maximum length of an answer, in bytes of the reply and in characters of the text. */
export const LONGEST_ANSWER = 1024 ** 2;
export const TOO_LONG =
  'Set `max_tokens` (or `max_completion_tokens`) in `parameters`, and check `base_url`.';

/** Maximum length of a reply with a vector a text or a list a token, in bytes. */
const LONGEST_LIST = 50 * 1024 ** 2;

/** A request for log-probabilities. JSON escapes quotes, so a prompt does not match. */
const ASKS_LISTS = /"(?:(?:top_|prompt_)?logprobs|return_logprob|decoder_input_details)":/;

export async function sendOnce(
  { context, ...request }: HttpRequest,
  { wire, clock }: Accounts,
): Promise<AttemptResult> {
  const { url, section } = context;
  const asksLists = section === 'embeddings' || ASKS_LISTS.test(request.body ?? '');
  const longest = asksLists ? LONGEST_LIST : LONGEST_ANSWER;
  let reply: HttpReply;
  try {
    // One timeout for connection and reply: a server that stalls in the middle of a reply is as
    // slow as one that never starts.
    reply = await wire.send({ ...request, timeout: Math.ceil(context.timeout * 1000), longest });
  } catch (error) {
    return networkFailure(error, context);
  }
  const { status, bytes, headers } = reply;
  if (status >= 300 && status < 400) return redirected(reply, context);
  if (bytes === undefined)
    return badReply(`${quoted(url.host)} sends more than ${longest / 1024 ** 2} MB.`, TOO_LONG);
  // TextDecoder drops a byte-order mark.
  const text = new TextDecoder().decode(bytes);
  if (status < 200 || status >= 300) {
    const failure = statusFailure(status, text, context);
    const retriable = failure.retriable && headers['x-should-retry'] !== 'false';
    return { ...failure, retriable, wait: retryAfter(headers, clock.now()) };
  }
  const json = jsonIn(text);
  if (json === undefined) return unreadable(text, context);
  const failure = errorFromGateway(json, text, context) ?? withoutAnswer(json, context);
  return failure ? { ...failure, wait: retryAfter(headers, clock.now()) } : { text, json };
}

export function usageIn(json: unknown): Tokens | undefined {
  const { prompt_tokens, completion_tokens, total_tokens } = asRecord(asRecord(json).usage);
  // For embeddings some servers report the total only.
  const usage = {
    prompt: reportedCount(prompt_tokens) || reportedCount(total_tokens),
    completion: reportedCount(completion_tokens),
  };
  return usage.prompt + usage.completion > 0 ? usage : undefined;
}

function badReply(
  message: string,
  remedy: string,
  more: { retriable?: boolean; isForeign?: true } = {},
): EndpointFailure {
  return { kind: 'bad_response', message, remedy, retriable: false, ...more };
}

/** A redirect would take the key and the prompts to a host that was not checked. */
function redirected(
  { status, headers }: HttpReply,
  { url, section, clean }: FailureContext,
): EndpointFailure {
  const location = String(headers.location ?? '');
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  const place =
    target === undefined ? 'an unnamed place' : quoted(clean(`${target.host}${target.pathname}`));
  return {
    kind: 'refused_host',
    fatal: true,
    message: `${quoted(url.host)} redirects to ${place} (HTTP ${status}). Redirects are not followed.`,
    retriable: false,
    remedy:
      'If the key may go there, give the final address in the input `base-url`, or in `base_url` with its host in the ' +
      `input \`allowed-hosts\`. A renamed model redirects, too: check \`${keyIn(section, 'name')}\`.`,
  };
}

/**
 * A retriable error of the model behind a gateway, sent with status 200: in place of the answer, or
 * in it (`finish_reason: error`).
 */
function errorFromGateway(
  json: unknown,
  body: string,
  context: FailureContext,
): EndpointFailure | undefined {
  const reply = asRecord(json);
  const choice = firstChoice(reply);
  const brokenOff = choice.finish_reason === 'error' || (choice.error ?? undefined) !== undefined;
  const isAnswered = [reply.choices, reply.data].some(
    (list) => Array.isArray(list) && list.length > 0,
  );
  if (!brokenOff && (isAnswered || !reply.error)) return undefined;
  const error = brokenOff ? choice.error : reply.error;
  const status = [asRecord(error).code, asRecord(error).status, reply.code, reply.status]
    .map(Number)
    .find((one) => one >= 400 && one < 600);
  // `error` may mean anything in the reply of another service.
  if (status === undefined && !brokenOff && context.hub.name === 'http') return undefined;
  const { message, ...failure } = statusFailure(
    status ?? 502,
    brokenOff ? JSON.stringify({ error }) : body,
    context,
  );
  return failure.retriable
    ? { ...failure, message: message.replace(/\(HTTP \d+\)/, '(an error with status 200)') }
    : undefined;
}

/**
 * A reply without a choice, or with a null message: a gateway passes on a model that failed without
 * an error.
 */
function withoutAnswer(json: unknown, { url, hub }: FailureContext): EndpointFailure | undefined {
  const { choices, error } = asRecord(json);
  if (hub.name === 'http' || error || !Array.isArray(choices)) return undefined;
  if (choices.length > 0 && firstChoice({ choices }).message !== null) return undefined;
  const found = choices.length === 0 ? '`choices` is empty' : '`choices.0.message` is null';
  const remedy =
    'Run again later. If the same row fails every time, a filter of the endpoint may be the cause: leave the row out.';
  return badReply(`${quoted(url.host)} answered without an answer: ${found}.`, remedy, {
    retriable: true,
  });
}

function firstChoice({ choices }: Record<string, unknown>): Record<string, unknown> {
  return Array.isArray(choices) ? asRecord(choices[0]) : {};
}

function unreadable(text: string, { url, clean }: FailureContext): EndpointFailure {
  const shown = text.trim() === '' ? 'nothing' : quoted(clean(text));
  const fail = (
    what: string,
    ...rest: [remedy: string, more?: { retriable?: boolean; isForeign?: true }]
  ) => badReply(`${quoted(url.host)} answered with ${what}: ${shown}.`, ...rest);
  if (tooDeepAt(text) !== undefined) {
    return fail(
      `JSON nested deeper than ${MAX_DEPTH} levels`,
      'Check `base_url`: replies of a model are not nested this deeply.',
    );
  }
  if (/^\s*[[{]/.test(text))
    return fail('JSON that breaks off', 'Run again later.', { retriable: true });
  return fail(
    'something other than JSON',
    'Check `base_url`: this looks like a web page, not like a model endpoint.',
    { isForeign: true },
  );
}
