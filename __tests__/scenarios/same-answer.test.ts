/** A model that answers no question is told so. The report does not blame the "not". */
import { addNegation } from '../../src/engine/tests/add_negation.ts';
import { runConfig, picks } from '../support/run-config.ts';

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
  const { report, shown } = await runConfig({
    tests: { add_negation: {} },
    rows: picks(60),
    model,
  });
  expect(report).toMatchObject({ outcome, report: [{ pass_count: 0 }] });
  const text = shown.replace(/\s+/g, ' ');
  expect(text).toMatch(figure);
  const { misses, remedy, rates } = addNegation.words;
  for (const other of [misses, remedy, rates!.valid!.remedy]) expect(text).not.toContain(other);
});
