/**
 * Columns of keys with near misses in their names, and rows that differ only invisibly, help no
 * model to pass.
 */
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import { configOf } from '../support/triplets.ts';
import { figuresIn } from '../support/figures.ts';

const FILE = 'evals/towns.csv';

/**
 * Says the opposite of the truth for every statement. Without a key it looks like a good model.
 */
const contrary = (prompt: string) => (/ not /.test(prompt) ? 'True' : 'False');

async function run(rows: string, answer: (prompt: string) => string = contrary) {
  const model = await modelServer({ answer });
  const files = { [CONFIG_PATH]: configOf({ url: model.url, data: FILE }), [FILE]: rows };
  return { ...(await scenario({ files, inputs: { comment: 'never' } })), model };
}

const towns = (header: string, ending = ',true') => {
  const rows = Array.from({ length: 40 }, (_, i) => `Town ${i} is on the map${ending}`);
  return [header, ...rows].join('\n');
};

it('a column of keys is read despite spaces or capitals in its name', async () => {
  for (const header of ['text, truth', 'text,Truth', 'TEXT,TRUTH']) {
    const { outputs, report } = await run(towns(header, ', true'));
    expect(outputs.outcome).toBe('fail');
    expect(figuresIn(report!.report[0]).known_count).toBe(0);
  }
});

it('a misspelt column of keys is an error with both names before a request', async () => {
  for (const name of ['tru_th', 'tru\u200bth', 'Tru-th']) {
    const { outputs, summary, model } = await run(towns(`text,${name}`));
    expect(outputs.outcome).toBe('error');
    expect(summary).toMatch(
      /The column.* is not .*truth.*, which is what is read[^]*data\.columns\.truth<\/code>: null/,
    );
    expect(model.requests).toEqual([]);
  }
});

it('rows that differ only in spaces and invisible signs are one row', async () => {
  const copies = Array.from(
    { length: 40 },
    (_, i) => `The sky${' '.repeat(1 + (i % 8))}is blue${'\u200b'.repeat(Math.floor(i / 8))}.,true`,
  );
  const { outputs, report, model } = await run(['text,truth', ...copies].join('\n'), (prompt) =>
    / not /.test(prompt) ? 'False' : 'True',
  );
  expect(outputs.outcome).toBe('error');
  expect(report!.problem!.message).toMatch(
    /^add_negation: 1 distinct row \(39 of 40 are left out: .* counted once.*\); 20 are needed/,
  );
  expect(model.requests).toEqual([]);
});
