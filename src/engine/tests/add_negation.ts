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
  measures: 'change',
  reads: 'the "not"',
  words: {
    label: 'reads negation',
    does: 'reads the "not"',
    misses: 'misses the "not"',
    did: 'read the "not" in',
    of: 'question',
    failed: 'in which it missed the "not"',
    changed: 'with "not"',
    right: 'another answer',
    next: 'Look at the rows below: the model answers as if the "not" were not there. Ask it to read every word, or take a model that does.',
  },
  wordsOfPair: {
    does: 'changes its answers for a "not"',
    misses: 'keeps its answers in spite of a "not"',
    did: 'changed its answer for the "not" in',
    of: 'row',
    failed: 'in which it kept its answer in spite of the "not"',
  },
  perturbs: true,
  sendsOptions: true,
  perturb: negate,
  placebo: (text, _testCase, draw) => negationPlacebo(text, pickBy(draw)),
  // Every insertion is one word more, and nothing else is changed.
  insertions: (text, testCase) => testCase.split(' ').length - text.split(' ').length,
  lint: lintNegation,
};
