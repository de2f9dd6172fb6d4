import path from 'node:path';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import removed from '../src/config/removed.json' with { type: 'json' };
import { BUILTIN_NAMES, readBuiltin } from '../src/data/builtin.ts';
import { TESTS } from '../src/engine/tests/index.ts';
import { HUB_NAMES, HUBS } from '../src/models/hubs/addresses.ts';

const isForMaintainers = (page: string) => page.startsWith('docs/internals/');

const TEST = /`([\w/-]+\.test\.ts)`/g;
const PLACE =
  /`((?:action|config|data|engine|github|language|models|report|run|terminal|trust|src|scripts)\/[\w./-]*)`/g;

it.each([
  ['docs/internals/threat-model.md', TEST, 40],
  ['docs/internals/endpoint.md', TEST, 12],
  ['CONTRIBUTING.md', PLACE, 50],
])('every file that %s names exists', (page, pattern, atLeast) => {
  const named = Array.from(readFileSync(page, 'utf8').matchAll(pattern), ([, file]) => file!);
  expect(named.length).toBeGreaterThan(atLeast);
  const isThere = (file: string) =>
    ['', 'src', '__tests__'].some((folder) => existsSync(path.join(folder, file)));
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')];
const prose = (page: string) => readFileSync(page, 'utf8').replaceAll(/^(```+)[^]*?^\1$/gm, '');

/**
 * The anchors of a page: those that it sets, and those of its headings, by the rules of GitHub's
 * html-pipeline: https://github.com/gjtorikian/html-pipeline.
 */
const anchors = (page: string) => [
  ...[...prose(page).matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => id!),
  ...[...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  ),
];

it('every link within the documentation leads to an existing page and heading', () => {
  const links = PAGES.flatMap((page) =>
    [...prose(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to]) => ({ page, to: to! })),
  );
  expect(links.length).toBeGreaterThan(100);
  const dead = links.filter(({ page, to }) => {
    const [file = '', anchor] = to.split('#');
    const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
    return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
  });
  expect(dead).toEqual([]);
});

it('the README links every page for users, and the pages link all others', () => {
  const readme = prose('README.md');
  const all = PAGES.map(prose).join('');
  const unlinked = PAGES.filter((page) => page.startsWith('docs/')).filter((page) =>
    isForMaintainers(page)
      ? !all.includes(path.posix.basename(page))
      : !readme.includes(`](${page})`),
  );
  expect(unlinked).toEqual([]);
});

const { inputs } = parse(readFileSync('action.yml', 'utf8')) as {
  inputs: Record<string, { default?: string }>;
};
const withKeys = HUB_NAMES.filter((hub) => HUBS[hub].keyVariables[0]);
const sizes = BUILTIN_NAMES.map(
  async (name) => `\n| \`builtin:${name}\` | ${(await readBuiltin(name)).length} `,
);

/** [page, texts from the sources that it must contain, such as the remedy for a removed name] */
it.each([
  // The last part of a name: the table groups packages of one scope.
  [
    'CONTRIBUTING.md',
    Object.keys(packageJson.devDependencies).map((name) => path.posix.basename(name)),
  ],
  ['docs/tests.md', TESTS.map(({ name }) => `\`${name}\``)],
  ['docs/data.md', await Promise.all(sizes)],
  [
    'docs/action.md',
    Object.entries(inputs).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : `| \`${name}\` | \`${value}\` |`,
    ),
  ],
  [
    'CHANGELOG.md',
    Object.entries(removed).flatMap(([group, entries]) =>
      Object.entries(entries).map(
        ([name, instead]) => `\n| \`${group === 'options' ? '--' : ''}${name}\` | ${instead} |\n`,
      ),
    ),
  ],
  ['__tests__/models/hubs/data/own-hosts.jsonl', withKeys.map((hub) => `"${hub}"`)],
  ['__tests__/models/hubs/data/requests.json', withKeys.map((hub) => `"${hub}"`)],
])('%s lacks nothing', (file, parts) => {
  expect(parts.length).toBeGreaterThan(4);
  const text = readFileSync(file, 'utf8');
  const missing = parts.filter((part) => !text.includes(part));
  expect(missing.map((part) => `${file} lacks ${part.trim()}`)).toEqual([]);
});

it.each([
  'docs/data.md',
  'docs/configuration.md',
  'src/report/next.ts',
  'src/run/prepare.ts',
  'src/run/suggest.ts',
])('%s lists every test whose rows can have to hold', (file) => {
  const holding = TESTS.filter(({ holds }) => holds).map(({ name }) => name);
  const lines = readFileSync(file, 'utf8').split('\n');
  const lists = lines.filter((line) => /refusal.*output_toxicity/.test(line));
  expect(lists).not.toEqual([]);
  const lacking = lists.filter((line) => !holding.every((name) => line.includes(name)));
  expect(lacking).toEqual([]);
});

it.each([
  ['CONTRIBUTING.md', 120, ['CONTRIBUTING.md']],
  ['README.md', 130, ['README.md']],
  [
    'README.md and docs',
    1_300,
    PAGES.filter((page) => /^(?:README|docs\/)/.test(page) && !isForMaintainers(page)),
  ],
])('%s: at most %d lines', (_name, most, pages) => {
  const lines = pages.flatMap((page) => readFileSync(page, 'utf8').split('\n').slice(1));
  expect({ 'lines too many': Math.max(0, lines.length - most) }).toEqual({ 'lines too many': 0 });
});
