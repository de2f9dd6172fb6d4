import { z } from 'zod';
import { enumerate } from '../../language/enumerate.js';
import { ModelError } from '../../errors.js';
import { quoted } from '../../json.js';
import { type Clean, readError } from '../http/server-words.js';
import { keysIn, type Section } from '../settings.js';

export interface Place {
  where: string;
  section: Section;
  clean: Clean;
}

/** The longest answer, in bytes of its reply and in characters of its text: a longer one is a model that goes on without end. */
export const LONGEST_ANSWER = 1024 ** 2;
export const TOO_LONG = 'Set `max_tokens` (or `max_completion_tokens`) in `parameters`, and check `base_url`.';

/** Returns the answer. @throws ModelError where it is longer than LONGEST_ANSWER. */
export function refuseTooLong(text: string, where: string): string {
  if (text.length <= LONGEST_ANSWER) return text;
  const message = `The answer has ${text.length} characters, and at most ${LONGEST_ANSWER} are read.`;
  throw new ModelError(message, { kind: 'bad_response', where, remedy: TOO_LONG });
}

/** Some servers say an answer in parts, what was thought before it among them: Mistral's of models that reason. */
const PARTS = z
  .array(z.object({ type: z.string().nullish(), text: z.string().nullish() }))
  .transform((parts) => parts.map(({ type, text }) => ((type ?? 'text') === 'text' ? (text ?? '') : '')).join(''));

const CHAT = z.object({
  choices: z
    .tuple([
      z.object({
        message: z.object({ content: z.union([z.string(), PARTS]).nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    ])
    .rest(z.unknown()),
});

const COMPLETION = z.object({
  choices: z.tuple([z.object({ text: z.string().nullish(), finish_reason: z.string().nullish() })]).rest(z.unknown()),
});

/** The answer in a chat completion. A model that declines has answered: its refusal is the answer. */
export function chatAnswer(reply: unknown, place: Place): string {
  const { message, finish_reason } = read(CHAT, reply, place).choices[0];
  return spoken(message.content || message.refusal || message.content, finish_reason, place);
}

export function completionAnswer(reply: unknown, place: Place): string {
  const { text, finish_reason } = read(COMPLETION, reply, place).choices[0];
  return spoken(text, finish_reason, place);
}

/** Throws ModelError `bad_response`, naming the field, for a reply that has not the given shape. */
export function read<T extends z.ZodType>(schema: T, reply: unknown, { where, section, clean }: Place): z.output<T> {
  const result = schema.safeParse(reply);
  if (result.success) return result.data;
  // Gateways report errors of the model behind them with status 200.
  const { words } = readError(reply === undefined ? '' : JSON.stringify(reply));
  const { path, message } = result.error.issues[0]!;
  const fault = words
    ? `The reply is an error: ${quoted(clean(words))}.`
    : `In the reply, ${path.length === 0 ? 'all' : quoted(clean(path.join('.')))}: ${clean(message)}.`;
  const remedy = `Check that ${enumerate([...keysIn(section, ['hub', 'api']), '`base_url`'], 'and')} go together.`;
  throw new ModelError(fault, { kind: 'bad_response', where, remedy });
}

function spoken(text: string | null | undefined, finishReason: string | null | undefined, { where, section, clean }: Place): string {
  const isBlank = text === undefined || text === null || text.trim() === '';
  // A model may well answer with nothing; what was cut off or withheld is no answer.
  if (!isBlank || (typeof text === 'string' && finishReason !== 'length' && finishReason !== 'content_filter'))
    return refuseTooLong(text, where);
  const reason = finishReason ? ` (finish_reason ${quoted(clean(finishReason))})` : '';
  const remedy =
    finishReason === 'content_filter'
      ? 'The filter of the endpoint withheld it: leave the row out, or change the filter.'
      : `Raise \`max_tokens\` (or \`max_completion_tokens\`) in \`${section}.parameters\`: reasoning models spend it on thinking first.`;
  throw new ModelError(`The model gave no answer${reason}.`, { kind: 'empty_answer', where, remedy });
}

const EMBEDDINGS = z.object({ data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })) });

type Nested = number[] | Nested[];
const VECTOR = z.array(z.number()).min(1);
const VECTORS = z.array(VECTOR).min(1);
const TOKENS = z.array(VECTORS).min(1);
// Some servers wrap each text once more.
const NESTED: z.ZodType<Nested> = z.union([VECTOR, VECTORS, TOKENS, z.array(TOKENS).min(1)]);

/** The vectors of an OpenAI reply, in the order of the texts: servers may send them in another. */
export function openAiVectors(reply: unknown, count: number, place: Place): number[][] {
  const { data } = read(EMBEDDINGS, reply, place);
  const inOrder = data.map((item, i) => ({ ...item, index: item.index ?? i })).sort((a, b) => a.index - b.index);
  const vectors = inOrder.map(({ embedding }) => embedding);
  return checked(vectors, count, place);
}

/** The vectors of a feature extraction: one a text, one a token of each text (their mean is taken), or a bare one for one text. */
export function featureVectors(reply: unknown, count: number, place: Place): number[][] {
  const features = read(NESTED, reply, place);
  const perText = isVector(features) ? [features] : features;
  return checked(perText.map(meanPooled), count, place);
}

/** Mean over all but the last dimension, as sentence-transformers does by default. Padding is not told apart. */
function meanPooled(features: Nested): number[] {
  if (isVector(features)) return features;
  const vectors = features.map(meanPooled);
  return vectors[0]!.map((_, i) => vectors.reduce((sum, vector) => sum + (vector[i] ?? NaN), 0) / vectors.length);
}

function isVector(features: Nested): features is number[] {
  return typeof features[0] === 'number';
}

function checked(vectors: number[][], count: number, { where }: Place): number[][] {
  const length = vectors[0]?.length ?? 0;
  const isVectorOfLength = (vector: number[]) => vector.length === length && vector.every(Number.isFinite);
  if (vectors.length === count && vectors.every(isVectorOfLength) && (length > 0 || count === 0)) return vectors;
  throw new ModelError(`${count} texts were sent; the vectors that came back are not one a text, of one length.`, {
    kind: 'bad_response',
    where,
    remedy: 'Check that `embeddings.model` is an embedding model.',
  });
}
