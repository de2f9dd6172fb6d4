import { printableLine } from '../../src/data/printable.ts';

it.each([
  ['a  b\n', 'a b'],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(201), `${'a'.repeat(199)}…`],
  [`a${' '.repeat(3000)}b`, 'a…'],
])('%j is shown on one line, with a mark where it is cut', (text, line) => {
  expect(printableLine(text)).toBe(line);
});
