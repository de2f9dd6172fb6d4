import {
  sequentialTest,
  observedVerdict,
  startComparison,
  type ComparisonPlan,
  type ComparisonVerdict,
  type RateVerdict,
} from './statistics.ts';
import { itemAt } from './random.ts';
import type { Rate } from './test.ts';
import type { Case } from './row.ts';
import { isFiltered, scoreIn, type CaseResults, type Score } from './score.ts';

export interface TestPlan {
  /** All cases that rates count, in the order of asking. */
  cases: readonly Case[];
  /** Cases that must hold. All are asked first, and no rate counts them. */
  must: readonly Case[];
  rates: readonly Rate[];
  alpha: number;
  beta: number;
  /** All rows are asked, and the final rates decide. */
  isObserved?: boolean;
  /** Present if the head is compared with the base. */
  comparison?: ComparisonPlan;
}

/** The head's score. A filter that answers only for the head says nothing about a loss. */
function comparableScore({ head, base }: CaseResults) {
  const score = scoreIn(head);
  return score?.pass && isFiltered(head) && !isFiltered(base) ? undefined : score;
}

/**
 * The rows that both sides have comparable scores of, and whether the base passed (`before`) and
 * the head passes (`now`).
 */
export function scoredPairs(rows: readonly CaseResults[]) {
  return rows.flatMap((row) => {
    const before = scoreIn(row.base);
    const now = comparableScore(row);
    return before && now ? { before: before.pass === true, now: now.pass === true } : [];
  });
}

export type DecidedOutcome = 'pass' | 'fail' | 'inconclusive';

export interface Decision {
  outcome: DecidedOutcome | undefined;
  /** The number of rows that the decision is based on. */
  rows: number;
  rates: Record<string, RateVerdict | undefined>;
  comparison?: ComparisonVerdict | 'none_shown';
}

/** Decides a test by rows in the order of its cases. Rows after the decision do not count. */
export function decide(plan: TestPlan, rows: Iterable<CaseResults>) {
  return createDecider(plan, rows).decision();
}

/**
 * Decides a test as rows come in. A row in error could have had any result, so the test is decided
 * twice: as if all such rows were right, and as if all were wrong.
 */
export function createDecider(plan: TestPlan, rowsSoFar: Iterable<CaseResults>) {
  let rows = 0;
  const isLast = () => rows === plan.cases.length;
  const withErrorsRight = createTestTally(plan, true, isLast);
  const withErrorsWrong = createTestTally(plan, false, isLast);
  const outcome = () => {
    const ifRight = withErrorsRight.outcome();
    const ifWrong = withErrorsWrong.outcome();
    if (ifRight === ifWrong) return ifRight;
    // Verdicts are final, so no further row can make the two agree.
    return ifRight && ifWrong ? 'inconclusive' : undefined;
  };
  const add = (row: CaseResults) => {
    // Rows after the decision do not count.
    if (outcome()) return;
    const testCase = itemAt(plan.cases, rows);
    rows += 1;
    withErrorsRight.add(testCase, row);
    withErrorsWrong.add(testCase, row);
  };
  const decision = () => {
    const ifRight = withErrorsRight.verdicts();
    const ifWrong = withErrorsWrong.verdicts();
    const rates = Object.fromEntries(
      plan.rates.map(({ name }, i) => [name, agreed(ifRight[i], ifWrong[i])]),
    );
    const comparison = agreed(withErrorsRight.comparison(), withErrorsWrong.comparison());
    return { outcome: outcome(), rows, rates, comparison };
  };
  for (const row of rowsSoFar) add(row);
  return { add, outcome, decision };
}

function agreed<Verdict>(ifRight: Verdict, ifWrong: Verdict) {
  return ifRight === ifWrong ? ifRight : undefined;
}

/** How many more rows decide the test if the model passes all of them, or none. */
export function countRowsToDecide(
  plan: TestPlan,
  pass: boolean,
  rowsSoFar: readonly CaseResults[] = [],
) {
  const decider = createDecider(plan, rowsSoFar);
  const head = { pass, state: '', answers: {} };
  const row = { head, base: plan.comparison && { ...head, pass: true } };
  let rows = 0;
  while (!decider.outcome()) {
    decider.add(row);
    rows += 1;
  }
  return rows;
}

/** Counts the passes of a rate until its first verdict, or until all its rows are asked. */
function createRateTally(
  rate: Rate,
  { alpha, beta, cases, isObserved }: TestPlan,
  errorsPass: boolean,
) {
  const verdictAfter = isObserved ? () => undefined : sequentialTest({ ...rate, alpha, beta });
  let rowsLeft = cases.filter(rate.mayCount).length;
  let verdict: RateVerdict | undefined = rate.minimum === 0 ? 'good' : undefined;
  let passes = 0;
  let rows = 0;
  return {
    verdict: () => verdict,
    add(testCase: Case, score?: Score) {
      if (!rate.mayCount(testCase)) return;
      rowsLeft -= 1;
      if (verdict) return;
      const pass = score ? rate.passIn(score) : errorsPass;
      // If `pass` is undefined, the row was asked, but does not count.
      if (pass !== undefined) {
        rows += 1;
        passes += Number(pass);
        verdict = verdictAfter(passes, rows);
      }
      if (rowsLeft === 0) verdict ??= observedVerdict(rate.minimum, passes, rows);
    },
  };
}

/**
 * Tallies a test as if every row in error were right, or as if every one were wrong.
 *
 * @param isLast - true once all rows are added
 */
function createTestTally(plan: TestPlan, errorsPass: boolean, isLast: () => boolean) {
  const tallies = plan.rates.map((rate) => createRateTally(rate, plan, errorsPass));
  const addLoss = plan.comparison && startComparison(plan.comparison);
  let comparisonSoFar: ComparisonVerdict | undefined;
  let hasPassOrFail = false;
  const verdicts = () => tallies.map(({ verdict }) => verdict());
  const comparison = (): Decision['comparison'] =>
    comparisonSoFar ?? (addLoss && isLast() ? 'none_shown' : undefined);
  return {
    verdicts,
    comparison,
    add(testCase: Case, { head, base }: CaseResults) {
      const score = scoreIn(head);
      hasPassOrFail ||= score ? score.pass !== null : errorsPass;
      for (const tally of tallies) tally.add(testCase, score);
      if (!base) return;
      const before = scoreIn(base);
      // An error of the base counts the other way: a better base makes the head look worse.
      const wasRight = before ? before.pass === true : !errorsPass;
      const compared = comparableScore({ head, base });
      const isRight = compared ? compared.pass === true : errorsPass;
      comparisonSoFar = addLoss?.(Number(wasRight) - Number(isRight));
    },
    outcome(): DecidedOutcome | undefined {
      if (plan.isObserved && !isLast()) return undefined;
      const ofRates = verdicts();
      const ofComparison = comparison();
      if (ofRates.includes('bad') || ofComparison === 'regression') return 'fail';
      const isOpen = ofRates.includes(undefined) || (addLoss !== undefined && !ofComparison);
      if (!isOpen && hasPassOrFail) return 'pass';
      return isLast() ? 'inconclusive' : undefined;
    },
  };
}
