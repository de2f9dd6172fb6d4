import {
  decide,
  countRowsToDecide,
  type DecidedOutcome,
  type Decision,
  type TestPlan,
} from './decide.ts';
import type { Case, Unfit } from './row.ts';
import { scoreIn, type CaseResults } from './score.ts';
import {
  countMust,
  doubtOfFilter,
  doubtOfFirstAnswers,
  outcomeOfMust,
  doubtOfForm,
  doubtOfComparison,
} from './must-and-doubts.ts';
import { UnjudgedError } from './judge/calibrate.ts';
import { mayBeReadByRule } from './read.ts';
import type { Subject } from './subject.ts';
import { rowErrorOf, RowError } from './row-error.ts';
import type { PassDoubt, Test, Tools } from './test.ts';

export interface TestRun {
  test: Test;
  tools: Tools;
  plan: TestPlan;
  leftOut: readonly Unfit[];
  head: Subject;
  base?: Subject;
}

/** A case with the scores of head and base, or the errors in their place. */
export interface ObservedRow extends CaseResults {
  case: Case;
  /** False for a row after the decision, which does not count. */
  isCounted: boolean;
}

export interface TestResult {
  rows: ObservedRow[];
  /** Rows that must hold. No rate counts them. */
  must: ObservedRow[];
  decision: Decision;
  outcome: DecidedOutcome | 'error';
  doubt?: PassDoubt;
}

/**
 * A copy of the run that calibrates its judge before it asks the model, if only a judge can read
 * some rows. If the judge is unfit, every row gets that error and the model is not asked.
 */
export function withJudgeFirst(run: TestRun) {
  const { test, tools, plan } = run;
  const cost = test.cost(tools);
  const isJudgeNeeded = plan.must
    .concat(plan.cases)
    .some((testCase) => !mayBeReadByRule(testCase, cost));
  const observe: Test['observe'] = async (...parameters) => {
    // Otherwise, the judge is calibrated when it first has to read an answer.
    if (isJudgeNeeded && cost.rubric) await tools.judge?.ensureCalibrated(cost.rubric);
    return test.observe(...parameters);
  };
  return { ...run, test: { ...test, observe } };
}

/** Maximum number of rows in flight: enough for the busiest endpoint. */
const MAX_ROWS_IN_FLIGHT = 400;

/**
 * Asks the cases of a test until it is decided. Rows with a transient failure are retried once,
 * after all others were asked.
 */
export async function runTest(run: TestRun): Promise<TestResult> {
  const { plan } = run;
  const must: ObservedRow[] = [];
  const rows: ObservedRow[] = [];
  const retried = new Set<Case>();
  for (;;) {
    await askMust(run, must);
    await askRows(run, rows);
    const failed = [...must, ...rows].filter((row) => isTransient(row) && !retried.has(row.case));
    if (failed.length === 0) break;
    await forEachInWindow(failed, async (row) => {
      retried.add(row.case);
      row.again = undefined;
      Object.assign(row, await observeRow(run, row.case));
    });
  }
  const decision = decide(plan, rows);
  const counted = rows.slice(0, decision.rows);
  return {
    rows: rows.map((row, i) => ({ ...row, isCounted: i < decision.rows })),
    must,
    decision,
    ...outcomeOf(run, { must, counted, decision }),
  };
}

/**
 * The number of rows that must hold for which the base is always asked. Its answers show whether
 * the head answers in a new form.
 */
export const MUST_ON_BASE = 3;

/**
 * Asks all rows that must hold. If the head does not pass, the row is asked again, and the base is
 * asked as well: its answer shows whether the change broke the row.
 */
async function askMust(run: TestRun, must: ObservedRow[]) {
  await askCases(run, must, run.plan.must.slice(0, MUST_ON_BASE));
  await askCases({ ...run, base: undefined }, must, run.plan.must);
  const failed = must.filter(({ head, again }) => {
    if (again || head instanceof UnjudgedError) return false;
    return head instanceof RowError ? !head.isTransient : !head.pass;
  });
  await forEachInWindow(failed, async (row) => {
    const { head, base } = await observeRow({ ...run, head: run.head.afresh() }, row.case);
    Object.assign(row, { again: head, base });
  });
}

/** Asks the cases that have no row yet. `rows` has those of the first cases. */
async function askCases(run: TestRun, rows: ObservedRow[], cases: readonly Case[]) {
  const further = [...cases.entries()].slice(rows.length);
  await forEachInWindow(further, async ([i, testCase]) => {
    rows[i] = await observeRow(run, testCase);
  });
}

/**
 * Asks rows until the test is decided. Each wave is the smallest that could decide it. Stops if the
 * judge is unfit and only a judge could have read the rows so far.
 */
async function askRows(run: TestRun, rows: ObservedRow[]) {
  const { plan } = run;
  // A wave ends before the next one starts. A pool that ran on would ask rows that an answer still
  // under way may make needless, and how many would depend on the endpoint's speed.
  while (!decide(plan, rows).outcome) {
    if (rows.length > 0 && rows.every(({ head }) => head instanceof UnjudgedError)) return;
    const waveSizes = [true, false].map((pass) => countRowsToDecide(plan, pass, rows));
    await askCases(run, rows, plan.cases.slice(0, rows.length + Math.min(...waveSizes)));
  }
}

export function isTransient({ head, base, again }: ObservedRow) {
  return [head, base, again].some((score) => score instanceof RowError && score.isTransient);
}

/** Asks head and base one case. Errors take the place of scores. */
export async function observeRow({ test, tools, head, base }: TestRun, testCase: Case) {
  const scoreOf = (subject: Subject) => test.observe(testCase, subject, tools).catch(rowErrorOf);
  const [ofHead, ofBase] = await Promise.all([scoreOf(head), base && scoreOf(base)]);
  return { case: testCase, head: ofHead, base: ofBase, isCounted: true };
}

/** Runs a step for each item in order, at most `MAX_ROWS_IN_FLIGHT` at a time. */
async function forEachInWindow<Item>(items: readonly Item[], step: (item: Item) => Promise<void>) {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await step(item);
  };
  await Promise.all(Array.from({ length: MAX_ROWS_IN_FLIGHT }, work));
}

interface DecidedRows extends Pick<TestResult, 'must' | 'decision'> {
  counted: readonly ObservedRow[];
}

/**
 * The outcome of a test. A broken row that must hold fails it. With such a row in error, the
 * outcome is an error, unless the rates fail the test.
 */
function outcomeOf(run: TestRun, decided: DecidedRows) {
  const { must, counted, decision } = decided;
  const ofMust = outcomeOfMust(countMust(must));
  if (ofMust === 'fail') return { outcome: ofMust };
  // If no answer could be read, the rates show nothing.
  const isUnread = scoredCases(counted).length === 0;
  const ofRates = isUnread ? 'error' : (decision.outcome ?? 'inconclusive');
  const hasNoRates = run.plan.cases.length === 0;
  const doubted = withDoubt(ofMust && hasNoRates ? ofMust : ofRates, run, decided);
  return ofMust === 'error' && doubted.outcome !== 'fail' ? { outcome: ofMust } : doubted;
}

/** Adds a doubt to a pass, or to a miss that the doubt explains. Its outcome may replace a pass. */
function withDoubt(
  outcome: TestResult['outcome'],
  { test, tools, plan }: TestRun,
  { must, counted, decision }: DecidedRows,
) {
  const doubtOfTest = test.doubt?.(scoredCases(counted), tools, scoredCases(must));
  const doubtOfRows = doubtOfFilter(countMust(must)) ?? doubtOfFilter(countMust(counted));
  if (outcome === 'inconclusive' && doubtOfRows) return { outcome, doubt: doubtOfRows };
  if (outcome !== 'pass' && !explainsMiss(doubtOfTest, decision)) return { outcome };
  // The first that changes the outcome counts, so those that may fail the test come before those
  // that only leave it open. If none does, the first is reported: a new form may break the team's
  // own code, and nothing else in the report says so.
  const doubts = [
    doubtOfForm([...must, ...counted]),
    doubtOfFirstAnswers(must),
    doubtOfTest,
    doubtOfRows,
    doubtOfComparison(plan, counted),
  ].filter((doubt) => doubt !== undefined);
  const doubt = doubts.find((candidate) => candidate.outcome !== 'pass') ?? doubts[0];
  return { outcome: doubt?.outcome ?? outcome, doubt };
}

export function scoredCases(rows: readonly ObservedRow[]) {
  return rows.flatMap(({ case: testCase, head }) => {
    const score = scoreIn(head);
    return score ? { case: testCase, score } : [];
  });
}

/** True if the doubt explains the only rate below its minimum, and there is no regression. */
function explainsMiss(doubt: PassDoubt | undefined, { rates, comparison }: Decision) {
  const missed = Object.keys(rates).filter((name) => rates[name] === 'bad');
  return comparison !== 'regression' && missed.join() === doubt?.explains;
}
