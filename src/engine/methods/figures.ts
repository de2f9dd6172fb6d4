import { parseOptions } from '../../language/options.js';
import type { ReportRow, ResultRow, Baseline } from '../results.js';
import { stated } from '../scorers/rule.js';
import { type TestVerdict, deciding, type SequentialCounts } from '../gate.js';
import { planError, planErrorOfAll, type PlanError } from '../statistics/plan-error.js';
import { tallyOf } from '../sides.js';
import { type Decider, type Decision, COMPARED, type Compared } from './decision.js';
import { guessIn } from './key.js';
import type { Decided, TestWithRows } from './method.js';
import { NOTHING_KNOWN } from './observe.js';

export function sequentialCounts(sequence: Decided): SequentialCounts {
  const rows = sequence.counted.map(({ result }) => result);
  const { pass_count, fail_count, error_count } = tallyOf(rows);
  const { sensitive, known } = comparisonsOf(sequence);
  // Among equal comparisons, the one of reading the perturbation decides.
  const baseline = deciding([sensitive, known]);
  const counts: SequentialCounts = {
    sequential: sequence.decision,
    pass_count,
    fail_count,
    read_count: rows.length - error_count,
    undecided_count: sequence.decider.rules.rows - rows.length,
  };
  if (!baseline) return counts;
  const lacksPairs = isAllByComparison(sequence) && pairsIn(rows) < pairsNeeded(sequence);
  return { ...counts, baseline, lacksPairs };
}

/** True if the minimum fails no model and the base's own answers are compared. */
function isAllByComparison({ decider, run, rows }: Decided): boolean {
  const isNewTest = run.compare?.isNewTest === true;
  return decider.rules.sensitive.minimum === 0 && !rows.isUnchanged && !isNewTest;
}

/** Fewest rows with a verdict in both, without which a comparison shows nothing. */
const LEAST_PAIRS = 10;

function pairsNeeded({ decider }: Decided): number {
  return Math.min(LEAST_PAIRS, decider.rules.rows / 2);
}

function pairsIn(rows: readonly ResultRow[]): number {
  const isPass = (pass: boolean | null | undefined) => typeof pass === 'boolean';
  return rows.filter(({ pass, baseline }) => isPass(pass) && isPass(baseline?.pass)).length;
}

function comparisonsOf(sequence: Decided): NonNullable<ReportRow['comparisons']> {
  if (!sequence.run.compare) return {};
  const compared = sequence.rows.isUnchanged
    ? COMPARED.filter((name) =>
        sequence.counted.some(({ standing }) => standing.now[name] !== undefined),
      )
    : sequence.decider.rules.comparisons;
  return Object.fromEntries(compared.map((name) => [name, comparisonOf(sequence, name)]));
}

function comparisonOf(sequence: Decided, of: Compared): Baseline {
  const { decision, decider, run, rows } = sequence;
  const { isUnchanged } = rows;
  const shown = isUnchanged ? 'no_loss' : decision.comparisons[of];
  const pairs = sequence.counted.flatMap(({ standing }) => {
    const [before, now] = [standing.before?.[of], standing.now[of]];
    return before === undefined || now === undefined ? [] : [{ before, now }];
  });
  const count = (before: boolean, now: boolean) =>
    pairs.filter((pair) => pair.before === before && pair.now === now).length;
  const { worth } = sequence.state.comparisons[of];
  const { comparisons = 1 } = decider.rules.comparison ?? {};
  return {
    source: run.compare!.with,
    of,
    paired_count: pairs.length,
    pass_rate:
      pairs.length === 0 ? null : pairs.filter(({ before }) => before).length / pairs.length,
    broken: count(true, false),
    fixed: count(false, true),
    // Wealth is an e-value: 1 / W is a p-value at whatever row one stops (Ville's inequality).
    p_value: Math.min(1, 1 / worth),
    adjusted_p_value: Math.min(1, comparisons / worth),
    max_regression: run.compare!.max_regression,
    unchanged: isUnchanged ? (true as const) : undefined,
    new_test: run.compare!.isNewTest ? (true as const) : undefined,
    outcome: shown === 'regression' ? 'fail' : shown ? 'pass' : 'inconclusive',
  };
}

function sequentialFigures(
  sequence: Decided,
): Partial<ReportRow> & Pick<ReportRow, 'undecided_count'> {
  const { decision, counted, open, decider } = sequence;
  const { margin, alpha, beta } = decider.rules.sensitive;
  const comparisons = comparisonsOf(sequence);
  const uncounted = decider.rules.rows - open.length - counted.length;
  const streams = streamsOf(decision);
  const figures: Partial<ReportRow> = { decision: 'sequential', margin, alpha, beta, streams };
  if (uncounted > 0) figures.uncounted_count = uncounted;
  if (Object.keys(comparisons).length > 0) {
    figures.comparisons = comparisons;
    figures.baseline_streams = streamsOf(decisionOnBaseline(sequence));
  }
  return { ...figures, undecided_count: open.length };
}

/**
 * Decides the baseline by the rules of the test, from the rows that decided the test. An answer
 * that is not known leaves a stream open.
 */
function decisionOnBaseline({ decider, counted }: Decided): Decision {
  return decider.decide(counted.map(({ standing }) => standing.before ?? NOTHING_KNOWN));
}

function streamsOf({ valid, steady, sensitive }: Decision): NonNullable<ReportRow['streams']> {
  const streams: NonNullable<ReportRow['streams']> = {};
  if (valid) streams.valid = valid;
  if (steady) streams.steady = steady;
  if (sensitive) streams.sensitive = sensitive;
  return streams;
}

function planErrorNow({ decider, counted }: Decided): { plan_error?: PlanError } {
  // Before a row is asked every one may come to count, afterwards the valid ones: in between the
  // valid ones and those not asked yet.
  const most =
    counted.filter(({ seen }) => seen.valid !== false).length +
    (decider.rules.rows - counted.length);
  return planErrorOf(decider, most);
}

/**
 * The plan's error; none for a minimum of 0 or 1. `most`: rows that may count for S, where it alone
 * decides.
 */
export function planErrorOf(
  { rules: { rows }, sensitive, valid, steady }: Decider,
  most = rows,
): { plan_error?: PlanError } {
  if (most === 0 || sensitive.good <= sensitive.bad) return {};
  const isAlone = [valid, steady].every((test) => !test || test.rule.minimum === 0);
  return {
    plan_error: isAlone
      ? planError(sensitive, most)
      : planErrorOfAll({ sensitive, valid, steady }, rows),
  };
}

export function streamFigures(sequence: Decided): Partial<ReportRow> {
  const rows = sequence.counted.map(({ result }) => result);
  const isAsked = rows.some((row) => row.upset !== undefined);
  return {
    asked_count: rows.length,
    upset_count: isAsked ? rows.filter((row) => row.upset).length : undefined,
    induced_count: rows.filter(({ state }) => state === 'induced').length,
    baseline_fail_count: rows.filter(({ state }) => state === 'foul anyway').length,
    ...sequentialFigures(sequence),
    ...planErrorNow(sequence),
  };
}

export function statedMinima({
  rules: { valid, steady },
}: Decider): Pick<ReportRow, 'minimum_valid_rate' | 'minimum_steady_rate'> {
  return {
    minimum_valid_rate: valid && valid.minimum,
    minimum_steady_rate: steady && steady.minimum,
  };
}

export function tripletFigures(
  { plan, rows: all, leftOut, decided }: TestWithRows,
  verdict: TestVerdict,
): ReportRow {
  const sequence = decided!;
  const { head, rules, calibration } = plan;
  const rows = sequence.counted.map(({ result }) => result);
  const { pass_count, fail_count, error_count } = tallyOf(rows);
  const streamed = sequence.counted.filter(({ seen }) => !seen.isAside);
  const valid = streamed.filter(({ seen }) => seen.valid === true).length;
  const judged = streamed.filter(({ seen }) => seen.valid !== undefined).length;
  const known = streamed.filter(
    ({ seen }) => seen.known === true && seen.steady !== undefined,
  ).length;
  const aside = rows.length - streamed.length;
  const readers = rows.flatMap(({ read_by }) => Object.values(read_by ?? {}));
  const readBy = (one: 'rule' | 'judge') => readers.filter((by) => by === one).length;
  const guess = guessIn(all.map(caseOf));
  const isKeyed = all.some(({ key }) => key);
  const { decider } = sequence;
  return {
    ...head,
    fail_count,
    pass_count,
    error_count,
    not_applicable_count: leftOut.length,
    ...rules,
    threshold: 0,
    rule: stated({ kind: 'three_arms', key: decider.rules.contrastAlpha === undefined }),
    method: 'triplet',
    ...statedMinima(decider),
    asked_count: rows.length,
    known_count: isKeyed
      ? streamed.filter(({ standing }) => standing.now.known === true).length
      : undefined,
    both_sides_count: aside > 0 ? aside : undefined,
    read_counts: readers.length > 0 ? { rule: readBy('rule'), judge: readBy('judge') } : undefined,
    steady_count: valid,
    valid_rate: judged === 0 ? null : valid / judged,
    ...(decider.steady && { steady_rate: known === 0 ? null : valid / known }),
    guess_rate: guess && Math.max(guess.g, guess.h),
    guesses: guess,
    placebo: {
      changed: sequence.counted.filter(({ upset }) => upset).length,
      p_value: Math.min(1, 1 / sequence.state.contrast.worth),
    },
    ...sameOf(rows),
    ...clustersOf(rows, all),
    ...sequentialFigures(sequence),
    ...planErrorNow(sequence),
    ...(calibration && { calibration }),
    ...verdict,
  };
}

function caseOf({ key, options = '' }: ResultRow): Parameters<typeof guessIn>[0][number] {
  return {
    key,
    options: key && typeof key.original !== 'string' ? parseOptions(options) : undefined,
  };
}

/**
 * How consistent a model is on what belongs together: right on all of it, or not. Clusters of which
 * a row does not count are left out.
 */
function clustersOf(
  rows: readonly ResultRow[],
  all: readonly ResultRow[],
): Pick<ReportRow, 'clusters'> {
  const clusters = Map.groupBy(all, ({ cluster }) => cluster);
  clusters.delete(undefined);
  if (clusters.size === 0) return {};
  const scored = rows.filter(({ status }) => status === 'scored');
  const judged = Map.groupBy(scored, ({ cluster }) => cluster);
  const whole = [...clusters].flatMap(([cluster, { length }]) =>
    judged.get(cluster)?.length === length ? [judged.get(cluster)!] : [],
  );
  return {
    clusters: {
      right: whole.filter((all) => all.every(({ pass }) => pass === true)).length,
      total: whole.length,
    },
  };
}

function sameOf(rows: readonly ResultRow[]): Pick<ReportRow, 'same'> {
  const same = rows.filter(({ expect }) => expect === 'same');
  const { pass_count, fail_count } = tallyOf(same);
  return same.length === 0 ? {} : { same: { pass_count, fail_count } };
}
