import { z } from 'zod';
import type { Answer, ServedModel } from '../../engine/model.js';
import { enumerate } from '../../language/enumerate.js';
import { ModelError } from '../../errors.js';
import { asRecord, quoted } from '../../json.js';
import { LONGEST_ANSWER, TOO_LONG } from '../http/failures.js';
import { type Clean, readError } from '../http/server-words.js';
import { keysIn, type Section } from '../settings.js';

export interface ReplyContext {
  where: string;
  section: Section;
  clean: Clean;
}

/** Returns the answer. @throws ModelError if it is longer than LONGEST_ANSWER. */
export function refuseTooLong(text: string, where: string): string {
  if (text.length <= LONGEST_ANSWER) return text;
  const message = `The answer has ${text.length} characters; the maximum is ${LONGEST_ANSWER}.`;
  throw new ModelError(message, { kind: 'bad_response', where, remedy: TOO_LONG });
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

/** The answer in a chat completion. A refusal is an answer. */
export function chatAnswer(reply: unknown, place: ReplyContext): Answer {
  const { message, finish_reason } = read(CHAT, reply, place).choices[0];
  return answerOf(message.content || message.refusal || message.content, finish_reason, place);
}

export function completionAnswer(reply: unknown, place: ReplyContext): Answer {
  const { text, finish_reason } = read(COMPLETION, reply, place).choices[0];
  return answerOf(text, finish_reason, place);
}

/** Parses a reply. @throws ModelError `bad_response` that names the field. */
export function read<T extends z.ZodType>(
  schema: T,
  reply: unknown,
  { where, section, clean }: ReplyContext,
): z.output<T> {
  const result = schema.safeParse(reply);
  if (result.success) return result.data;
  // A gateway reports errors of the model behind it with status 200.
  const { words } = readError(reply === undefined ? '' : JSON.stringify(reply));
  const [{ path, message } = { path: [], message: '' }] = result.error.issues;
  const place = path.length === 0 ? 'all' : quoted(clean(path.join('.')));
  const fault = words
    ? `The reply is an error: ${quoted(clean(words))}.`
    : `In the reply, ${place}: ${clean(message)}.`;
  const remedy = `Check that ${enumerate([...keysIn(section, ['hub', 'api']), '`base_url`'], 'and')} go together.`;
  throw new ModelError(fault, { kind: 'bad_response', where, remedy });
}

function answerOf(...said: Parameters<typeof nonEmpty>): Answer {
  const answer: Answer = { text: nonEmpty(...said) };
  const [, finishReason] = said;
  if (finishReason === 'length') answer.isCut = true;
  return answer;
}

function nonEmpty(
  text: string | null | undefined,
  finishReason: string | null | undefined,
  { where, section, clean }: ReplyContext,
): string {
  const isBlank = text === undefined || text === null || text.trim() === '';
  // A model may answer with an empty text. A text that was cut off or filtered is not an answer.
  if (
    !isBlank ||
    (typeof text === 'string' && finishReason !== 'length' && finishReason !== 'content_filter')
  )
    return refuseTooLong(text, where);
  const reason = finishReason ? ` (finish_reason ${quoted(clean(finishReason))})` : '';
  const remedy =
    finishReason === 'content_filter'
      ? 'A filter of the endpoint blocked it: leave the row out, or change the filter.'
      : `Raise \`max_tokens\` (or \`max_completion_tokens\`) in \`${section}.parameters\`: reasoning models use it up first.`;
  throw new ModelError(`The model gave no answer${reason}.`, {
    kind: 'empty_answer',
    where,
    remedy,
  });
}

const EMBEDDINGS = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
});

const VECTORS = z.array(z.array(z.number()));

/**
 * The vectors of an OpenAI reply, in the order of the texts. Servers may send them in another
 * order.
 */
export function openAiVectors(reply: unknown, count: number, place: ReplyContext): number[][] {
  const { data } = read(EMBEDDINGS, reply, place);
  const inOrder = data
    .map((item, i) => ({ ...item, index: item.index ?? i }))
    .sort((a, b) => a.index - b.index);
  const vectors = inOrder.map(({ embedding }) => embedding);
  return checked(vectors, count, place);
}

export function featureVectors(reply: unknown, count: number, place: ReplyContext): number[][] {
  return checked(read(VECTORS, reply, place), count, place);
}

function checked(vectors: number[][], count: number, { where }: ReplyContext): number[][] {
  const length = vectors[0]?.length ?? 0;
  const isVectorOfLength = (vector: number[]) =>
    vector.length === length && vector.every(Number.isFinite);
  if (vectors.length === count && vectors.every(isVectorOfLength) && (length > 0 || count === 0))
    return vectors;
  const message = `Sent ${count} texts and did not receive one vector per text, all of the same length.`;
  throw new ModelError(message, {
    kind: 'bad_response',
    where,
    remedy: 'Check that `embeddings.model` is an embedding model.',
  });
}

/** Most names that are kept, and their length: a server may send anything. */
const MOST_NAMES = 20;
const LONGEST_NAME = 200;

/** Owns the models that the replies to one model name as theirs. */
export class Served {
  private readonly models = new Map<string, ServedModel>();

  /** Counts a reply and returns it. */
  count<Reply>(reply: Reply): Reply {
    const { model, system_fingerprint } = asRecord(reply);
    if (typeof model !== 'string' || model === '') return reply;
    const hasFingerprint = typeof system_fingerprint === 'string' && system_fingerprint !== '';
    const fingerprint = hasFingerprint ? system_fingerprint : undefined;
    const key = JSON.stringify([model, fingerprint]);
    const replies = this.models.get(key)?.replies ?? 0;
    if (replies === 0 && this.models.size >= MOST_NAMES) return reply;
    this.models.set(key, {
      model: model.slice(0, LONGEST_NAME),
      fingerprint: fingerprint?.slice(0, LONGEST_NAME),
      replies: replies + 1,
    });
    return reply;
  }

  get list(): ServedModel[] {
    return [...this.models.values()];
  }
}
