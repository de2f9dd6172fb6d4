import { ECHO } from '../calibration.js';
import { readerBy } from '../judge/reader.js';
import { isAlike } from '../triplet/reading.js';
import { LABEL_CASES, type LabelCase } from './cases.js';
import { labelFormat, labelPrompt, readLabelsIn, type LabelTexts } from './rubric.js';

/** How many options an answer gives. */
export const LABEL_KINDS = ['one', 'several', 'nothing'] as const;
/** Gives options, and not those. */
export const OTHER_LABELS = 'other';

/** Which options a judge takes an answer to give. */
export const LABEL_READER = readerBy<LabelTexts, LabelCase, { reading: readonly string[] }>({
  what: 'labels',
  prompt: labelPrompt,
  format: labelFormat,
  parse: readLabelsIn,
  cases: LABEL_CASES,
  verdicts: [...LABEL_KINDS, ECHO],
  others: [OTHER_LABELS],
  known: ({ gives, isEcho }) => (isEcho ? ECHO : kindOf(gives)),
  as: ({ gives, isEcho }, { reading }) => {
    if (isEcho && reading.length === 0) return ECHO;
    return isAlike(gives, reading) || reading.length === 0 ? kindOf(reading) : OTHER_LABELS;
  },
});

function kindOf(labels: readonly string[]): (typeof LABEL_KINDS)[number] {
  return (['nothing', 'one'] as const)[labels.length] ?? 'several';
}
