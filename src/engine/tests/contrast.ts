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
  words: {
    label: 'tells pairs apart',
    does: 'tells the texts of a pair apart',
    misses: 'misses the difference of a pair',
    did: 'told the texts apart in',
    of: 'pair',
    failed: 'whose texts it did not tell apart',
    changed: 'changed',
    right: 'the answer that is right for the changed text',
    next: 'Look at the rows above: the model answers the changed text as it should not.',
  },
  reads: 'the edit',
  perturbs: true,
  sendsOptions: true,
  perturb: (text) => text,
  pair: (sample) => pairIn(sample),
  lint: lintPair,
};
