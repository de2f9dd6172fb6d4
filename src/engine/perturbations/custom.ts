import { z } from 'zod';
import { lintPair, pairIn } from './pairs.ts';
import { EDIT_SCORERS } from '../scorers/index.ts';
import type { SensitivityTest } from './definition.ts';

/** Letters, digits, spaces and hyphens, since the name stands in comments as it is. */
const TEST_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} -]{0,38}[\p{L}\p{N}])?$/u;

const parameters = z.strictObject({
  name: z
    .string()
    .regex(TEST_NAME, 'must be 1 to 40 letters, digits, spaces and hyphens')
    .meta({ description: 'Name of the test in reports.' }),
  expect: z
    .enum(['change', 'same'])
    .meta({ description: 'Whether the answer should change, if a row does not say it.' }),
});

/** The user's own perturbation: pairs of texts that the data holds. */
export const custom: SensitivityTest<z.infer<typeof parameters>> = {
  name: 'custom',
  category: 'sensitivity',
  parameters,
  scorers: EDIT_SCORERS,
  measures: 'change',
  reads: 'the change',
  words: {
    label: 'answers a change of your own as it should',
    does: 'answers the changed texts as it should',
    misses: 'answers the changed texts as it should not',
    did: 'answered the change as it should in',
    unit: 'question',
    failed: 'in which it did not',
    testCaseLabel: 'changed',
    right: 'the same answer or another one, as the configuration expects',
    remedy:
      'Look at the rows above, and at whether each of them should have the answer that `expect` asks for.',
  },
  wordsOfPair: { unit: 'row' },
  sendsOptions: true,
  customName: ({ name }) => name,
  several: true,
  perturbation: {
    kind: 'row',
    perturb: (sample, { expect }) => pairIn(sample, expect),
  },
  lint: lintPair,
};
