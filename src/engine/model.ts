/** A model behind an endpoint. Calls throw a `ModelError` if there is no answer. */
export interface Model {
  readonly hub: string;
  readonly name: string;
  answer(prompt: string, options?: AskOptions): Promise<Answer>;
  /** Mean loss of the tokens of a prompt, in nats a token. */
  loss?: (prompt: string) => Promise<number>;
  nextTokens?: () => Promise<NextTokens>;
}

export interface AskOptions {
  format?: AnswerFormat;
  system?: string;
  /** How often the question was asked before: 1 for its second answer. */
  nth?: number;
  /** The answer is neither read from the store nor written to it. */
  isFresh?: boolean;
}

export interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

export interface Answer {
  text: string;
  /** The answer was truncated at the token limit. */
  isCut?: boolean;
  /** A message, if a content filter withheld the answer or its end. */
  filter?: string;
  /** The API marks the answer as a refusal, so it declines whatever its text says. */
  isRefusal?: true;
}

export interface Reply extends Answer {
  prompt: string;
}

export interface NextTokens {
  /** The distribution of the next token after each prompt. */
  behind: (prompts: readonly TextOrTokens[]) => Promise<Distribution[]>;
  /** `special`: adds the special tokens that the model expects around a prompt. */
  tokenize: (text: string, special: boolean) => Promise<readonly number[]>;
}

export type TextOrTokens = string | readonly number[];

/** Log-probabilities (natural) of the next token: of all tokens, or of the likeliest. */
export type Distribution = ReadonlyMap<string, number>;
