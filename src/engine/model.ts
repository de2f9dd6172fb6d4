/**
 * The interface of `src/models/`, which handles timeouts, retries and the cap on requests: a call
 * answers or throws.
 */

import type { PlaceholderValues } from './rows/prompt.ts';

export interface Answer {
  text: string;
  /** The endpoint says that the limit of tokens ended it. */
  isCut?: true;
  /** A content filter withheld the answer, or the rest of it: a sentence that says so. */
  filter?: string;
  /** The reply shows that the model reasoned before it answered. */
  isReasoned?: true;
}

/** The form that an answer is wanted in: a JSON Schema and a name for it. */
export interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

/** A model that replies name as theirs. Not every server gives a fingerprint. */
export interface ServedModel {
  model: string;
  fingerprint?: string;
  replies: number;
}

/** The model under test, or a judge. Calls may run at the same time. */
export interface Model {
  readonly hub: string;
  readonly name: string;
  /**
   * Throws a `ModelError` without a usable answer. Not every endpoint enforces a `format`: check
   * the answer. `system` replaces the system prompt of the model.
   */
  answer(prompt: string, format?: AnswerFormat, system?: string): Promise<Answer>;
  /** The system prompt, if rows fill it, and the values that rows without the column take. */
  readonly rowSystem?: { readonly template: string; readonly defaults: PlaceholderValues };
  /**
   * Mean negative log-probability in nats a token of the first 128 prompt tokens at most, the first
   * not predicted; absent if unknown.
   */
  loss?(prompt: string): Promise<number>;
  /** Absent where the hub can never say it. */
  readonly nextTokens?: NextTokens;
  /** The models that the replies so far name; absent where the hub's replies name none. */
  readonly served?: { readonly list: readonly ServedModel[] };
}

/** Log-probabilities of the next token, by its id, or by its text if the server returns no ids. */
export interface Distribution {
  /**
   * Natural logarithms of probabilities, -Infinity for 0: of the whole vocabulary, or of the
   * likeliest.
   */
  readonly logprobs: ReadonlyMap<string, number>;
}

export type TokenPrompt = string | readonly number[];

export const NEXT_TOKENS_REMEDY =
  'Only vLLM says how likely each next token is (hub openai with its base_url); of its whole vocabulary, with --max-logprobs -1.';

/**
 * Says how likely each next token is. Throws (a `ModelError` of kind `no_distributions`) where the
 * server turns out not to.
 */
export interface NextTokens {
  /** For the token behind each prompt, in their order; at temperature 1. */
  behind: (prompts: readonly TokenPrompt[]) => Promise<Distribution[]>;
  /** The tokens of a text; `special`: with those that the model wants around a prompt. */
  tokenize: (text: string, special: boolean) => Promise<readonly number[]>;
}

/** A model that reads answers, and its replacements. */
export interface Judge extends Model {
  /** The role if it is one of the run's own models, for reports. */
  readonly role?: string;
  /** The same model with a higher token limit, for replies that are cut while it thinks. */
  readonly roomier?: Judge;
  /** Replaces a judge that gives no answer at all. */
  readonly standIn?: Judge;
}

export interface Embedder {
  readonly hub: string;
  readonly name: string;
  readonly batchSize: number;
  embed(texts: string[]): Promise<number[][]>;
}
