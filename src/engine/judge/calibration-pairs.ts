import type { JudgeVerdict } from './judgement.js';
import pairs from './known-pairs.json' with { type: 'json' };
import type { JudgedTexts } from './rubric.js';

/** Texts and answers whose verdict is beyond doubt. */
export interface CalibrationPair extends JudgedTexts {
  verdict: JudgeVerdict;
}

/**
 * Written for this purpose: true facts, answers of many kinds. No verdict is held by more than half of them, so that a judge which always
 * says the same cannot pass; some answers speak to the judge, for any verdict, and it must not follow them.
 */
export const CALIBRATION_PAIRS = pairs as readonly CalibrationPair[];
