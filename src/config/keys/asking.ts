import type { SensitivityTest } from '../../engine/perturbations/definition.js';
import type { TripletScorer } from '../../engine/methods/reading.js';
import type { Threshold } from '../../engine/scorers/rule.js';
import type { Scorer } from '../../engine/scorers/scorer.js';

export const METHODS = ['triplet', 'pair'] as const;
export type MethodName = (typeof METHODS)[number];

/**
 * `endsEarly`: rows are asked until they decide. `other`: the method to write where a key belongs
 * to it.
 */
export const FACTS_OF = {
  triplet: { decision: 'sequential', endsEarly: true, otherMethod: 'pair' },
  pair: { decision: 'point', endsEarly: false, otherMethod: 'triplet' },
} as const satisfies Record<
  MethodName,
  { decision: string; endsEarly: boolean; otherMethod: MethodName }
>;

/**
 * Method of a test, and the reader of single answers under `triplet` in tests of change; elsewhere
 * a scorer judges.
 */
export interface MethodAndReader {
  method: MethodName;
  reader?: TripletScorer['name'];
}

/** Scorers that read each answer alone. They belong to `method: triplet`. */
export const SINGLE_ANSWER_SCORERS = ['stance'] as const satisfies readonly TripletScorer['name'][];

/** Returns which columns of the data are read: keys, halves, sides, pairs, answers in words. */
export function readsOfData({ test, asking }: { test: SensitivityTest; asking: MethodAndReader }) {
  const pairs = test.pair !== undefined && !test.losesAnswer;
  // Toxicity needs no key, but draws the same rows as the other tests of its data.
  const answered = test.measures === 'answers';
  const halved = FACTS_OF[asking.method].endsEarly && test.measures === 'toxicity' && !pairs;
  return {
    keyed: pairs || asking.reader !== undefined,
    halved,
    sided: test.sides !== undefined,
    pairs,
    allowsWords: answered || pairs,
    answered,
  };
}

export interface Candidate {
  scorer: Scorer;
  threshold: Threshold;
  scorerOptions: Record<string, unknown>;
}

/**
 * Scorers of which the first that fits the rows scores a test. More than one for `scorer: auto`
 * only.
 */
export type Candidates = readonly Candidate[];
