import { drawFrom } from '../random.ts';
import { checkCounts, checkShare } from './check.ts';
import type { SequentialTest, SequentialVerdict } from './sequential.ts';

/** Probabilities that a plan fails or passes a model, and the mean number of rows that it asks. */
export interface Fate {
  failed: number;
  passed: number;
  rows: number;
}

/**
 * Returns the exact fate of a model that passes each of at most n rows with probability p, by
 * dynamic programming over the rows t asked and the rows k passed. Only counts k between the two
 * bounds of the test are kept, so the cost is n times the distance of the bounds.
 * @throws RangeError unless n is a count and p lies in 0 to 1.
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

/**
 * How often a plan over n rows is wrong, as shares: it fails a good model (rate m + d), or passes a
 * bad one (m - d).
 */
export interface PlanError {
  failed_if_good: number;
  passed_if_bad: number;
  good: number;
  bad: number;
  /** The share of right answers to original and placebo; absent for a single stream. */
  otherwise?: number;
}

/** Returns the exact error of a plan with one stream. */
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

/** A model's shares of right answers, 0 to 1. */
interface Abilities {
  /** To the original, and among those to the placebo. */
  otherwise: number;
  /** To the perturbed text, where the other two are right. */
  reads: number;
}

/** Number of simulated runs: a share has a standard error of at most 0.008. */
const RUNS = 4_000;
/** Number of values of a draw. */
const LOTS = 2 ** 24;
/** Errors by plan: a plan is asked for several times in a run. */
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
  // The least share with which a model is good in the other streams: V needs its square.
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

/** Returns the fate of a model in simulated runs of at most n rows. */
export function simulatedFate(
  { sensitive, valid, steady }: Streams,
  n: number,
  { otherwise, reads }: Abilities,
): Fate {
  const draw = drawFrom('plan');
  // One draw a row decides how many of its answers are right, in this order: to the original, to
  // the placebo, to the perturbed text.
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

/** Bad if one stream is bad, good if all are good, else undefined. */
function jointVerdict(walks: readonly Walk[]): SequentialVerdict | undefined {
  let joint: SequentialVerdict | undefined = 'good';
  for (const { verdict } of walks) {
    if (verdict === 'bad') return verdict;
    joint &&= verdict;
  }
  return joint;
}

/** One stream of a simulated run. */
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
