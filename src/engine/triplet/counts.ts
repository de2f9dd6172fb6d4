import { deciding, type SequentialCounts } from '../gate.js';
import type { Baseline, ReportRow, ResultRow } from '../results.js';
import { COMPARED, type Compared, type Decider, type Decision, type DecisionState } from './decision.js';
import type { PlanError } from '../statistics/plan-error.js';
import type { Observed } from './observe.js';
import { tallyOf } from '../sides.js';
import type { SequentialKeys } from './triplet-run.js';

/** What all figures of a sequential test are made of: it has just run, or its rows were read again from its report. */
export interface Decided {
  run: SequentialKeys & { compare?: { with: Baseline['source']; max_regression: number } | undefined };
  rows: { isUnchanged: boolean; hasDrifted?: boolean };
  decider: Decider;
  decision: Decision;
  state: DecisionState;
  counted: readonly (Observed & { result: ResultRow })[];
  open: readonly unknown[];
  /** The error of a plan that is too long to be worked out for a report that is read. */
  longPlan?: { plan_error?: PlanError } | undefined;
}

export function sequentialCounts(sequence: Decided): SequentialCounts {
  const rows = sequence.counted.map(({ result }) => result);
  const { pass_count, fail_count, error_count } = tallyOf(rows);
  const { sensitive, known } = comparisonsOf(sequence);
  // Of those alike whether the perturbation is read.
  const baseline = deciding([sensitive, known]);
  return {
    sequential: sequence.decision,
    pass_count,
    fail_count,
    read_count: rows.length - error_count,
    undecided_count: sequence.decider.rules.rows - rows.length,
    ...(baseline && { baseline }),
  };
}

/** Each comparison with the base, over the rows that are known in both. */
export function comparisonsOf(sequence: Decided): NonNullable<ReportRow['comparisons']> {
  if (!sequence.run.compare) return {};
  const compared = sequence.rows.isUnchanged
    ? COMPARED.filter((name) => sequence.counted.some(({ standing }) => standing.now[name] !== undefined))
    : sequence.decider.rules.comparisons;
  return Object.fromEntries(compared.map((name) => [name, comparisonOf(sequence, name)]));
}

function comparisonOf(sequence: Decided, of: Compared): Baseline {
  const { decision, decider, run, rows } = sequence;
  const { isUnchanged, hasDrifted } = rows;
  const shown = isUnchanged ? 'no_loss' : decision.comparisons[of];
  const pairs = sequence.counted.flatMap(({ standing }) => {
    const [before, now] = [standing.before?.[of], standing.now[of]];
    return before === undefined || now === undefined ? [] : [{ before, now }];
  });
  const count = (before: boolean, now: boolean) => pairs.filter((pair) => pair.before === before && pair.now === now).length;
  const { worth } = sequence.state.comparisons[of];
  const { comparisons = 1 } = decider.rules.comparison ?? {};
  return {
    // Of a report that no longer speaks of the base's model nothing was used.
    source: hasDrifted ? 'base' : run.compare!.with,
    of,
    paired_count: pairs.length,
    pass_rate: pairs.length === 0 ? null : pairs.filter(({ before }) => before).length / pairs.length,
    broken: count(true, false),
    fixed: count(false, true),
    // Wealth is an e-value: 1 / W is a p-value at whatever row one stops (Ville's inequality).
    p_value: Math.min(1, 1 / worth),
    adjusted_p_value: Math.min(1, comparisons / worth),
    max_regression: run.compare!.max_regression,
    ...(isUnchanged && { unchanged: true as const }),
    outcome: shown === 'regression' ? 'fail' : shown ? 'pass' : 'inconclusive',
  };
}
