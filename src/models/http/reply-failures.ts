/** Failures of replies without an error status: redirects, other text than JSON, inner errors. */
import { asRecord, listIn, MAX_DEPTH, quoted, quotedWhole, tooDeepAt } from '../../json.ts';
import { configKeyOf } from '../config-keys.ts';
import type { EndpointFailure } from './attempt-result.ts';
import { isWebPage, readError, titleOf } from './server-error.ts';
import { FILTER_REMEDY, statusFailure, type FailureContext } from './status-failures.ts';
import type { HttpReply } from './wire.ts';

/** Maximum length of an answer, in bytes of the reply and in characters of the text. */
export const MAX_ANSWER_LENGTH = 1024 ** 2;
export const TOO_LONG_REMEDY =
  'Set `max_tokens` (or `max_completion_tokens`) in `parameters`, and check `base_url`.';

export function badReplyFailure(
  message: string,
  remedy: string,
  more: { retriable?: boolean; isForeign?: true } = {},
): EndpointFailure {
  return { kind: 'bad_response', message, remedy, retriable: false, ...more };
}

/** A redirect would take the key and the prompts to a host that was not checked. */
export function redirectFailure(
  { status, headers }: HttpReply,
  { url, section, clean }: FailureContext,
): EndpointFailure {
  // Clean the address before its query is cut off: the query may begin within a key.
  const location = clean(String(headers.location ?? ''));
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  const shownTarget =
    target === undefined ? 'an unnamed place' : quoted(clean(`${target.host}${target.pathname}`));
  return {
    kind: 'refused_host',
    fatal: true,
    message: `${quoted(url.host)} redirects to ${shownTarget} (HTTP ${status}). Redirects are not followed.`,
    retriable: false,
    remedy:
      'If the key may go there, give the final address in the input `base-url`, or in `base_url` with its host in the ' +
      `input \`allowed-hosts\`. A renamed model redirects, too: check \`${configKeyOf(section, 'name')}\`.`,
  };
}

/** Explains a reply that is not JSON. */
export function notJsonFailure(text: string, context: FailureContext): EndpointFailure {
  const { url, section, clean } = context;
  const shownText = text.trim() === '' ? 'nothing' : quotedWhole(clean(text));
  const messageFor = (content: string) =>
    `${quoted(url.host)} answered with ${content}: ${shownText}.`;
  if (tooDeepAt(text) !== undefined) {
    const remedy = 'Check `base_url`: replies of a model are not nested this deeply.';
    return badReplyFailure(messageFor(`JSON nested deeper than ${MAX_DEPTH} levels`), remedy);
  }
  if (/^\s*[[{]/.test(text)) {
    const message = messageFor('JSON that breaks off');
    return badReplyFailure(message, 'Run again later.', { retriable: true });
  }
  if (/^\s*(?:data|event|id|retry):/.test(text)) {
    const remedy = `Turn streaming off in the server or in \`${configKeyOf(section, 'parameters')}\`: nothing here asks for it.`;
    return badReplyFailure(messageFor('a stream of events'), remedy, { isForeign: true });
  }
  if (isWebPage(text)) {
    const title = titleOf(text);
    const page = title === '' ? 'a web page' : `the web page ${quoted(clean(title))}`;
    const remedy = 'Check `base_url`: this is a web page, and no model endpoint.';
    return badReplyFailure(messageFor(page), remedy, { isForeign: true });
  }
  const remedy = 'Check `base_url`: a model endpoint answers with JSON.';
  return badReplyFailure(messageFor('something other than JSON'), remedy, { isForeign: true });
}

/** Returns the failure of the model behind a gateway, in a reply with status 200. */
export function failureInside(
  json: unknown,
  body: string,
  context: FailureContext,
): EndpointFailure | undefined {
  return errorInside(json, body, context) ?? missingAnswer(json, context);
}

/** Reads an error in place of the answer, or within the answer (`finish_reason: error`). */
function errorInside(
  json: unknown,
  body: string,
  context: FailureContext,
): EndpointFailure | undefined {
  const reply = asRecord(json);
  const choices = listIn(reply.choices);
  const choice = asRecord(choices[0]);
  const hasError = choice.error !== undefined && choice.error !== null;
  const isBrokenOff = choice.finish_reason === 'error' || hasError;
  const isAnswered = choices.length > 0 || listIn(reply.data).length > 0;
  if (!isBrokenOff && (isAnswered || !isError(reply))) return undefined;
  const error = isBrokenOff ? choice.error : reply.error;
  const { code, status: errorStatus } = asRecord(error);
  const status = [code, errorStatus, reply.code, reply.status]
    .map(Number)
    .find((value) => value >= 400 && value < 600);
  // `error` may mean anything in the reply of another service.
  if (status === undefined && !isBrokenOff && !isOfModel(context)) return undefined;
  const inside = {
    status: status ?? statusOfWords(body) ?? 502,
    body: isBrokenOff ? JSON.stringify({ error }) : body,
    shownStatus: 'an error with status 200',
  };
  const failure = statusFailure(inside, context);
  return isOfModel(context) || failure.retriable ? failure : undefined;
}

/** True for an `error`. Some Asian providers send `code` or `status` with a `msg` in its place. */
function isError(reply: Record<string, unknown>): boolean {
  if (reply.error) return true;
  const { msg, error_msg, code, status, success } = reply;
  const hasWords = typeof msg === 'string' || typeof error_msg === 'string';
  return hasWords && (success === false || code !== undefined || status !== undefined);
}

/** The status that an error stands for if a server sends it with status 200 and words only. */
const STATUS_OF_WORDS: readonly [words: RegExp, status: number][] = [
  [/unexpected endpoint|no such (?:model|route)|unknown (?:model|url|endpoint|route)/i, 404],
  [/(?:model|endpoint|route|deployment)\b.{0,80}(?:does not exist|not found)/i, 404],
  [/(?:invalid|incorrect|wrong|missing) (?:api[ _-]?)?key|unauthori[sz]ed/i, 401],
  [/too many requests|rate limit/i, 429],
];

function statusOfWords(body: string): number | undefined {
  const { words } = readError(body);
  return STATUS_OF_WORDS.find(([pattern]) => pattern.test(words))?.[1];
}

/** Returns the failure of a model's reply without a choice, or with a null message. */
function missingAnswer(json: unknown, context: FailureContext): EndpointFailure | undefined {
  const { choices, error, promptFeedback } = asRecord(json);
  if (!isOfModel(context) || error) return undefined;
  const { blockReason } = asRecord(promptFeedback);
  if (typeof blockReason === 'string') return blockedByGoogle(blockReason, context);
  if (!Array.isArray(choices)) return undefined;
  const isEmpty = choices.length === 0;
  if (!isEmpty && asRecord(choices[0]).message !== null) return undefined;
  const fault = isEmpty ? '`choices` is empty' : '`choices.0.message` is null';
  const remedy =
    'Run again later. If the same row fails every time, a filter of the endpoint may be the cause: leave the row out.';
  const message = `${quoted(context.url.host)} sent a reply without an answer: ${fault}.`;
  return badReplyFailure(message, remedy, { retriable: true });
}

/** Google's filter answers with status 200 and no answer. */
function blockedByGoogle(blockReason: string, { url, clean }: FailureContext): EndpointFailure {
  return {
    kind: 'filtered',
    message: `${quoted(url.host)} refuses the text (blockReason ${quoted(clean(blockReason))}).`,
    retriable: false,
    remedy: FILTER_REMEDY,
  };
}

/** True if the endpoint is one of models. The hub `http` asks any service. */
function isOfModel({ hub }: FailureContext): boolean {
  return hub.name !== 'http';
}
