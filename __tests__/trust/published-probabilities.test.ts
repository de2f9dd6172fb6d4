import { expect, it } from '@jest/globals';
import type { ArmProbabilities, ResultRow } from '../../src/engine/results.js';
import { contradictionInChances } from '../../src/trust/published-probabilities.js';

const odds = (over: Partial<ArmProbabilities> = {}): ArmProbabilities => ({
  options: { A: 0.7, B: 0.2 },
  other: 0.1,
  noise: 0.46,
  expected: 0.7,
  ...over,
});
const row = (over: Partial<ResultRow> = {}) =>
  ({
    options: 'A. one\nB. two',
    key: { original: ['A'], test_case: ['B'] },
    readings: { original: ['A'], placebo: null, test_case: ['A'] },
    probabilities: { original: odds(), placebo: null, test_case: odds({ expected: 0.2 }) },
    ...over,
  }) as ResultRow;
const withOriginal = (over: Partial<ArmProbabilities>) => row({ probabilities: { ...row().probabilities!, original: odds(over) } });

it('what a run writes stands up to itself, shown or read', () => {
  expect(contradictionInChances(row(), undefined)).toBeUndefined();
  expect(contradictionInChances(row(), 'probabilities')).toBeUndefined();
  expect(contradictionInChances({ ...row(), probabilities: undefined }, undefined)).toBeUndefined();
});

it.each<[what: string, forged: ResultRow, told: string]>([
  ['more than there is', withOriginal({ other: 0.3 }), 'do not come to 1'],
  ['options that it has none of', withOriginal({ options: { A: 0.7, C: 0.2 } }), 'options that its question has not'],
  ['a model without noise', withOriginal({ noise: 0 }), 'a noise that'],
  ['a model that is always right', withOriginal({ expected: 1 }), 'an expected correctness that'],
  ['a model that nobody can say is right', withOriginal({ expected: null }), 'an expected correctness that'],
  ['probabilities of no options', { ...row(), options: undefined }, 'no options'],
  ['another reading', row({ readings: { original: ['B'], placebo: null, test_case: ['A'] } }), 'not read as its probabilities'],
  ['a reading of nothing', row({ readings: { original: ['A'], placebo: ['A'], test_case: ['A'] } }), 'not read as its probabilities'],
  ['readings without any', { ...row(), probabilities: undefined }, 'that are not there'],
])('%s is refused', (_what, forged, told) => {
  expect(contradictionInChances(forged, 'probabilities')).toContain(told);
});
