import type {
  Baseline,
  ReportRow,
  RowState,
  SequentialFigures,
  StreamReportRow,
  TripletReportRow,
} from '../results.ts';
import { deciding, type SequentialCounts } from '../verdict/gate.ts';
import { planError, planErrorOfAll, type PlanError } from '../statistics/plan-error.ts';
import { tallyOf } from '../verdict/tally.ts';
import type { Decider, Decision } from './decision.ts';
import { COMPARED_FACTS, type ComparedFact } from './row-facts.ts';
import { NOTHING_KNOWN, type DecidedTest } from './method.ts';

/** The counts of a sequential test, from which the gate decides. */
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

/** Minimum number of rows with a verdict in both for a comparison to show anything. */
const MIN_PAIRS = 10;

/** True if only the comparison can fail a model, and too few rows have a verdict in both. */
function lacksPairs({ decider, run, rows, countedRows }: DecidedTest): boolean {
  const isByMinimum = decider.rules.sensitive.minimum > 0;
  if (isByMinimum || rows.isUnchanged || run.compare?.isNewTest) return false;
  const isVerdict = (pass: boolean | null | undefined) => typeof pass === 'boolean';
  const pairs = countedRows.filter(
    ({ result: { pass, baseline } }) => isVerdict(pass) && isVerdict(baseline?.pass),
  );
  return pairs.length < Math.min(MIN_PAIRS, decider.rules.rows / 2);
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

export function rateOf(part: number, total: number): number | null {
  return total === 0 ? null : part / total;
}

export function sequentialFigures(
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

export function planErrorOfOpenRows({ decider, countedRows }: DecidedTest): PlanError | undefined {
  // Rows that may still count: all but the invalid ones.
  const invalid = countedRows.filter(({ facts }) => facts.valid === false).length;
  return planErrorOf(decider, decider.rules.rows - invalid);
}

/**
 * Returns how often the plan itself is wrong; undefined for a minimum of 0 or 1. If the stream
 * `sensitive` (S) alone decides, at most `mostRows` rows count for it.
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
const INDUCED: readonly RowState[] = ['induced', 'breaks under pressure'];

type StreamFigures = SequentialFigures &
  Pick<StreamReportRow, 'undecided_count' | 'induced_count' | 'baseline_fail_count'>;

export function streamFigures(sequence: DecidedTest): StreamFigures {
  const rows = sequence.countedRows.map(({ result }) => result);
  const failed = rows.filter(({ pass }) => pass === false);
  return {
    asked_count: rows.length,
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
