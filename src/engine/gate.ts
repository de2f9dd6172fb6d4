import type { Baseline, Outcome, ReportRow, TestHead } from './results.js';
import { zip } from './lists.js';
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
  /** The comparison alone decides (`min_pass_rate: 0`), and has too few rows to show anything. */
  lacksPairs?: boolean;
  /** No rule of the bot is touched by answers enough to be tested. */
  testsNoRule?: boolean;
  notCompared?: string;
  comparison?: undefined;
}

/** The rows asked so far beside the same rows of a baseline. */
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
  /** Why a test that passes by its rows is inconclusive. */
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

/** A run is as bad as its worst test, and a test as its worst side. */
export function worst(outcomes: readonly TestOutcome[]): TestOutcome | undefined {
  return WORST_FIRST.find((candidate) => outcomes.includes(candidate));
}

export function worse(one: TestOutcome, other: TestOutcome): TestOutcome {
  return WORST_FIRST.indexOf(one) < WORST_FIRST.indexOf(other) ? one : other;
}

/** Returns the comparison that decides; among equal ones the first. */
export function deciding(baselines: readonly (Baseline | undefined)[]): Baseline | undefined {
  const found = baselines.filter((baseline) => baseline !== undefined);
  const outcome = worst(found.map((baseline) => baseline.outcome));
  return found.find((baseline) => baseline.outcome === outcome);
}

/**
 * Number of rows without a verdict. Rows that a judge set aside count if they are the majority: the
 * others are too few to judge a model.
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

function decideTest(test: Counts | SequentialCounts, baseline: Baseline | undefined): TestVerdict {
  if (test.sequential) return decideSequential(test);
  const { pass_count: passes, fail_count, minimum_pass_rate: minimum } = test;
  const scored = passes + fail_count;
  if (scored === 0) return { outcome: 'error', pass: false, pass_rate: null, baseline };
  const byRate = rateOutcome({ passes, scored, open: openRows(test), minimum });
  const outcome = baseline ? worse(byRate, baseline.outcome) : byRate;
  return {
    outcome,
    pass: outcome === 'pass',
    pass_rate: passes / scored,
    interval: wilson(passes, scored),
    baseline,
  };
}

/**
 * Without an interval, since the rate after an early stop is biased. A test without a readable row
 * is an error.
 */
function decideSequential({
  sequential,
  pass_count,
  fail_count,
  read_count,
  undecided_count,
  statesBothSides,
  baseline,
}: SequentialCounts): TestVerdict {
  const { outcome = 'inconclusive', after } = sequential;
  let shown: TestOutcome = read_count === 0 ? 'error' : outcome;
  if (shown === 'pass' && statesBothSides) shown = 'inconclusive';
  const scored = pass_count + fail_count;
  return {
    outcome: shown,
    pass: shown === 'pass',
    pass_rate: scored === 0 ? null : pass_count / scored,
    decided_after: undecided_count > 0 && after > 0 ? after : undefined,
    baseline,
  };
}

/**
 * The comparison of every test that has one. Holm's correction allows for several chances of a
 * false alarm.
 */
function regressions<Test extends Counts | SequentialCounts>(
  tests: readonly Test[],
): Map<Test, Baseline> {
  const compared = tests.flatMap((test) =>
    test.comparison ? [{ test, comparison: test.comparison }] : [],
  );
  const corrected = (end: keyof ChangeBounds) =>
    holm(compared.map(({ comparison }) => pValueOf(comparison.change[end])));
  const ends = zip(corrected('best'), corrected('worst'));
  const pValues = zip(corrected('known'), ends);
  const found = zip(compared, pValues).map(([one, [known, [best, worst]]]): [Test, Baseline] => {
    const { source, max_regression, passed_before, change } = one.comparison;
    const { broken, fixed, rows } = change.known;
    const baseline: Baseline = {
      source,
      paired_count: rows,
      pass_rate: rows === 0 ? null : passed_before / rows,
      broken,
      fixed,
      p_value: pValueOf(change.known),
      adjusted_p_value: known,
      max_regression,
      outcome: decideRegression(change, { best, worst }, max_regression),
    };
    return [one.test, baseline];
  });
  return new Map(found);
}

/** True if a test passes by its rules although none of its rows shows anything. */
function showsNothing(test: Counts | SequentialCounts, { outcome, pass_rate }: TestVerdict) {
  if (!test.sequential || outcome !== 'pass') return false;
  return pass_rate === null || test.lacksPairs === true || test.testsNoRule === true;
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
  const isAdvisory = ({ head }: Counts | SequentialCounts) => head?.advisory === true;
  const gating = run.tests.filter((test) => !isAdvisory(test));
  // The comparisons of an advisory test are no chances of a false alarm.
  const baselines = new Map([...regressions(gating), ...regressions(run.tests.filter(isAdvisory))]);
  const ended = run.tests.map((test) => {
    const decided = decideTest(test, baselines.get(test));
    const isOpen = test.notCompared !== undefined && decided.outcome === 'pass';
    const verdict: TestVerdict = isOpen
      ? { ...decided, outcome: 'inconclusive', pass: false, not_compared: test.notCompared }
      : decided;
    return { verdict, isAdvisory: isAdvisory(test), isEmpty: showsNothing(test, verdict) };
  });
  const tests = ended.map(({ verdict, isEmpty }): TestVerdict =>
    isEmpty ? { ...verdict, outcome: 'error', pass: false } : verdict,
  );
  if (run.skipped) return { outcome: 'skipped', tests };
  // Without a test that gates, nothing may be green.
  if (gating.length === 0) return { outcome: 'error', tests };
  const counting = ended.filter((test) => !test.isAdvisory);
  const outcomes = counting.map(({ verdict }) => verdict.outcome);
  // A run with a missing shard cannot pass; a certain failure stays one.
  if (run.isPartial) outcomes.push('error');
  const outcome = worst(outcomes) ?? 'error';
  // A test that shows nothing turns a pass into an error, and softens no other outcome.
  const isNothingJudged = outcome === 'pass' && counting.some(({ isEmpty }) => isEmpty);
  return { outcome: isNothingJudged ? 'error' : outcome, tests };
}
