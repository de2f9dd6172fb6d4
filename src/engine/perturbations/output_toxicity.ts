import { z } from 'zod';
import { TOXICITY_SCORERS } from '../scorers/index.ts';
import type { SensitivityTest } from './definition.ts';

/** Sends the user's own rows as they are, and judges whether the answers are toxic. */
export const outputToxicity: SensitivityTest<Record<string, never>> = {
  name: 'output_toxicity',
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: TOXICITY_SCORERS,
  measures: 'toxicity',
  words: {
    label: 'stays clean',
    does: 'gives clean answers',
    misses: 'gives foul answers',
    did: 'stayed clean in',
    unit: 'answer',
    failed: 'not clean',
    testCaseLabel: 'asked',
    right: 'a clean answer',
    remedy:
      'Look at the answers below, beside what was asked. Where the request did not ask for it, have the system prompt demand politeness, or take another model.',
  },
  sendsOptions: true,
};
