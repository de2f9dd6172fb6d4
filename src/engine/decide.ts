import {
  sequentialTest,
  observedVerdict,
  startComparison,
  type ComparisonPlan,
  type ComparisonVerdict,
  type RateVerdict,
} from './statistics.ts';
import { itemAt } from './random.ts';
import { countableCases, RowError, type Case, type Rate, type Score } from './types.ts';

export interface TestPlan {
  /** All cases that there are, in the order of asking. */
  cases: readonly Case[];
  /** Cases that must hold: all are asked first, and no rate counts them. */
  must: readonly Case[];
  rates: readonly Rate[];
  alpha: number;
  beta: number;
  /** All rows are asked, and the rates that are observed at the end decide. */
  isObserved?: boolean;
  /** Present where the head is compared with the base. */
  comparison?: ComparisonPlan;
}

/** The scores of a row, or the reasons why there are none. */
export interface DecidedRow {
  head: Score | RowError;
  base?: Score | RowError;
}

export function scoreIn(result?: Score | RowError) {
  return result instanceof RowError ? undefined : result;
}

export function answersIn(result?: Score | RowError) {
  return Object.values(scoreIn(result)?.answers ?? {});
}

/**
 * The rows with a score of both sides. `before`: the base passed the row; `now`: the head passes
 * it.
 */
export function scoredPairs(rows: readonly DecidedRow[]) {
  const pairs = [];
  for (const { head, base } of rows) {
    const before = scoreIn(base);
    const now = scoreIn(head);
    if (before && now) pairs.push({ before: before.pass === true, now: now.pass === true });
  }
  return pairs;
}

export type DecidedOutcome = 'pass' | 'fail' | 'inconclusive';

export interface Decision {
  outcome: DecidedOutcome | undefined;
  /** Number of rows that the decision rests on. */
  rows: number;
  rates: Record<string, RateVerdict | undefined>;
  comparison?: ComparisonVerdict | 'none_shown';
}

/** Decides a test after some rows, asked in the order of its cases. Later rows do not count. */
export function decide(plan: TestPlan, rows: Iterable<DecidedRow>) {
  return createDecider(plan, rows).decision();
}

/**
 * The decision so far. A row in error could be anything, so a test is decided twice: with all such
 * rows right, and with all of them wrong.
 */
export function createDecider(plan: TestPlan, asked: Iterable<DecidedRow> = []) {
  const withErrorsRight = createTestTally(plan, true);
  const withErrorsWrong = createTestTally(plan, false);
  let rows = 0;
  const outcome = (): DecidedOutcome | undefined => {
    const ifRight = withErrorsRight.outcome();
    const ifWrong = withErrorsWrong.outcome();
    if (ifRight === ifWrong) return ifRight;
    // Verdicts are final: no further row makes the two agree.
    return ifRight && ifWrong ? 'inconclusive' : undefined;
  };
  // A row behind the decision enters no count.
  const add = (row: DecidedRow) => {
    if (outcome()) return;
    rows += 1;
    withErrorsRight.add(row);
    withErrorsWrong.add(row);
  };
  const decision = () => {
    const ifRight = withErrorsRight.verdicts();
    const ifWrong = withErrorsWrong.verdicts();
    const rates = plan.rates.map(({ name }, i) => [name, agreed(ifRight[i], ifWrong[i])] as const);
    const comparison = agreed(withErrorsRight.comparison(), withErrorsWrong.comparison());
    return { outcome: outcome(), rows, rates: Object.fromEntries(rates), comparison };
  };
  for (const row of asked) add(row);
  return { add, outcome, decision };
}

function agreed<Verdict>(ifRight: Verdict, ifWrong: Verdict) {
  return ifRight === ifWrong ? ifRight : undefined;
}

/** Further rows after which a model is decided that passes all of them, or none. */
export function countRowsUntilDecided(
  plan: TestPlan,
  pass: boolean,
  asked: readonly DecidedRow[] = [],
) {
  const decider = createDecider(plan, asked);
  const head = { pass, state: '', answers: {} };
  const row = { head, base: plan.comparison && { ...head, pass: true } };
  let rows = 0;
  while (!decider.outcome()) {
    decider.add(row);
    rows += 1;
  }
  return rows;
}

/**
 * Counts the passes of a rate. The rate is closed at its first verdict, or once all its rows are
 * asked.
 */
function createRateTally(rate: Rate, { alpha, beta, cases, isObserved }: TestPlan) {
  const verdictAfter = isObserved ? () => undefined : sequentialTest({ ...rate, alpha, beta });
  let rowsLeft = countableCases(rate, cases).length;
  let verdict: RateVerdict | undefined = rate.minimum === 0 ? 'good' : undefined;
  let passes = 0;
  let rows = 0;
  return {
    rate,
    verdict: () => verdict,
    // A row whose `pass` is undefined is asked, and does not count.
    add(testCase: Case, pass: boolean | undefined) {
      if (rate.mayCount?.(testCase) === false) return;
      rowsLeft -= 1;
      if (verdict) return;
      if (pass !== undefined) {
        rows += 1;
        passes += Number(pass);
        verdict = verdictAfter(passes, rows);
      }
      if (rowsLeft === 0) verdict ??= observedVerdict(rate.minimum, passes, rows);
    },
  };
}

/** A test after some rows, with every row in error taken as right, or every one as wrong. */
function createTestTally(plan: TestPlan, errorsPass: boolean) {
  const { cases, isObserved, rates } = plan;
  const tallies = rates.map((rate) => createRateTally(rate, plan));
  const addLoss = plan.comparison && startComparison(plan.comparison);
  let comparisonSoFar: ComparisonVerdict | undefined;
  let rows = 0;
  let hasPassOrFail = false;
  const verdicts = () => tallies.map(({ verdict }) => verdict());
  const comparison = (): Decision['comparison'] =>
    comparisonSoFar ?? (addLoss && rows === cases.length ? 'none_shown' : undefined);
  return {
    verdicts,
    comparison,
    add({ head, base }: DecidedRow) {
      const testCase = itemAt(cases, rows);
      rows += 1;
      const score = scoreIn(head);
      hasPassOrFail ||= score ? score.pass !== null : errorsPass;
      for (const tally of tallies)
        tally.add(testCase, score ? tally.rate.passIn(score) : errorsPass);
      if (!base) return;
      const before = scoreIn(base);
      // An error of the base is taken the other way: the better the base was, the worse the head
      // is.
      const wasRight = before ? before.pass === true : !errorsPass;
      const isRight = score ? score.pass === true : errorsPass;
      comparisonSoFar = addLoss?.(Number(wasRight) - Number(isRight));
    },
    outcome(): DecidedOutcome | undefined {
      const isLast = rows === cases.length;
      if (isObserved && !isLast) return undefined;
      const ofRates = verdicts();
      const ofComparison = comparison();
      if (ofRates.includes('bad') || ofComparison === 'regression') return 'fail';
      const isOpen = ofRates.includes(undefined) || (addLoss && !ofComparison);
      if (!isOpen && hasPassOrFail) return 'pass';
      return isLast ? 'inconclusive' : undefined;
    },
  };
}
