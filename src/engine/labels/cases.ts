import cases from './known-cases.json' with { type: 'json' };
import type { LabelTexts } from './rubric.js';

/** A question and an answer of which it is beyond doubt what options it gives. */
export interface LabelCase extends LabelTexts {
  gives: readonly string[];
  /** The answer only repeats what was asked. */
  isEcho?: true;
}

/**
 * Written for this purpose: answers that plain rules leave unread. First those that give one option, then several, then none. Many are
 * wrong in fact, since a judge must go by what is said. Most texts that speak to the judge ask for what the answer does not give.
 */
export const LABEL_CASES = cases as readonly LabelCase[];
