import { checkCounts, checkShare } from './check.js';
import type { SequentialTest } from './sequential.js';

/** What becomes of a model under a plan. */
export interface Fate {
  failed: number;
  passed: number;
  /** Rows until the verdict, on the average. */
  rows: number;
}

/**
 * Exactly what a plan over at most n rows does with a model that passes each row with probability p: dynamic programming over (t, k), the
 * rows asked and those passed. Only the counts between the two bounds are alive, so that it takes n times their distance.
 * @throws RangeError where n is no count or p outside [0, 1].
 */
export function fateOf(test: SequentialTest, n: number, p: number): Fate {
  checkCounts({ n });
  checkShare('p', p);
  let [failed, passed, rows] = [0, 0, 0];
  if (test.rule.minimum === 0) return { failed, passed: 1, rows };
  let alive = new Map([[0, 1]]);
  for (let t = 1; t <= n && alive.size > 0; t += 1) {
    const next = new Map<number, number>();
    for (const [k, mass] of alive) {
      rows += mass;
      for (const [to, share] of [
        [k, mass * (1 - p)],
        [k + 1, mass * p],
      ] as const) {
        if (share === 0) continue;
        const verdict = test.at(to, t) ?? (t === n ? test.last(to, t) : undefined);
        if (verdict === 'bad') failed += share;
        else if (verdict === 'good') passed += share;
        else next.set(to, (next.get(to) ?? 0) + share);
      }
    }
    alive = next;
  }
  return { failed, passed, rows };
}

/** How often a plan over n rows is wrong: a good model (m + d) failed, a bad one (m - d) passed. */
export interface PlanError {
  failed_if_good: number;
  passed_if_bad: number;
  /** The rates of these two models. */
  good: number;
  bad: number;
}

export function planError(test: SequentialTest, n: number): PlanError {
  const { good, bad } = test;
  return { failed_if_good: fateOf(test, n, good).failed, passed_if_bad: fateOf(test, n, bad).passed, good, bad };
}
