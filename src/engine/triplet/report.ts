import { mayGate } from '../calibration.js';
import type { TestVerdict } from '../gate.js';
import type { Calibration, ReportRow, ResultRow } from '../results.js';
import { namedBy, reportRow } from '../report.js';
import { stated } from '../scorers/rule.js';
import type { SensitivityTest } from '../tests/test.js';
import { planError, planErrorOfAll, type PlanError } from '../statistics/plan-error.js';
import { tallyOf } from '../tally.js';
import type { TripletCase } from './cases.js';
import { correctedBy } from './corrected.js';
import { comparisonsOf, type Decided } from './counts.js';
import type { Decider } from './decision.js';
import { guessIn } from './key.js';
import { probabilityFigures } from './probabilities.js';
import type { Sequence } from './sequence.js';
import { StreamRows } from './stream-rows.js';
import { TripletRows } from './triplet-rows.js';

/** What a sequential decision says of itself, whatever its rows are. */
function sequentialFigures(sequence: Decided): Partial<ReportRow> & Pick<ReportRow, 'undecided_count'> {
  const { decision, counted, open, run } = sequence;
  const { margin, alpha, beta } = run;
  const comparisons = comparisonsOf(sequence);
  const uncounted = sequence.decider.rules.rows - open.length - counted.length;
  return {
    decision: 'sequential',
    undecided_count: open.length,
    ...(uncounted > 0 && { uncounted_count: uncounted }),
    margin,
    alpha,
    beta,
    streams: {
      ...(decision.valid && { valid: decision.valid }),
      ...(decision.steady && { steady: decision.steady }),
      ...(decision.sensitive && { sensitive: decision.sensitive }),
    },
    ...(Object.keys(comparisons).length > 0 && { comparisons }),
  };
}

/** How often this very plan is wrong. */
function planErrorNow({ decider, counted, longPlan }: Decided): { plan_error?: PlanError } {
  if (longPlan) return longPlan;
  // Before a row is asked every one may come to count, afterwards the valid ones: in between the valid ones and those not asked yet.
  const most = counted.filter(({ seen }) => seen.valid !== false).length + (decider.rules.rows - counted.length);
  return planErrorOf(decider, most);
}

/**
 * Where the minimum is 0 or 1, there is no good and no bad model on its two sides. `most`: rows that may count for S, which matter where it
 * alone decides.
 */
export function planErrorOf({ rules: { rows }, sensitive, valid, steady }: Decider, most = rows): { plan_error?: PlanError } {
  if (most === 0 || sensitive.good <= sensitive.bad) return {};
  const isAlone = [valid, steady].every((test) => !test || test.rule.minimum === 0);
  return { plan_error: isAlone ? planError(sensitive, most) : planErrorOfAll({ sensitive, valid, steady }, rows) };
}

/** What of a row's texts and key the figures need. */
export type FiguredCase = Pick<TripletCase, 'key' | 'options' | 'cluster'>;

interface Found {
  verdict: TestVerdict;
  calibration?: Calibration | undefined;
}

/** A sequential test's row of the report: of the rows up to the decision, however many were asked. */
export function sequenceRow(sequence: Sequence, found: Found): ReportRow {
  const { rows } = sequence;
  if (rows instanceof StreamRows) return streamReport(sequence, rows, found);
  if (rows instanceof TripletRows) return tripletReport(sequence, rows, found);
  throw new TypeError('rows of no known kind');
}

function streamReport(sequence: Sequence, { trial, run: { measure, test } }: StreamRows, { verdict, calibration }: Found): ReportRow {
  const pair = reportRow(trial, { rows: resultsOf(sequence), verdict, calibration });
  return streamRow(pair, sequence, test.perturbs ? measure : undefined);
}

/** A row of the report of one stream: as a pair's, of the rows that count. */
export function streamRow({ confidence: _confidence, ...pair }: ReportRow, decided: Decided, measure: ReportRow['measure']): ReportRow {
  return { ...pair, ...(measure && { measure }), ...streamFigures(decided), ...planErrorNow(decided) };
}

/** What became of the rows of one stream. */
function streamFigures(sequence: Decided): Partial<ReportRow> {
  const rows = resultsOf(sequence);
  const isTold = rows.some((row) => row.upset !== undefined);
  return {
    asked_count: rows.length,
    ...(isTold && { upset_count: rows.filter((row) => row.upset).length }),
    induced_count: rows.filter(({ state }) => state === 'induced').length,
    baseline_fail_count: rows.filter(({ state }) => state === 'foul anyway').length,
    ...sequentialFigures(sequence),
  };
}

function tripletReport(sequence: Sequence, { run, prepared: { cases }, calibration, drift }: TripletRows, { verdict }: Found): ReportRow {
  const plan: TripletPlan = {
    head: { category: run.test.category, test_type: run.test.name, ...namedBy(run) },
    minimum_pass_rate: run.minimum_pass_rate,
    scorer: run.scorer.name,
    test: run.test,
    readsChances: run.chances === 'read',
    leftOut: sequence.rows.notApplicable.length,
    drift,
    calibration,
  };
  return tripletReportRow(plan, sequence, { verdict, cases });
}

/** How rows were asked three ways, as a run or an earlier report has it: what the rows do not tell. */
export interface TripletPlan extends Pick<ReportRow, 'minimum_pass_rate' | 'scorer'> {
  head: Pick<ReportRow, 'category' | 'test_type' | 'named'>;
  test: Pick<SensitivityTest, 'losesAnswer'> | undefined;
  readsChances: boolean;
  /** Samples that were never asked. */
  leftOut: number;
  drift: ReportRow['drift'] | undefined;
  calibration: Calibration | undefined;
}

/** A row of the report of a triplet, in its run and when a report is read. */
export function tripletReportRow(
  { head, test, readsChances, leftOut, drift, calibration, ...rules }: TripletPlan,
  decided: Decided,
  { verdict, cases }: { verdict: TestVerdict; cases: readonly FiguredCase[] },
): ReportRow {
  const rows = resultsOf(decided);
  const { pass_count, fail_count, error_count } = tallyOf(rows);
  const isJudged = rows.some(({ read_by }) => Object.values(read_by ?? {}).includes('judge'));
  const scored = pass_count + fail_count;
  const corrected =
    calibration && isJudged && mayGate(calibration)
      ? correctedBy(calibration, { passes: pass_count, scored, losesAnswer: test?.losesAnswer })
      : undefined;
  return {
    ...head,
    fail_count,
    pass_count,
    error_count,
    not_applicable_count: leftOut,
    ...rules,
    threshold: 0,
    rule: stated({ kind: 'three_arms', key: decided.decider.rules.contrastAlpha === undefined }),
    method: 'triplet',
    ...(readsChances && { readings: 'probabilities' as const }),
    ...statedMinima(decided.decider),
    ...tripletFigures(decided, cases),
    ...planErrorNow(decided),
    ...(drift && { drift }),
    ...(calibration && { calibration }),
    ...(corrected && { corrected_rate: corrected }),
    ...verdict,
  };
}

function resultsOf({ counted }: Decided): ResultRow[] {
  return counted.map(({ result }) => result);
}

/** What V and U are held against. */
export function statedMinima({ rules: { valid, steady } }: Decider): Pick<ReportRow, 'minimum_valid_rate' | 'minimum_steady_rate'> {
  return { ...(valid && { minimum_valid_rate: valid.minimum }), ...(steady && { minimum_steady_rate: steady.minimum }) };
}

/** What became of rows that were asked three ways; `cases` are all there are, asked or not. */
function tripletFigures(sequence: Decided, cases: readonly FiguredCase[]): Partial<ReportRow> {
  const rows = resultsOf(sequence);
  const streamed = sequence.counted.filter(({ seen }) => !seen.isAside);
  const valid = streamed.filter(({ seen }) => seen.valid === true).length;
  const judged = streamed.filter(({ seen }) => seen.valid !== undefined).length;
  const known = streamed.filter(({ seen }) => seen.known === true && seen.steady !== undefined).length;
  const aside = rows.length - streamed.length;
  const readers = rows.flatMap(({ read_by }) => Object.values(read_by ?? {}));
  const readBy = (one: 'rule' | 'judge') => readers.filter((by) => by === one).length;
  const guess = guessIn(cases);
  const isKeyed = cases.some(({ key }) => key);
  return {
    asked_count: rows.length,
    ...(isKeyed && { known_count: streamed.filter(({ standing }) => standing.now.known === true).length }),
    ...(aside > 0 && { both_sides_count: aside }),
    ...(readers.length > 0 && { read_counts: { rule: readBy('rule'), judge: readBy('judge') } }),
    steady_count: valid,
    valid_rate: judged === 0 ? null : valid / judged,
    ...(sequence.decider.steady && { steady_rate: known === 0 ? null : valid / known }),
    ...(guess && { guess_rate: Math.max(guess.g, guess.h), guesses: guess }),
    placebo: placeboOf(sequence),
    ...sameOf(rows),
    ...clustersOf(rows, cases),
    ...probabilityFigures(rows),
    ...sequentialFigures(sequence),
  };
}

/** How many answers a harmless edit changed, and the wealth's p-value that the perturbation changes no more. */
function placeboOf({ counted, state }: Decided): NonNullable<ReportRow['placebo']> {
  return { changed: counted.filter(({ upset }) => upset).length, p_value: Math.min(1, 1 / state.contrast.worth) };
}

/** How consistent a model is on what belongs together: right on all of it, or not. Clusters of which a row does not count are left out. */
function clustersOf(rows: readonly ResultRow[], cases: readonly FiguredCase[]): Pick<ReportRow, 'clusters'> {
  const clusters = Map.groupBy(cases, ({ cluster }) => cluster);
  clusters.delete(undefined);
  if (clusters.size === 0) return {};
  const judged = Map.groupBy(
    rows.filter(({ status }) => status === 'scored'),
    ({ cluster }) => cluster,
  );
  const whole = [...clusters].flatMap(([cluster, { length }]) => (judged.get(cluster)?.length === length ? [judged.get(cluster)!] : []));
  return { clusters: { right: whole.filter((all) => all.every(({ pass }) => pass === true)).length, total: whole.length } };
}

/** Rows whose answer should stay, by themselves. */
function sameOf(rows: readonly ResultRow[]): Pick<ReportRow, 'same'> {
  const same = rows.filter(({ expect }) => expect === 'same');
  const { pass_count, fail_count } = tallyOf(same);
  return same.length === 0 ? {} : { same: { pass_count, fail_count } };
}
