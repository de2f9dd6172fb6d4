import { z } from 'zod';
import type { Answer, ServedModel } from '../../engine/model.ts';
import { enumerate } from '../../language/enumerate.ts';
import { ModelError } from '../../errors.ts';
import { asRecord, listIn, quoted, quotedWhole } from '../../json.ts';
import { MAX_ANSWER_LENGTH, TOO_LONG_REMEDY } from '../http/reply-failures.ts';
import type { Clean } from '../http/clean.ts';
import { readError } from '../http/server-error.ts';
import { configKeyOf, quotedConfigKeys } from '../config-keys.ts';
import type { Section } from '../settings.ts';
import { otherInterfaceOf, type ReplyShape } from './reply-shapes.ts';

export interface ReplyContext {
  address: string;
  section: Section;
  clean: Clean;
}

/** @throws ModelError for an answer that is longer than MAX_ANSWER_LENGTH */
function checkedLength(text: string, address: string): string {
  if (text.length <= MAX_ANSWER_LENGTH) return text;
  const message = `The answer has ${text.length} characters; the maximum is ${MAX_ANSWER_LENGTH}.`;
  throw new ModelError(message, { kind: 'bad_response', where: address, remedy: TOO_LONG_REMEDY });
}

/** Mistral sends the answers of reasoning models in parts, with the reasoning among them. */
const PARTS = z
  .array(z.object({ type: z.string().nullish(), text: z.string().nullish() }))
  .transform((parts) =>
    parts.map(({ type, text }) => ((type ?? 'text') === 'text' ? (text ?? '') : '')).join(''),
  );

const CHAT = z.object({
  choices: z
    .tuple([
      z.object({
        message: z.object({
          content: z.union([z.string(), PARTS]).nullish(),
          refusal: z.string().nullish(),
          reasoning_content: z.unknown().optional(),
          reasoning: z.unknown().optional(),
          tool_calls: z.unknown().optional(),
        }),
        finish_reason: z.string().nullish(),
      }),
    ])
    .rest(z.unknown()),
});

const COMPLETION = z.object({
  choices: z
    .tuple([z.object({ text: z.string().nullish(), finish_reason: z.string().nullish() })])
    .rest(z.unknown()),
});

type ChatMessage = z.output<typeof CHAT>['choices'][0]['message'];

/** Returns the answer in a chat completion. A refusal is an answer. */
export function chatAnswer(reply: unknown, context: ReplyContext): Answer {
  const { message, finish_reason } = parseReply(CHAT, reply, context).choices[0];
  const text = message.content || message.refusal || message.content;
  const answer = answerOf(text, finish_reason, { ...context, instead: insteadOfText(message) });
  const { usage } = asRecord(reply);
  const { reasoning_tokens = 0 } = asRecord(asRecord(usage).completion_tokens_details);
  const hasReasoning = REASONING_FIELDS.some((field) => isText(message[field]));
  if (hasReasoning || Number(reasoning_tokens) > 0) answer.isReasoned = true;
  return answer;
}

const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const;

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Returns the field that came in place of a text. */
function insteadOfText(message: ChatMessage): Instead | undefined {
  const [call] = listIn(message.tool_calls);
  if (call !== undefined) {
    const { name } = asRecord(asRecord(call).function);
    return { tool: typeof name === 'string' ? name : '' };
  }
  const reasoningField = REASONING_FIELDS.find((field) => isText(message[field]));
  return reasoningField && { reasoning: reasoningField };
}

export function completionAnswer(reply: unknown, context: ReplyContext): Answer {
  const { text, finish_reason } = parseReply(COMPLETION, reply, context).choices[0];
  return answerOf(text, finish_reason, { ...context, field: 'text' });
}

/** Maximum number of fields of a reply that a message names. */
const MAX_FIELDS = 20;

/**
 * Parses a reply.
 * @throws ModelError `bad_response` that names the field.
 */
export function parseReply<T extends z.ZodType>(
  schema: T,
  reply: unknown,
  { address, section, clean, shape = 'chat' }: ReplyContext & { shape?: ReplyShape },
): z.output<T> {
  const result = schema.safeParse(reply);
  if (result.success) return result.data;
  // A gateway reports errors of the model behind it with status 200.
  const { words } = readError(reply === undefined ? '' : JSON.stringify(reply));
  const [{ path, message } = { path: [], message: '' }] = result.error.issues;
  const shownPath = path.length === 0 ? 'all' : quoted(clean(path.join('.')));
  let fault = `In the reply, ${shownPath}: ${clean(message)}.`;
  if (words) fault = `The reply is an error: ${quotedWhole(clean(words))}.`;
  else if (path.length > 0 && asRecord(reply)[String(path[0])] === undefined) {
    const fields = Object.keys(asRecord(reply)).slice(0, MAX_FIELDS).join(', ');
    const fieldsFound =
      fields === '' ? 'it has no fields' : `its fields are ${quoted(clean(fields))}`;
    fault = `The reply has no ${quoted(clean(String(path[0])))}; ${fieldsFound}.`;
  }
  const otherInterface = otherInterfaceOf(reply, shape);
  const keys = [...quotedConfigKeys(section, ['hub', 'api']), '`base_url`'];
  const remedy = otherInterface ?? `Check that ${enumerate(keys, 'and')} go together.`;
  const fatal = otherInterface === undefined ? undefined : true;
  throw new ModelError(fault, { kind: 'bad_response', fatal, where: address, remedy });
}

/** A field with text of the model beside an empty answer, or the tool that it called. */
export type Instead = { reasoning: string } | { tool: string };

interface AnswerContext extends ReplyContext {
  instead?: Instead;
  /** The field of the reply that holds the answer; the default is `content`. */
  field?: string;
}

export type FinishReason = string | null | undefined;

/** Finish reasons of servers with OpenAI's API, in lower case with underscores. */
const CUT_REASONS = ['length', 'max_tokens', 'max_output_tokens', 'model_length'];
const FILTER_REASONS = ['content_filter', 'safety', 'prohibited_content', 'guardrail_intervened'];

function isOneOf(reasons: readonly string[], reason: FinishReason): boolean {
  return reasons.includes((reason ?? '').toLowerCase().replaceAll('-', '_'));
}

/**
 * Returns an answer with its finish reason.
 * @throws ModelError `empty_answer` for nothing to score
 */
export function answerOf(
  text: string | null | undefined,
  finishReason: FinishReason,
  context: AnswerContext,
): Answer {
  if (isOneOf(FILTER_REASONS, finishReason)) {
    const filter = `A content filter of the endpoint ended the answer${bracketedReason(finishReason, context)}.`;
    return { text: text?.trim() ? checkedLength(text, context.address) : '', filter };
  }
  const answer: Answer = { text: checkedText(text, finishReason, context) };
  if (isOneOf(CUT_REASONS, finishReason)) answer.isCut = true;
  return answer;
}

function bracketedReason(reason: FinishReason, { clean }: ReplyContext): string {
  return reason ? ` (finish_reason ${quoted(clean(reason))})` : '';
}

/** @throws ModelError `empty_answer` for a text that is no answer */
function checkedText(
  text: string | null | undefined,
  finishReason: FinishReason,
  context: AnswerContext,
): string {
  const isBlank = text === undefined || text === null || text.trim() === '';
  const isCut = isOneOf(CUT_REASONS, finishReason);
  // An empty text may be an answer. A missing text, or one that was cut before its first word, is
  // none.
  const isAnswer = typeof text === 'string' && !isCut && context.instead === undefined;
  if (!isBlank || isAnswer) return checkedLength(text, context.address);
  const { fault, remedy } = whyEmpty(text, isCut, context);
  throw new ModelError(
    `The model gave no answer${fault}${bracketedReason(finishReason, context)}.`,
    {
      kind: 'empty_answer',
      where: context.address,
      remedy,
    },
  );
}

/** Returns the content of the reply in place of an answer, and the remedy. */
function whyEmpty(
  text: string | null | undefined,
  isCut: boolean,
  { section, clean, instead, field = 'content' }: AnswerContext,
): { fault: string; remedy: string } {
  const parameters = `\`${configKeyOf(section, 'parameters')}\``;
  const content = `\`${field}\` is ${typeof text === 'string' ? 'empty' : 'null'}`;
  if (instead && 'tool' in instead) {
    const fault = `, it called the tool ${quoted(clean(instead.tool))}: ${content}`;
    const remedy = `Remove the tools from ${parameters} or from the server, or set \`tool_choice: none\` there.`;
    return { fault, remedy };
  }
  const fault = instead ? `: ${content}, and the text is in \`${instead.reasoning}\`` : '';
  if (isCut) {
    const remedy = `Raise \`max_tokens\` (or \`max_completion_tokens\`) in ${parameters}: reasoning models use it up first.`;
    return { fault, remedy };
  }
  if (instead) {
    const remedy =
      "Turn off the server's reasoning parser, or the thinking of the model, so that the answer is in `content`.";
    return { fault, remedy };
  }
  const names = enumerate(quotedConfigKeys(section, ['name', 'api']), 'and');
  return { fault: `: ${content}`, remedy: `Check ${names}: the server sends no text.` };
}

const EMBEDDINGS = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
});

const VECTORS = z.array(z.array(z.number()));

/**
 * Returns the vectors of an OpenAI reply in the order of the texts. Servers may send them in
 * another order.
 */
export function openAiVectors(reply: unknown, count: number, context: ReplyContext): number[][] {
  const { data } = parseReply(EMBEDDINGS, reply, context);
  const sortedItems = data
    .map((item, i) => ({ ...item, index: item.index ?? i }))
    .sort((a, b) => a.index - b.index);
  const vectors = sortedItems.map(({ embedding }) => embedding);
  return checkVectors(vectors, count, context);
}

export function featureVectors(reply: unknown, count: number, context: ReplyContext): number[][] {
  return checkVectors(parseReply(VECTORS, reply, context), count, context);
}

function checkVectors(vectors: number[][], count: number, { address }: ReplyContext): number[][] {
  const length = vectors[0]?.length ?? 0;
  const isVectorOfLength = (vector: number[]) =>
    vector.length === length && vector.every(Number.isFinite);
  if (vectors.length === count && vectors.every(isVectorOfLength) && (length > 0 || count === 0))
    return vectors;
  const message = `Sent ${count} texts and did not receive one vector per text, all of the same length.`;
  throw new ModelError(message, {
    kind: 'bad_response',
    where: address,
    remedy: 'Check that `embeddings.model` is an embedding model.',
  });
}

/** Maximum number of names that are kept, and their maximum length: a server may send any text. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 200;

/** Owns the models that the replies to one model name as theirs. */
export class ServedModels {
  private readonly models = new Map<string, ServedModel>();

  /** Counts a reply and returns it. */
  count<Reply>(reply: Reply): Reply {
    const { model, system_fingerprint } = asRecord(reply);
    if (typeof model !== 'string' || model === '') return reply;
    const hasFingerprint = typeof system_fingerprint === 'string' && system_fingerprint !== '';
    const fingerprint = hasFingerprint ? system_fingerprint : undefined;
    const key = JSON.stringify([model, fingerprint]);
    const replies = this.models.get(key)?.replies ?? 0;
    if (replies === 0 && this.models.size >= MAX_NAMES) return reply;
    this.models.set(key, {
      model: model.slice(0, MAX_NAME_LENGTH),
      fingerprint: fingerprint?.slice(0, MAX_NAME_LENGTH),
      replies: replies + 1,
    });
    return reply;
  }

  get list(): ServedModel[] {
    return [...this.models.values()];
  }
}
