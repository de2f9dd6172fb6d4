import { asRecord, listIn } from '../../json.ts';
import type { NotedReply } from '../door.ts';
import type { HubContext } from './context.ts';
import type { Ending } from './ends.ts';
import { badReply } from './replies.ts';

/** Replies of OpenAI's APIs and of the many servers that speak them. */

type Reply = Record<string, unknown>;

const REASONING_FIELDS = ['reasoning_content', 'reasoning'];

export function chatEnding(reply: Reply): Ending {
  const { message: spoken, finish_reason } = asRecord(listIn(reply.choices)[0]);
  const message = asRecord(spoken);
  const parts = listIn(message.content).map(asRecord);
  // Mistral sends the answers of reasoning models in parts.
  const texts = parts.filter(({ type = 'text' }) => type === 'text').map(({ text }) => text);
  const content = parts.length > 0 ? texts.join('') : message.content;
  const ending: Ending = {
    // The model's own refusal stands in a field of its own.
    text: textOf(content) ?? textOf(message.refusal),
    reason: finish_reason,
    reasoning: REASONING_FIELDS.find((name) => textOf(message[name]) !== undefined),
  };
  if (parts.length > texts.length) ending.reasoning ??= 'content';
  const [call] = listIn(message.tool_calls);
  if (call !== undefined) ending.tool = String(asRecord(asRecord(call).function).name);
  return ending;
}

export function completionEnding(reply: Reply): Ending {
  const { text, finish_reason } = asRecord(listIn(reply.choices)[0]);
  return { text: textOf(text), reason: finish_reason };
}

export function responseEnding(reply: Reply): Ending {
  const items = listIn(reply.output).map(asRecord);
  const parts = items
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => listIn(content).map(asRecord));
  const ending: Ending = {
    text: parts.map(({ text, refusal }) => textOf(text) ?? textOf(refusal) ?? '').join(''),
    reason: reply.status === 'failed' ? 'error' : asRecord(reply.incomplete_details).reason,
  };
  if (items.some(({ type }) => type === 'reasoning')) ending.reasoning = 'reasoning';
  const call = items.find(({ type }) => type === 'function_call');
  if (call) ending.tool = String(call.name);
  return ending;
}

/** A text that says something. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** What a reply of these APIs says of itself. */
export function notedIn(reply: Reply): NotedReply {
  const { prompt_tokens, input_tokens, completion_tokens, output_tokens } = asRecord(reply.usage);
  return {
    model: textOf(reply.model),
    promptTokens: countOf(prompt_tokens ?? input_tokens),
    completionTokens: countOf(completion_tokens ?? output_tokens),
  };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** @throws ModelError for anything but one vector a text, all of one length */
export function checkedVectors(vectors: unknown, count: number, context: HubContext): number[][] {
  const list = listIn(vectors);
  const length = listIn(list[0]).length;
  const isVector = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length === length && vector.every(Number.isFinite);
  if (list.length === count && length > 0 && list.every(isVector)) return list;
  throw badReply(
    `${count} texts were sent, and not one vector for each came back.`,
    context,
    'Check that `embeddings.model` is an embedding model.',
  );
}
