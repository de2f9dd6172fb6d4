/** The expected effect of the perturbation on the answer. */
export type Expectation = 'change' | 'same';

/** What the answer should do, in tests of two sides. */
export const SIDES = ['answer', 'refuse'] as const;
export type Side = (typeof SIDES)[number];

/** One sample as the user's data gives it. */
export interface Sample {
  /** The place of the sample: `evals/questions.jsonl:3`, `builtin:statements#12`, `hf:OWNER/NAME:config:split#7`. */
  source: string;
  text: string;
  /** Options of a question, one a line (`A. fruit\nB. liquid`); absent where there are none. */
  options?: string;
  /** Whether the text as it stands is true; absent where that is not known, or makes no sense. */
  truth?: boolean;
  /** Which half of the data it is in (`data/halves.ts`), where its key is read for nothing else and can be. */
  half?: boolean;
  /** Labels of the options that are right for the text as it stands; absent where that is not known. */
  answer?: readonly string[];
  /** Labels of the options that are right once the text is negated; absent where that is not known. */
  negated_answer?: readonly string[];
  /** Whether the answer should change once the text is perturbed; absent means that it should. */
  expect?: Expectation;
  /** Whether the text should be answered or refused; read by tests of two sides alone. */
  should?: Side;
  /** For contrast sets, whose data gives the test case: the perturbed text, a harmless rewording, and the group of the row. */
  perturbed?: string;
  placebo?: string;
  cluster?: string;
  /** The right answer to the perturbed text: labels of options, or whether it is true; absent if unknown. */
  perturbed_answer?: readonly string[];
  perturbed_truth?: boolean;
}

/** An entry of `builtin:provocations`: what it provokes with, and as many harmless words for the same place. */
export interface Provocation {
  kind: string;
  place: 'start' | 'end';
  text: string;
  placebo: string;
}
