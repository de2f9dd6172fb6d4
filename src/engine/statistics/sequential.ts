import { checkOpenShare, checkShare } from './check.ts';

/** The rates that a sequential test distinguishes, and how often it may be wrong: all shares. */
export interface SequentialRule {
  /** m, the pass rate that a model must reach. */
  minimum: number;
  /** d, the distance of a good and of a bad model from the minimum. */
  margin: number;
  /** α, how often a good model may be failed. */
  alpha: number;
  /** β, how often a bad model may be passed. */
  beta: number;
}

export const DEFAULT_ALPHA = 0.05;
export const DEFAULT_BETA = 0.1;
export const DEFAULT_MARGIN = 0.05;

export type SequentialVerdict = 'good' | 'bad';

/**
 * Wald's sequential probability ratio test of a bad model (rate p1 = m - d) against a good one
 * (p0 = m + d). After k passes of t rows
 *
 *     L = k ln(p1/p0) + (t - k) ln((1 - p1)/(1 - p0))
 *     bad at L >= ln((1 - β)/α), good at L <= -ln((1 - α)/β)
 *
 * At the last row without a crossing, the model is good if k >= m t. d is at most (1 - m)/2 and
 * m/2, so both rates lie in 0 to 1. With m = 0 every model is good. With m = 1 a model is bad at
 * its first failure. Wald, Ann. Math. Statist. 16 (1945) 117-186.
 */
export interface SequentialTest {
  rule: SequentialRule;
  /** p0 and p1. */
  good: number;
  bad: number;
  /** The verdict on k passes of t rows, once there are enough rows. */
  verdictAt(k: number, t: number): SequentialVerdict | undefined;
  /** The verdict if no further row follows; undefined without any row. */
  finalVerdict(k: number, t: number): SequentialVerdict | undefined;
}

/**
 * @throws RangeError where a share is out of range, or a good model would be failed as often as a
 * bad one.
 */
export function sequentialTest(rule: SequentialRule): SequentialTest {
  const { minimum: m, margin, alpha, beta } = rule;
  checkShare('minimum', m);
  checkOpenShare('margin', margin);
  checkOpenShare('alpha', alpha);
  checkOpenShare('beta', beta);
  if (alpha + beta >= 1)
    throw new RangeError(`alpha and beta must add up to less than 1, not to ${alpha + beta}`);
  const d = Math.min(margin, (1 - m) / 2, m / 2);
  const [good, bad] = [m + d, m - d];
  // The quotient, since the gate compares that too.
  const finalVerdict = (k: number, t: number): SequentialVerdict | undefined => {
    if (t === 0) return undefined;
    return k / t >= m ? 'good' : 'bad';
  };
  if (m === 0) return { rule, good, bad, verdictAt: () => 'good', finalVerdict: () => 'good' };
  if (m === 1)
    return {
      rule,
      good,
      bad,
      verdictAt: (k, t) => (k < t ? 'bad' : undefined),
      finalVerdict,
    };
  const forPass = Math.log(bad / good);
  const forFail = Math.log((1 - bad) / (1 - good));
  const toBad = Math.log((1 - beta) / alpha);
  const toGood = -Math.log((1 - alpha) / beta);
  const verdictAt = (k: number, t: number): SequentialVerdict | undefined => {
    const ratio = k * forPass + (t - k) * forFail;
    if (ratio >= toBad) return 'bad';
    return ratio <= toGood ? 'good' : undefined;
  };
  return { rule, good, bad, verdictAt, finalVerdict };
}

/**
 * Returns the fewest rows after which a perfect model crosses its bound. With m = 0 or 1 there is
 * no bound, and one row is enough.
 */
export function leastRows(test: SequentialTest): number {
  const { minimum } = test.rule;
  if (minimum === 0 || minimum === 1) return 1;
  const { alpha, beta } = test.rule;
  // Near the crossing, by the formula; rounding may move it by a row.
  const near = Math.ceil(Math.log((1 - alpha) / beta) / Math.log(test.good / test.bad));
  // With equal rates of a good and a bad model, no number of rows is enough.
  if (!Number.isSafeInteger(near)) return Number.MAX_SAFE_INTEGER;
  let rows = Math.max(1, near - 1);
  while (test.verdictAt(rows, rows) === undefined) rows += 1;
  return rows;
}

/** The effect of a row on a test; `out` if the row does not belong to the test. */
export type RowEffect = 'pass' | 'fail' | 'out';

/** The counts of a test after some rows. A verdict is final. */
interface Path {
  passes: number;
  rows: number;
  verdict?: SequentialVerdict;
}

/** A test after some rows: `best` takes unknown rows as passes, `worst` as failures. */
export interface Course {
  best: Path;
  worst: Path;
}

export const INITIAL_COURSE: Course = {
  best: { passes: 0, rows: 0 },
  worst: { passes: 0, rows: 0 },
};

/** Effects in the order in which a path takes them. */
const FROM_BEST: readonly RowEffect[] = ['pass', 'out', 'fail'];
const FROM_WORST: readonly RowEffect[] = ['fail', 'out', 'pass'];

/**
 * Returns the course after one more row, which has one of these effects. At every later row a pass
 * is at least as good as no row, and no row as good as a failure. So the two paths bound every
 * outcome of the unknown rows.
 */
export function advance(
  test: SequentialTest,
  { best, worst }: Course,
  effects: readonly RowEffect[],
): Course {
  const step = (path: Path, order: readonly RowEffect[]): Path => {
    const effect = order.find((candidate) => effects.includes(candidate));
    if (path.verdict || effect === undefined || effect === 'out') return path;
    const [passes, rows] = [path.passes + (effect === 'pass' ? 1 : 0), path.rows + 1];
    return { passes, rows, verdict: test.verdictAt(passes, rows) };
  };
  return { best: step(best, FROM_BEST), worst: step(worst, FROM_WORST) };
}

/**
 * Returns good if the worst path is good, bad if the best path is bad, else undefined. With
 * `isLast` no further row follows.
 */
export function verdictOf(
  test: SequentialTest,
  { best, worst }: Course,
  isLast: boolean,
): SequentialVerdict | undefined {
  // Nothing is asked for: good from the start.
  if (test.rule.minimum === 0) return 'good';
  const endOf = ({ verdict, passes, rows }: Path) =>
    verdict ?? (isLast ? test.finalVerdict(passes, rows) : undefined);
  if (endOf(worst) === 'good') return 'good';
  return endOf(best) === 'bad' ? 'bad' : undefined;
}
