/** The models that a sequential test tells apart, and how often it may be wrong. All are shares. */
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

/** The verdict by the observed rate, for when no rows are left. */
export function observedVerdict(minimum: number, passes: number, rows: number) {
  if (rows === 0) return undefined;
  return passes / rows >= minimum ? 'good' : 'bad';
}

/** The search for the fewest rows gives up at this number. No gate has as many rows. */
const MAX_SEARCHED_ROWS = 100_000;

/** The fewest rows with which a perfect model can pass. */
export function fewestRows(plan: RatePlan) {
  if (plan.minimum === 1) return 1;
  const verdictOf = sequentialTest(plan);
  let rows = 1;
  while (rows < MAX_SEARCHED_ROWS && verdictOf(rows, rows) !== 'good') rows += 1;
  return rows;
}

/** Less probable paths are dropped, since plans of thousands of rows would be slow with them. */
const NEGLIGIBLE = 1e-18;

/**
 * The probabilities that a plan fails and passes a model that passes each of at most n rows with
 * probability p, and the mean number of rows that it asks. They are computed by dynamic programming
 * over the rows asked and the rows passed.
 */
export function operatingCharacteristic(plan: RatePlan, n: number, p: number) {
  const result = { failed: 0, passed: 0, rows: 0 };
  const verdictOf = sequentialTest(plan);
  // The probability of each number of passes with which the test is still undecided.
  let open = new Map([[0, 1]]);
  for (let row = 1; row <= n; row += 1) {
    const next = new Map<number, number>();
    // The numbers of passes ascend, so `passes + 1` is not in the map yet.
    for (const [passes, mass] of open) {
      next.set(passes, (next.get(passes) ?? 0) + mass * (1 - p));
      next.set(passes + 1, mass * p);
    }
    open = next;
    for (const [passes, mass] of open) {
      result.rows += mass;
      let verdict = verdictOf(passes, row);
      if (row === n) verdict ??= observedVerdict(plan.minimum, passes, row);
      if (verdict) result[verdict === 'good' ? 'passed' : 'failed'] += mass;
      if (verdict || mass < NEGLIGIBLE) open.delete(passes);
    }
  }
  return result;
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

/** Shares of the wealth to stake: a grid, since the best one depends on the unknown gain. */
const STAKES = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/**
 * Bets that gains, each at least -1, are above 0 on average. The worth of the bets is the mean of
 * the product of 1 + stake * gain, over all stakes. If the mean gain is not above 0, the
 * probability that the worth ever reaches w is at most 1/w (Ville's inequality). Waudby-Smith and
 * Ramdas, J. R. Stat. Soc. B 86 (2024) 1-27.
 *
 * @returns a function that bets on the next row and returns the worth after it
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
  /** The allowed loss, as a share of the rows. */
  delta: number;
  /** The number of comparisons in the run. Each could be a false alarm. */
  comparisons: number;
  alpha: number;
  beta: number;
}
export type ComparisonVerdict = 'regression' | 'no_loss';

/**
 * A regression takes a proven loss (alpha bounds this proof) and evidence that the loss exceeds
 * delta: a bet on that needs this worth, which is no proof by itself.
 */
const LARGE_LOSS_WORTH = 2;

/**
 * Compares head and base row by row. A difference is 1 if the head broke the row, and -1 if it
 * fixed it. A verdict is final.
 *
 * @returns a function that adds the next row and returns the verdict so far
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

/** How often rows were asked with a change reverted, and how often that made them pass. */
export interface Asks {
  restored: number;
  asked: number;
}

/**
 * Fisher's exact test, one-sided (J. R. Stat. Soc. 85 (1922) 87-94): the probability by chance that
 * the first asks of all pairs restore at least `least` times, by default as often as observed.
 * Several pairs, one for each row, form one test (Birch, J. R. Stat. Soc. B 26 (1964) 313-324).
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

/** Rounds as Python does, for numbers that are not negative: 12.5 becomes 12. */
export function roundHalfToEven(value: number) {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/**
 * One bound of Wilson's interval for a rate (J. Am. Stat. Assoc. 22 (1927) 209-212).
 *
 * @param z - quantile of the normal distribution; a negative one gives the lower bound
 */
export function wilson(passes: number, rows: number, z: number) {
  const share = passes / rows;
  const weight = z ** 2 / rows;
  const spread = z * Math.sqrt((share * (1 - share) + weight / 4) / rows);
  return Math.min(1, Math.max(0, (share + weight / 2 + spread) / (1 + weight)));
}
