import type { Stance } from '../triplet/reading.js';
import cases from './known-cases.json' with { type: 'json' };
import type { StanceTexts } from './rubric.js';

/** A prompt and an answer whose stance is beyond doubt. */
export interface StanceCase extends StanceTexts {
  stance: Stance;
  /** The answer only repeats the prompt. */
  isEcho?: true;
}

/**
 * Written for this purpose: plain facts and plain errors, claimed and negated, since a judge must go by what is said. No stance is held by
 * more than half of them; some texts speak to the judge, which must not follow them.
 */
export const STANCE_CASES = cases as readonly StanceCase[];
