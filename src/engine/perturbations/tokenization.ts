import { z } from 'zod';
import { chopText, MIN_WORDS, longSentences } from '../divergence/texts.ts';
import type { Sample } from '../sample.ts';
import { DIVERGENCE_SCORERS } from '../scorers/index.ts';
import {
  type UnfitSample,
  type PerturbedSample,
  type SensitivityTest,
  wholeNumber,
} from './definition.ts';

const DEFAULT_CHARACTERS = 5;

const parameters = z.strictObject({
  characters: wholeNumber(
    1,
    1_000,
    `Code points of a piece; ${DEFAULT_CHARACTERS} where left out.`,
  ),
});
type Parameters = z.infer<typeof parameters>;

const PIECE_MARK = '|';

/**
 * BYOD's robustness to tokenization (arXiv 2306.13651, section 4.5): compares the next tokens after
 * a sentence with those after the same characters in other tokens.
 */
export const tokenization: SensitivityTest<Parameters> = {
  name: 'tokenization',
  category: 'sensitivity',
  parameters,
  scorers: DIVERGENCE_SCORERS.atMost,
  measures: 'divergence',
  figure: 'mean',
  words: {
    label: 'reads through odd tokens',
    does: 'reads a sentence alike however it is cut into tokens',
    misses: 'reads a sentence otherwise once it is cut into other tokens',
    did: 'read the text alike in other tokens in',
    unit: 'sentence',
    failed: 'that it read otherwise in other tokens',
    testCaseLabel: 'cut into pieces',
    right: 'nearly the same next token',
    remedy:
      'Look at the rows above: what the model expects hangs on where words are cut. Mind texts with typos, code and names, or take a model that is trained with many ways to cut.',
  },
  sendsOptions: false,
  perturbation: {
    kind: 'rows',
    perturb: (samples, { characters = DEFAULT_CHARACTERS }) =>
      samples.flatMap((sample) => pairsOf(sample, characters)),
  },
};

function pairsOf(sample: Sample, characters: number): (PerturbedSample | UnfitSample)[] {
  const sentences = longSentences(sample.text);
  if (sentences.length === 0)
    return [{ sample, reason: `it has no sentence of ${MIN_WORDS} words or more` }];
  return sentences.map((original) => {
    const pieces = chopText(original, characters);
    if (pieces.length < 2)
      return { sample, reason: `it has no more than ${characters} characters` };
    return {
      sample: { ...sample, text: original },
      test_case: pieces.join(PIECE_MARK),
      probe: { kind: 'pieces', original, pieces },
    };
  });
}
