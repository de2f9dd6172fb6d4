import { hasPairsInData, type SensitivityTest } from '../../engine/perturbations/definition.js';
import type { TripletScorer } from '../../engine/methods/reading.js';
import type { Threshold } from '../../engine/scorers/rule.js';
import type { Scorer } from '../../engine/scorers/scorer.js';

export const METHODS = ['triplet', 'pair'] as const;
export type MethodName = (typeof METHODS)[number];

interface MethodFacts {
  /** The one value that the key `decision` may have. */
  decision: string;
  /** True if rows are asked only until they decide the test. */
  endsEarly: boolean;
  /** The method that reads the keys which this method refuses. */
  otherMethod: MethodName;
}

export const FACTS_OF = {
  triplet: { decision: 'sequential', endsEarly: true, otherMethod: 'pair' },
  pair: { decision: 'point', endsEarly: false, otherMethod: 'triplet' },
} as const satisfies Record<MethodName, MethodFacts>;

/**
 * The method of a test, and what reads its answers one by one. Only tests of change under `triplet`
 * have such a reader; a scorer judges the answers of other tests.
 */
export interface MethodAndReader {
  method: MethodName;
  reader?: TripletScorer['name'];
}

/** Values of the key `scorer` that read each answer by itself, under `method: triplet` alone. */
export const SINGLE_ANSWER_SCORERS = ['stance'] as const satisfies readonly TripletScorer['name'][];

/** Returns what a test reads of its data: keys, halves, sides, pairs, answers in words. */
export function readsOfData({ test, asking }: { test: SensitivityTest; asking: MethodAndReader }) {
  const pairs = hasPairsInData(test) && !test.losesAnswer;
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
 * The scorers of a test, of which the first one that fits the rows is used. Only `scorer: auto` has
 * more than one.
 */
export type Candidates = readonly Candidate[];
