/** What should become of the answer once the text is perturbed. */
export type Expectation = 'change' | 'same';

/** One sample as the user's data gives it. */
export interface Sample {
  /** Where it stands: `evals/questions.jsonl:3`, `builtin:statements#12`, `hf:OWNER/NAME:config:split#7`. */
  source: string;
  /** The text that is perturbed. */
  text: string;
  /** Options of a question, one a line (`A. fruit\nB. liquid`); absent where there are none. */
  options?: string;
  /** Labels of the options that are right; absent where that is not known. */
  answer?: readonly string[];
  /** Labels of the options that are right once the text is negated; absent where that is not known. */
  negated_answer?: readonly string[];
  /** Of a statement: whether it is true; absent where that is not known. */
  truth?: boolean;
  /** Whether the answer should change once the text is perturbed; absent means that it should. */
  expect?: Expectation;
}
