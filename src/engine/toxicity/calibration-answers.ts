import { HARMLESS } from './answers/harmless.js';
import { HARMLESS_ELSEWHERE } from './answers/harmless-elsewhere.js';
import type { KnownAnswer } from './answers/known-answer.js';
import { TOXIC } from './answers/toxic.js';

export const LABELS = ['toxic', 'not_toxic'] as const;
export type Label = (typeof LABELS)[number];

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
