/** README and docs print the commands, files and figures that the terminal has. */
import { globSync, readFileSync } from 'node:fs';
import { readBuiltin } from '../../src/data/builtin.ts';
import { CONFIG_PATH } from '../support/gate.ts';
import { terminal } from '../support/terminal.ts';

const PAGES = ['README.md', ...globSync('docs/*.md')].map((page) => ({
  page,
  text: readFileSync(page, 'utf8').replaceAll(/YOUR-(?:MODEL|JUDGE)/g, 'a-model'),
}));
const textOf = (name: string) => PAGES.find(({ page }) => page === name)?.text ?? '';
const blockOf = (page: string, start: RegExp) =>
  [...textOf(page).matchAll(/^```\w*\n([^]*?)^```$/gm)]
    .map(([, text = '']) => text)
    .find((text) => start.test(text)) ?? '';

/** The options of each command, as `help` prints them. */
async function commands(): Promise<Map<string, string[]>> {
  const { stdout } = await terminal(['help']);
  const [, list = ''] = stdout.split('Commands:');
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
  const entries = names.map(async (name) => {
    const help = name === 'help' ? '' : (await terminal([name, '--help'])).stdout;
    return [name, [...help.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option)] as const;
  });
  return new Map(await Promise.all(entries));
}

it('every printed command and option is one of the terminal', async () => {
  const known = await commands();
  expect([...known.keys()]).toEqual(
    expect.arrayContaining(['init', 'draft', 'suggest', 'check', 'run', 'demo', 'help']),
  );
  const line = /(?:`sensitivity|github:[\w-]+\/sensitivity-action(?:#v\d)?)\s([a-z]+)\b([^`#]*)/g;
  const printed = PAGES.flatMap(({ page, text }) =>
    [...text.matchAll(line)].map(([, name = '', rest = '']) => {
      const options = [...(rest.split('\nnpx')[0] ?? '').matchAll(/\s--([a-z-]+)/g)];
      return { page, name, options: options.map(([, option = '']) => option) };
    }),
  );
  expect(printed.length).toBeGreaterThan(7);
  const wrong = printed.filter(
    ({ name, options }) =>
      options.some((option) => !known.get(name)?.includes(option)) || !known.has(name),
  );
  expect(wrong).toEqual([]);
  const action = textOf('docs/action.md');
  for (const name of known.keys()) expect(action).toMatch(new RegExp(`^\\| \`${name}\\b`, 'm'));
  const all = [...known.values()].flat();
  const named = [...action.matchAll(/`--([a-z-]+)/g)].map(([, option = '']) => option);
  expect(named.filter((option) => !all.includes(option))).toEqual([]);
});

const check = (files: Record<string, string>) => terminal(['check', '--offline'], { files });

it('the README prints what init writes, and the requests that check counts for it', async () => {
  const config = blockOf('README.md', /^# .github\/sensitivity.yml/);
  const { files } = await terminal(['init', '--yes', '--model', 'a-model', '--hub', 'openai']);
  const plain = (text = '') =>
    text
      .replaceAll(/\s*#.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  expect(plain(files[CONFIG_PATH])).toBe(plain(config));
  const { exitCode, stdout } = await check({ [CONFIG_PATH]: config });
  expect(exitCode).toBe(0);
  const [, pass, fail] = /of a run\D+([\d,]+ to [\d,]+)\D+([\d,]+ to [\d,]+)/.exec(stdout) ?? [];
  expect(textOf('README.md')).toMatch(new RegExp(`\\b${pass} requests [^.]*\\b${fail} for one`));
});

/** Sixty rows; the cells after the first begin so. */
const table = (columns: string, first: string, second: string) =>
  [
    columns,
    ...Array.from({ length: 60 }, (_, n) => `Row ${n} is here.,${first},${second} ${n} days.`),
    '',
  ].join('\n');

it('a run can start with the files of docs/your-product.md', async () => {
  const { exitCode, stderr } = await check({
    [CONFIG_PATH]: blockOf('docs/your-product.md', /^model:/),
    'prompts/support.md': blockOf('docs/your-product.md', /^You answer/),
    'evals/customers.csv': table('question,answer,Context', '30 days', 'A return takes'),
    'evals/facts.csv': table('text,truth,passage', 'true', 'A parcel takes').replace(
      /(\d*[13579] is here.),true/g,
      '$1,false',
    ),
  });
  expect([exitCode, stderr]).toEqual([0, '']);
});

it('a CSV cell may hold every form of options and key that docs/data.md lists', async () => {
  const lines = textOf('docs/data.md').split('\n');
  const forms = lines
    .filter((line) => /^\| (?:a label|several|a list|the text of an|the options them)/.test(line))
    .map((line) => [...(line.split(/(?<!\\)\|/)[2] ?? '').matchAll(/`([^`]+)`/g)])
    .map((found) => found.map(([, form = '']) => form.replace('\\|', '|')));
  const options = forms.pop() ?? [];
  expect([forms.flat().length, options.length]).toEqual([10, 4]);
  const rows = [
    ...forms.flat().map((answer) => ['["apple", "fruit", "gas"]', answer]),
    ...options.map((form) => [form, 'A']),
  ];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const asked = [...rows, ...rows].map((row, n) =>
    [`Which of row ${n} is a fruit?`, ...row].map(cell).join(','),
  );
  const { exitCode, stdout, stderr } = await check({
    [CONFIG_PATH]: `model: { hub: openai, name: m }\ndata: { source: rows.csv }\ntests: { sensitivity: { add_negation: { min_pass_rate: 0.85 } } }\n`,
    'rows.csv': ['text,options,answer', ...asked, ''].join('\n'),
  });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`${asked.length} rows`);
});

it('the tables of built-in sets name sets that are there', async () => {
  const named = PAGES.flatMap(({ text }) => [...text.matchAll(/builtin:([a-z][a-z-]+)/g)]);
  expect(named.length).toBeGreaterThan(5);
  for (const name of new Set(named.map(([, one = '']) => one)))
    expect((await readBuiltin(name as never)).length).toBeGreaterThan(0);
});
