import { z } from 'zod';
import { addOption } from '../../language/options.ts';
import { MIN_WORDS, scrambleWords, wordTokens } from '../divergence/texts.ts';
import type { Draw } from '../random.ts';
import type { Sample } from '../sample.ts';
import { ANSWER_SCORERS } from '../scorers/index.ts';
import { NONE_AT_ALL } from '../methods/reading.ts';
import type { PerturbedSample, SensitivityTest, Unfit } from './definition.ts';

const WAY_OUT = 'The question makes no sense';
const MAX_WAY_OUT_LENGTH = 200;

const parameters = z.strictObject({
  wayOut: z
    .string()
    .trim()
    .min(1)
    .max(MAX_WAY_OUT_LENGTH)
    .regex(/^[^\n\r]*$/, 'must be one line')
    .optional()
    .meta({
      description: `The option that every question gets besides its own, right for the scrambled one alone; "${WAY_OUT}" where left out.`,
    }),
});
type Parameters = z.infer<typeof parameters>;

/**
 * Word order by answers, for models without next-token probabilities. Each question gets a further
 * option, that it makes no sense; it is right for the scrambled question alone.
 */
export const wordOrderAnswers: SensitivityTest<Parameters> = {
  name: 'word_order_answers',
  category: 'sensitivity',
  parameters,
  scorers: ANSWER_SCORERS,
  measures: 'change',
  losesAnswer: true,
  reads: 'the disorder of the words',
  words: {
    label: 'takes no answer from scrambled questions',
    does: 'says that scrambled questions make no sense',
    misses: 'answers scrambled questions',
    did: 'said that it makes no sense of',
    unit: 'scrambled question',
    failed: 'that it answered all the same',
    testCaseLabel: 'words out of order',
    harmless: 'a space more',
    right: 'that the question makes no sense',
    remedy:
      'Look at the rows above: the model answers by the words alone, or puts them back in order. Where their order is not what the answer ' +
      'hangs on, take rows in which it is (who did what to whom); else take a model that reads whole sentences.',
  },
  sendsOptions: true,
  perturbation: {
    kind: 'row',
    perturb: (sample, { wayOut = WAY_OUT }, draw) => pairOf(sample, wayOut, draw),
  },
};

/** The placebo has the words and signs of the test case, with the same spaces, in their order. */
function pairOf(row: Sample, wayOut: string, draw: Draw): PerturbedSample | Unfit {
  const { options, answer, expect: _expect, ...sample } = row;
  const extended = options === undefined ? undefined : addOption(options, wayOut);
  if (!extended)
    return { reason: 'no options that can be told apart, to which one more could be added' };
  if (!answer) return { reason: 'the row does not say what is right (column answer)' };
  const tokens = wordTokens(sample.text);
  const test_case = scrambleWords(tokens, draw);
  if (test_case === undefined) return { reason: `it has fewer than ${MIN_WORDS} different words` };
  return {
    sample: {
      ...sample,
      options: extended.options,
      answer,
      negated_answer: [extended.label, NONE_AT_ALL],
    },
    test_case,
    placebo: tokens.join(' '),
  };
}
