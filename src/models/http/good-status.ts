import { asRecord, MAX_DEPTH, quoted, tooDeepAt, jsonIn } from '../../json.js';
import { statusFailure, type Failure, type FailureContext } from './failures.js';
import { createParser } from 'eventsource-parser';

/** Replies with a good status that are no answers, as far as they show it whatever was asked: the shape of each the hubs know. */

/** Why it is worth asking again; undefined for a reply that who reads it may judge. */
export function noAnswer(json: unknown, body: string, context: FailureContext): Failure | undefined {
  return handedOn(json, body, context) ?? unanswered(json, context);
}

/** A retriable error of the model behind a gateway with a good status, in place of the answer or within it (`finish_reason: error`). */
function handedOn(json: unknown, body: string, context: FailureContext): Failure | undefined {
  const reply = asRecord(json);
  const choice = firstChoice(reply);
  const brokenOff = choice.finish_reason === 'error' || (choice.error ?? undefined) !== undefined;
  const isAnswered = [reply.choices, reply.data].some((list) => Array.isArray(list) && list.length > 0);
  if (!brokenOff && (isAnswered || !reply.error)) return undefined;
  const error = brokenOff ? choice.error : reply.error;
  const status = [asRecord(error).code, asRecord(error).status, reply.code, reply.status]
    .map(Number)
    .find((one) => one >= 400 && one < 600);
  // Any other service may say `error` of what it pleases.
  if (status === undefined && !brokenOff && context.hub.name === 'http') return undefined;
  const { message, ...failure } = statusFailure(status ?? 502, brokenOff ? JSON.stringify({ error }) : body, context);
  return failure.retriable ? { ...failure, message: message.replace(/\(HTTP \d+\)/, '(an error with status 200)') } : undefined;
}

/** No choice at all, or one with nothing in its place: as gateways pass on a model that broke down without a word. */
function unanswered(json: unknown, { url, hub }: FailureContext): Failure | undefined {
  const { choices, error } = asRecord(json);
  // Any other service may call `choices` what it pleases, and what an error means its words say.
  if (hub.name === 'http' || error || !Array.isArray(choices)) return undefined;
  if (choices.length > 0 && firstChoice({ choices }).message !== null) return undefined;
  return {
    kind: 'bad_response',
    message: `${quoted(url.host)} answered without an answer: ${choices.length === 0 ? '`choices` is empty' : '`choices.0.message` is null'}.`,
    retriable: true,
    remedy: 'Run again later. If it is so for this row every time, a filter of the endpoint may be why: leave the row out.',
  };
}

function firstChoice({ choices }: Record<string, unknown>): Record<string, unknown> {
  return Array.isArray(choices) ? asRecord(choices[0]) : {};
}

export function unreadable(text: string, { url, clean }: FailureContext, form: 'JSON' | 'events' = 'JSON'): Failure {
  const cutOff = form === 'events' || /^\s*[[{]/.test(text);
  const shown = text.trim() === '' ? 'nothing' : quoted(clean(text));
  if (tooDeepAt(text) !== undefined) {
    const message = `${quoted(url.host)} answered with JSON that is nested deeper than ${MAX_DEPTH} levels: ${shown}.`;
    return { kind: 'bad_response', message, retriable: false, remedy: 'Check `base_url`: no answer of a model is nested like this.' };
  }
  return {
    kind: 'bad_response',
    message: `${quoted(url.host)} answered with ${cutOff ? (form === 'events' ? 'a stream of events that breaks off, or whose data is no JSON' : 'JSON that breaks off') : 'something else than JSON'}: ${shown}.`,
    retriable: cutOff,
    ...(!cutOff && { isForeign: true }),
    remedy: cutOff ? 'Run again later.' : 'Check `base_url`: this looks like a web page, not like the interface of a model.',
  };
}

export const EVENTS = 'text/event-stream';

/** How services of OpenAI's kind say that a stream is complete. */
const END = '[DONE]';

/** The data of a whole stream of server-sent events, each parsed as JSON; undefined where one is no JSON or the last is cut off. */
export function eventsOf(text: string): unknown[] | undefined {
  const events: unknown[] = [];
  const foreign: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === END) return;
      const event = jsonIn(data);
      if (event === undefined) foreign.push(data);
      else events.push(event);
    },
  });
  parser.feed(text);
  return foreign.length === 0 && isWhole(text) ? events : undefined;
}

/** An event ends with an empty line: what stands behind the last one was cut off. */
function isWhole(text: string): boolean {
  const last = text.slice(text.trimEnd().length).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return text.trim() === '' || last.replaceAll(/[^\n]/g, '').length > 1;
}
