import type { SensitivityTest } from '../../engine/tests/test.js';
import { TRIPLET_SCORERS, type TripletScorer } from '../../engine/methods/reading.js';
import type { Part } from '../../engine/scorers/combined.js';

export const METHODS = ['triplet', 'pair'] as const;
export type Method = (typeof METHODS)[number];

/** `endsEarly`: rows are asked until they decide. `other`: the method to write where a key belongs to it. */
export const FACTS_OF = {
  triplet: { decision: 'sequential', endsEarly: true, other: 'pair' },
  pair: { decision: 'point', endsEarly: false, other: 'triplet' },
} as const satisfies Record<Method, { decision: string; endsEarly: boolean; other: Method }>;

/** How a test's rows are asked, and (`triplet`, of a test of change) how each answer by itself is read; elsewhere a scorer judges it. */
export interface Asking {
  method: Method;
  reader?: TripletScorer['name'] | undefined;
}

/** Scorers that read one answer by itself, and so belong to `method: triplet` alone. */
export const OF_ARMS = ['stance'] as const satisfies readonly TripletScorer['name'][];

/** Whether a test is asked row by row until it is decided; one without a threshold scores all rows, and decides nothing. */
export function isAskedUntilDecided({ asking, candidates }: { asking: Asking; candidates: Candidates }): boolean {
  return FACTS_OF[asking.method].endsEarly && !gatesNothing(candidates);
}

export function gatesNothing(candidates: Candidates): boolean {
  return candidates.some(({ threshold }) => threshold === null);
}

export function isReader(name: unknown): name is TripletScorer['name'] {
  return (TRIPLET_SCORERS as readonly unknown[]).includes(name);
}

/** Whether the data is read with its key, with halves alone, with its sides, and with the pairs that it brings along. */
export function readsOfData({ test, asking }: { test: SensitivityTest; asking: Asking }) {
  const pairs = test.pair !== undefined && !test.losesAnswer;
  // Toxicity needs no key; it asks the rows that the other tests of its data do.
  const halved = FACTS_OF[asking.method].endsEarly && test.measures === 'toxicity' && !pairs;
  return { keyed: pairs || asking.reader !== undefined, halved, sided: test.sides !== undefined, pairs };
}

/** A scorer, and what the configuration says for it. */
export interface Candidate extends Part {
  parts?: readonly Part[];
}

/** The scorers that may score a test: the first that fits its samples does. More than one only for `scorer: auto`. */
export type Candidates = readonly Candidate[];
