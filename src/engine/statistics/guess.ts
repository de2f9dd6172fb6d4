/** A perturbed row: its options, and the labels of those that are right. */
export interface GuessedRow {
  options: readonly { label: string; text: string }[];
  right: readonly string[];
}

/** Rates of right answers to the perturbed rows, 0 to 1, that a model reaches without knowledge. */
export interface Guess {
  /** By a random option: the mean share of right options. */
  g: number;
  /** By the best constant answer, a label or a text: it sees the "not" and nothing else. */
  h: number;
}

/** Minimum distance of a minimum from the rate of a guess. */
const ABOVE_GUESS = 0.1;
/** Allowance for the rounding of sums such as 0.7 + 0.1. */
const ROUNDING = 1e-9;

/** Returns undefined without a row. */
export function guessOf(rows: readonly GuessedRow[]): Guess | undefined {
  if (rows.length === 0) return undefined;
  const g =
    rows.reduce((sum, { options, right }) => sum + right.length / options.length, 0) / rows.length;
  const labels = bestConstantRate(rows.map(({ right }) => right));
  const texts = bestConstantRate(
    rows.map(({ options, right }) =>
      options.flatMap(({ label, text }) =>
        right.includes(label) ? [text.trim().toLowerCase()] : [],
      ),
    ),
  );
  return { g, h: Math.max(labels, texts) };
}

/** The share of rows whose right answers include the most common one. */
function bestConstantRate(rows: readonly (readonly string[])[]): number {
  const counts = new Map<string, number>();
  for (const right of rows)
    for (const answer of new Set(right)) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts.values()].reduce((highest, count) => Math.max(highest, count), 0) / rows.length;
}

/**
 * Returns the least minimum, with two decimals, that tells a model from a guess of this rate; at
 * most 1.
 */
export function leastUsefulMinimum(guess: number): number {
  return Math.min(1, Math.ceil((guess + ABOVE_GUESS) * 100 - ROUNDING) / 100);
}

/**
 * Returns why a minimum is too low: a guess reaches it (`error`), or one constant answer does
 * (`warning`).
 */
export function guessProblem(
  minimum: number,
  { g, h }: Guess,
): { error: string } | { warning: string } | undefined {
  const least = (rate: number) => leastUsefulMinimum(rate).toFixed(2);
  const tooLow = (rate: number) => minimum < rate + ABOVE_GUESS - ROUNDING;
  const percent = (rate: number) => `${(100 * rate).toFixed(1)} %`;
  // No minimum lies far enough above such a rate: only other data helps.
  const isBeyond = (rate: number) => rate + ABOVE_GUESS > 1 + ROUNDING;
  if (tooLow(g)) {
    const follows = isBeyond(g)
      ? 'no min_pass_rate shows anything. Take rows with more options, fewer of them right.'
      : `min_pass_rate ${minimum} shows nothing. Set it to ${least(g)} or more, or take rows with more options.`;
    return { error: `A mere guess is right in ${percent(g)} of the perturbed rows, so ${follows}` };
  }
  if (tooLow(h)) {
    const shows = isBeyond(h)
      ? 'so no min_pass_rate shows much'
      : `so min_pass_rate ${minimum} shows little`;
    const raise = isBeyond(h) ? '' : `; or set it to ${least(h)} or more`;
    return {
      warning: `One and the same answer to every "not" is right in ${percent(h)} of the rows, ${shows}. Balance the data: half of the statements false, half of the questions with more right options than wrong ones${raise}.`,
    };
  }
  return undefined;
}
