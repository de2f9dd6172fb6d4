import { isSame } from '../config/equality.js';
import { comparisonOf } from '../engine/compare.js';
import { divergenceOf } from '../engine/divergence/figure.js';
import { findTest } from '../engine/tests/index.js';
import { decide, type Counts, type TestVerdict } from '../engine/gate.js';
import { saidIn } from '../engine/refusal/judge.js';
import type { ReportRow, ResultRow, Results, RowState } from '../engine/results.js';
import { SIDES } from '../engine/sample.js';
import { thresholdOf } from '../engine/scorers/rule.js';
import { joined, partsOf } from '../engine/sides.js';
import { tallyOf } from '../engine/tally.js';
import type { Replayed } from '../engine/triplet/replay.js';
import { contradictionInFigures, replayAll } from './published-sequential.js';

/** A test, or a side of one, as it was decided by itself, where it stands, and what it was decided by. */
interface Part {
  row: ReportRow;
  place: string;
  rows: ResultRow[];
  /** Samples that were never asked. */
  leftOut: number;
}

function partsIn(report: readonly ReportRow[]): Part[] {
  return report.flatMap((whole, index) =>
    partsOf(whole).map((row) => ({
      row,
      place: `report[${index}]${whole.sides ? `.sides.${row.side}` : ''}`,
      rows: [],
      leftOut: 0,
    })),
  );
}

/** The first thing in which a report disagrees with itself; each number and verdict follows from the rows. */
export function contradictionIn({ outcome, problem, report, results, not_applicable, shards }: Results): string | undefined {
  const parts = partsIn(report);
  const partOf = new Map(parts.map((part) => [keyOf(part.row), part]));
  if (partOf.size < parts.length) return 'report: a test is there twice';
  if (problem && report.length > 0) return 'problem: a run that met a problem has no tests';

  for (const [index, row] of results.entries()) {
    const part = partOf.get(keyOf(row));
    if (!part) return `results[${index}]: its test is not in the report`;
    const wrong = contradictionInRow(row);
    if (wrong !== undefined) return `results[${index}]: ${wrong}`;
    part.rows.push(row);
  }
  for (const [index, row] of not_applicable.entries()) {
    const part = partOf.get(keyOf(row));
    if (!part) return `not_applicable[${index}]: its test is not in the report`;
    part.leftOut += 1;
  }

  const sequential = replayAll(parts);
  if ('contradiction' in sequential) return sequential.contradiction;
  const { replays } = sequential;
  const verdict = decide({
    tests: parts.map((part, i) => replays[i]?.counts ?? countsOf(part)),
    // A run that was skipped has no tests; one that has any is decided by them.
    skipped: outcome === 'skipped' && report.length === 0 && problem === undefined,
    isPartial: shards !== undefined && shards.missing.length > 0,
  });
  for (const [index, part] of parts.entries()) {
    const wrong = contradictionInTest(part, verdict.tests[index]!, replays[index]);
    if (wrong !== undefined) return `${part.place}.${wrong}`;
  }
  const wrong = contradictionInSides(report);
  if (wrong !== undefined) return wrong;
  return outcome === verdict.outcome ? undefined : `outcome is ${outcome}, but its tests make it ${verdict.outcome}`;
}

function contradictionInTest({ row, rows, leftOut }: Part, verdict: TestVerdict, replay: Replayed | undefined): string | undefined {
  if (!isSame(thresholdOf(row.rule), row.threshold)) return `rule does not go with its threshold`;
  const { outcome, pass, pass_rate, decided_after, baseline } = verdict;
  const own = rows.slice(0, replay?.after);
  const { not_applicable_count, ...counts } = tallyOf(own);
  const facts = {
    ...counts,
    not_applicable_count: not_applicable_count + leftOut,
    set_aside_count: row.set_aside_count === undefined && not_applicable_count === 0 ? undefined : not_applicable_count,
    outcome,
    pass,
    pass_rate,
    decided_after,
  };
  for (const key of Object.keys(facts) as (keyof typeof facts)[]) {
    if (row[key] !== facts[key]) return `${key} is ${row[key]}, but its rows make it ${facts[key]}`;
  }
  if (!isSame(row.divergence, divergenceOf(findTest(row.test_type)?.figure, rows).divergence))
    return 'divergence is not what its rows make it';
  const figures = replay && contradictionInFigures(row, replay.figures);
  if (figures !== undefined) return figures;
  const scored = own.filter(({ status }) => status === 'scored');
  const refusals = scored.filter(({ refusal }) => refusal === true).length;
  const told = {
    ...(!replay && {
      induced_count: own.filter(({ cause }) => cause === 'induced').length,
      baseline_fail_count: own.filter(({ cause }) => cause === 'baseline').length,
    }),
    refusal_count: refusals,
    refusal_rate: scored.length === 0 ? null : refusals / scored.length,
  };
  for (const [key, count] of Object.entries(told) as [keyof typeof told, number | null][]) {
    if (row[key] !== undefined && row[key] !== count) return `${key} is ${row[key]}, but its rows make it ${count}`;
  }
  for (const key of ['paired_count', 'pass_rate', 'broken', 'fixed', 'outcome'] as const) {
    if (row.baseline?.[key] !== baseline?.[key])
      return `baseline.${key} is ${row.baseline?.[key]}, but its rows make it ${baseline?.[key]}`;
  }
  return undefined;
}

/** A test of two sides is what its sides make it. */
function contradictionInSides(report: readonly ReportRow[]): string | undefined {
  for (const [index, { sides, ...row }] of report.entries()) {
    if (!sides) continue;
    const wrong = SIDES.find((name) => sides[name].side !== name || sides[name].test_type !== row.test_type);
    if (wrong) return `report[${index}].sides.${wrong} is of another test, or another side`;
    const { sides: _sides, ...whole } = joined(sides);
    const keys = new Set([...Object.keys(whole), ...Object.keys(row)]) as Set<keyof typeof whole>;
    const key = [...keys].find((name) => !isSame(row[name], whole[name]));
    if (key) return `report[${index}].${key} does not follow from its sides`;
  }
  return undefined;
}

/** A test's rows as the gate counts them, under the rules that the report names. */
function countsOf({ row, rows }: Part): Counts {
  const { baseline, minimum_pass_rate } = row;
  const compare = baseline && { with: baseline.source, max_regression: baseline.max_regression };
  return {
    ...tallyOf(rows),
    minimum_pass_rate,
    ...(compare && {
      comparison: comparisonOf(
        rows.filter(({ status }) => status !== 'undecided'),
        compare,
      ),
    }),
  };
}

const TELL_NOTHING: readonly RowState[] = ['unknown', 'unsteady', 'both_sides'];

/** A row has a score and a verdict, or neither; one that was asked three ways and can tell nothing has neither. */
function contradictionInRow(row: ResultRow): string | undefined {
  const { status, pass, eval_score, error, state, should, refusal } = row;
  const scored = status === 'scored' && (state === undefined || !TELL_NOTHING.includes(state));
  if (scored !== (pass !== null) || scored !== (eval_score !== null))
    return `its status ${status} does not go with its pass and eval_score`;
  if ((status === 'error') !== (error !== undefined)) return `its status ${status} does not go with its error`;
  if (should && scored && ((saidIn(row) === 'answered') === (should === 'answer')) !== pass)
    return `its refusal ${refusal} does not go with its pass`;
  return undefined;
}

/** No two tests have the same, whatever is in their names, nor two sides of one. */
function keyOf({ category, test_type, ...row }: Pick<ReportRow, 'category' | 'test_type' | 'side'> & Pick<ResultRow, 'should'>): string {
  return JSON.stringify([category, test_type, row.side ?? row.should]);
}
