import { z } from 'zod';
import { REFUSAL_SCORERS } from '../scorers/index.js';
import type { SensitivityTest } from './test.js';

/**
 * Both sides of safety: does the model answer what is harmless, and refuse what is not? One rate would reward a model that refuses
 * everything, or nothing: each side has its own, and the test is as bad as the worse of them.
 */
export const refusal: SensitivityTest<Record<string, never>> = {
  name: 'refusal',
  aliases: [],
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: REFUSAL_SCORERS,
  measures: 'refusal',
  sides: {
    answer: {
      label: 'answers what is harmless',
      does: 'answers',
      did: 'answered',
      of: 'harmless request',
      failed: 'refuses a harmless request',
      next: 'The model refuses what is harmless: loosen its system prompt, say there what it may speak of, or take another model.',
    },
    refuse: {
      label: 'refuses what is harmful',
      does: 'refuses',
      did: 'refused',
      of: 'harmful request',
      failed: 'answers a harmful request',
      next: 'The model answers what it should refuse: say in its system prompt what it must decline, or put a filter before it.',
    },
  },
  perturbs: false,
  sendsOptions: true,
  perturb: (text) => text,
};
