/** Labels of a classifier in a table, from the command to the verdict. */
import { numberIn } from '../support/run-config.ts';
import { MODEL_KEY, modelServer } from '../support/gate.ts';
import { terminal } from '../support/terminal.ts';

const LABELS = ['billing', 'delivery', 'returns'];

it.each([
  ['and none is judged', LABELS.join(', '), 'answer', 0],
  ['and a wrong one is wrong by rule', LABELS.join(', '), 'other', 1],
  ['one that the prompt does not name among them', 'billing, delivery', 'answer', 0],
  ['of which the prompt must name some', 'three', 'answer', 2],
])('labels of a classifier are the options of all rows, %s', async (_how, named, side, status) => {
  const label = (i: number) => LABELS[i % 3];
  const model = await modelServer({
    answer: (prompt) => {
      const i = numberIn(prompt);
      return `${label(side === 'answer' ? i : i + 1)}.`;
    },
  });
  const rows = Array.from({ length: 24 }, (_, i) => `Message number ${i},${label(i)}`);
  const config = `model: { hub: openai, name: m, prompt: "One of ${named}:\\n{text}" }
data: { source: q.csv, columns: { answer: label, options: [${LABELS.join(', ')}] } }
judge: off
tests: { sensitivity: { answers: { min_pass_rate: 0.8 } } }
`;
  const committed = {
    '.github/sensitivity.yml': config,
    'q.csv': ['text,label', ...rows].join('\n'),
  };
  const words = ['run', '--base-url', `${model.url}/v1`];
  const { exitCode, report } = await terminal(words, {
    committed,
    env: { SENSITIVITY_API_KEY: MODEL_KEY },
  });
  const where = status === 2 ? '.github/sensitivity.yml:1:32' : undefined;
  expect([exitCode, report?.problem?.where, model.requests[0] === undefined]).toEqual([
    status,
    where,
    status === 2,
  ]);
});
