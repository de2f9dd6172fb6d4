import { z } from 'zod';
import {
  drawSwaps,
  MIN_WORDS,
  longSentences,
  applySwaps,
  wordTokens,
} from '../divergence/texts.ts';
import {
  isChanged,
  type UnfitSample,
  type PerturbedSample,
  type SensitivityTest,
} from './definition.ts';
import { pickBy } from './placebo.ts';
import { contentOf, drawFrom } from '../random.ts';
import type { Sample } from '../sample.ts';
import { DIVERGENCE_SCORERS } from '../scorers/index.ts';

const times = z.int().min(1).max(100);

const parameters = z.strictObject({
  swaps: z
    .union([times, z.array(times).min(1).max(10)], {
      error: 'must be a whole number from 1 to 100, or a list of 1 to 10 of them',
    })
    .optional()
    .describe(
      'How often two words change places; 1 where left out. A list has several strengths in one run: each sentence is asked with each of them, and the report has the figure of each.',
    ),
});
type Parameters = z.infer<typeof parameters>;

/**
 * BYOD's sensitivity to word order (arXiv 2306.13651, section 4.4): compares the next tokens after
 * a sentence with those after the same words in another order.
 */
export const wordOrder: SensitivityTest<Parameters> = {
  name: 'word_order',
  category: 'sensitivity',
  parameters,
  scorers: DIVERGENCE_SCORERS.above,
  measures: 'divergence',
  figure: 'median',
  reads: 'the order of words',
  words: {
    label: 'minds word order',
    does: 'minds the order of words',
    misses: 'does not mind the order of words',
    did: 'minded the order of words in',
    unit: 'sentence',
    failed: 'in which it did not mind the order of words',
    testCaseLabel: 'words swapped',
    right: 'another next token',
    remedy:
      'Look at the rows above: the model expects nearly the same to follow whatever the order of the words. Take a model that reads whole sentences.',
  },
  sendsOptions: false,
  strengthOf: (kind) => Number.parseInt(kind),
  perturbation: {
    kind: 'rows',
    perturb: (samples, { swaps = 1 }, seed) =>
      samples.flatMap((sample) => pairsOf(sample, { swaps, seed })),
  },
};

/** The kind of a row: `3 swaps`. `strengthOf` parses the number. */
function kindOf(times: number): string {
  return `${times} swap${times === 1 ? '' : 's'}`;
}

function pairsOf(
  sample: Sample,
  { swaps, seed }: { swaps: number | readonly number[]; seed: number },
): (PerturbedSample | UnfitSample)[] {
  const sentences = longSentences(sample.text);
  if (sentences.length === 0)
    return [{ sample, reason: `it has no sentence of ${MIN_WORDS} words or more` }];
  return [...new Set([swaps].flat())].map((times) => {
    // Each strength has the same draws: a stronger one begins with the swaps of a weaker one.
    const draw = drawFrom(seed, wordOrder.name, contentOf(sample));
    const original = pickBy(draw)(sentences);
    const tokens = wordTokens(original);
    const test_case = applySwaps(tokens, drawSwaps(tokens.length, { times, draw }));
    if (!isChanged(original, test_case))
      return { sample, reason: 'the words that change places are the same' };
    const kind = kindOf(times);
    const probe = { kind: 'texts', original, test_case } as const;
    return {
      sample: { ...sample, text: original },
      test_case,
      probe,
      kind: typeof swaps !== 'number' ? kind : undefined,
    };
  });
}
