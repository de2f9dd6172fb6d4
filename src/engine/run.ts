import {
  answersIn,
  decide,
  scoredPairs,
  countRowsUntilDecided,
  scoreIn,
  type DecidedOutcome,
  type Decision,
  type TestPlan,
} from './decide.ts';
import { countMust, doubtOfFirstAnswers, outcomeOfMust, type HeadAnswers } from './must.ts';
import { finalText } from './final-text.ts';
import { UnjudgedError } from './judge/calibrate.ts';
import { mayBeReadByRule } from './read.ts';
import { rowErrorOf } from './subject.ts';
import {
  RowError,
  type Case,
  type PassDoubt,
  type Score,
  type Subject,
  type Test,
  type Tools,
  type Unfit,
} from './types.ts';

export interface TestRun {
  test: Test;
  tools: Tools;
  plan: TestPlan;
  leftOut: readonly Unfit[];
  head: Subject;
  base?: Subject;
}

/** A case with its scores, or with the reason why there is none. */
export interface ObservedRow extends HeadAnswers {
  case: Case;
  base?: Score | RowError;
  /** False for a row beyond the decision, which enters no count. */
  isCounted: boolean;
}

export interface TestResult {
  rows: ObservedRow[];
  /** Rows that must hold, which no rate counts. */
  must: ObservedRow[];
  decision: Decision;
  outcome: DecidedOutcome | 'error';
  doubt?: PassDoubt;
}

/**
 * The run, changed to calibrate its judge before the model is asked, if only a judge can read some
 * rows. If the judge is unfit, each row has that error, and no model is asked.
 */
export function withJudgeFirst(run: TestRun) {
  const { test, tools, plan } = run;
  const cost = test.cost(tools);
  const neededRubric =
    [...plan.must, ...plan.cases].find((one) => !mayBeReadByRule(one, cost)) && cost.rubric;
  const observe: Test['observe'] = async (...asked) => {
    // In any other case, the judge is calibrated once it has to read an answer.
    if (neededRubric) await tools.judge?.ensureCalibrated(neededRubric);
    return test.observe(...asked);
  };
  return { ...run, test: { ...test, observe } };
}

/** Most rows that are under way at once: enough for the busiest endpoint. */
const WINDOW = 400;

/**
 * Asks the cases of a test until they decide it. A row that failed transiently is asked
 * once more, when all others are.
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
      Object.assign(row, { again: undefined }, await observeRow(run, row.case));
    });
  }
  const decision = decide(plan, rows);
  for (const row of rows.slice(decision.rows)) row.isCounted = false;
  const counted = rows.slice(0, decision.rows);
  return { rows, must, decision, ...outcomeOf(run, { must, counted, decision }) };
}

/**
 * Number of rows that must hold for which the base is asked at once. Its answers show whether those
 * of the head have a new form.
 */
export const MUST_ON_BASE = 3;

/**
 * Asks all rows that must hold. Rows whose head does not pass are asked once more, afresh, and of
 * the base: its answer tells whether the change broke them.
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

/** Asks the cases that follow those that were asked before. */
async function askCases(run: TestRun, rows: ObservedRow[], cases: readonly Case[]) {
  const further = [...cases.entries()].slice(rows.length);
  await forEachInWindow(further, async ([i, testCase]) => {
    rows[i] = await observeRow(run, testCase);
  });
}

/**
 * Asks further rows until the test is decided, in each wave the fewest that could decide it. If
 * only a judge could have read the first wave, and the judge is unfit, no further row is asked.
 */
async function askRows(run: TestRun, rows: ObservedRow[]) {
  const { plan } = run;
  while (!decide(plan, rows).outcome) {
    if (rows.length > 0 && rows.every(({ head }) => head instanceof UnjudgedError)) return;
    const further = [true, false].map((pass) => countRowsUntilDecided(plan, pass, rows));
    await askCases(run, rows, plan.cases.slice(0, rows.length + Math.min(...further)));
  }
}

export function isTransient({ head, base, again }: ObservedRow) {
  return [head, base, again].some((score) => score instanceof RowError && score.isTransient);
}

/** Asks head and base one case; an answer that does not come is an error of the row. */
export async function observeRow({ test, tools, head, base }: TestRun, testCase: Case) {
  const scoreOf = (subject: Subject) => test.observe(testCase, subject, tools).catch(rowErrorOf);
  const [ofHead, ofBase] = await Promise.all([scoreOf(head), base && scoreOf(base)]);
  return { case: testCase, head: ofHead, base: ofBase, isCounted: true };
}

/** Runs a step for each item, at most `WINDOW` at a time, in their order. */
async function forEachInWindow<Item>(items: readonly Item[], step: (item: Item) => Promise<void>) {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await step(item);
  };
  await Promise.all(Array.from({ length: WINDOW }, work));
}

interface Found extends Pick<TestResult, 'must' | 'decision'> {
  counted: readonly ObservedRow[];
}

/**
 * A broken row that must hold fails the test. If such a row is in error, no other outcome than a
 * fail is certain.
 */
function outcomeOf(run: TestRun, found: Found) {
  const { must, counted, decision } = found;
  const ofMust = outcomeOfMust(countMust(must));
  if (ofMust === 'fail') return { outcome: ofMust };
  let outcome: TestResult['outcome'] = decision.outcome ?? 'inconclusive';
  if (ofMust && run.plan.cases.length === 0) outcome = ofMust;
  // If no answer could be read, the outcome is an error.
  else if (scoredCases(counted).length === 0) outcome = 'error';
  const ofRates = withDoubt(outcome, run, found);
  return ofMust === 'error' && ofRates.outcome !== 'fail' ? { outcome: ofMust } : ofRates;
}

/** Adds a doubt to a pass. Its outcome replaces the pass if the counted rows speak against it. */
function withDoubt(
  outcome: TestResult['outcome'],
  { test, tools, plan }: TestRun,
  { must, counted, decision }: Found,
) {
  const doubt = test.doubt?.(scoredCases(counted), tools, scoredCases(must));
  if (outcome !== 'pass' && !explainsMiss(doubt, decision)) return { outcome };
  const doubts = [
    doubtOfForm([...must, ...counted]),
    doubt,
    doubtOfFirstAnswers(must),
    doubtOfComparison(plan, counted),
  ];
  const found = doubts.find((one) => one && one.outcome !== 'pass') ?? doubts.find(Boolean);
  return { outcome: found?.outcome ?? outcome, doubt: found };
}

/** The rows with a score of the head. */
export function scoredCases(rows: readonly ObservedRow[]) {
  return rows.flatMap(({ case: testCase, head }) => {
    const score = scoreIn(head);
    return score ? { case: testCase, score } : [];
  });
}

/** True if the doubt explains the only rate that is missed, and the head is no regression. */
function explainsMiss(doubt: PassDoubt | undefined, { rates, comparison }: Decision) {
  const missed = Object.keys(rates).filter((name) => rates[name] === 'bad');
  return comparison !== 'regression' && missed.join() === doubt?.explains;
}

/** True if an answer is a JSON object. */
export function hasObject(score: ObservedRow['base']) {
  // The object may stand in a fence.
  return answersIn(score).some(({ text }) => /^(?:`{3}\w*\s*)?\{/.test(finalText(text) ?? ''));
}

/**
 * Doubts most right answers having another form than on the base: the test reads what answers say,
 * and not their form.
 */
function doubtOfForm(rows: readonly ObservedRow[]): PassDoubt | undefined {
  const right = rows.filter(({ head, base }) => scoreIn(head)?.pass && scoreIn(base)?.pass);
  const others = right.filter(({ head, base }) => hasObject(head) !== hasObject(base));
  if (2 * others.length <= right.length) return undefined;
  return {
    outcome: 'pass',
    reason: `Another form than on the base: of ${right.length} right answers, ${others.length} are JSON objects on one side alone. The test reads what they say. Merge this only if your code takes the new form.`,
  };
}

/**
 * A comparison that decides alone needs answers of both sides to ten rows, or to half of fewer than
 * twenty rows.
 */
function doubtOfComparison(plan: TestPlan, rows: readonly ObservedRow[]): PassDoubt | undefined {
  if (!plan.comparison || plan.rates.some(({ minimum }) => minimum > 0)) return undefined;
  const pairs = scoredPairs(rows);
  if (pairs.length >= Math.min(10, rows.length / 2)) return undefined;
  return {
    outcome: 'error',
    reason: `Only ${pairs.length} of ${rows.length} rows could be compared with the base.`,
  };
}
