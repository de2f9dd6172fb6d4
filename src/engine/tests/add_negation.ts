import { z } from 'zod';
import { lintNegation } from '../lint/negation.js';
import { CHANGE_SCORERS } from '../scorers/index.js';
import { negate } from './negate.js';
import { negationPlacebo, pickBy } from './placebo.js';
import type { SensitivityTest } from './test.js';

export const addNegation: SensitivityTest<Record<string, never>> = {
  name: 'add_negation',
  aliases: ['negation'],
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: CHANGE_SCORERS,
  judges: 'change',
  perturbs: true,
  sendsOptions: true,
  perturb: negate,
  placebo: (text, _testCase, draw) => negationPlacebo(text, pickBy(draw)),
  // Every insertion is one word more, and nothing else is changed.
  insertions: (text, testCase) => testCase.split(' ').length - text.split(' ').length,
  lint: lintNegation,
};
