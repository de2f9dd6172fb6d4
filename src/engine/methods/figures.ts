import { parseOptions } from '../../language/options.js';
import type {
  Baseline,
  ReportRow,
  ResultRow,
  RowState,
  SequentialFigures,
  TripletReportRow,
} from '../results.js';
import { stated } from '../scorers/rule.js';
import { type TestVerdict, deciding, type SequentialCounts } from '../gate.js';
import { planError, planErrorOfAll, type PlanError } from '../statistics/plan-error.js';
import { endingFigures } from '../endings.js';
import { tallyOf } from '../answer-and-refuse.js';
import { type Decider, type Decision, COMPARED_FACTS, type ComparedFact } from './decision.js';
import { guessIn } from './key.js';
import { NOTHING_KNOWN, type DecidedTest, type TestWithRows } from './method.js';

export function sequentialCounts(sequence: DecidedTest): SequentialCounts {
  const rows = sequence.countedRows.map(({ result }) => result);
  const { pass_count, fail_count, error_count } = tallyOf(rows);
  const { sensitive, known } = comparisonsOf(sequence);
  // Among equal comparisons, the one of reading the perturbation decides.
  const baseline = deciding([sensitive, known]);
  const counts: SequentialCounts = {
    kind: 'sequential',
    decision: sequence.decision,
    pass_count,
    fail_count,
    read_count: rows.length - error_count,
    undecided_count: sequence.decider.rules.rows - rows.length,
    statesBothSides: isMostlyAside(sequence),
  };
  if (!baseline) return counts;
  return { ...counts, baseline, lacksPairs: lacksPairs(sequence) };
}

/** True if more than half of the rows whose answer is known state both sides. */
function isMostlyAside({ countedRows }: DecidedTest): boolean {
  const knownRows = countedRows.filter(({ subjectFacts }) => subjectFacts.head.known === true);
  return 2 * knownRows.filter(({ facts }) => facts.isAside).length > knownRows.length;
}

/** Fewest rows with a verdict in both, without which a comparison shows nothing. */
const LEAST_PAIRS = 10;

/** True if only the comparison can fail a model, and too few rows have a verdict in both. */
function lacksPairs({ decider, run, rows, countedRows }: DecidedTest): boolean {
  const isByMinimum = decider.rules.sensitive.minimum > 0;
  if (isByMinimum || rows.isUnchanged || run.compare?.isNewTest) return false;
  const isPass = (pass: boolean | null | undefined) => typeof pass === 'boolean';
  const pairs = countedRows.filter(
    ({ result: { pass, baseline } }) => isPass(pass) && isPass(baseline?.pass),
  );
  return pairs.length < Math.min(LEAST_PAIRS, decider.rules.rows / 2);
}

function comparisonsOf(sequence: DecidedTest): NonNullable<SequentialFigures['comparisons']> {
  const { compare } = sequence.run;
  if (!compare) return {};
  const isKnown = (name: ComparedFact) =>
    sequence.countedRows.some(({ subjectFacts }) => subjectFacts.head[name] !== undefined);
  const compared = sequence.rows.isUnchanged
    ? COMPARED_FACTS.filter(isKnown)
    : sequence.decider.rules.comparisons;
  return Object.fromEntries(compared.map((name) => [name, comparisonOf(sequence, compare, name)]));
}

function comparisonOf(
  sequence: DecidedTest,
  compare: NonNullable<DecidedTest['run']['compare']>,
  fact: ComparedFact,
): Baseline {
  const { decision, decider, rows } = sequence;
  const result = rows.isUnchanged ? 'no_loss' : decision.comparisons[fact];
  const pairs = sequence.countedRows.flatMap(({ subjectFacts }) => {
    const [baseline, head] = [subjectFacts.baseline?.[fact], subjectFacts.head[fact]];
    return baseline === undefined || head === undefined ? [] : [{ baseline, head }];
  });
  const count = (baseline: boolean, head: boolean) =>
    pairs.filter((pair) => pair.baseline === baseline && pair.head === head).length;
  const { worth } = sequence.state.comparisons[fact];
  const { comparisons = 1 } = decider.rules.comparison ?? {};
  let outcome: Baseline['outcome'] = result ? 'pass' : 'inconclusive';
  if (result === 'regression') outcome = 'fail';
  return {
    source: compare.with,
    of: fact,
    paired_count: pairs.length,
    pass_rate: rateOf(pairs.filter(({ baseline }) => baseline).length, pairs.length),
    broken: count(true, false),
    fixed: count(false, true),
    // Wealth is an e-value: 1 / W is a p-value at every row at which asking stops (Ville).
    p_value: Math.min(1, 1 / worth),
    adjusted_p_value: Math.min(1, comparisons / worth),
    max_regression: compare.max_regression,
    unchanged: rows.isUnchanged || undefined,
    new_test: compare.isNewTest || undefined,
    outcome,
  };
}

function rateOf(part: number, total: number): number | null {
  return total === 0 ? null : part / total;
}

function sequentialFigures(
  sequence: DecidedTest,
): SequentialFigures & Pick<ReportRow, 'undecided_count'> {
  const { decision, countedRows, open, decider } = sequence;
  const { margin, alpha, beta } = decider.rules.sensitive;
  const comparisons = comparisonsOf(sequence);
  const uncounted = decider.rules.rows - open.length - countedRows.length;
  const streams = streamsOf(decision);
  const figures: SequentialFigures = { decision: 'sequential', margin, alpha, beta, streams };
  if (uncounted > 0) figures.uncounted_count = uncounted;
  if (Object.keys(comparisons).length > 0) {
    figures.comparisons = comparisons;
    // The streams of the baseline on the same rows. An unknown answer leaves a stream open.
    const baselineRows = countedRows.map(
      ({ subjectFacts }) => subjectFacts.baseline ?? NOTHING_KNOWN,
    );
    figures.baseline_streams = streamsOf(decider.decide(baselineRows));
  }
  return { ...figures, undecided_count: open.length };
}

function streamsOf({
  valid,
  steady,
  sensitive,
}: Decision): NonNullable<SequentialFigures['streams']> {
  return { valid, steady, sensitive };
}

function planErrorOfOpenRows({ decider, countedRows }: DecidedTest): PlanError | undefined {
  // Rows that may still count: all but the invalid ones.
  const invalid = countedRows.filter(({ facts }) => facts.valid === false).length;
  return planErrorOf(decider, decider.rules.rows - invalid);
}

/**
 * Returns how often the plan itself is wrong; undefined for a minimum of 0 or 1. `mostRows` may
 * count for the stream `sensitive` (S), where that stream alone decides.
 */
export function planErrorOf(
  { rules: { rows }, sensitive, valid, steady }: Decider,
  mostRows = rows,
): PlanError | undefined {
  if (mostRows === 0 || sensitive.good <= sensitive.bad) return undefined;
  const isAlone = [valid, steady].every((test) => !test || test.rule.minimum === 0);
  if (isAlone) return planError(sensitive, mostRows);
  return planErrorOfAll({ sensitive, valid, steady }, rows);
}

/** States of failing rows whose answer to the original passes. */
const INDUCED: readonly RowState[] = ['induced', 'breaks under pressure', 'breaks when asked'];

export function streamFigures(sequence: DecidedTest) {
  const rows = sequence.countedRows.map(({ result }) => result);
  const failed = rows.filter(({ pass }) => pass === false);
  const isAsked = rows.some((row) => row.upset !== undefined);
  return {
    asked_count: rows.length,
    upset_count: isAsked ? rows.filter((row) => row.upset).length : undefined,
    induced_count: failed.filter(({ state }) => state !== undefined && INDUCED.includes(state))
      .length,
    baseline_fail_count: failed.filter(({ state }) => state === 'foul anyway' || state === 'broken')
      .length,
    ...sequentialFigures(sequence),
    plan_error: planErrorOfOpenRows(sequence),
  };
}

export function statedMinima({
  rules: { valid, steady },
}: Decider): Pick<TripletReportRow, 'minimum_valid_rate' | 'minimum_steady_rate'> {
  return { minimum_valid_rate: valid?.minimum, minimum_steady_rate: steady?.minimum };
}

export function tripletFigures(
  { plan, rows: allRows, leftOut, decided }: TestWithRows,
  verdict: TestVerdict,
): TripletReportRow {
  if (!decided) throw new TypeError('rows with three arms are asked until they decide');
  const { countedRows, decider, state } = decided;
  const rows = countedRows.map(({ result }) => result);
  const { pass_count, fail_count, error_count } = tallyOf(rows);
  const guess = guessIn(allRows.map(caseOf));
  return {
    ...plan.head,
    fail_count,
    pass_count,
    error_count,
    not_applicable_count: leftOut.length,
    ...plan.rules,
    threshold: 0,
    rule: stated({ kind: 'three_arms', key: decider.rules.contrastAlpha === undefined }),
    method: 'triplet',
    rows_are: hasStatements(allRows) ? 'statements' : undefined,
    ...statedMinima(decider),
    asked_count: rows.length,
    ...ratesOf(
      decided,
      allRows.some(({ key }) => key),
    ),
    read_counts: readersOf(rows),
    ...endingFigures(rows),
    guess_rate: guess && Math.max(guess.g, guess.h),
    guesses: guess,
    placebo: {
      changed: countedRows.filter(({ upset }) => upset).length,
      p_value: Math.min(1, 1 / state.contrast.worth),
    },
    same: sameOf(rows),
    clusters: clustersOf(rows, allRows),
    ...sequentialFigures(decided),
    plan_error: planErrorOfOpenRows(decided),
    calibration: plan.calibration,
    ...verdict,
  };
}

/** True if no row has options, and answers are read as true or false. */
function hasStatements(rows: readonly ResultRow[]): boolean {
  if (rows.some(({ options }) => options !== undefined)) return false;
  return rows.some(
    ({ key, readings }) =>
      typeof key?.original === 'string' || typeof readings?.original === 'string',
  );
}

/**
 * Returns the counts and rates of the streams `valid` (V) and `steady` (U). Rows that are set aside
 * belong to neither.
 */
function ratesOf({ countedRows, decider }: DecidedTest, isKeyed: boolean) {
  const streamed = countedRows.filter(({ facts }) => !facts.isAside);
  const count = (belongs: (row: DecidedTest['countedRows'][number]) => boolean) =>
    streamed.filter(belongs).length;
  const valid = count(({ facts }) => facts.valid === true);
  const figures: Partial<TripletReportRow> = {
    steady_count: valid,
    valid_rate: rateOf(
      valid,
      count(({ facts }) => facts.valid !== undefined),
    ),
  };
  const known = count(({ facts }) => facts.known === true && facts.steady !== undefined);
  if (decider.steady) figures.steady_rate = rateOf(valid, known);
  if (isKeyed) figures.known_count = count(({ subjectFacts }) => subjectFacts.head.known === true);
  const aside = countedRows.length - streamed.length;
  if (aside > 0) figures.both_sides_count = aside;
  return figures;
}

function readersOf(rows: readonly ResultRow[]): TripletReportRow['read_counts'] {
  const readers = rows.flatMap(({ read_by }) => Object.values(read_by ?? {}));
  if (readers.length === 0) return undefined;
  const count = (reader: 'rule' | 'judge') => readers.filter((name) => name === reader).length;
  return { rule: count('rule'), judge: count('judge') };
}

function caseOf({ key, options = '' }: ResultRow): Parameters<typeof guessIn>[0][number] {
  return {
    key,
    options: key && typeof key.original !== 'string' ? parseOptions(options) : undefined,
  };
}

/** Counts the clusters whose rows are all right. A cluster with an uncounted row is left out. */
function clustersOf(
  rows: readonly ResultRow[],
  allRows: readonly ResultRow[],
): TripletReportRow['clusters'] {
  const clusters = Map.groupBy(allRows, ({ cluster }) => cluster);
  clusters.delete(undefined);
  if (clusters.size === 0) return undefined;
  const scoredRows = rows.filter(({ status }) => status === 'scored');
  const scoredClusters = Map.groupBy(scoredRows, ({ cluster }) => cluster);
  const completeClusters = [...scoredClusters].filter(
    ([cluster, { length }]) => clusters.get(cluster)?.length === length,
  );
  const rightClusters = completeClusters.filter(([, clusterRows]) =>
    clusterRows.every(({ pass }) => pass === true),
  );
  return { right: rightClusters.length, total: completeClusters.length };
}

function sameOf(rows: readonly ResultRow[]): TripletReportRow['same'] {
  const sameRows = rows.filter(({ expect }) => expect === 'same');
  if (sameRows.length === 0) return undefined;
  const { pass_count, fail_count } = tallyOf(sameRows);
  return { pass_count, fail_count };
}
