import { rowKind } from '../../../src/engine/lint/kind.ts';
import { TRIPLET } from '../../../src/engine/methods/triplet.ts';
import type { TripletRun } from '../../../src/engine/methods/test-run.ts';
import { findTest } from '../../../src/engine/perturbations/index.ts';
import type { Sample } from '../../../src/engine/sample.ts';
import { tripletOf } from '../triplet/support.ts';

const PAIR: Sample = {
  source: 'p:1',
  text: 'How long may I send an order back?',
  perturbed: 'How long may I send a gift back?',
};

/** The row of a test over one sample: its keys, or why it is left out. */
function preparedBy(test: string, sample: Sample, over: Partial<TripletRun> = {}) {
  const run = { ...tripletOf([sample]), test: findTest(test)!, ...over };
  const readers = { ...run.scorer.readers, kind: rowKind };
  const { cases, notApplicable } = TRIPLET.prepare(
    { ...run, scorer: { ...run.scorer, readers } },
    1,
  );
  const [found] = cases;
  if (!found) return notApplicable[0]!.reason;
  const { expected, perturbed_expected, expect: effect } = found.sample;
  return { key: found.key, expected, perturbed_expected, effect };
}

const AGREES = { original: 'agrees', test_case: 'agrees' };

describe('a pair with answers in words', () => {
  it.each<[string, Partial<Sample>, readonly string[], readonly string[], string]>([
    [
      'two answers',
      { expected: ['14 days'], perturbed_expected: ['30 days'] },
      ['14 days'],
      ['30 days'],
      'change',
    ],
    [
      'equal answers',
      { expected: ['14 days'], perturbed_expected: ['14 Days.'] },
      ['14 days'],
      ['14 Days.'],
      'same',
    ],
    [
      'other words for the same, as the row says',
      { expected: ['14 days'], perturbed_expected: ['two weeks'], expect: 'same' },
      ['14 days'],
      ['two weeks'],
      'same',
    ],
    [
      'one answer for both',
      { expected: ['14 days'], expect: 'same' },
      ['14 days'],
      ['14 days'],
      'same',
    ],
    [
      'the other answer for both',
      { perturbed_expected: ['14 days'], expect: 'same' },
      ['14 days'],
      ['14 days'],
      'same',
    ],
  ])('%s: each arm has its own key', (_, more, expected, perturbed_expected, effect) => {
    expect(preparedBy('contrast', { ...PAIR, ...more })).toEqual({
      key: AGREES,
      expected,
      perturbed_expected,
      effect,
    });
  });

  it('one answer and a change say nothing about the other text', () => {
    expect(preparedBy('contrast', { ...PAIR, expected: ['14 days'], expect: 'change' })).toBe(
      'one answer in words says nothing about the other text: give both (answer, perturbed_answer), or expect: same',
    );
  });

  it('a truth stays a stance', () => {
    const found = preparedBy('contrast', {
      ...PAIR,
      text: 'The shop is open.',
      perturbed: 'The shop is shut.',
      truth: true,
      perturbed_truth: false,
      expected: ['14 days'],
    });
    expect(found).toMatchObject({ key: { original: 'true', test_case: 'false' } });
  });
});

describe('add_negation', () => {
  const expected = ['14 days'];

  it('leaves out a question with an answer in words, with the reason', () => {
    const sample = { source: 'q:1', text: 'What is the deadline?', expected };
    expect(preparedBy('add_negation', sample)).toMatch(
      /^its answer is in words, .*and the test answers reads words$/,
    );
  });

  it('asks a statement with such an answer as before, and reads a truth beside it', () => {
    const sample = { source: 's:1', text: 'The deadline is short.', expected };
    expect(preparedBy('add_negation', sample)).toMatchObject({ key: undefined });
    expect(preparedBy('add_negation', { ...sample, truth: true })).toMatchObject({
      key: { original: 'true', test_case: 'false' },
    });
  });
});
