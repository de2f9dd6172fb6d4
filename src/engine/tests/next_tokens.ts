// BYOD's tests of next-token distributions (arXiv 2306.13651, sections 4.3 to 4.5).

import { z } from 'zod';
import { textOf, type Case, type Row, type Unfit } from '../row.ts';
import { divergence } from '../jsd.ts';
import { contentOf, drawFrom, itemAt, pick, swap, type Draw } from '../random.ts';
import { sentencesOf } from '../sentences.ts';
import { passRate, type Test } from '../test.ts';
import { RowError } from '../row-error.ts';
import type { NextTokens, TextOrTokens } from '../model.ts';

/** BYOD's minimum number of words in a sentence, separated by white space. */
const MIN_WORDS = 6;

function sentencesIn({ text }: Row) {
  return sentencesOf(text).map(({ words }) => words);
}

function casesOfSentences(
  rows: readonly Row[],
  casesOf: (row: Row, sentences: readonly string[]) => Case[],
) {
  return rows.flatMap((row): (Case | Unfit)[] => {
    const sentences = sentencesIn(row).filter((words) => words.split(/\s+/).length >= MIN_WORDS);
    if (sentences.length > 0) return casesOf(row, sentences);
    return [{ row, reason: `it has no sentence of at least ${MIN_WORDS} words` }];
  });
}

/** Matches a word or a punctuation mark. */
const WORD_TOKEN = /[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*|[^\s\p{L}\p{M}\p{N}_]/gu;

export type Swap = readonly [first: number, second: number];

/**
 * Draws pairs of two different places. The draws are independent, so a swap may undo an earlier
 * one.
 */
function drawSwaps(places: number, times: number, draw: Draw): Swap[] {
  return Array.from({ length: times }, () => {
    const first = draw(places);
    const second = draw(places - 1);
    return [first, second < first ? second : second + 1];
  });
}

/** Swaps words, one pair at a time, and joins them with spaces (BYOD/word_order.py). */
export function applySwaps(words: readonly string[], swaps: readonly Swap[]) {
  const order = [...words];
  for (const [first, second] of swaps) swap(order, first, second);
  return order.join(' ');
}

/** Cuts a text into pieces of this many code points (BYOD/tokenization_robustness.py). */
export function chopText(text: string, characters: number) {
  return text.match(new RegExp(`[^]{1,${characters}}`, 'gu')) ?? [];
}

/**
 * The last sentence of each document with two contexts: the sentences before it, and the same with
 * the first ones replaced by those of another document (BYOD/context_sensitivity.py). Undefined if
 * the document is too short.
 */
export function contextsOf(
  documents: readonly (readonly string[])[],
  { sentences, swapped }: z.infer<typeof contextOptions>,
) {
  return documents.map((document, i) => {
    const last = document.at(-1);
    if (last === undefined || document.length <= sentences + swapped) return undefined;
    const lent = documents.at(i - 1)?.slice(0, swapped) ?? [];
    const kept = document.slice(-(sentences - swapped));
    return { last, context: document.slice(-sentences), swapped: [...lent, ...kept] };
  });
}

/** Texts after which a piece is tokenized, as in BYOD. */
const LEADS = ['=', 'THE'];

/**
 * Tokenizes each piece by itself and joins the tokens, as BYOD does for LLaMA. Some tokenizers put
 * a mark before every text, so each further piece is tokenized after a lead, whose tokens are
 * removed.
 */
async function tokensOfPieces(
  [first = '', ...further]: readonly string[],
  tokenize: NextTokens['tokenize'],
) {
  const tokensBehindLead = async (piece: string) => {
    let tokens: readonly number[] = [];
    for (const lead of LEADS) {
      const ofLead = await tokenize(lead, false);
      const ofBoth = await tokenize(lead + piece, false);
      tokens = ofBoth.slice(ofLead.length);
      // If this fails, the lead and the piece share a token.
      if (ofLead.every((token, i) => token === ofBoth[i])) break;
    }
    return tokens;
  };
  return [
    await tokenize(first, true),
    ...(await Promise.all(further.map(tokensBehindLead))),
  ].flat();
}

interface Probe<Options> extends Pick<Test<Options>, 'name' | 'words' | 'options' | 'cases'> {
  /** True if the divergence should exceed the threshold, false if it should not. */
  isAbove: boolean;
  threshold: number;
  /** The most requests that a row takes. */
  asks: number;
  /**
   * The prompts of the original, and as many of the edited text. Their next-token distributions are
   * compared pair by pair.
   */
  promptsOf: (
    testCase: Case,
    tokenize: NextTokens['tokenize'],
    options: Options,
  ) => Promise<[TextOrTokens[], TextOrTokens[]]>;
}

function nextTokenTest<Options>({
  isAbove,
  threshold: defaultThreshold,
  asks,
  promptsOf,
  ...test
}: Probe<Options>): Test<Options> {
  return {
    ...test,
    settings: ['threshold'],
    // The divergence is 0 to ln 2 nats. Any other threshold would decide all rows alike.
    values: { threshold: z.number().gt(0).lt(Math.LN2) },
    sendsOptions: false,
    isObserved: true,
    async observe(testCase, subject, { threshold = defaultThreshold, options }) {
      const { tokenize, behind } = await subject.nextTokens();
      const [original, edited] = await promptsOf(testCase, tokenize, options);
      const lists = await behind([...original, ...edited]);
      const { length } = original;
      let sum = 0;
      for (let i = 0; i < length; i += 1)
        sum += divergence(itemAt(lists, i), itemAt(lists, length + i));
      const value = sum / length;
      return {
        pass: isAbove === value > Number(threshold),
        state: `divergence ${value.toFixed(3)}`,
        value,
        // The test compares distributions, so there are no answers.
        answers: {},
      };
    },
    rates: (setup) => [passRate('passed', setup)],
    cost: () => ({ asks, reads: 0, isUnshared: true }),
  };
}

const swapCount = z.int().min(1).max(100);
const swapOptions = z.strictObject({
  swaps: z
    .union([swapCount, z.array(swapCount).min(1).max(10)])
    .default(1)
    .describe('How often two words change places, or a list of several strengths.'),
});

export const wordOrder = nextTokenTest<z.infer<typeof swapOptions>>({
  name: 'word_order',
  words: {
    does: 'notices the order of words',
    misses: 'ignores the order of words',
    remedy:
      'Look at the rows below: the model expects nearly the same continuation whatever the order of the words. Use a model that reads whole sentences.',
  },
  options: swapOptions,
  isAbove: true,
  threshold: 0.02,
  asks: 2,
  cases: (rows, { options: { swaps }, seed }) =>
    casesOfSentences(rows, (row, sentences) =>
      [...new Set([swaps].flat())].map((times) => {
        // All strengths have the same draws, so a stronger one starts with the swaps of a weaker
        // one.
        const draw = drawFrom(seed, 'word_order', contentOf(row));
        const original = pick(sentences, draw);
        const words = original.match(WORD_TOKEN) ?? [];
        const perturbed = applySwaps(words, drawSwaps(words.length, times, draw));
        return {
          row,
          arms: { original, perturbed },
          kind: `${times} swap${times === 1 ? '' : 's'}`,
        };
      }),
    ),
  promptsOf: async (testCase) => [[textOf(testCase, 'original')], [textOf(testCase, 'perturbed')]],
});

const pieceOptions = z.strictObject({
  characters: z.int().min(1).max(1_000).default(5).describe('Code points of a piece.'),
});

export const tokenization = nextTokenTest<z.infer<typeof pieceOptions>>({
  name: 'tokenization',
  words: {
    label: 'reads through odd tokens',
    does: 'reads a sentence the same way however it is cut into tokens',
    misses: 'reads a sentence differently once it is cut into other tokens',
    remedy:
      'Look at the rows below: what the model expects depends on how words are split into tokens. Check texts with typos, code and names, or use a model that was trained with varied tokenization.',
  },
  options: pieceOptions,
  isAbove: false,
  threshold: 0.1,
  asks: 5,
  cases: (rows, { options: { characters } }) =>
    casesOfSentences(rows, (row, sentences) =>
      sentences.map((original) => {
        const perturbed = chopText(original, characters).join('|');
        return { row, arms: { original, perturbed } };
      }),
    ),
  async promptsOf(testCase, tokenize, { characters }) {
    const text = textOf(testCase, 'original');
    const original = await tokenize(text, true);
    const edited = await tokensOfPieces(chopText(text, characters), tokenize);
    return [[original], [edited]];
  },
});

const length = z.int().max(1_000);
const contextOptions = z
  .strictObject({
    sentences: length.min(2).default(3).describe('Sentences of a context.'),
    swapped: length.min(1).default(2).describe("How many of them are another document's."),
  })
  .refine(
    ({ sentences, swapped }) => swapped < sentences,
    'must swap fewer sentences than it has, since the last one stays',
  );

export const longRangeContext = nextTokenTest<z.infer<typeof contextOptions>>({
  name: 'long_range_context',
  words: {
    does: 'uses earlier sentences',
    misses: 'ignores earlier sentences',
    remedy:
      'Look at the rows below: what the model expects in the last sentence hardly depends on the sentences before it. Use a model that uses its context.',
  },
  options: contextOptions,
  isAbove: true,
  threshold: 0.02,
  asks: 5,
  cases(rows, { options: lengths }) {
    const contexts = contextsOf(rows.map(sentencesIn), lengths);
    const needed = lengths.sentences + lengths.swapped + 1;
    return rows.map((row, i) => {
      const ofRow = contexts[i];
      if (!ofRow) return { row, reason: `it has fewer than ${needed} sentences` };
      const { last, context, swapped } = ofRow;
      return { row, arms: { last, original: context.join(' '), perturbed: swapped.join(' ') } };
    });
  },
  // As in BYOD, predictions are compared at each token of the last sentence.
  async promptsOf(testCase, tokenize) {
    const [last, original, perturbed] = await Promise.all([
      // BYOD counts the tokens of the last sentence with the space before it.
      tokenize(` ${textOf(testCase, 'last')}`, true),
      tokenize(textOf(testCase, 'original'), true),
      tokenize(textOf(testCase, 'perturbed'), true),
    ]);
    // The model cannot predict the first token, since none comes before it.
    const positions = Math.min(last.length, original.length - 1, perturbed.length - 1);
    if (last.length < 2 || positions < 1)
      throw new RowError(
        'one_token',
        'The last sentence is a single token, so there is nothing to compare. Remove the row.',
      );
    const endingBefore = (tokens: readonly number[]) =>
      Array.from({ length: positions }, (_, i) => tokens.slice(0, tokens.length - positions + i));
    return [endingBefore(original), endingBefore(perturbed)];
  },
});
