import {
  Comparison,
  crossing,
  observedVerdict,
  type ComparisonPlan,
  type ComparisonVerdict,
  type RateVerdict,
} from './statistics.ts';
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
  private readonly best: Course;
  private readonly worst: Course;

  constructor(plan: TestPlan) {
    this.plan = plan;
    [this.best, this.worst] = [new Course(plan, true), new Course(plan, false)];
  }

  /** A row behind the decision enters no count. */
  add(row: DecidedRow): void {
    if (this.outcome) return;
    this.best.add(row);
    this.worst.add(row);
  }

  get outcome(): DecidedOutcome | undefined {
    const [best, worst] = [this.best.outcome, this.worst.outcome];
    if (best === worst) return best;
    // Verdicts are final: no further row makes the two agree.
    return best && worst ? 'inconclusive' : undefined;
  }

  get decision(): Decision {
    const rates: Decision['rates'] = {};
    for (const [i, { name }] of this.plan.rates.entries()) {
      const verdict = this.worst.verdicts[i];
      rates[name] = verdict === this.best.verdicts[i] ? verdict : undefined;
    }
    const decision: Decision = { outcome: this.outcome, rows: this.best.rows, rates };
    const comparison = this.worst.comparisonVerdict;
    if (comparison && comparison === this.best.comparisonVerdict) decision.comparison = comparison;
    return decision;
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

/** A test after some rows, with every row in error taken as right, or every one as wrong. */
class Course {
  rows = 0;
  private readonly plan: TestPlan;
  private readonly unknown: boolean;
  private readonly counts: RateCount[];
  private readonly comparison: Comparison | undefined;
  private hasScore = false;

  constructor(plan: TestPlan, unknown: boolean) {
    this.plan = plan;
    this.unknown = unknown;
    const { alpha, beta, cases, isObserved } = plan;
    this.counts = plan.rates.map((rate) => ({
      rate,
      verdictAfter: isObserved ? () => undefined : crossing({ ...rate, alpha, beta }),
      passes: 0,
      rows: 0,
      left: rate.covers ? cases.filter(rate.covers).length : cases.length,
      verdict: rate.minimum === 0 ? 'good' : undefined,
    }));
    this.comparison = plan.comparison && new Comparison(plan.comparison);
  }

  add({ head, base }: DecidedRow): void {
    const testCase = this.plan.cases[this.rows];
    if (!testCase) throw new RangeError('there are more rows than cases');
    this.rows += 1;
    const score = scoreIn(head);
    this.hasScore ||= score ? score.pass !== null : this.unknown;
    for (const count of this.counts)
      if (count.rate.covers?.(testCase) !== false)
        addToRate(count, score ? count.rate.counts(score) : this.unknown);
    if (!base) return;
    const before = scoreIn(base);
    const wasRight = before ? before.pass === true : !this.unknown;
    const isRight = score ? score.pass === true : this.unknown;
    this.comparison?.add(Number(wasRight) - Number(isRight));
  }

  get verdicts(): (RateVerdict | undefined)[] {
    return this.counts.map(({ verdict }) => verdict);
  }

  get comparisonVerdict(): Decision['comparison'] {
    if (!this.comparison) return undefined;
    return this.comparison.verdict ?? (this.isLast ? 'none_shown' : undefined);
  }

  private get isLast(): boolean {
    return this.rows === this.plan.cases.length;
  }

  get outcome(): DecidedOutcome | undefined {
    if (this.plan.isObserved && !this.isLast) return undefined;
    const { verdicts, comparisonVerdict } = this;
    if (verdicts.includes('bad') || comparisonVerdict === 'regression') return 'fail';
    const isOpen = verdicts.includes(undefined) || (this.comparison && !comparisonVerdict);
    if (!isOpen && this.hasScore) return 'pass';
    return this.isLast ? 'inconclusive' : undefined;
  }
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
