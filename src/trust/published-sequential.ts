import { isSame } from '../config/equality.js';
import { saidIn } from '../engine/refusal/judge.js';
import type { ReportRow, ResultRow } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';
import { ARMS } from '../engine/triplet/cases.js';
import { hasSteadyStream } from '../engine/triplet/rules.js';
import { comparisonCount, replay, stateOfRow, type Replayed } from '../engine/triplet/replay.js';
import { quoted } from '../json.js';

/**
 * Whether a report's sequential tests follow from its own rows: each is decided anew, by the engine's own rules, from what its answers were
 * read as.
 */

type Replays = { replays: readonly (Replayed | undefined)[] } | { contradiction: string };

/** @returns for each test what its rows make of it; undefined for one that was not decided row by row. */
export function replayAll(parts: readonly { row: ReportRow; place: string; rows: readonly ResultRow[] }[]): Replays {
  const comparisons = parts.reduce((sum, { row }) => sum + comparisonCount(row), 0);
  const replays: (Replayed | undefined)[] = [];
  for (const { row: test, place, rows } of parts) {
    const isSequential = test.decision === 'sequential';
    const wrong = isSequential ? (problemOf(test) ?? contradictionInRows(test, rows)) : strangeRow(rows);
    if (wrong !== undefined) return { contradiction: `${place}: ${wrong}` };
    const replayed = isSequential ? replay(test, rows, comparisons) : undefined;
    if (replayed && rows.length < replayed.least)
      return { contradiction: `${place}: it has ${rows.length} rows, and its plan decides on no fewer than ${replayed.least}` };
    const order = replayed && contradictionInOrder(rows, replayed.after);
    if (order !== undefined) return { contradiction: `${place}: ${order}` };
    replays.push(replayed);
  }
  return { replays };
}

/** The first of a test's figures that its rows do not make. */
export function contradictionInFigures(row: ReportRow, figures: Replayed['figures']): string | undefined {
  const names = new Set<keyof ReportRow>([...FIGURES, ...(Object.keys(figures) as (keyof ReportRow)[])]);
  const wrong = [...names].find((name) => !agrees(row[name], figures[name]));
  return wrong && `${wrong} is ${quoted(row[wrong])}, but its rows make it ${quoted(figures[wrong])}`;
}

/** What the rows make, or make not: where it is there and should not be, it is wrong as well. */
const FIGURES = [
  'asked_count',
  'known_count',
  'steady_count',
  'valid_rate',
  'steady_rate',
  'guess_rate',
  'guesses',
  'placebo',
  'same',
  'clusters',
  'uncounted_count',
  'undecided_count',
  'streams',
  'comparisons',
  'plan_error',
  'upset_count',
] as const satisfies readonly (keyof ReportRow)[];

/** Of logarithms another machine may make another last digit. */
function agrees(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= 1e-9;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const entries = (value: object) => new Map(Object.entries(value).filter(([, item]) => item !== undefined));
  const [left, right] = [entries(one), entries(other)];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && agrees(value, right.get(key)));
}

/** What the engine could not have been asked to do. */
function problemOf({ baseline, comparisons = {}, rule, method, minimum_pass_rate, margin }: ReportRow): string | undefined {
  if (method !== 'triplet' && rule.kind === 'three_arms') return 'its rule is not that of how the rows were asked';
  const all = Object.values(comparisons);
  if (all.some(({ source, max_regression }) => source !== baseline!.source || max_regression !== baseline!.max_regression)) {
    return 'its comparisons are not all with the same baseline';
  }
  const isUnchanged = all.some(({ unchanged }) => unchanged);
  if (isUnchanged !== all.every(({ unchanged }) => unchanged) && all.length > 0)
    return 'one of its comparisons is with what is unchanged, another is not';
  if (baseline && !isUnchanged && !(baseline.max_regression > 0 && baseline.max_regression < 1))
    return 'its max_regression is neither above 0 nor below 1';
  const { kind } = rule;
  if (kind === 'gates_nothing' && method === 'triplet')
    return `its rule gates nothing, though ${minimum_pass_rate} and ${margin} are asked for`;
  return undefined;
}

const OF_SEQUENTIAL = ['state', 'readings', 'key', 'counted', 'upset', 'placebo', 'placebo_result'] as const;

/** A row of a pair with marks of another kind: it could be shown as one that does not count. */
function strangeRow(rows: readonly ResultRow[]): string | undefined {
  const key = OF_SEQUENTIAL.find((name) => rows.some((row) => row[name] !== undefined));
  return key && `its rows have ${key}, which belongs to a sequential decision`;
}

function contradictionInRows(stated: ReportRow, rows: readonly ResultRow[]): string | undefined {
  const { method, rule, minimum_steady_rate } = stated;
  const isTriplet = method === 'triplet';
  const test = findTest(stated.test_type);
  if (isTriplet && test && hasSteadyStream(test, rows) !== (minimum_steady_rate !== undefined)) {
    return 'its minimum_steady_rate does not go with its rows';
  }
  if (isTriplet && rule.kind === 'three_arms' && rule.key !== rows.every(({ key, expect }) => key !== undefined || expect === 'same')) {
    return 'its rule does not say whether its rows have a key';
  }
  const known = new Set<string>();
  for (const row of rows) {
    const wrong = isTriplet ? contradictionInTriplet(row) : contradictionInStream(row);
    if (wrong !== undefined) return `a row ${wrong}`;
    // Asked again it says nothing new: no run counts it twice.
    const asked = JSON.stringify([row.original, row.options, ...(isTriplet && !findTest(row.test_type)?.pair ? [] : [row.test_case])]);
    if (known.has(asked)) return 'a row is there twice';
    known.add(asked);
  }
  return undefined;
}

function contradictionInTriplet(row: ResultRow): string | undefined {
  const { status, pass, eval_score, state, readings, key, baseline, expected_result, placebo_result = null, actual_result } = row;
  if (row.placebo === undefined) return 'has no placebo';
  if (status === 'not_applicable') return 'was set aside, though nobody sets such a row aside';
  if (key && typeof key.original !== typeof key.test_case) return 'has a key of two kinds';
  if (state !== stateOfRow(row)) return `is in state ${state}, but its readings make it ${stateOfRow(row)}`;
  if ((status === 'scored') !== (state !== undefined)) return `has a status ${status} that does not go with its state`;
  const passes = { sensitive: true, insensitive: false }[state as string] ?? null;
  if (pass !== passes || eval_score !== (passes === null ? null : Number(passes)))
    return `in state ${state} does not go with its pass and eval_score`;
  const answers = { original: expected_result, placebo: placebo_result, test_case: actual_result };
  for (const arm of ARMS) {
    const read = readings?.[arm] ?? null;
    if (read !== null && answers[arm] === null) return 'has a reading of an answer that is not there';
  }
  // A base that asks the same of the same model has the same answers, as far as it was asked.
  const before = baseline?.unchanged && baseline.readings;
  const isOther = before && ARMS.some((arm) => before[arm] !== null && !isSame(before[arm], readings?.[arm]));
  return isOther ? 'is said to be unchanged, and was read otherwise' : undefined;
}

function contradictionInStream(row: ResultRow): string | undefined {
  const { pass, state, readings, key, should } = row;
  if (readings !== undefined || key !== undefined) return 'has readings, though it was asked in one way';
  if (pass === null) return state === undefined ? undefined : `is in state ${state} without a verdict`;
  if (should) {
    const said = saidIn(row);
    return state === said ? undefined : `is in state ${state}, but its answer makes it ${said}`;
  }
  const isClean = state === 'clean';
  const isFoul = state === 'induced' || state === 'foul anyway';
  return pass ? (isClean ? undefined : `passes in state ${state}`) : isFoul ? undefined : `fails in state ${state}`;
}

/** Rows stand as they were asked: those before the decision, those behind it, and those that were never asked. */
function contradictionInOrder(rows: readonly ResultRow[], after: number): string | undefined {
  const wrong = rows.findIndex(
    ({ status, counted }, i) => counted !== (status === 'undecided' ? undefined : i < after) || (status === 'undecided' && i < after),
  );
  if (wrong === -1) {
    const firstOpen = rows.findIndex(({ status }) => status === 'undecided');
    return firstOpen !== -1 && rows.slice(firstOpen).some(({ status }) => status !== 'undecided')
      ? 'a row was asked behind one that was not'
      : undefined;
  }
  return `counted of its row ${wrong} is ${rows[wrong]!.counted}, but its rows are decided after ${after}`;
}
