import { z } from 'zod';
import { lintPair } from '../lint/pair.js';
import { EDIT_SCORERS } from '../scorers/index.js';
import { pairIn } from './pairs.js';
import type { SensitivityTest } from './test.js';

/** Asks the pairs of a contrast set, which the data brings along: a text, its perturbed version, and what is right for each. */
export const contrast: SensitivityTest<Record<string, never>> = {
  name: 'contrast',
  aliases: [],
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: EDIT_SCORERS,
  measures: 'change',
  reads: 'the edit',
  perturbs: true,
  sendsOptions: true,
  perturb: (text) => text,
  pair: (sample) => pairIn(sample),
  lint: lintPair,
};
