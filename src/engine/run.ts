import { ModelError } from '../errors.ts';
import {
  decide,
  rowsWhereAll,
  type DecidedRow,
  type DecidedOutcome,
  type Decision,
  type TestPlan,
} from './decide.ts';
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
  /** Called once a row is observed. */
  onRow?: () => void;
}

/** A case with its scores, or with the reason why there is none. */
export interface ObservedRow {
  case: Case;
  head: Score | RowError;
  base?: Score | RowError;
  /** False for a row beyond the decision, which enters no count. */
  isCounted: boolean;
}

export interface TestResult {
  rows: ObservedRow[];
  leftOut: readonly Unfit[];
  decision: Decision;
  outcome: DecidedOutcome | 'error';
  doubt?: PassDoubt;
}

/** Rows of which all are asked that are under way at once: enough for the busiest endpoint. */
const WINDOW = 400;

/**
 * Asks the cases of a test until they decide it. A row that failed for a passing reason is asked
 * once more, when all others are.
 */
export async function runTest(run: TestRun): Promise<TestResult> {
  const { plan } = run;
  const rows: ObservedRow[] = [];
  await askRows(run, rows);
  for (const retried = new Set<Case>(); ;) {
    const failed = transientRows(rows).filter((row) => !retried.has(row.case));
    if (failed.length === 0) break;
    await inWindow(failed, async (row) => {
      retried.add(row.case);
      Object.assign(row, await observeRow(run, row.case));
    });
    await askRows(run, rows);
  }
  const decision = decisionOf(plan, rows);
  for (const [i, row] of rows.entries()) row.isCounted = i < decision.rows;
  return { rows, leftOut: run.leftOut, decision, ...outcomeOf(run, { rows, decision }) };
}

/** Asks further rows until the test is decided: at once all, or as many as could decide. */
async function askRows(run: TestRun, rows: ObservedRow[]): Promise<void> {
  const { plan } = run;
  const askNext = async (count: number) => {
    const wave = plan.cases.slice(rows.length, rows.length + count);
    const start = rows.length;
    await inWindow([...wave.entries()], async ([i, testCase]) => {
      rows[start + i] = await observeRow(run, testCase);
      run.onRow?.();
    });
  };
  if (plan.isObserved) return askNext(plan.cases.length);
  while (rows.length < plan.cases.length && !decisionOf(plan, rows).outcome) {
    const asked = rows.map(decidedRow);
    await askNext(Math.min(rowsWhereAll(plan, true, asked), rowsWhereAll(plan, false, asked)));
  }
}

function transientRows(rows: readonly ObservedRow[]): ObservedRow[] {
  const isTransient = (score?: Score | RowError) => score instanceof RowError && score.isTransient;
  return rows.filter(({ head, base }) => isTransient(head) || isTransient(base));
}

/** Asks head and base one case; an answer that does not come is an error of the row. */
export async function observeRow(
  { test, tools, head, base }: Pick<TestRun, 'test' | 'tools' | 'head' | 'base'>,
  testCase: Case,
): Promise<ObservedRow> {
  const scoreOf = (subject: Subject) => test.observe(testCase, subject, tools).catch(asRowError);
  const [headScore, baseScore] = await Promise.all([scoreOf(head), base && scoreOf(base)]);
  const row: ObservedRow = { case: testCase, head: headScore, isCounted: true };
  if (baseScore) row.base = baseScore;
  return row;
}

/** A defect in the reading of a row ends that row, and no other. */
function asRowError(error: unknown): RowError {
  if (error instanceof RowError || error instanceof ModelError) return rowErrorOf(error);
  const text = error instanceof Error ? error.message : String(error);
  return new RowError('defect', `The action has a defect, report it: ${text}`);
}

/** Runs a step for each item, at most `WINDOW` at a time, in their order. */
async function inWindow<Item>(items: readonly Item[], step: (item: Item) => Promise<void>) {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await step(item);
  };
  await Promise.all(Array.from({ length: Math.min(WINDOW, items.length) }, work));
}

function decisionOf(plan: TestPlan, rows: readonly ObservedRow[]): Decision {
  return decide(plan, rows.map(decidedRow));
}

function decidedRow({ head, base }: ObservedRow): DecidedRow {
  const row: DecidedRow = { head: scoreIn(head) };
  if (base) row.base = scoreIn(base);
  return row;
}

export function scoreIn(result: Score | RowError): Score | null {
  return result instanceof RowError ? null : result;
}

/** Nothing read is an error, and a pass that the counted rows speak against is none. */
function outcomeOf(
  { test, tools, plan }: TestRun,
  { rows, decision }: { rows: readonly ObservedRow[]; decision: Decision },
): Pick<TestResult, 'outcome' | 'doubt'> {
  const scored = rows.flatMap(({ case: testCase, head, isCounted }) => {
    const score = scoreIn(head);
    return isCounted && score ? [{ case: testCase, score }] : [];
  });
  if (scored.length === 0) return { outcome: 'error' };
  const { outcome = 'inconclusive' } = decision;
  const doubt = test.doubt?.(scored, tools);
  if (outcome !== 'pass' && !explainsMiss(doubt, decision)) return { outcome };
  const found = doubt ?? doubtOfComparison(plan, rows);
  return found ? { outcome: found.outcome, doubt: found } : { outcome };
}

/** True where the only rate that is missed is so for the reason of the doubt. */
function explainsMiss(doubt: PassDoubt | undefined, { rates, comparison }: Decision): boolean {
  const missed = Object.keys(rates).filter((name) => rates[name] === 'bad');
  return comparison !== 'regression' && missed.length > 0 && missed.join() === doubt?.explains;
}

const MIN_PAIRS = 10;

/** Where the comparison alone decides, it needs rows with an answer of both. */
function doubtOfComparison(plan: TestPlan, rows: readonly ObservedRow[]): PassDoubt | undefined {
  if (!plan.comparison || plan.rates.some(({ minimum }) => minimum > 0)) return undefined;
  const pairs = rows.filter(
    ({ head, base, isCounted }) => isCounted && base && scoreIn(head) && scoreIn(base),
  );
  if (pairs.length >= Math.min(MIN_PAIRS, rows.length / 2)) return undefined;
  const reason = `Only ${pairs.length} of ${rows.length} rows could be compared with the base.`;
  return { outcome: 'error', reason };
}
