import { describe, expect, it } from '@jest/globals';
import { areTold, likeliest, noiseOf, probabilitiesOf, probabilityFigures } from '../../../src/engine/triplet/probabilities.js';

const options = (...labels: string[]) => labels.map((label) => ({ label, text: `thing ${label}` }));
const ABCD = options('A', 'B', 'C', 'D');

describe('what a first token says of the options', () => {
  it('is a probability for each, what is left, the noise, and how often a draw is right', () => {
    expect(probabilitiesOf({ A: 0.5, B: 0.2, I: 0.1 }, ABCD, ['B', 'C'])).toEqual({
      options: { A: 0.5, B: 0.2, C: 0, D: 0 },
      other: 0.3,
      noise: 0.62,
      expected: 0.2,
    });
    expect(probabilitiesOf({ A: 1 }, ABCD, undefined)).toEqual({ options: { A: 1, B: 0, C: 0, D: 0 }, other: 0, noise: 0, expected: null });
    expect(probabilitiesOf({}, ABCD, ['A'])).toEqual({ options: { A: 0, B: 0, C: 0, D: 0 }, other: 1, noise: 0, expected: 0 });
  });

  it('comes to 1, however a server rounds', () => {
    const { options: shares, other } = probabilitiesOf({ A: 0.7004, B: 0.3004 }, ABCD, ['A'])!;
    expect(Object.values(shares).reduce((sum, p) => sum + p, other)).toBeCloseTo(1, 6);
  });

  it('is nothing where a label may be the beginning of another', () => {
    const ten = options(...Array.from({ length: 10 }, (_, i) => String(i + 1)));
    expect(areTold(ten.map(({ label }) => label))).toBe(false);
    expect(probabilitiesOf({ 1: 0.9 }, ten, ['1'])).toBeUndefined();
    expect(probabilitiesOf({ 1: 0.9 }, ten.slice(0, 9), ['1'])).toMatchObject({ expected: 0.9 });
  });

  it('is how often two draws differ: as many draws would show it', () => {
    const shares = { options: { A: 0.5, B: 0.2 }, other: 0.3 };
    let seed = 1;
    const draw = () => {
      seed = (seed * 48271) % 2147483647;
      const at = seed / 2147483647;
      return at < 0.5 ? 'A' : at < 0.7 ? 'B' : 'other';
    };
    const pairs = Array.from({ length: 20_000 }, () => draw() !== draw());
    expect(pairs.filter(Boolean).length / pairs.length).toBeCloseTo(noiseOf(shares), 1);
  });
});

describe('the reading of probabilities', () => {
  const read = (shares: Record<string, number>, other: number) => likeliest({ options: shares, other });
  it('is the likeliest option, by however little', () => {
    expect(read({ A: 0.34, B: 0.33 }, 0.33)).toEqual(['A']);
  });

  it('is no option where two are the likeliest, and nothing where the answer may begin with anything', () => {
    expect(read({ A: 0.4, B: 0.4 }, 0.2)).toEqual([]);
    expect(read({ A: 0.4, B: 0.1 }, 0.5)).toBeUndefined();
    expect(read({ A: 0.5, B: 0 }, 0.5)).toBeUndefined();
  });
});

it('over all answers, those that tell nothing aside', () => {
  const one = (noise: number, expected: number | null) => ({ options: {}, other: 0, noise, expected });
  expect(probabilityFigures([{}, { probabilities: { original: null, placebo: null, test_case: null } }])).toEqual({});
  expect(
    probabilityFigures([
      { probabilities: { original: one(0.1, 0.9), placebo: null, test_case: one(0.3, null) } },
      { probabilities: { original: one(0.2, 0.5), placebo: null, test_case: null } },
    ]).probabilities,
  ).toEqual({ answers: 3, noise: expect.closeTo(0.2, 9), expected: expect.closeTo(0.7, 9) });
});
