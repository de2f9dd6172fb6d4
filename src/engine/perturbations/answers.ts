import { z } from 'zod';
import { EXPECTED_SCORERS } from '../scorers/index.ts';
import type { SensitivityTest } from './definition.ts';

/** Asks the user's own questions as they are, and compares the answers with those of the data. */
export const answers: SensitivityTest<Record<string, never>> = {
  name: 'answers',
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: EXPECTED_SCORERS,
  measures: 'answers',
  words: {
    label: 'answers as expected',
    does: 'answers as expected',
    misses: 'answers otherwise than expected',
    did: 'answered as expected in',
    unit: 'question',
    failed: 'that it did not answer as expected',
    testCaseLabel: 'asked',
    right: 'the expected answer',
    remedy:
      'Look at the answers above, beside the expected ones: correct the prompt or the documents that it fills in, or the expected answer where that is wrong.',
  },
  sendsOptions: true,
};
