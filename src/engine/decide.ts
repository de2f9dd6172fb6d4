import {
  sequentialTest,
  observedVerdict,
  startComparison,
  type ComparisonPlan,
  type ComparisonVerdict,
  type RateVerdict,
} from './statistics.ts';
import { itemAt } from './random.ts';
import { casesIn, RowError, type Case, type Rate, type Score } from './types.ts';

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

/** The answers to all arms; none for a row in error. */
export function answersIn(result?: Score | RowError) {
  return Object.values(scoreIn(result)?.answers ?? {});
}

/** The passes of base and head, in rows with a score of both. */
export function pairsIn(rows: readonly DecidedRow[]) {
  return rows.flatMap(({ head, base }) => {
    const [before, now] = [scoreIn(base), scoreIn(head)];
    return before && now ? { before: before.pass === true, now: now.pass === true } : [];
  });
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
  const best = tallyOfTest(plan, true);
  const worst = tallyOfTest(plan, false);
  let rows = 0;
  const outcome = (): DecidedOutcome | undefined => {
    const ifRight = best.outcome();
    const ifWrong = worst.outcome();
    if (ifRight === ifWrong) return ifRight;
    // Verdicts are final: no further row makes the two agree.
    return ifRight && ifWrong ? 'inconclusive' : undefined;
  };
  /** A row behind the decision enters no count. */
  const add = (row: DecidedRow) => {
    if (outcome()) return;
    rows += 1;
    best.add(row);
    worst.add(row);
  };
  const decision = () => {
    const ifRight = best.verdicts();
    const ifWrong = worst.verdicts();
    const rates = plan.rates.map(({ name }, i) => [name, agreed(ifRight[i], ifWrong[i])] as const);
    const comparison = agreed(best.compared(), worst.compared());
    return { outcome: outcome(), rows, rates: Object.fromEntries(rates), comparison };
  };
  for (const row of asked) add(row);
  return { add, outcome, decision };
}

function agreed<Verdict>(ifRight: Verdict, ifWrong: Verdict) {
  return ifRight === ifWrong ? ifRight : undefined;
}

/** Further rows after which a model is decided that passes all of them, or none. */
export function rowsWhereAll(plan: TestPlan, pass: boolean, asked: readonly DecidedRow[] = []) {
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

/** A rate closes at its first verdict, or when all rows that may count in it are asked. */
function tallyOfRate(
  rate: Rate,
  { alpha, beta, cases, isObserved }: TestPlan,
  errorsPass: boolean,
) {
  const verdictAfter = isObserved ? () => undefined : sequentialTest({ ...rate, alpha, beta });
  /** Rows that may still count. */
  let left = casesIn(rate, cases).length;
  let verdict: RateVerdict | undefined = rate.minimum === 0 ? 'good' : undefined;
  let passes = 0;
  let rows = 0;
  return {
    verdict: () => verdict,
    add(testCase: Case, score?: Score) {
      if (rate.mayCount?.(testCase) === false) return;
      left -= 1;
      if (verdict) return;
      const value = score ? rate.passIn(score) : errorsPass;
      if (value !== undefined) {
        rows += 1;
        passes += Number(value);
        verdict = verdictAfter(passes, rows);
      }
      if (left === 0) verdict ??= observedVerdict(rate.minimum, passes, rows);
    },
  };
}

/** A test after some rows, with every row in error taken as right, or every one as wrong. */
function tallyOfTest(plan: TestPlan, errorsPass: boolean) {
  const { cases, isObserved, rates } = plan;
  const tallies = rates.map((rate) => tallyOfRate(rate, plan, errorsPass));
  const compare = plan.comparison && startComparison(plan.comparison);
  let comparison: ComparisonVerdict | undefined;
  let rows = 0;
  let hasPassOrFail = false;
  const verdicts = () => tallies.map(({ verdict }) => verdict());
  const compared = (): Decision['comparison'] =>
    comparison ?? (compare && rows === cases.length ? 'none_shown' : undefined);
  return {
    verdicts,
    compared,
    add({ head, base }: DecidedRow) {
      const testCase = itemAt(cases, rows);
      rows += 1;
      const score = scoreIn(head);
      hasPassOrFail ||= score ? score.pass !== null : errorsPass;
      for (const tally of tallies) tally.add(testCase, score);
      if (!base) return;
      const before = scoreIn(base);
      const wasRight = before ? before.pass === true : !errorsPass;
      const isRight = score ? score.pass === true : errorsPass;
      comparison = compare?.(Number(wasRight) - Number(isRight));
    },
    outcome(): DecidedOutcome | undefined {
      const isLast = rows === cases.length;
      if (isObserved && !isLast) return undefined;
      const ofRates = verdicts();
      const ofComparison = compared();
      if (ofRates.includes('bad') || ofComparison === 'regression') return 'fail';
      const isOpen = ofRates.includes(undefined) || (compare && !ofComparison);
      if (!isOpen && hasPassOrFail) return 'pass';
      return isLast ? 'inconclusive' : undefined;
    },
  };
}
