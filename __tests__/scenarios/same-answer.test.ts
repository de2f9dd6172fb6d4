/** A model that answers no question has that fault in its headline or advice, and not the "not". */
import { addNegation } from '../../src/engine/tests/add_negation.ts';
import { asked } from '../support/asked.ts';

const ROWS = Array.from({ length: 60 }, (_, i) => ({
  text: `Which is the pick for number ${i}?`,
  options: Array.from({ length: 4 }, (_item, nth) => `pick ${i}.${nth}`),
  answer: 'ABCD'[i % 4],
}));

it.each([
  ['always answers A', () => 'A', 'fail', /\b6\b[^.]* are A\b/],
  [
    'refuses everything',
    () => "I'm sorry, but I can't help with that.",
    'fail',
    /\b6\b[^.]* are I'm/,
  ],
  ['repeats the question', (prompt: string) => prompt, 'error', /\b20\b/],
])('a model that %s', async (_name, model, outcome, figure) => {
  const { report, said } = await asked({ tests: { add_negation: {} }, rows: ROWS, model });
  expect([report.outcome, report.report[0]!.pass_count]).toEqual([outcome, 0]);
  const text = said.replace(/\s+/g, ' ');
  expect(text).toMatch(figure);
  const { misses, remedy, rates } = addNegation.words;
  for (const other of [misses, remedy, rates!.valid!.remedy]) expect(text).not.toContain(other);
});
