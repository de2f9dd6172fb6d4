import { drawFrom } from '../random.js';
import { checkCounts, checkShare } from './check.js';
import type { SequentialTest, SequentialVerdict } from './sequential.js';

export interface Fate {
  failed: number;
  passed: number;
  rows: number;
}

/**
 * Exactly what a plan over at most n rows does with a model that passes each row with probability
 * p: dynamic programming over (t, k), the rows asked and those passed. Only the counts between the
 * two bounds are alive, so that it takes n times their distance.
 * @throws RangeError where n is no count or p outside [0, 1].
 */
export function fateOf(test: SequentialTest, n: number, p: number): Fate {
  checkCounts({ n });
  checkShare('p', p);
  let [failed, passed, rows] = [0, 0, 0];
  if (test.rule.minimum === 0) return { failed, passed: 1, rows };
  let alive = new Map([[0, 1]]);
  for (let t = 1; t <= n && alive.size > 0; t += 1) {
    const nextAlive = new Map<number, number>();
    for (const [k, mass] of alive) {
      rows += mass;
      for (const [nextPasses, share] of [
        [k, mass * (1 - p)],
        [k + 1, mass * p],
      ] as const) {
        if (share === 0) continue;
        const verdict =
          test.verdictAt(nextPasses, t) ?? (t === n ? test.finalVerdict(nextPasses, t) : undefined);
        if (verdict === 'bad') failed += share;
        else if (verdict === 'good') passed += share;
        else nextAlive.set(nextPasses, (nextAlive.get(nextPasses) ?? 0) + share);
      }
    }
    alive = nextAlive;
  }
  return { failed, passed, rows };
}

/** How often a plan over n rows is wrong: a good model (m + d) failed, a bad one (m - d) passed. */
export interface PlanError {
  failed_if_good: number;
  passed_if_bad: number;
  good: number;
  bad: number;
  /** The share of right answers in the other streams; absent for a single stream. */
  otherwise?: number;
}

export function planError(test: SequentialTest, n: number): PlanError {
  const { good, bad } = test;
  return {
    failed_if_good: fateOf(test, n, good).failed,
    passed_if_bad: fateOf(test, n, bad).passed,
    good,
    bad,
  };
}

/** The streams S, V and U that decide together on rows with three arms (see `DecisionRules`). */
export interface Streams {
  sensitive: SequentialTest;
  valid?: SequentialTest;
  steady?: SequentialTest;
}

/**
 * The right answers of a model: a share of those to the original and to the placebo, and of those
 * to the perturbed text.
 */
interface Abilities {
  otherwise: number;
  reads: number;
}

const RUNS = 4_000;
const LOTS = 2 ** 24;
const errors = new Map<string, PlanError>();

/**
 * Returns the error of a plan with several streams, without comparisons and contrast. It is
 * simulated with a fixed seed, once a plan.
 */
export function planErrorOfAll({ sensitive, valid, steady }: Streams, n: number): PlanError {
  const { good, bad } = sensitive;
  const plan = JSON.stringify([n, ...[sensitive, valid, steady].map((test) => test?.rule)]);
  const remembered = errors.get(plan);
  if (remembered) return remembered;
  const otherwise = Math.max(good, steady?.good ?? 0, Math.sqrt(valid?.good ?? 0));
  const fate = (reads: number) =>
    simulatedFate({ sensitive, valid, steady }, n, { otherwise, reads });
  const error = {
    failed_if_good: fate(good).failed,
    passed_if_bad: fate(bad).passed,
    good,
    bad,
    otherwise,
  };
  errors.set(plan, error);
  return error;
}

export function simulatedFate(
  { sensitive, valid, steady }: Streams,
  n: number,
  { otherwise, reads }: Abilities,
): Fate {
  const draw = drawFrom('plan');
  // One draw a row decides which answers are right: to the original, also to the placebo, also to
  // the perturbed text.
  const knownBelow = otherwise * LOTS;
  const steadyBelow = otherwise * knownBelow;
  const readBelow = reads * steadyBelow;
  let [failed, passed, rows] = [0, 0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const s = new Walk(sensitive);
    const v = valid && new Walk(valid);
    const u = steady && new Walk(steady);
    const walks = [s, v, u].filter((walk) => walk !== undefined);
    for (let t = 1; t <= n; t += 1) {
      const lot = draw(LOTS);
      v?.see(lot < steadyBelow);
      if (lot < knownBelow) u?.see(lot < steadyBelow);
      if (lot < steadyBelow) s.see(lot < readBelow);
      if (t === n) for (const walk of walks) walk.end();
      rows += 1;
      const verdict = jointVerdict(walks);
      if (!verdict) continue;
      if (verdict === 'good') passed += 1;
      else failed += 1;
      break;
    }
  }
  return { failed: failed / RUNS, passed: passed / RUNS, rows: rows / RUNS };
}

function jointVerdict(walks: readonly Walk[]): SequentialVerdict | undefined {
  let joint: SequentialVerdict | undefined = 'good';
  for (const { verdict } of walks) {
    if (verdict === 'bad') return verdict;
    joint &&= verdict;
  }
  return joint;
}

class Walk {
  verdict: SequentialVerdict | undefined;
  private passes = 0;
  private rows = 0;
  private readonly test: SequentialTest;

  constructor(test: SequentialTest) {
    this.test = test;
    if (test.rule.minimum === 0) this.verdict = 'good';
  }

  see(isPass: boolean): void {
    if (this.verdict) return;
    this.rows += 1;
    if (isPass) this.passes += 1;
    this.verdict = this.test.verdictAt(this.passes, this.rows);
  }

  end(): void {
    this.verdict ??= this.test.finalVerdict(this.passes, this.rows);
  }
}
