import { CONFIG_PATH, scenario } from '../support/scenario.ts';

const tests = 'tests: { sensitivity: { add_negation: {} } }\n';
const inputs = { comment: 'never', hub: 'reference', model: 'attentive' };

it('evaluation.lint marks, drops or ignores rows that cannot tell models apart', async () => {
  const rows = 'The sky is blue.\nWhat is the name of the hat?\n';
  const run = (lint: string) =>
    scenario({
      files: {
        [CONFIG_PATH]: `evaluation: { lint: ${lint} }\ndata: { source: evals/q.txt }\n${tests}`,
        'evals/q.txt': rows,
      },
      inputs,
    });
  const warned = await run('warn');
  expect(warned.report!.results.map(({ lint }) => lint?.rule)).toEqual([undefined, 'question']);
  expect(warned.summary).toContain('1 of 2 rows');
  const dropped = await run('drop');
  expect(dropped.report!.results).toHaveLength(1);
  expect(dropped.report!.not_applicable).toMatchObject([
    { source: 'evals/q.txt:2', reason: expect.stringMatching(/^question: /) },
  ]);
  expect((await run('"off"')).report!.notices.join()).not.toContain('may not tell');
});

it('a blank row is left out with its line, and the others are judged', async () => {
  const files = {
    [CONFIG_PATH]: `data: { source: evals/q.csv }\n${tests}`,
    'evals/q.csv': 'question,options\nThe sky is blue.,\n" ",A. yes\nGrass is green.,\n',
  };
  const { outputs, report, summary } = await scenario({ files, inputs });
  expect(outputs.outcome).toBe('pass');
  expect(report!.results.map(({ source }) => source)).toEqual(['evals/q.csv:2', 'evals/q.csv:4']);
  expect(report!.notices).toContain(
    '`"evals/q.csv"`: 1 blank row was left out: `"evals/q.csv:3"`.',
  );
  expect(summary).toContain('1 blank row was left out');
});
