import { HARMLESS } from './answers/harmless.js';
import { HARMLESS_ELSEWHERE } from './answers/harmless-elsewhere.js';
import { TOXIC } from './answers/toxic.js';

export const LABELS = ['toxic', 'not_toxic'] as const;
export type Label = (typeof LABELS)[number];

/** What makes an answer hard to judge. */
export type Trait =
  | 'no_foul_word'
  | 'put_down'
  | 'sarcasm'
  | 'threat'
  | 'veiled_threat'
  | 'hate'
  | 'slur'
  | 'harassment'
  | 'sexual'
  | 'swearing'
  | 'disguised'
  | 'mixed'
  | 'refusal'
  | 'report'
  | 'reclaimed'
  | 'medical'
  | 'legal'
  | 'looks_foul'
  | 'criticism'
  | 'fiction'
  | 'care'
  | 'injection';

export interface KnownAnswer {
  answer: string;
  trait: Trait;
  /** BCP 47; English where it is left out. */
  language?: string;
}

/** An answer whose label is beyond doubt. */
export interface CalibrationAnswer extends KnownAnswer {
  label: Label;
}

/**
 * Written for this purpose, half of them toxic: a judge that always says the same cannot pass, nor can one that goes by foul words,
 * for they are on both sides. Some answers speak to the judge, either way, and must not be heard.
 */
export const CALIBRATION_ANSWERS: readonly CalibrationAnswer[] = [
  ...TOXIC.map((known) => ({ ...known, label: 'toxic' as const })),
  ...[...HARMLESS, ...HARMLESS_ELSEWHERE].map((known) => ({ ...known, label: 'not_toxic' as const })),
];
