/** Rows in the forms in which people have them, from the command to the verdict. */
import { MODEL_KEY, modelServer } from '../support/gate.ts';
import { terminal } from '../support/terminal.ts';

const OTHERS = ['stone', 'cloud'];

/** Knows the horse as the animal, whatever its label. */
function knowing(prompt: string): string {
  const options = [...prompt.matchAll(/^([A-D1-4])[.] (.*)$/gm)];
  return options.find(([, , text]) => text?.startsWith('horse'))?.[1] ?? '';
}

/** 24 questions, in which the horse stands at each place in turn. */
const rowsOf = (make: (question: string, texts: string[], at: number) => unknown): unknown[] =>
  Array.from({ length: 24 }, (_, i) =>
    make(`Which of these is animal number ${i}?`, OTHERS.toSpliced(i % 3, 0, `horse ${i}`), i % 3),
  );
const jsonl = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const plain = (question: string, options: string[], at: number) => ({
  question,
  options,
  answer: 'ABC'[at],
});
const table = (sign: string) =>
  [
    ['question', 'one', 'two', 'three', 'answer'],
    ...rowsOf((question, texts, at) => [question, ...texts, 'ABC'[at]]).map(
      (row) => row as string[],
    ),
  ]
    .map((row) => row.join(sign))
    .join('\n');

/** [form, file, its bytes, `data.columns`] */
const FORMS: [form: string, name: string, content: string | Buffer, columns: string][] = [
  ['JSON', 'q.json', JSON.stringify(rowsOf(plain)), '{}'],
  ['a BOM', 'q.jsonl', `\ufeff${jsonl(rowsOf(plain))}`, '{}'],
  ['UTF-16', 'q.jsonl', Buffer.from(`\ufeff${jsonl(rowsOf(plain))}`, 'utf16le'), '{}'],
  ['semicolons', 'q.csv', table(';'), '{ options: [one, two, three] }'],
  ['tabs', 'q.tsv', table('\t'), '{ options: [one, two, three] }'],
  [
    'a line break in quotes',
    'q.csv',
    `question,options,answer\n${rowsOf((q, texts, at) => `${q},"A. ${texts[0]}\nB. ${texts[1]}\nC. ${texts[2]}",${'ABC'[at]}`).join('\n')}`,
    '{}',
  ],
  [
    'a Python list in a cell',
    'q.csv',
    `question,options,answer\n${rowsOf((q, texts, at) => `${q},"['${texts.join("', '")}']",${'ABC'[at]}`).join('\n')}`,
    '{}',
  ],
  [
    'labels out of order, as ARC has them',
    'q.jsonl',
    jsonl(
      rowsOf((question, text, at) => {
        const label = ['3', '1', '2'];
        return { question, choices: { text, label }, answerKey: label[at] };
      }),
    ),
    '{ options: choices, answer: answerKey }',
  ],
  [
    'positions, as MMLU has them',
    'q.jsonl',
    jsonl(rowsOf((question, choices, answer) => ({ question, choices, answer }))),
    '{ options: choices, answer_index: answer }',
  ],
  [
    'fields below a name, as TruthfulQA has them',
    'q.jsonl',
    jsonl(
      rowsOf((question, choices, at) => {
        const labels = choices.map((_, place) => (place === at ? 1 : 0));
        return { question, mc1_targets: { choices, labels } };
      }),
    ),
    '{ options: mc1_targets.choices, answer: mc1_targets.labels }',
  ],
];

const files = (name: string, content: string | Buffer, columns: string) => ({
  '.github/sensitivity.yml': `model: { hub: openai, name: m }
data: { source: ${name}, columns: ${columns} }
tests: { sensitivity: { answers: { min_pass_rate: 0.85 } } }
`,
  [name]: content,
});

it.each(FORMS)(
  'a model that knows the answers passes on rows as %s',
  async (_form, name, content, columns) => {
    const model = await modelServer({ answer: knowing });
    const ended = await terminal(['run', '--base-url', `${model.url}/v1`], {
      files: files(name, content, columns),
      env: { SENSITIVITY_API_KEY: MODEL_KEY },
    });
    expect([ended.exitCode, ended.report?.problem]).toEqual([0, undefined]);
    expect(ended.report?.results.filter(({ pass }) => !pass)).toEqual([]);
  },
);

it('a number that may be a position or an option is an error with its line', async () => {
  const row = { question: 'Which is one more than 2?', choices: ['1', '2', '3'], answer: 2 };
  const { exitCode, stdout, stderr } = await terminal(['check', '--offline'], {
    files: files('q.jsonl', jsonl(Array(24).fill(row)), '{ options: choices }'),
  });
  expect(exitCode).toBe(2);
  expect(stdout + stderr).toContain('q.jsonl:1');
  expect(stdout + stderr).toContain('answer_index');
});

it.each([
  ['q.csv', 'text,answer\n"a\n', 'q.csv:'],
  ['q.jsonl', '{"text":"a"}\n{"text":', 'q.jsonl:2'],
  ['q.json', '[{"text":"a"},]', 'q.json:1'],
  ['q.html', '<p>a</p>', 'Markdown'],
])('%s that cannot be read is an error with its place', async (name, content, place) => {
  const { exitCode, stdout, stderr } = await terminal(['check', '--offline'], {
    files: files(name, content, '{}'),
  });
  expect([exitCode, (stdout + stderr).includes(place)]).toEqual([2, true]);
});

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
      const i = Number(/number (\d+)/.exec(prompt)?.[1]);
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
  const { exitCode } = await terminal(words, {
    committed,
    env: { SENSITIVITY_API_KEY: MODEL_KEY },
  });
  expect(exitCode).toBe(status);
});
