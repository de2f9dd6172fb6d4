/** Failures in replies with status 200. */
import { asRecord, listIn, quoted } from '../../json.js';
import type { EndpointFailure } from './attempt-result.js';
import { badReply, statusFailure, statusOfWords, type FailureContext } from './failures.js';

/** A failure of the model behind a gateway, in a reply with status 200. */
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
    came: 'an error with status 200',
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

/** Returns the failure of a model's reply without a choice, or with a null message. */
function missingAnswer(json: unknown, context: FailureContext): EndpointFailure | undefined {
  const { choices, error, promptFeedback } = asRecord(json);
  if (!isOfModel(context) || error) return undefined;
  const { blockReason } = asRecord(promptFeedback);
  if (typeof blockReason === 'string') return withheld(blockReason, context);
  if (!Array.isArray(choices)) return undefined;
  const isEmpty = choices.length === 0;
  if (!isEmpty && asRecord(choices[0]).message !== null) return undefined;
  const fault = isEmpty ? '`choices` is empty' : '`choices.0.message` is null';
  const remedy =
    'Run again later. If the same row fails every time, a filter of the endpoint may be the cause: leave the row out.';
  const message = `${quoted(context.url.host)} sent a reply without an answer: ${fault}.`;
  return badReply(message, remedy, { retriable: true });
}

/** Google's filter answers with status 200 and no answer. */
function withheld(reason: string, { url, clean }: FailureContext): EndpointFailure {
  return {
    kind: 'filtered',
    message: `${quoted(url.host)} refuses the text (blockReason ${quoted(clean(reason))}).`,
    retriable: false,
    remedy: 'Its filter withheld the prompt: change it, leave the row out, or change the filter.',
  };
}

/** True if the endpoint is one of models. The hub `http` asks any service. */
function isOfModel({ hub }: FailureContext): boolean {
  return hub.name !== 'http';
}
