/**
 * Facts that follow from the counts of a test: which rate falls short, whether a rate is open, and
 * how many rows each step leaves.
 */
import { mayGate } from '../../engine/judges/calibration.js';
import { rateOutcome } from '../../engine/gate.js';
import { isSequential, type ReportRow, type TripletReportRow } from '../../engine/report-row.js';
import type { ResultRow, Results } from '../../engine/results.js';
import type { Sentence } from './blocks.js';
import { wordsFor } from './test-words.js';
import { readsWhat } from './states.js';
import { quantity, formatNumber, keepTexts } from './words.js';

/**
 * True if most known answers state both sides. The engine turns a pass of such a test into
 * `inconclusive`.
 */
export function isMostlyBothSides(test: ReportRow): test is TripletReportRow {
  if (test.method !== 'triplet') return false;
  const { both_sides_count = 0, known_count = 0 } = test;
  return 2 * both_sides_count > known_count;
}

/**
 * `30 asked → 28 known → 27 steady → 27 read the "not"`, the last step strong; undefined if no row
 * was asked three ways.
 */
export function funnel(test: ReportRow): Sentence | undefined {
  if (test.method !== 'triplet') return undefined;
  const {
    steady_count,
    known_count,
    pass_count,
    asked_count = 0,
    both_sides_count = 0,
    error_count,
  } = test;
  // A funnel of zeros says nothing; an error has its cause.
  if (steady_count === undefined || asked_count === 0 || test.outcome === 'error') return undefined;
  const steps = keepTexts([
    `${formatNumber(asked_count)} asked`,
    known_count !== undefined && `${formatNumber(known_count)} known`,
    `${formatNumber(steady_count)} steady`,
  ]);
  const lastStep = `${formatNumber(pass_count)} read ${readsWhat(test)}`;
  const excluded = keepTexts([
    both_sides_count > 0 && `${formatNumber(both_sides_count)} set aside: both sides stated`,
    error_count > 0 && `${formatNumber(error_count)} in error`,
  ]);
  const excludedClause = excluded.length > 0 ? ` (${excluded.join(', ')})` : '';
  return [`${steps.join(' → ')} → `, { strong: `${lastStep}${excludedClause}` }];
}

/**
 * The funnel of each test that has the outcome of the run, where a step before the last loses a
 * row; named if the run has several tests.
 */
export function funnels({ report, outcome }: Pick<Results, 'report' | 'outcome'>): Sentence[] {
  return report.flatMap((test) => {
    // The sentence on the test has the last step.
    const isLossless = test.method === 'triplet' && test.steady_count === test.asked_count;
    const steps = funnel(test);
    if (!steps || isLossless || test.outcome !== outcome) return [];
    return [report.length > 1 ? [`${wordsFor(test).label}: `, ...steps] : steps];
  });
}

/**
 * The share of rows that can tell something, if it fails the test: among all rows, or among those
 * whose answer is known. `isReadingBad`: the rate over the rows that are left fails, too.
 */
export function shortfallOf(test: ReportRow) {
  if (test.method !== 'triplet') return undefined;
  const { streams = {}, steady_count: passed = 0 } = test;
  const isReadingBad = streams.sensitive === 'bad';
  if (streams.valid === 'bad')
    return {
      label: 'knows the answers',
      rate: test.valid_rate ?? 0,
      needed: test.minimum_valid_rate ?? 0,
      passed,
      all: validOf(test),
      isReadingBad,
    };
  if (streams.steady !== 'bad') return undefined;
  return {
    label: 'keeps its answers',
    rate: test.steady_rate ?? 0,
    needed: test.minimum_steady_rate ?? 0,
    passed,
    all: keptOf(test),
    isReadingBad,
  };
}

/**
 * True if most rows that can tell nothing have an unknown answer; false if the placebo upset most
 * of them.
 */
export function isIgnorant(test: ReportRow): boolean {
  if (test.method !== 'triplet' || test.streams?.valid !== 'bad') return false;
  const { asked_count = 0, known_count = asked_count, steady_count = 0 } = test;
  return asked_count - known_count >= known_count - steady_count;
}

/** Number of rows for which it is known whether they can tell something. */
export function validOf(test: TripletReportRow): number {
  const { steady_count = 0, valid_rate, asked_count = 0 } = test;
  return valid_rate ? Math.round(steady_count / valid_rate) : asked_count;
}

/** Number of rows with a known answer for which it is known whether the placebo left it right. */
export function keptOf(test: TripletReportRow): number {
  const { steady_count = 0, steady_rate, known_count = 0 } = test;
  return steady_rate ? Math.round(steady_count / steady_rate) : known_count;
}

export function isJudgeUnfit({ calibration }: ReportRow): boolean {
  return calibration !== undefined && !mayGate(calibration);
}

export function ownOutcome(test: ReportRow): ReportRow['outcome'] {
  if (!isSequential(test)) {
    const { pass_count: passes, fail_count, error_count: open, minimum_pass_rate: minimum } = test;
    return rateOutcome({ passes, scored: passes + fail_count, open, minimum });
  }
  const { streams = {} } = test;
  if (Object.values(streams).includes('bad')) return 'fail';
  const streamsNeeded = [streams.sensitive];
  if (test.method === 'triplet') {
    if (test.minimum_valid_rate !== undefined) streamsNeeded.push(streams.valid);
    if (test.minimum_steady_rate !== undefined) streamsNeeded.push(streams.steady);
  }
  const isGood = streamsNeeded.every((stream) => stream === 'good');
  return isGood && !lacksContrast(test) ? 'pass' : 'inconclusive';
}

/** True if the test is inconclusive by its own rows, not only by its baseline. */
export function isRateOpen(test: ReportRow): boolean {
  return (
    test.outcome === 'inconclusive' &&
    (test.baseline?.outcome !== 'inconclusive' || ownOutcome(test) === 'inconclusive')
  );
}

/**
 * True if rows have no key, both rates suffice, and the perturbation is not shown to change more
 * answers than the placebo does.
 */
export function lacksContrast(test: ReportRow): boolean {
  if (test.method !== 'triplet') return false;
  const { rule, streams = {}, placebo, alpha = 0 } = test;
  const isGood = streams.valid === 'good' && streams.sensitive === 'good';
  return (
    rule.kind === 'three_arms' &&
    !rule.key &&
    isGood &&
    placebo !== undefined &&
    placebo.p_value > alpha
  );
}

/** True if the rate is open since answers that state both sides leave too few rows. */
export function leavesTooFew(test: ReportRow): test is TripletReportRow {
  if (test.method !== 'triplet') return false;
  const { both_sides_count = 0, streams } = test;
  return both_sides_count > 0 && streams?.sensitive === undefined;
}

/** A sentence on answers that could not be read, over all tests; empty if all could. */
export function unreadSentences({
  report,
  results,
}: Pick<Results, 'report' | 'results'>): string[] {
  const triplets = new Set(
    report.filter(({ method }) => method === 'triplet').map(({ test_type }) => test_type),
  );
  const rows = results.filter(
    ({ test_type, counted, error }) =>
      triplets.has(test_type) && counted !== false && error?.kind === 'unreadable',
  );
  return rows.length === 0 ? [] : [unreadSentence(rows)];
}

export function unreadSentence(rows: readonly Pick<ResultRow, 'options'>[]): string {
  const labels = rows.some(({ options }) => options !== undefined) ? ['the letter alone'] : [];
  const stances = rows.some(({ options }) => options === undefined) ? ['True or False only'] : [];
  const formWords = [...labels, ...stances].join(', or for ');
  return `An answer could not be read in ${quantity(rows.length, 'row')}: ask for ${formWords}, in \`model.prompt\`, or name a \`judge\` that reads it.`;
}
