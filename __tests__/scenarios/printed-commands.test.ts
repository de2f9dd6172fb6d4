/**
 * The commands, files and figures that README and docs print are those of the terminal.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { pages, ROOT } from '../../scripts/publisher.mjs';
import { parseConfig } from '../../src/config/rules.ts';
import multipleChoice from '../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import sentences from '../../src/data/builtin/sentences.json' with { type: 'json' };
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
  expect(printed.length).toBeGreaterThan(30);
  expect(printed.filter(({ name }) => !COMMANDS.some((command) => command.name === name))).toEqual(
    [],
  );
  const takes = (name: string): readonly string[] =>
    COMMANDS.find((command) => command.name === name)?.options ?? [];
  expect(
    printed.flatMap(({ page, name, options }) =>
      options.filter((one) => !takes(name).includes(one)).map((one) => ({ page, name, one })),
    ),
  ).toEqual([]);
});

it('docs/terminal.md has a line for each command, and names only options that exist', () => {
  const page = textOf('docs/terminal.md');
  expect(
    COMMANDS.filter(({ name }) => !new RegExp(`^\\| \`${name}\\b`, 'm').test(page)).map(
      ({ name }) => name,
    ),
  ).toEqual([]);
  const named = [...page.matchAll(/`--([a-z-]+)/g)].map(([, option]) => option!);
  expect(named.filter((option) => !(option in OPTIONS) && option !== 'help')).toEqual([]);
});

it("the guide's whole file shows the defaults of the keys that it does not choose", () => {
  const whole = blocks.find(({ where }) => where === 'docs/guide.md: A whole file')!
    .value as Record<string, Record<string, unknown>>;
  const { model, data, tests } = whole;
  const { api: _1, timeout: _2, retries: _3, ...subject } = model!;
  const small = {
    model: subject,
    data,
    tests: { sensitivity: tests!.sensitivity },
    evaluation: { compare: 'base' },
  };
  const [shown, left] = [whole, small].map((value) => {
    const {
      tests: rules,
      model: asked,
      concurrency,
      seed,
    } = parseConfig(stringify(value), 'guide');
    const figures = rules.map(
      ({ lint, margin, min_steady, minimum_pass_rate, compare, judge }) => ({
        ...{ lint, margin, min_steady, minimum_pass_rate, compare },
        judge: judge && { ...judge, where: undefined },
      }),
    );
    return {
      figures,
      api: asked.api,
      timeout: asked.timeout,
      retries: asked.retries,
      concurrency,
      seed,
    };
  });
  expect(shown!.figures[0]).toMatchObject({
    margin: 0.05,
    min_steady: 0.85,
    lint: 'drop',
    compare: { max_regression: 0.1 },
  });
  expect(shown).toEqual(left);
});

it("`validate` accepts the README's and the guide's whole file", async () => {
  await put(
    'evals/questions.jsonl',
    multipleChoice.map((row) => `${JSON.stringify(row)}\n`).join(''),
  );
  await put('evals/sentences.txt', sentences.map(({ text }) => `${text}\n`).join(''));
  const guide = blocks.find(({ where }) => where === 'docs/guide.md: A whole file')!.value;
  for (const config of [README_CONFIG, guide]) {
    await put(CONFIG_PATH, stringify(config));
    expect(await sensitivity('validate --allowed-hosts models.example.com')).toContain(
      'is valid: a run can start.',
    );
  }
  const example = /^```json\n(\{.*\})\n```$/m.exec(textOf('README.md'))![1]!;
  await put(
    'evals/own.jsonl',
    Array.from({ length: 30 }, (_, n) => `${example.replace('shoes', `shoes of row ${n}`)}\n`).join(
      '',
    ),
  );
  const answers = { ...README_CONFIG, tests: { sensitivity: { answers: {} } } };
  await put(CONFIG_PATH, stringify(answers));
  expect(await sensitivity('validate --data evals/own.jsonl')).toContain('3 columns, 30 rows');
  await rm(path.join(cwd, 'evals/own.jsonl'));
});

it('the README has the figures that `init` prints', async () => {
  const out = await sensitivity('init --hub openai --model OUR-MODEL --yes --force');
  const [figures] =
    /about \d+ requests for a model that passes, \d+ for one that fails at once/.exec(
      textOf('README.md'),
    )!;
  expect(out).toContain(figures);
  expect(await readFile(path.join(cwd, CONFIG_PATH), 'utf8')).toContain('name: OUR-MODEL');
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
  expect(await sensitivity('validate --data evals/forms.csv')).toMatch(
    new RegExp(`is valid: a run can start.*3 columns, ${lines.length} rows`),
  );
});
