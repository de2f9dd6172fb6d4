import { expect, it } from '@jest/globals';
import { globProblem } from '../../src/config/paths.js';

it.each([
  'evals/q.jsonl',
  'evals/**/*.jsonl',
  '{a,b}/{c,d}/*.txt',
  '*_*_*.csv',
  'a[0-9].txt',
  '{a',
  'a}',
  'q (1).txt',
])('%s is reasonable', (pattern) => {
  expect(globProblem(pattern)).toBeUndefined();
});

it.each([
  ['{a,b}'.repeat(4), 'braces'],
  ['{a,{b,{c,{d}}}}', 'braces'],
  ['{a,b,c,d,e,f,g,h,i,j,k,l,m,n}', 'commas'],
  ['{1..9999999999}', 'ranges'],
  ['*a*a*a*a', 'stars'],
  ['**/**/**/**/a', 'folders'],
  ['+(a|b)', 'groups'],
  ['[a]'.repeat(21), 'brackets'],
  ['a'.repeat(501), 'characters'],
])('%s is not', (pattern, word) => {
  expect(globProblem(pattern)).toContain(word);
});
