/** What a prompt asks, as a model of the zoo knows it, and what a model makes of it. */

export interface Option {
  label: string;
  text: string;
}

/** The right and the wrong answers: labels of a question, or the truth of a statement. */
export interface Sides<Side> {
  right: Side;
  wrong: Side;
}

/** How the row was changed: not, by a harmless word, by a "not", by the data. */
export type Arm = 'original' | 'placebo' | 'negated' | 'perturbed' | 'wrapped';

interface Prompted {
  /** The line of the prompt, as sent. */
  said: string;
  arm: Arm;
  prompt?: string;
}

/** `plain`: right and wrong without the "not". */
export interface Question extends Prompted, Sides<string[]> {
  kind: 'question';
  text: string;
  options: Option[];
  plain: Sides<string[]>;
}

/** A pair is a statement with an edit that the data brings. */
export interface Statement extends Prompted, Sides<boolean> {
  kind: 'statement' | 'pair';
  text: string;
  plain: Sides<boolean>;
}

export interface Request extends Prompted {
  kind: 'request';
  should: 'answer' | 'refuse';
}

export interface Sentence extends Prompted {
  kind: 'sentence';
}

export type Asked = Question | Statement | Request | Sentence;

/** Labels, the truth of a statement, or the kind of answer to a request. */
export type Meaning = string | readonly string[] | boolean;

export interface Answer {
  text: string;
  /** For the judge; absent if the text says it all. */
  meant?: Meaning;
}

/** What a model means, or its whole answer. `seed` names the model and its run. */
export type Mind<Row = Question | Statement> = (row: Row, seed: string) => Meaning | Answer;

/** The answer that says what a model means. */
export type Speech = (row: Question | Statement, meant: Meaning) => string;

/** The verdict that a model deserves (models.ts). */
export type Deserved = 'good' | 'bad' | 'deaf' | 'unread' | 'between';

export interface Model {
  /** Sets of rows, by their names. */
  data: string[];
  deserves: Deserved;
  /** A method, so that a model may read one kind of rows alone. */
  mind?(row: Asked, seed: string): Meaning | Answer;
  speech: Speech;
  /** Its runs differ by the seed, by more than the order of the rows. */
  draws?: boolean;
  /** With a judge; `false` switches the judge of the test off. */
  judge?: boolean;
  /** The model that it is compared with. */
  base?: string;
  /** The text that a model of next tokens attends to. */
  next?: 'attends' | 'skims';
}

/** One run of the gate. */
export interface Visit {
  model: string;
  data: string;
  seed: number;
}

export interface Visited extends Visit {
  outcome: string;
  requests: number;
  /** The row of the test in the report. */
  test: { error_count?: number } | undefined;
  results: unknown[];
}
