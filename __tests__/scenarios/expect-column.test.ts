import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';

const rows = [
  'text,expect',
  'The sky is blue.,',
  'Is it not so that the sky is blue?,same',
  'The sea is wide.,change',
].join('\n');
const run = async (answer: (prompt: string) => string, text = rows) => {
  const model = await modelServer({ answer });
  return scenario({
    files: {
      [CONFIG_PATH]: config(model).replace('statements.txt', 'rows.csv'),
      'evals/rows.csv': text,
    },
    inputs: { comment: 'never' },
  });
};

it('rows with `expect: same` pass if the answer stays, and are not linted', async () => {
  const { report } = await run(
    () => 'The same as ever.',
    rows.replace('Is it not so that the sky is blue?', 'Who is the painter of that?'),
  );
  expect(report!.results.map(({ pass, expect: wanted }) => [pass, wanted])).toEqual([
    [false, undefined],
    [true, 'same'],
    [false, 'change'],
  ]);
  expect(report!.results[1]).not.toHaveProperty('lint');
});

it('an unknown word in `expect` is an error with the row and the allowed words', async () => {
  const { report } = await run(() => 'x', rows.replace(',same', ',stay'));
  expect(report!.problem).toMatchObject({
    where: 'evals/rows.csv:3',
    message: expect.stringContaining('"stay"'),
    remedy: expect.stringContaining('change and same'),
  });
});
