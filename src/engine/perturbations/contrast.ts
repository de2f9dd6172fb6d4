import { z } from 'zod';
import { lintPair, pairIn } from './pairs.ts';
import { EDIT_SCORERS } from '../scorers/index.ts';
import type { SensitivityTest } from './definition.ts';

/**
 * Asks the pairs of a contrast set. The data holds both texts and the right answer to each, as in
 * Gardner et al., Findings of EMNLP 2020, 1307-1323.
 */
export const contrast: SensitivityTest<Record<string, never>> = {
  name: 'contrast',
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: EDIT_SCORERS,
  measures: 'change',
  reads: 'the edit',
  words: {
    label: 'reads edits',
    does: 'reads what was edited',
    misses: 'misses what was edited',
    did: 'read the edit in',
    unit: 'question',
    failed: 'in which it missed the edit',
    testCaseLabel: 'edited',
    right: 'an answer that goes with the edit',
    remedy:
      'Look at the rows above: the model answers the edited text as if it said something else. Ask it to read every word, or take a model that does.',
  },
  wordsOfPair: {
    does: 'answers edited texts as it should',
    misses: 'answers edited texts as it should not',
    did: 'answered the edited text as it should in',
    unit: 'row',
    failed: 'in which it did not answer the edited text as it should',
  },
  sendsOptions: true,
  perturbation: { kind: 'row', perturb: (sample) => pairIn(sample) },
  lint: lintPair,
};
