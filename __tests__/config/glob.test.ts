import { expect, it } from '@jest/globals';
import { globProblem } from '../../src/config/paths.js';

it.each(['evals/q.jsonl', 'evals/**/*.jsonl', '{a,b}/{c,d}/*.txt', 'q{1..100}.csv', '*_*_*.csv', 'a[0-9].txt', '{a', 'a}', 'q (1).txt'])(
  '%s is reasonable',
  (pattern) => {
    expect(globProblem(pattern)).toBeUndefined();
  },
);

it.each([
  ['{a,b}'.repeat(7), 'paths'],
  ['{a,{b,{c,d}}}'.repeat(4), 'paths'],
  ['{1..101}', 'paths'],
  ['{1..9999999999}', 'paths'],
  ['{{a,b},{c,d}}'.repeat(4), 'paths'],
  [`${'{a,b}'.repeat(7)}{`, 'paths'],
  ['*a*a*a*a', 'stars'],
  ['**/**/**/**/a', 'times'],
  ['+(a|b)', 'group'],
  ['[a]'.repeat(21), 'brackets'],
  ['a'.repeat(501), 'characters'],
])('%s is not', (pattern, word) => {
  expect(globProblem(pattern)).toContain(word);
});
