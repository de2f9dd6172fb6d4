import { rowFinder } from '../../src/terminal/explain.ts';

const ROWS = [
  { source: 'evals/a.jsonl:1', text: 'The sky is blue.' },
  { source: 'evals/a.jsonl:11', text: '3 is a number.' },
  { source: 'builtin:statements#1', text: 'Grass is green.' },
];
const found = (wanted: string) =>
  ROWS.map((row, index) => [row, index] as const)
    .filter(([row, index]) => rowFinder(wanted)(row, index))
    .map(([, index]) => index);

it('a row is found by its number, its place, or how its text begins', () => {
  expect(found('2')).toEqual([1]);
  expect(found('#3')).toEqual([2]);
  expect(found('evals/a.jsonl:1')).toEqual([0]);
  expect(found('a.jsonl:11')).toEqual([1]);
  expect(found('builtin:statements#1')).toEqual([2]);
  expect(found('the SKY')).toEqual([0]);
  expect(found('3 is')).toEqual([1]);
  expect(found('no such row')).toEqual([]);
});
