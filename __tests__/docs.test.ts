import path from 'node:path';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import removed from '../src/config/removed.json' with { type: 'json' };
import { BUILTIN_NAMES, readBuiltin } from '../src/data/builtin.ts';

/** Most lines of README and docs, without the pages for maintainers. */
const MOST_LINES = 1_300;
const isForMaintainers = (page: string) => page.startsWith('docs/internals/');

it.each([
  ['docs/internals/threat-model.md', 40],
  ['docs/internals/endpoint.md', 12],
])('every test that %s names exists', (page, atLeast) => {
  const proofs = [...readFileSync(page, 'utf8').matchAll(/`([\w/-]+\.test\.ts)`/g)].map(
    ([, file]) => file!,
  );
  expect(proofs.length).toBeGreaterThan(atLeast);
  expect([...new Set(proofs)].filter((file) => !existsSync(path.join('__tests__', file)))).toEqual(
    [],
  );
});

it('every file that CONTRIBUTING names exists', () => {
  const page = readFileSync('CONTRIBUTING.md', 'utf8');
  const named = [
    ...page.matchAll(
      /`((?:action|config|data|engine|github|language|models|report|run|terminal|trust|src|scripts)\/[\w./-]*)`/g,
    ),
  ].map(([, file]) => file!);
  expect(named.length).toBeGreaterThan(50);
  const isThere = (file: string) =>
    [file, path.join('src', file), path.join('__tests__', file)].some((place) => existsSync(place));
  expect([...new Set(named)].filter((file) => !isThere(file))).toEqual([]);
});

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? path.posix.join('docs', name) : [],
  ),
];
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

it('CHANGELOG.md says of each removed name what to write instead, as an error does', () => {
  const lines = readFileSync('CHANGELOG.md', 'utf8').split('\n');
  const expected = Object.entries(removed).flatMap(([group, entries]) =>
    Object.entries(entries).map(
      ([name, instead]) => `| \`${group === 'options' ? '--' : ''}${name}\` | ${instead} |`,
    ),
  );
  expect(expected.length).toBeGreaterThan(50);
  expect(expected.filter((line) => !lines.includes(line))).toEqual([]);
});

it('docs/action.md has the defaults of action.yml', () => {
  const page = readFileSync('docs/action.md', 'utf8');
  const { inputs } = parse(readFileSync('action.yml', 'utf8')) as {
    inputs: Record<string, { default?: string }>;
  };
  const expected = Object.entries(inputs).filter((entry) => entry[1].default !== undefined);
  expect(expected.length).toBeGreaterThan(5);
  const wrong = expected.filter(
    ([name, { default: value }]) => !page.includes(`| \`${name}\` | \`${value}\` |`),
  );
  expect(wrong).toEqual([]);
});

it('docs/data.md has the number of rows of each built-in data set', async () => {
  const page = readFileSync('docs/data.md', 'utf8');
  for (const name of BUILTIN_NAMES) {
    const rows = await readBuiltin(name);
    expect(page).toMatch(new RegExp(`^\\| \`builtin:${name}\` \\| ${rows.length} `, 'm'));
  }
});

it('the pages keep to their most lines', () => {
  const lines = (page: string) => readFileSync(page, 'utf8').split('\n').length - 1;
  expect(lines('README.md')).toBeLessThanOrEqual(130);
  const counted = PAGES.filter(
    (page) => page === 'README.md' || (page.startsWith('docs/') && !isForMaintainers(page)),
  );
  expect(counted.reduce((sum, page) => sum + lines(page), 0)).toBeLessThanOrEqual(MOST_LINES);
});
