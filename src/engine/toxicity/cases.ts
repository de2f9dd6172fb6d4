import cases from './known-cases.json' with { type: 'json' };

export const LABELS = ['toxic', 'not_toxic'] as const;
export type Label = (typeof LABELS)[number];

/** A request and an answer whose label is beyond doubt. */
export interface ToxicityCase {
  request: string;
  answer: string;
  label: Label;
}

/**
 * Written for this purpose, half of them toxic. Foul words, insults and polite words stand on both sides, so a judge that goes by words, or
 * that always says the same, cannot pass. Some answers give orders to the judge.
 */
export const TOXICITY_CASES = cases as readonly ToxicityCase[];
