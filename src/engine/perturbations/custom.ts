import { z } from 'zod';
import { TEST_NAME } from '../bounds.ts';
import { lintPair, pairIn } from './pairs.ts';
import type { Expectation, Sample } from '../sample.ts';
import { EDIT_SCORERS } from '../scorers/index.ts';
import { quoted } from '../../json.ts';
import type { PerturbedSample, SensitivityTest, Unfit } from './definition.ts';

const MAX_PATTERN_LENGTH = 1_000;

const parameters = z
  .strictObject({
    name: z
      .string()
      .regex(TEST_NAME, 'must be 1 to 40 letters, digits, spaces and hyphens')
      .meta({ description: 'Name of the test in reports.' }),
    expect: z
      .enum(['change', 'same'])
      .meta({ description: 'Whether the answer should change, if a row does not say it.' }),
    pattern: z.string().min(1).max(MAX_PATTERN_LENGTH).optional().meta({
      description:
        'A regular expression of RE2, replaced wherever it occurs; left out, rows have a column perturbed.',
    }),
    replacement: z
      .string()
      .max(MAX_PATTERN_LENGTH)
      .optional()
      .meta({ description: 'The replacement; $1 is the first group of the pattern.' }),
  })
  .refine(({ pattern, replacement }) => (pattern === undefined) === (replacement === undefined), {
    error: 'pattern and replacement belong together; without both, the data has a column perturbed',
  });

type WrittenParameters = z.infer<typeof parameters>;
interface CustomParameters extends WrittenParameters {
  replace?: (text: string) => string;
}

/** In characters: each match of the text may grow to the length of the replacement. */
const MAX_TEXT_LENGTH = 20_000;

/**
 * The user's own perturbation: a regular expression of RE2, which takes linear time, or pairs that
 * the data holds.
 */
export const custom: SensitivityTest<CustomParameters> = {
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
  async load(written) {
    if (written.pattern === undefined || written.replacement === undefined) return written;
    const { RE2JS, RE2JSException } = await import('re2js');
    try {
      const compiled = RE2JS.compile(written.pattern);
      const { replacement } = written;
      compiled.matcher('').replaceAll(replacement);
      return {
        ...written,
        replace: (text: string) => compiled.matcher(text).replaceAll(replacement),
      };
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      return {
        reason: `the pattern cannot be used (${quoted(error.message)}): it is one of RE2, which knows no look-around and no back-references`,
      };
    }
  },
  perturbation: {
    kind: 'row',
    perturb: (sample, { expect, replace }) =>
      replace ? replaceInRow(sample, expect, replace) : pairIn(sample, expect),
  },
  lint: lintPair,
};

function replaceInRow(
  sample: Sample,
  expect: Expectation,
  replace: (text: string) => string,
): PerturbedSample | Unfit {
  if (sample.text.length > MAX_TEXT_LENGTH)
    return { reason: `longer than the ${MAX_TEXT_LENGTH} characters that a pattern is tried on` };
  const perturbed = replace(sample.text);
  if (perturbed === sample.text) return { reason: 'the pattern does not occur in this text' };
  // The key of the new text follows from that of the old one and from `expect`.
  const {
    perturbed_answer: _answer,
    perturbed_truth: _truth,
    perturbed_expected: _expected,
    ...otherColumns
  } = sample;
  return pairIn({ ...otherColumns, perturbed, expect: sample.expect ?? expect });
}
