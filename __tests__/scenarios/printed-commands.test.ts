/**
 * The commands, files and figures that README and docs print are those of the terminal.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { pages, ROOT } from '../../scripts/publisher.mjs';
import multipleChoice from '../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import { COMMANDS } from '../../src/terminal/commands.ts';
import { OPTIONS } from '../../src/terminal/options.ts';
import { runDoor } from '../support/run-process.ts';
import { CONFIG_PATH } from '../support/scenario.ts';
import { blocks, README_CONFIG } from './printed.ts';

let cwd: string;
beforeAll(async () => (cwd = await mkdtemp(path.join(tmpdir(), 'sensitivity-commands-'))));
afterAll(() => rm(cwd, { recursive: true, force: true }));

const sensitivity = async (line: string) => {
  const { stdout, stderr } = await runDoor({
    door: 'cli',
    words: line.split(' '),
    cwd,
    env: { GIT_CEILING_DIRECTORIES: path.dirname(cwd) },
  });
  return `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
};
const put = async (name: string, text: string) => {
  await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
  await writeFile(path.join(cwd, name), text);
};
const allPages = await Promise.all(
  pages().map(async (file) => ({
    page: path.relative(ROOT, file),
    text: await readFile(file, 'utf8'),
  })),
);
const textOf = (page: string) => allPages.find((one) => one.page === page)!.text;

it('every printed command exists, with its options', () => {
  const printed = allPages.flatMap(({ page, text }) =>
    [
      ...text.matchAll(
        /(?:[`\s](?:sensitivity|npx (?:--yes )?github:[\w-]+\/sensitivity-action(?:#v1)?)) ([a-z]+)\b([^`\n#|]*)/g,
      ),
    ]
      .filter(
        ([all, name]) =>
          all.startsWith('`') ||
          all.includes('npx') ||
          COMMANDS.some((command) => command.name === name),
      )
      .map(([, name, rest]) => ({
        page,
        name: name!,
        options: [...rest!.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option!),
      })),
  );
  expect(printed.length).toBeGreaterThan(10);
  const names = ['help', ...COMMANDS.map(({ name }) => name)];
  expect(printed.filter(({ name }) => !names.includes(name))).toEqual([]);
  const takes = (name: string): readonly string[] =>
    COMMANDS.find((command) => command.name === name)?.options ?? [];
  expect(
    printed.flatMap(({ page, name, options }) =>
      options.filter((one) => !takes(name).includes(one)).map((one) => ({ page, name, one })),
    ),
  ).toEqual([]);
});

it('docs/action.md has a line for each command, and names only options that exist', () => {
  const page = textOf('docs/action.md');
  expect(
    COMMANDS.filter(({ name }) => !new RegExp(`^\\| \`${name}\\b`, 'm').test(page)).map(
      ({ name }) => name,
    ),
  ).toEqual([]);
  const named = [...page.matchAll(/`--([a-z-]+)/g)].map(([, option]) => option!);
  expect(named.filter((option) => !(option in OPTIONS) && option !== 'help')).toEqual([]);
});

it('the README has the figures that `init` prints', async () => {
  const out = await sensitivity('init --hub openai --model OUR-MODEL --yes --force');
  const [figures] =
    /about [\d to]+ requests for a model that passes, [\d to]+ for one that fails at once/.exec(
      textOf('README.md'),
    )!;
  expect(out).toContain(figures);
  expect(await readFile(path.join(cwd, CONFIG_PATH), 'utf8')).toContain('name: OUR-MODEL');
});

/** A table of 60 rows: the columns, and what the cells after the first begin with. */
const rowsOf = (columns: string, first: string, second: string) =>
  [
    columns,
    ...Array.from({ length: 60 }, (_, n) => `Row ${n} is here.,${first},${second} ${n} days.`),
    '',
  ].join('\n');

it('`check --offline` accepts the files of the README and of docs/your-product.md', async () => {
  await put(
    'evals/questions.jsonl',
    multipleChoice.map((row) => `${JSON.stringify(row)}\n`).join(''),
  );
  await put('evals/customers.csv', rowsOf('question,answer,Context', '30 days', 'A return takes'));
  await put('evals/facts.csv', rowsOf('text,truth,passage', 'true', 'A parcel takes'));
  const prompt = /^```\n([^]*?)^```$/m.exec(textOf('docs/your-product.md'))![1]!;
  await put('prompts/support.md', prompt);
  const product = blocks.find(({ where }) => where.startsWith('docs/your-product.md'))!.value;
  for (const config of [README_CONFIG, product]) {
    await put(CONFIG_PATH, stringify(config).replace('YOUR-JUDGE', 'a-judge'));
    expect(await sensitivity('check --offline')).toContain('is valid: a run can start.');
  }
  const example = /^```json\n(\{.*\})\n```$/m.exec(textOf('docs/data.md'))![1]!;
  await put(
    'evals/own.jsonl',
    Array.from({ length: 30 }, (_, n) => `${example.replace('shoes', `shoes of row ${n}`)}\n`).join(
      '',
    ),
  );
  const answers = { ...README_CONFIG, tests: { sensitivity: { answers: {} } } };
  await put(CONFIG_PATH, stringify(answers));
  expect(await sensitivity('check --offline --data evals/own.jsonl')).toContain(
    '3 columns, 30 rows',
  );
  await rm(path.join(cwd, 'evals/own.jsonl'));
});

it('a CSV cell may hold every form of options and of a key that docs/data.md lists', async () => {
  const table = textOf('docs/data.md')
    .split('\n')
    .filter((line) =>
      /^\| (?:a label|several labels|a list|the text of an option|the options themselves)/.test(
        line,
      ),
    );
  // A cell of the table writes `|` as `\\|`.
  const forms = table.map((line) =>
    [...line.split(/(?<!\\)\|/)[2]!.matchAll(/`([^`]+)`/g)].map(([, form]) =>
      form!.replace('\\|', '|'),
    ),
  );
  const options = forms.pop()!;
  expect(options).toHaveLength(4);
  expect(forms.flat().length).toBeGreaterThanOrEqual(10);
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = [
    ...forms.flat().map((answer) => [`["apple", "fruit", "gas"]`, answer]),
    ...options.map((form) => [form, 'A']),
  ];
  const lines = [...rows, ...rows].map((row, n) =>
    [`Which of row ${n} is a fruit?`, ...row].map(cell).join(','),
  );
  await put('evals/forms.csv', ['text,options,answer', ...lines, ''].join('\n'));
  await put(CONFIG_PATH, stringify(README_CONFIG));
  expect(await sensitivity('check --offline --data evals/forms.csv')).toMatch(
    new RegExp(`is valid: a run can start.*3 columns, ${lines.length} rows`),
  );
});
