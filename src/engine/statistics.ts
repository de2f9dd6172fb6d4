/** The rates that a sequential test tells apart, and how often it may be wrong: all shares. */
export interface RatePlan {
  minimum: number;
  /** Distance of a good and of a bad model from the minimum. */
  margin: number;
  /** How often a good model may be failed, and a bad one passed. */
  alpha: number;
  beta: number;
}
export type RateVerdict = 'good' | 'bad';

function goodAndBad({ minimum, margin }: RatePlan) {
  const distance = Math.min(margin, (1 - minimum) / 2, minimum / 2);
  return { good: minimum + distance, bad: minimum - distance };
}

/**
 * Wald's sequential test of a bad rate p1 = minimum - d against a good one p0 = minimum + d. After
 * k passes of t rows
 *
 *     L = k ln(p1/p0) + (t - k) ln((1 - p1)/(1 - p0))
 *     bad at L >= ln((1 - beta)/alpha), good at L <= -ln((1 - alpha)/beta)
 *
 * Wald, Ann. Math. Statist. 16 (1945) 117-186.
 */
export function sequentialTest(
  plan: RatePlan,
): (passes: number, rows: number) => RateVerdict | undefined {
  const { minimum, alpha, beta } = plan;
  if (minimum === 0) return () => 'good';
  if (minimum === 1) return (passes, rows) => (passes < rows ? 'bad' : undefined);
  const { good, bad } = goodAndBad(plan);
  const ifPassed = Math.log(bad / good);
  const ifFailed = Math.log((1 - bad) / (1 - good));
  const upper = Math.log((1 - beta) / alpha);
  const lower = -Math.log((1 - alpha) / beta);
  return (passes, rows) => {
    const ratio = passes * ifPassed + (rows - passes) * ifFailed;
    if (ratio >= upper) return 'bad';
    return ratio <= lower ? 'good' : undefined;
  };
}

/** The verdict where no further row follows: that of the observed rate. */
export function observedVerdict(minimum: number, passes: number, rows: number) {
  if (rows === 0) return undefined;
  return passes / rows >= minimum ? 'good' : 'bad';
}

/** The search for the fewest rows ends here: no data set of a gate is as large. */
const MOST_ROWS = 100_000;

/** The fewest rows after which a perfect model passes. */
export function fewestRows(plan: RatePlan) {
  if (plan.minimum === 1) return 1;
  const verdictOf = sequentialTest(plan);
  let rows = 1;
  while (rows < MOST_ROWS && verdictOf(rows, rows) !== 'good') rows += 1;
  return rows;
}

/** A less probable path is left out: all of them would make a plan of thousands of rows slow. */
const NEGLIGIBLE = 1e-18;

/**
 * How often a plan fails and passes a model that passes each of at most n rows with probability p,
 * and how many rows it asks on average: exactly, by dynamic programming over the rows asked and the
 * rows passed.
 */
export function operatingCharacteristic(plan: RatePlan, n: number, p: number) {
  const fate = { failed: 0, passed: 0, rows: 0 };
  const verdictOf = sequentialTest(plan);
  // The probability of each number of passes after which the test goes on.
  let open = new Map([[0, 1]]);
  for (let row = 1; row <= n; row += 1) {
    const next = new Map<number, number>();
    // The numbers of passes ascend, so that none stands at `passes + 1` yet.
    for (const [passes, mass] of open) {
      next.set(passes, (next.get(passes) ?? 0) + mass * (1 - p));
      next.set(passes + 1, mass * p);
    }
    open = next;
    for (const [passes, mass] of open) {
      fate.rows += mass;
      let verdict = verdictOf(passes, row);
      if (row === n) verdict ??= observedVerdict(plan.minimum, passes, row);
      if (verdict) fate[verdict === 'good' ? 'passed' : 'failed'] += mass;
      if (verdict || mass < NEGLIGIBLE) open.delete(passes);
    }
  }
  return fate;
}

export function errorRates(plan: RatePlan, rows: number) {
  const { good, bad } = goodAndBad(plan);
  return {
    good,
    bad,
    failed_if_good: operatingCharacteristic(plan, rows, good).failed,
    passed_if_bad: operatingCharacteristic(plan, rows, bad).passed,
  };
}

/** Shares of the worth that are staked: a grid, since the best one depends on the unknown gain. */
const STAKES = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/**
 * Bets that gains of -1 to 1 are above 0 on average. Their worth is the mean over the stakes of the
 * products of 1 + stake * gain. If the gains are not above 0, the worth ever reaches w with
 * probability at most 1/w (Ville's inequality). Waudby-Smith and Ramdas, J. R. Stat. Soc. B 86
 * (2024) 1-27.
 *
 * @returns a function that bets on one more row, and gives the worth then
 */
export function startBets() {
  const bets = STAKES.map((stake) => ({ stake, worth: 1 }));
  return (gain: number) => {
    let sum = 0;
    for (const bet of bets) {
      bet.worth *= 1 + bet.stake * gain;
      sum += bet.worth;
    }
    return sum / bets.length;
  };
}

export interface ComparisonPlan {
  /** The loss that is allowed, as a share of the rows. */
  delta: number;
  /** Comparisons of the run: each is a chance of a false alarm. */
  comparisons: number;
  alpha: number;
  beta: number;
}
export type ComparisonVerdict = 'regression' | 'no_loss';

/**
 * The worth that a bet on a loss above delta needs beside a proven loss, so that a loss within
 * delta is no regression. This worth is no proof by itself: alpha bounds the proof that there is a
 * loss.
 */
const LARGE_LOSS_WORTH = 2;

/**
 * Head against base, row by row; a difference is 1 where the head broke a row, -1 where it fixed
 * it. A verdict is final.
 *
 * @returns a function that adds one more row, and gives the verdict so far
 */
export function startComparison({ delta, comparisons, alpha, beta }: ComparisonPlan) {
  const betOnLoss = startBets();
  const betOnLargeLoss = startBets();
  const betOnNoLoss = startBets();
  let isLost = false;
  let verdict: ComparisonVerdict | undefined;
  return (difference: number) => {
    if (verdict) return verdict;
    const loss = betOnLoss(difference);
    const largeLoss = betOnLargeLoss((difference - delta) / (1 + delta));
    const noLoss = betOnNoLoss((delta - difference) / (1 - delta));
    isLost ||= loss >= comparisons / alpha;
    if (isLost && largeLoss >= LARGE_LOSS_WORTH) verdict = 'regression';
    else if (noLoss >= 1 / beta) verdict = 'no_loss';
    return verdict;
  };
}

/** ln C(n, k). */
function logChoose(n: number, k: number) {
  let sum = 0;
  for (let i = 1; i <= k; i += 1) sum += Math.log((n - k + i) / i);
  return sum;
}

/** P(X >= least) for X ~ Binomial(trials, share). */
export function upperTail(least: number, trials: number, share: number) {
  if (least === 0 || share === 1) return 1;
  let sum = 0;
  for (let hits = least; hits <= trials; hits += 1)
    sum += Math.exp(
      logChoose(trials, hits) + hits * Math.log(share) + (trials - hits) * Math.log1p(-share),
    );
  return Math.min(1, sum);
}

/** How often something was asked, and how often that restored the row. */
export interface Asks {
  restored: number;
  asked: number;
}

/**
 * Fisher's exact test, one-sided (J. R. Stat. Soc. 85 (1922) 87-94): how probable it is by chance
 * that the first asks of all pairs restore `least` times or more, by default as often as they did.
 * Several pairs, each of a row with its own share, are one test (Birch, J. R. Stat. Soc. B 26
 * (1964) 313-324).
 */
export function fisher(
  pairs: readonly (readonly [Asks, Asks])[],
  least = pairs.reduce((sum, [{ restored }]) => sum + restored, 0),
) {
  const [pair, ...others] = pairs;
  if (!pair) return least > 0 ? 0 : 1;
  const [trial, control] = pair;
  const restored = trial.restored + control.restored;
  const ways = logChoose(trial.asked + control.asked, restored);
  const most = Math.min(trial.asked, restored);
  let p = 0;
  for (let hits = Math.max(0, restored - control.asked); hits <= most; hits += 1) {
    const waysOfHits = logChoose(trial.asked, hits) + logChoose(control.asked, restored - hits);
    p += Math.exp(waysOfHits - ways) * fisher(others, least - hits);
  }
  return p;
}

/** Holm's adjusted p-values, in the order given. Scand. J. Statist. 6 (1979) 65-70. */
export function holm(pValues: readonly number[]) {
  const adjusted = [...pValues];
  let highest = 0;
  const ascending = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  for (const [rank, [place, p]] of ascending.entries()) {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * p));
    adjusted[place] = highest;
  }
  return adjusted;
}

/** Python's rounding of a number that is not negative: 12.5 is 12. */
export function roundHalfToEven(value: number) {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/**
 * Wilson's bound of a true rate (J. Am. Stat. Assoc. 22 (1927) 209-212).
 *
 * @param z - quantile of the normal distribution; a negative one gives the lower bound
 */
export function wilson(passes: number, rows: number, z: number) {
  const share = passes / rows;
  const weight = z ** 2 / rows;
  const spread = z * Math.sqrt((share * (1 - share) + weight / 4) / rows);
  return Math.min(1, Math.max(0, (share + weight / 2 + spread) / (1 + weight)));
}
