import type { JudgeVerdict } from './judgement.js';
import { ACCOUNTS } from './pairs/accounts.js';
import { IGNORES } from './pairs/ignores.js';
import { NOT_APPLICABLE } from './pairs/not-applicable.js';
import type { JudgedTexts } from './rubric.js';

/** Texts and answers whose verdict is beyond doubt. */
export interface CalibrationPair extends JudgedTexts {
  verdict: JudgeVerdict;
}

function known(verdict: JudgeVerdict, texts: readonly JudgedTexts[]): CalibrationPair[] {
  return texts.map((pair) => ({ ...pair, verdict }));
}

/**
 * Written for this purpose: true facts, answers of many kinds. No verdict is held by more than half of them, so that a judge which
 * always says the same cannot pass; some answers speak to the judge, for any verdict, and must not be heard.
 */
export const CALIBRATION_PAIRS: readonly CalibrationPair[] = [
  ...known('accounts', ACCOUNTS),
  ...known('ignores', IGNORES),
  ...known('not_applicable', NOT_APPLICABLE),
];
