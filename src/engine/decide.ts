import {
  Comparison,
  crossing,
  observedVerdict,
  type ComparisonPlan,
  type ComparisonVerdict,
  type RateVerdict,
} from './statistics.ts';
import { itemAt } from './random.ts';
import { RowError, type Case, type Rate, type Score } from './types.ts';

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

export function scoreIn(result?: Score | RowError): Score | undefined {
  return result instanceof RowError ? undefined : result;
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
export function decide(plan: TestPlan, rows: Iterable<DecidedRow>): Decision {
  const decider = new Decider(plan);
  for (const row of rows) decider.add(row);
  return decider.decision;
}

/**
 * The decision so far. A row in error could be anything, so a test is decided twice: with all such
 * rows right, and with all of them wrong.
 */
export class Decider {
  private readonly plan: TestPlan;
  private readonly best: ReturnType<typeof courseOf>;
  private readonly worst: ReturnType<typeof courseOf>;
  private rows = 0;

  constructor(plan: TestPlan) {
    this.plan = plan;
    [this.best, this.worst] = [courseOf(plan, true), courseOf(plan, false)];
  }

  /** A row behind the decision enters no count. */
  add(row: DecidedRow): void {
    if (this.outcome) return;
    this.rows += 1;
    this.best.add(row);
    this.worst.add(row);
  }

  get outcome(): DecidedOutcome | undefined {
    const best = this.best.outcome();
    const worst = this.worst.outcome();
    if (best === worst) return best;
    // Verdicts are final: no further row makes the two agree.
    return best && worst ? 'inconclusive' : undefined;
  }

  get decision(): Decision {
    const { outcome, rows, best, worst } = this;
    const others = best.verdicts();
    const verdicts = worst.verdicts().map((one, i) => (one === others[i] ? one : undefined));
    const rates = this.plan.rates.map(({ name }, i) => [name, verdicts[i]] as const);
    const compared = worst.compared();
    const comparison = compared === best.compared() ? compared : undefined;
    return { outcome, rows, rates: Object.fromEntries(rates), comparison };
  }
}

/** Further rows after which a model is decided that passes all of them, or none. */
export function rowsWhereAll(
  plan: TestPlan,
  pass: boolean,
  asked: readonly DecidedRow[] = [],
): number {
  const decider = new Decider(plan);
  for (const row of asked) decider.add(row);
  const row: DecidedRow = { head: { pass, state: '', answers: {} } };
  if (plan.comparison) row.base = { pass: true, state: '', answers: {} };
  const left = plan.cases.length - asked.length;
  let rows = 0;
  while (rows < left && !decider.outcome) {
    decider.add(row);
    rows += 1;
  }
  return rows;
}

interface RateCount {
  rate: Rate;
  verdictAfter: ReturnType<typeof crossing>;
  passes: number;
  rows: number;
  /** Rows that may still count. */
  left: number;
  verdict: RateVerdict | undefined;
}

function countOf(rate: Rate, { alpha, beta, cases, isObserved }: TestPlan): RateCount {
  const verdictAfter = isObserved ? () => undefined : crossing({ ...rate, alpha, beta });
  const left = cases.filter(rate.covers ?? Boolean).length;
  const verdict = rate.minimum === 0 ? 'good' : undefined;
  return { rate, verdictAfter, passes: 0, rows: 0, left, verdict };
}

/** A test after some rows, with every row in error taken as right, or every one as wrong. */
function courseOf(plan: TestPlan, errorsPass: boolean) {
  const { cases, isObserved } = plan;
  const counts = plan.rates.map((rate) => countOf(rate, plan));
  const comparison = plan.comparison && new Comparison(plan.comparison);
  let rows = 0;
  let hasScore = false;
  const verdicts = () => counts.map(({ verdict }) => verdict);
  const compared = (): Decision['comparison'] =>
    comparison?.verdict ?? (comparison && rows === cases.length ? 'none_shown' : undefined);
  return {
    verdicts,
    compared,
    add({ head, base }: DecidedRow): void {
      const testCase = itemAt(cases, rows);
      rows += 1;
      const score = scoreIn(head);
      hasScore ||= score ? score.pass !== null : errorsPass;
      for (const count of counts)
        if (count.rate.covers?.(testCase) !== false)
          addToRate(count, score ? count.rate.counts(score) : errorsPass);
      if (!base) return;
      const before = scoreIn(base);
      const wasRight = before ? before.pass === true : !errorsPass;
      const isRight = score ? score.pass === true : errorsPass;
      comparison?.add(Number(wasRight) - Number(isRight));
    },
    outcome(): DecidedOutcome | undefined {
      const isLast = rows === cases.length;
      if (isObserved && !isLast) return undefined;
      const ofRates = verdicts();
      const ofComparison = compared();
      if (ofRates.includes('bad') || ofComparison === 'regression') return 'fail';
      const isOpen = ofRates.includes(undefined) || (comparison && !ofComparison);
      if (!isOpen && hasScore) return 'pass';
      return isLast ? 'inconclusive' : undefined;
    },
  };
}

/** A rate closes at its first crossing, or when all rows that it counts are asked. */
function addToRate(count: RateCount, value: boolean | undefined): void {
  count.left -= 1;
  if (count.verdict) return;
  if (value !== undefined) {
    count.rows += 1;
    count.passes += Number(value);
    count.verdict = count.verdictAfter(count.passes, count.rows);
  }
  if (count.left === 0) count.verdict ??= observedVerdict(count.rate, count.passes, count.rows);
}
