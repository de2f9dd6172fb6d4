import { perturbRows } from './perturb-rows.ts';
import {
  contextsOf,
  chopText,
  drawSwaps,
  applySwaps,
  wordTokens,
  type Swap,
} from '../../src/engine/divergence/texts.ts';
import { tokensOfPieces } from '../../src/engine/divergence/piece-tokens.ts';
import { summarizeDivergences, measure } from '../../src/engine/divergence/probe.ts';
import { divergence, jsd } from '../../src/engine/divergence/jsd.ts';
import type { Distribution } from '../../src/engine/model.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import { oracle } from '../support/oracle.ts';

const listOf = (probabilities: readonly number[]): Distribution => ({
  logprobs: new Map(
    probabilities.map((probability, token) => [String(token), Math.log(probability)]),
  ),
});
const top = ({ logprobs }: Distribution, count: number): Distribution => ({
  logprobs: new Map([...logprobs].toSorted(([, a], [, b]) => b - a).slice(0, count)),
});
const normalised = (weights: readonly number[]): number[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
};
/** As the definition has it. */
const plainly = (p: readonly number[], q: readonly number[]): number => {
  const from = (one: readonly number[]) =>
    one.reduce(
      (sum, share, i) =>
        share === 0 ? sum : sum + share * Math.log((2 * share) / (p[i]! + q[i]!)),
      0,
    );
  return (from(p) + from(q)) / 2;
};

describe('agrees with BYOD', () => {
  it('the divergence, in double to 1e-9 and in float32 to 1e-5', () => {
    type Row = {
      p: number[];
      q: number[];
      jsd: number | 'NaN';
      jsd_float32: number | 'NaN';
      jsd_eps: number;
    };
    for (const { p, q, ...expected } of oracle<Row>('byod_jsd.jsonl')) {
      const found = jsd(listOf(p), listOf(q));
      // BYOD's own 0 ln 0 is NaN without the small constant that all its callers add.
      expect(found).toBeCloseTo(expected.jsd === 'NaN' ? expected.jsd_eps : expected.jsd, 9);
      if (expected.jsd_float32 !== 'NaN')
        expect(Math.abs(found - expected.jsd_float32)).toBeLessThan(1e-5);
      expect(found).toBeCloseTo(expected.jsd_eps, 9);
    }
  });

  it('swapped words, pieces and contexts', () => {
    for (const { tokens, swaps, ...row } of oracle<{
      tokens: string[];
      swaps: Swap[];
      text: string;
      swapped: string;
    }>('byod_swap.jsonl')) {
      expect(applySwaps(tokens, swaps)).toBe(row.swapped);
      expect(applySwaps(tokens, [])).toBe(row.text);
    }
    for (const { text, n, pieces } of oracle<{ text: string; n: number; pieces?: string[] }>(
      'byod_chop.jsonl',
    )) {
      if (pieces) expect(chopText(text, n)).toEqual(pieces);
      else expect(() => chopText(text, n)).toThrow(RangeError);
    }
    type Row = {
      documents: string[][];
      num_sentences_input: number;
      num_sentences_swap: number;
      triplets: Record<string, unknown>[];
    };
    for (const { documents, triplets, ...lengths } of oracle<Row>('byod_context.jsonl')) {
      const found = contextsOf(documents, {
        sentences: lengths.num_sentences_input,
        swapped: lengths.num_sentences_swap,
      });
      const renamed = found.flatMap((one) =>
        one ? [{ last: one.lastSentence, context: one.context, swapped_context: one.swapped }] : [],
      );
      expect(renamed).toEqual(triplets);
    }
  });
});

describe('the divergence', () => {
  it('of tiny and of huge differences is neither lost nor infinite', () => {
    expect(jsd(listOf([1, 0]), listOf([0, 1]))).toBeCloseTo(Math.LN2, 12);
    const far = {
      logprobs: new Map([
        ['a', 0],
        ['b', -800],
      ]),
    };
    const near = {
      logprobs: new Map([
        ['a', -800],
        ['b', 0],
      ]),
    };
    expect(jsd(far, near)).toBeCloseTo(Math.LN2, 12);
    // To the second order: the square of a step, over 8 p (1 - p).
    const step = 1e-4;
    expect(jsd(listOf([0.5, 0.5]), listOf([0.5 + step, 0.5 - step])) / (step ** 2 / 2)).toBeCloseTo(
      1,
      4,
    );
    expect(jsd(listOf([0.3, 0.7]), listOf([0.3, 0.7]))).toBe(0);
  });

  it('of capped lists lies between bounds that hold, and that close as the lists grow', () => {
    const draw = drawFrom('bounds');
    const peaked = () => Array.from({ length: 50 }, () => (draw(1000) + 1) ** (1 + draw(5)));
    for (let trial = 0; trial < 200; trial++) {
      const [p, q] = [normalised(peaked()), normalised(peaked())];
      const truth = plainly(p, q);
      let width = Infinity;
      for (const count of [1, 5, 20, 45, 50]) {
        const { low, high } = divergence(top(listOf(p), count), top(listOf(q), count));
        // A list that leaves out less than that is taken for whole.
        expect(low).toBeLessThanOrEqual(truth + 2e-5);
        expect(high).toBeGreaterThanOrEqual(truth - 2e-5);
        expect(low).toBeGreaterThanOrEqual(0);
        width = high - low;
      }
      expect(width).toBe(0);
    }
    // Nothing in common at the top: far apart all the same, since what is not listed has less than
    // what is.
    const { low } = divergence(
      top(listOf([0.49, 0.49, 0.01, 0.01]), 2),
      top(listOf([0.01, 0.01, 0.49, 0.49]), 2),
    );
    expect(low).toBeGreaterThan(0.5);
  });

  it('its median, its mean, and their error with divisor n', () => {
    const rows = [0.1, 0.5, 0.2, 0.4].map((value) => ({
      divergence: { low: value, high: value, positions: 1, same_tokens: value > 0.45 },
    }));
    const error = Math.sqrt((0.2 ** 2 + 0.1 ** 2) / 2 / 4);
    const median = summarizeDivergences('median', rows);
    expect(median).toMatchObject({ figure: 'median', rows: 4, unchanged: 0.25 });
    expect(median.value).toBeCloseTo(0.3, 12);
    expect(median.standard_error).toBeCloseTo(error, 12);
    expect(summarizeDivergences('median', rows.slice(0, 3)).value).toBe(0.2);
    expect(summarizeDivergences('mean', rows).value).toBeCloseTo(0.3, 12);
    // One row that is only bounded makes a bound of the figure.
    const bounded = summarizeDivergences('mean', [
      ...rows,
      { divergence: { low: 0.1, high: 0.6, positions: 1 } },
    ]);
    expect(bounded).toMatchObject({ value: null, standard_error: null, rows: 5 });
    expect([bounded.low, bounded.high].map((value) => value!.toFixed(3))).toEqual([
      '0.260',
      '0.360',
    ]);
    expect(summarizeDivergences('mean', [])).toEqual({
      figure: 'mean',
      rows: 0,
      value: null,
      standard_error: null,
    });
  });
});

describe('texts', () => {
  it('words keep their apostrophes; signs stand by themselves', () => {
    const tokens = "Don't|re-read|“|Ça|va|?|”|,|he|said|(|twice|)|.".split('|');
    expect(wordTokens("Don't re-read “Ça va?”, he said (twice).")).toEqual(tokens);
  });

  it('swaps take two different places each, every pair as often as any other', () => {
    const counts = new Map<string, number>();
    for (const [one, other] of drawSwaps(3, { times: 6_000, draw: drawFrom('swaps') }))
      counts.set(`${one}${other}`, (counts.get(`${one}${other}`) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(['01', '02', '10', '12', '20', '21']);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('the same seed gives the same test cases; another row changes none of word_order', () => {
    const test = findTest('word_order')!;
    const texts = [
      'The cat sat on the mat and slept. It was a very long and sunny day.',
      'Too short.',
      'The dog ran to the old house quickly.',
    ];
    const samples = texts.map((text, i) => ({ source: `a.txt:${i + 1}`, text }));
    const swapped = (someSamples: typeof samples, seed: number) =>
      perturbRows(test, someSamples, { parameters: { swaps: 2 }, seed });
    const [first, second, third] = swapped(samples, 42);
    expect(swapped(samples, 42)).toEqual([first, second, third]);
    expect(swapped([samples[2]!], 42)).toEqual([third]);
    expect(second).toMatchObject({ reason: 'it has no sentence of 6 words or more' });
    expect(swapped(samples, 43)).not.toEqual([first, second, third]);
  });
});

describe('pieces', () => {
  /** A tokenizer of single signs, with a sign before every text, as SentencePiece has it. */
  const marked = (text: string, special: boolean) =>
    Promise.resolve([...(special ? [1] : []), 2, ...Array.from(text, (c) => c.codePointAt(0)!)]);
  const plain = (text: string, special: boolean) =>
    Promise.resolve([...(special ? [1] : []), ...Array.from(text, (c) => c.codePointAt(0)!)]);

  it('only the first has special tokens, and the sign that a tokenizer puts before every text', async () => {
    const codes = Array.from('abcd', (c) => c.codePointAt(0)!);
    expect(await tokensOfPieces(['ab', 'cd'], plain)).toEqual([1, ...codes]);
    expect(await tokensOfPieces(['ab', 'cd'], marked)).toEqual([1, 2, ...codes]);
    expect(await tokensOfPieces([], plain)).toEqual([]);
  });

  it('a lead that grows together with the piece gives way to another', async () => {
    const greedy = async (text: string, special: boolean) => {
      const tokens = await marked(text, special);
      // "=c" is a token of its own.
      const at = tokens.findIndex((token, i) => token === 61 && tokens[i + 1] === 99);
      return at < 0 ? tokens : tokens.toSpliced(at, 2, 1000);
    };
    expect(await tokensOfPieces(['ab', 'cd'], greedy)).toEqual([1, 2, 97, 98, 99, 100]);
  });
});

it('a last sentence of one token is an error of the row, and no failure of the endpoint', async () => {
  const nextTokens = {
    tokenize: async () => Promise.resolve([1]),
    behind: async () => Promise.resolve([]),
  };
  const answer = async () => Promise.resolve({ text: '' });
  const model = { hub: 'test', name: 'one-token', answer, nextTokens };
  const probe = { kind: 'contexts', original: 'a', test_case: 'b', lastSentence: 'c' } as const;
  expect(await measure(probe, model)).toMatchObject({ kind: 'one_token' });
});
