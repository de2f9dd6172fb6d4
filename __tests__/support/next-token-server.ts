import { createHash } from 'node:crypto';
import type { RecordedRequest, Reply } from './model-types.ts';

/** A tiny language model that returns the log-probabilities of next tokens, as vLLM does. */

/**
 * `attends` reads the whole text in its order, however it is cut into tokens. `skims` reads the
 * last sentence only, as a bag of tokens.
 */
export type Mind = 'attends' | 'skims';

export interface NextTokenOptions {
  mind: Mind;
  /** `chat`: completes no texts. */
  speaks?: 'vllm' | 'chat';
  /** vLLM's `--max-logprobs`; all by default. */
  listed?: number;
}

/** Ids of possible next tokens. Tokens of prompts have higher ids. */
const VOCABULARY = 16;
const WORD_PIECES = / ?[A-Za-z]{1,7}| ?[^\sA-Za-z]|\s/gu;

const names: string[] = [];
const ids = new Map<string, number>();

function idOf(piece: string) {
  const known = ids.get(piece);
  if (known !== undefined) return known;
  names.push(piece);
  ids.set(piece, VOCABULARY + names.length - 1);
  return VOCABULARY + names.length - 1;
}

const tokensOf = (text: string): number[] => (text.match(WORD_PIECES) ?? []).map(idOf);

/** Log-probabilities by id, drawn from a hash of the text that the model attends to. */
function logprobsOf(tokens: readonly number[], mind: Mind): number[] {
  const pieces = tokens.map((id) => names[id - VOCABULARY]!);
  const digest = createHash('sha256').update(minded(pieces, mind)).digest();
  const logits = Array.from({ length: VOCABULARY }, (_, id) => digest[id % digest.length]! / 32);
  const log = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
  return logits.map((logit) => logit - log);
}

function minded(pieces: readonly string[], mind: Mind) {
  const text = pieces.join('');
  if (mind === 'attends') return text;
  // A punctuation mark between spaces was swapped with a word, and ends no sentence.
  const sentences = text.split(/(?<=\w[.!?])\s/);
  const sentence = sentences.at(-1)!;
  if (sentences.length > 1 && /[.!?]$/.test(sentence)) return 'another sentence';
  const from = text.length - sentence.length - 1;
  const starts = pieces.map((_, i) => pieces.slice(0, i).join('').length);
  const last = pieces
    .filter((_, i) => starts[i]! >= from)
    .map((piece) => piece.replace(/[\s.]/g, ''));
  return last.filter(Boolean).toSorted().join(' ');
}

/** The routes of such a server, for `modelServer`'s `route`. */
export function nextTokenRoute({ mind, speaks = 'vllm', listed = VOCABULARY }: NextTokenOptions) {
  return ({ method, path, body }: RecordedRequest): Reply | undefined => {
    if (method !== 'POST') return undefined;
    const asked = body as Record<string, unknown>;
    if (path === '/tokenize' && speaks === 'vllm') {
      const tokens = tokensOf(String(asked.prompt));
      return { status: 200, body: { count: tokens.length, max_model_len: 512, tokens } };
    }
    if (path !== '/v1/completions') return undefined;
    if (speaks === 'vllm') return likeVllm(asked, { mind, listed });
    return {
      status: 404,
      body: { error: { message: 'This is a chat model.', type: 'invalid_request_error' } },
    };
  };
}

function likeVllm(
  asked: Record<string, unknown>,
  { mind, listed }: { mind: Mind; listed: number },
): Reply {
  const prompts = promptsIn(asked.prompt);
  const wanted =
    asked.prompt_logprobs === -1
      ? VOCABULARY
      : Number(asked.prompt_logprobs ?? asked.logprobs ?? 0);
  if (wanted > listed) {
    return refusal(
      `Requested ${asked.logprobs === undefined ? 'prompt' : 'sample'} logprobs of ${wanted}, which is greater than max allowed: ${listed}`,
    );
  }
  const choices = prompts.map((tokens, index) => {
    const list = listOf(tokens, { mind, count: wanted });
    const named = Object.fromEntries(
      list.map(([id, logprob]) => [`token_id:${id}`, Math.max(logprob, -9999)]),
    );
    const before = (place: number) =>
      listOf(tokens.slice(0, place), { mind, count: wanted }).map(([id, logprob], i) => [
        id,
        { logprob, rank: i + 1, decoded_token: 'x' },
      ]);
    const placesOf = () =>
      tokens.map((_, place): unknown => (place === 0 ? null : Object.fromEntries(before(place))));
    const prompt_logprobs = asked.prompt_logprobs === undefined ? undefined : placesOf();
    return {
      index,
      text: 'x',
      finish_reason: 'length',
      logprobs: { top_logprobs: [named] },
      prompt_logprobs,
    };
  });
  // The order is turned around: clients must sort by `index`.
  return {
    status: 200,
    body: { choices: choices.toReversed(), usage: { prompt_tokens: 1, completion_tokens: 1 } },
  };
}

function promptsIn(prompt: unknown): number[][] {
  const all =
    Array.isArray(prompt) && typeof prompt[0] !== 'number' ? (prompt as unknown[]) : [prompt];
  return all.map((one) => (typeof one === 'string' ? tokensOf(one) : (one as number[])));
}

/** The likeliest first. */
function listOf(
  tokens: readonly number[],
  { mind, count }: { mind: Mind; count: number },
): [id: number, logprob: number][] {
  const all = logprobsOf(tokens, mind).map((logprob, id): [number, number] => [id, logprob]);
  return all.toSorted(([, a], [, b]) => b - a).slice(0, count);
}

const refusal = (message: string): Reply => ({
  status: 400,
  body: { error: { message, type: 'BadRequestError', code: 400 } },
});
