import { lintPair } from '../../../src/engine/perturbations/pairs.ts';

it.each<[rule: string | undefined, row: Parameters<typeof lintPair>[0]]>([
  [undefined, { original: 'The lamp is on.', test_case: 'The lamp is off.', expect: 'change' }],
  ['only_marks', { original: 'The lamp is on.', test_case: 'the lamp, is ON', expect: 'change' }],
  // What should stay may differ in nothing else.
  [undefined, { original: 'The lamp is on.', test_case: 'the lamp, is ON', expect: 'same' }],
  [
    'placebo_is_edit',
    {
      original: 'The lamp is on.',
      test_case: 'The lamp is off.',
      placebo: 'the lamp is off',
      expect: 'change',
    },
  ],
  [
    'no_pair',
    {
      original: 'The lamp is on tonight.',
      test_case: 'Whales breathe air with lungs.',
      expect: 'change',
    },
  ],
  // Too short to say, or without spaces between its words.
  [undefined, { original: 'On.', test_case: 'Off.', expect: 'change' }],
  [undefined, { original: '灯是开着的。', test_case: '灯是关着的。', expect: 'change' }],
])('%s', (rule, row) => {
  expect(lintPair(row)?.rule).toBe(rule);
});
