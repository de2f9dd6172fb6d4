import { z } from 'zod';
import { textOf } from '../ask-arms.ts';
import { divergence } from '../jsd.ts';
import { contentOf, drawFrom, itemAt, pick, swap, type Draw } from '../random.ts';
import { sentencesOf } from '../sentences.ts';
import { mean } from '../statistics.ts';
import {
  passRate,
  RowError,
  type Case,
  type Distribution,
  type NextTokens,
  type Row,
  type Score,
  type Test,
  type Unfit,
} from '../types.ts';
import { isChanged } from './add_negation.ts';

/** BYOD's tests on what a model expects next (arXiv 2306.13651, sections 4.3 to 4.5). */

/** BYOD's least number of words of a sentence. White space separates words. */
const MIN_WORDS = 6;

function longSentences(text: string): string[] {
  return sentencesOf(text)
    .map(({ words }) => words)
    .filter((sentence) => sentence.split(/\s+/).length >= MIN_WORDS);
}

const TOO_SHORT = `it has no sentence of ${MIN_WORDS} words or more`;

function wordTokens(sentence: string): string[] {
  return (
    sentence.match(/[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*|[^\s\p{L}\p{M}\p{N}_]/gu) ?? []
  );
}

export type Swap = readonly [first: number, second: number];

/** Draws pairs of two different places. Each draw is new, so a swap may undo another. */
function drawSwaps(places: number, times: number, draw: Draw): Swap[] {
  return Array.from({ length: times }, () => {
    const [first, second] = [draw(places), draw(places - 1)];
    return [first, second < first ? second : second + 1];
  });
}

/**
 * Applies the swaps one after the other, and joins the words with one space (BYOD/word_order.py).
 */
export function applySwaps(tokens: readonly string[], swaps: readonly Swap[]): string {
  const list = [...tokens];
  for (const [a, b] of swaps) swap(list, a, b);
  return list.join(' ');
}

/** Pieces of so many code points; the last may be shorter (BYOD/tokenization_robustness.py). */
export function chopText(text: string, characters: number): string[] {
  return text.match(new RegExp(`[^]{1,${characters}}`, 'gu')) ?? [];
}

export interface Contexts {
  last: string;
  context: readonly string[];
  swapped: readonly string[];
}

/**
 * The end of each document, and the same last sentence behind the first sentences of the document
 * before it (BYOD/context_sensitivity.py); undefined for a document that is too short.
 */
export function contextsOf(
  documents: readonly (readonly string[])[],
  { sentences, swapped }: { sentences: number; swapped: number },
): (Contexts | undefined)[] {
  return documents.map((document, i) => {
    const last = document.at(-1);
    if (last === undefined || document.length <= sentences + swapped) return undefined;
    const lent = documents.at(i - 1)?.slice(0, swapped) ?? [];
    const kept = document.slice(-(sentences - swapped));
    return { last, context: document.slice(-sentences), swapped: [...lent, ...kept] };
  });
}

/** Texts that a piece is tokenized behind; BYOD uses the same. */
const LEADS = ['=', 'THE'];

/**
 * The tokens of each piece by itself, joined (as BYOD does for LLaMA). Some tokenizers put a mark
 * before every text, so each further piece is tokenized behind a lead, whose tokens are removed.
 */
async function tokensOfPieces(
  [first = '', ...further]: readonly string[],
  tokenize: NextTokens['tokenize'],
): Promise<number[]> {
  const leads = await Promise.all(
    LEADS.map(async (lead) => ({ lead, ofLead: await tokenize(lead, false) })),
  );
  const behindLead = async (piece: string) => {
    let tokens: readonly number[] = [];
    for (const { lead, ofLead } of leads) {
      const ofBoth = await tokenize(lead + piece, false);
      tokens = ofBoth.slice(ofLead.length);
      // Else the lead and the piece share a token.
      if (ofLead.every((token, i) => token === ofBoth[i])) break;
    }
    return tokens;
  };
  return [await tokenize(first, true), ...(await Promise.all(further.map(behindLead)))].flat();
}

/**
 * The prompts behind which the distributions of the next token are compared: of the original, and
 * as many of the other text.
 */
type Positions<Options> = (
  testCase: Case,
  tokenize: NextTokens['tokenize'],
  options: Options,
) => Promise<(string | readonly number[])[]>;

const endsOfTexts: Positions<unknown> = async (testCase) => [
  textOf(testCase, 'original'),
  textOf(testCase, 'perturbed'),
];

/**
 * Compares as many tokens from the end as BYOD does: those of a space and the last sentence.
 */
const lastSentences: Positions<unknown> = async (testCase, tokenize) => {
  const [last, original, perturbed] = await Promise.all([
    tokenize(` ${textOf(testCase, 'last')}`, true),
    tokenize(textOf(testCase, 'original'), true),
    tokenize(textOf(testCase, 'perturbed'), true),
  ]);
  // No token comes before the first one, so the model does not predict it.
  const positions = Math.min(last.length, original.length - 1, perturbed.length - 1);
  if (last.length < 2 || positions < 1)
    throw new RowError(
      'one_token',
      'The last sentence is a single token: there is nothing to compare. Leave the row out.',
    );
  return [original, perturbed].flatMap((tokens) =>
    Array.from({ length: positions }, (_, i) => tokens.slice(0, tokens.length - positions + i)),
  );
};

/** `next token: 263 (31.0 %)` */
function likeliest(distribution: Distribution): string {
  const [most] = [...distribution].toSorted(([, a], [, b]) => b - a);
  const [token, logprob = 0] = most ?? [];
  return `next token: ${token} (${(100 * Math.exp(logprob)).toFixed(1)} %)`;
}

interface Probe<Options> {
  /** True if the edit should change what the model expects, else it should change little. */
  isAbove: boolean;
  threshold: number;
  positions: Positions<Options>;
  /** Requests of a row at most. */
  asks: number;
}

function probeTest<Options>(
  head: Pick<Test<Options>, 'name' | 'options' | 'cases' | 'words'>,
  probe: Probe<Options>,
): Test<Options> {
  return {
    ...head,
    keys: ['threshold'],
    sendsOptions: false,
    isObserved: true,
    async observe(testCase, subject, tools): Promise<Score> {
      const { tokenize, behind } = await subject.nextTokens();
      const { threshold = probe.threshold, options } = tools;
      const distributions = await behind(await probe.positions(testCase, tokenize, options));
      const others = distributions.splice(distributions.length / 2);
      const value = mean(others.map((other, i) => divergence(itemAt(distributions, i), other)));
      const last = others.length - 1;
      return {
        pass: probe.isAbove === value > Number(threshold),
        state: `divergence ${value.toFixed(3)}`,
        value,
        answers: {
          original: { text: likeliest(itemAt(distributions, last)) },
          perturbed: { text: likeliest(itemAt(others, last)) },
        },
      };
    },
    rates: (setup) => [passRate('passed', setup)],
    cost: () => ({ asks: probe.asks, reads: 0 }),
  };
}

const MOST_SWAPS = 100;
const swapCount = z.int().min(1).max(MOST_SWAPS);
const swapOptions = z.strictObject({
  swaps: z
    .union([swapCount, z.array(swapCount).min(1).max(10)])
    .default(1)
    .describe('How often two words change places, or a list of several strengths.'),
});

/** Each strength has the same draws: a stronger one begins with the swaps of a weaker one. */
function swapCase(row: Row, times: number, seed: number): Case | Unfit {
  const sentences = longSentences(row.text);
  if (sentences.length === 0) return { row, reason: TOO_SHORT };
  const draw = drawFrom(seed, 'word_order', contentOf(row));
  const original = pick(sentences, draw);
  const tokens = wordTokens(original);
  const perturbed = applySwaps(tokens, drawSwaps(tokens.length, times, draw));
  if (isChanged(original, perturbed))
    return { row, arms: { original, perturbed }, kind: `${times} swap${times === 1 ? '' : 's'}` };
  return { row, reason: 'the words that change places are the same' };
}

export const wordOrder = probeTest(
  {
    name: 'word_order',
    options: swapOptions,
    words: {
      label: 'minds word order',
      does: 'minds the order of words',
      misses: 'does not mind the order of words',
      did: 'minded the order of words in',
      unit: 'sentence',
      remedy:
        'Look at the rows below: the model expects nearly the same to follow whatever the order of the words. Take a model that reads whole sentences.',
    },
    cases: (rows, { options: { swaps }, seed }) => {
      const strengths = [...new Set([swaps].flat())];
      return rows.flatMap((row) => strengths.map((times) => swapCase(row, times, seed)));
    },
  },
  { isAbove: true, threshold: 0.02, positions: endsOfTexts, asks: 2 },
);

const pieceOptions = z.strictObject({
  characters: z.int().min(1).max(1_000).default(5).describe('Code points of a piece.'),
});

function piecesOf(row: Row, characters: number): (Case | Unfit)[] {
  const sentences = longSentences(row.text);
  if (sentences.length === 0) return [{ row, reason: TOO_SHORT }];
  return sentences.map((original) => {
    const pieces = chopText(original, characters);
    if (pieces.length < 2) return { row, reason: `it has no more than ${characters} characters` };
    return { row, arms: { original, perturbed: pieces.join('|') } };
  });
}

const endsOfPieces: Positions<z.infer<typeof pieceOptions>> = async (
  testCase,
  tokenize,
  { characters },
) => {
  const original = textOf(testCase, 'original');
  const pieces = chopText(original, characters);
  return [await tokenize(original, true), await tokensOfPieces(pieces, tokenize)];
};

export const tokenization = probeTest(
  {
    name: 'tokenization',
    options: pieceOptions,
    words: {
      label: 'reads through odd tokens',
      does: 'reads a sentence alike however it is cut into tokens',
      misses: 'reads a sentence otherwise once it is cut into other tokens',
      did: 'read the text alike in other tokens in',
      unit: 'sentence',
      remedy:
        'Look at the rows below: what the model expects hangs on where words are cut. Mind texts with typos, code and names, or take a model that is trained with many ways to cut.',
    },
    cases: (rows, { options: { characters } }) => rows.flatMap((row) => piecesOf(row, characters)),
  },
  { isAbove: false, threshold: 0.1, positions: endsOfPieces, asks: 5 },
);

const MOST_SENTENCES = 1_000;
const contextOptions = z
  .strictObject({
    sentences: z.int().min(2).max(MOST_SENTENCES).default(3).describe('Sentences of a context.'),
    swapped: z
      .int()
      .min(1)
      .max(MOST_SENTENCES)
      .default(2)
      .describe("How many of them are another document's."),
  })
  .refine(({ sentences, swapped }) => swapped < sentences, {
    error: 'swapped must be less than sentences: the last sentence stays',
  });

function contextCases(
  rows: readonly Row[],
  lengths: z.infer<typeof contextOptions>,
): (Case | Unfit)[] {
  const documents = rows.map(({ text }) => sentencesOf(text).map(({ words }) => words));
  return contextsOf(documents, lengths).map((contexts, i) => {
    const row = itemAt(rows, i);
    const needed = lengths.sentences + lengths.swapped + 1;
    if (!contexts)
      return {
        row,
        reason: `it has ${documents[i]?.length} of the ${needed} sentences that are needed`,
      };
    const [original, perturbed] = [contexts.context.join(' '), contexts.swapped.join(' ')];
    if (isChanged(original, perturbed))
      return { row, arms: { last: contexts.last, original, perturbed } };
    return { row, reason: 'the document that lends its sentences begins as this context does' };
  });
}

export const longRangeContext = probeTest(
  {
    name: 'long_range_context',
    options: contextOptions,
    words: {
      label: 'minds distant sentences',
      does: 'minds what stands sentences before',
      misses: 'does not mind what stands sentences before',
      did: 'minded the distant sentences in',
      unit: 'text',
      remedy:
        'Look at the rows below: what the model expects in the last sentence hardly changes with what stands before. Take a model that uses its context.',
    },
    cases: (rows, { options: lengths }) => contextCases(rows, lengths),
  },
  { isAbove: true, threshold: 0.02, positions: lastSentences, asks: 5 },
);
