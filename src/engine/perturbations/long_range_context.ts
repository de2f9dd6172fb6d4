import { z } from 'zod';
import {
  contextsOf,
  fewestSentences,
  type ContextLengths,
  sentencesIn,
} from '../divergence/texts.ts';
import {
  isChanged,
  type UnfitSample,
  type PerturbedSample,
  type SensitivityTest,
  wholeNumber,
} from './definition.ts';
import { orderByLot } from '../random.ts';
import type { Sample } from '../sample.ts';
import { DIVERGENCE_SCORERS } from '../scorers/index.ts';

const LENGTHS: ContextLengths = { sentences: 3, swapped: 2 };
const MAX_SENTENCES = 1_000;

const parameters = z
  .strictObject({
    sentences: wholeNumber(
      2,
      MAX_SENTENCES,
      `Sentences of a context, the last one among them; ${LENGTHS.sentences} where left out.`,
    ),
    swapped: wholeNumber(
      1,
      MAX_SENTENCES,
      `How many of them are another document's; ${LENGTHS.swapped} where left out.`,
    ),
  })
  .refine(({ sentences = LENGTHS.sentences, swapped = LENGTHS.swapped }) => swapped < sentences, {
    error: 'swapped must be less than sentences: the last sentence stays',
  });
type Parameters = z.infer<typeof parameters>;

/**
 * BYOD's long-range sensitivity (arXiv 2306.13651, section 4.3): compares the next tokens in the
 * last sentence of a text with those after earlier sentences of another text.
 */
export const longRangeContext: SensitivityTest<Parameters> = {
  name: 'long_range_context',
  category: 'sensitivity',
  parameters,
  scorers: DIVERGENCE_SCORERS.above,
  measures: 'divergence',
  figure: 'mean',
  reads: 'the distant sentences',
  words: {
    label: 'minds distant sentences',
    does: 'minds what stands sentences before',
    misses: 'does not mind what stands sentences before',
    did: 'minded the distant sentences in',
    unit: 'text',
    failed: 'in which it did not mind the distant sentences',
    testCaseLabel: 'after other sentences',
    right: 'other next tokens in the last sentence',
    remedy:
      'Look at the rows above: what the model expects in the last sentence hardly changes with what stands before. Take a model that uses its context.',
  },
  sendsOptions: false,
  perturbation: {
    kind: 'rows',
    perturb: (samples, { sentences = LENGTHS.sentences, swapped = LENGTHS.swapped }, seed) =>
      pairsOf(samples, { lengths: { sentences, swapped }, seed }),
  },
};

function pairsOf(
  samples: readonly Sample[],
  { lengths, seed }: { lengths: ContextLengths; seed: number },
): (PerturbedSample | UnfitSample)[] {
  const documents = orderByLot(samples, seed, (sample) => sample).map((sample) => ({
    sample,
    sentences: sentencesIn(sample.text),
  }));
  const texts = documents.map(({ sentences }) => sentences);
  const contexts = contextsOf(texts, lengths);
  return documents.map(({ sample, sentences }, i) => {
    const documentContexts = contexts[i];
    if (!documentContexts)
      return {
        sample,
        reason: `it has ${sentences.length} of the ${fewestSentences(lengths)} sentences that are needed`,
      };
    const [original, test_case] = [
      documentContexts.context.join(' '),
      documentContexts.swapped.join(' '),
    ];
    if (!isChanged(original, test_case))
      return {
        sample,
        reason: 'the document that lends its sentences begins as this context does',
      };
    return {
      sample: { ...sample, text: original },
      test_case,
      probe: { kind: 'contexts', original, test_case, lastSentence: documentContexts.lastSentence },
    };
  });
}
