/** Data of a base and of a checkout, compared by content: with git's own repositories. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseConfig } from '../../src/config/rules.ts';
import type { CommitFiles, TreeEntry } from '../../src/github/files.ts';
import { changedData, compareRows } from '../../src/trust/changed-data.ts';
import { openCheckout } from '../../src/trust/checkout.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sensitivity-changed-data-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const git = (folder: string, ...words: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...words],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ).trim();

function repository(name: string, files: Record<string, string>): string {
  const folder = path.join(root, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'first');
  return folder;
}

const SOURCE = 'evals/rows.txt';
const rules = parseConfig(
  `model: { hub: reference, name: attentive }\ndata: { source: ${SOURCE} }\ntests: { sensitivity: { add_negation: { method: pair } } }\n`,
  'a.yml',
);

type Entries = [string, TreeEntry][];

function compare(workspace: string, tree: Entries, source = SOURCE) {
  const checkout = openCheckout({ workspace, config: 'a.yml', env: process.env });
  const ofBase: CommitFiles = {
    read: async () => undefined,
    tree: async () => new Map(tree),
    download: async () => undefined,
  };
  const base = { files: ofBase, patterns: [source] };
  return changedData({ inputs: { workspace }, base, rules, scratch: root, checkout });
}

it('a submodule at the commit of the base is the same data; at another, its rows are not known', async () => {
  const data = repository('data', { 'rows.txt': 'The sky is blue.\n' });
  const workspace = repository('work', { 'a.yml': 'x' });
  git(workspace, 'submodule', 'add', '--quiet', data, 'evals');
  const at = (sha: string): Entries => [['evals', { kind: 'submodule', sha }]];
  const same = { rows: [], root: workspace };
  expect(await compare(workspace, at(git(data, 'rev-parse', 'HEAD')))).toEqual(same);
  await expect(compare(workspace, at('f'.repeat(40)))).rejects.toThrow('`"evals"` is a submodule');
});

it('ids decide: what a job writes into a tracked file, or beside it, is no change of the repository', async () => {
  const workspace = repository('work', { 'a.yml': 'x', [SOURCE]: 'The sky is blue.\n' });
  const sha = git(workspace, 'rev-parse', `HEAD:${SOURCE}`);
  const same = { rows: [], root: workspace };
  writeFileSync(path.join(workspace, SOURCE), 'Grass is green.\n');
  writeFileSync(path.join(workspace, 'evals/made.txt'), 'Snow is white.\n');
  const base: Entries = [[SOURCE, { kind: 'file', sha }]];
  for (const source of [SOURCE, 'evals/*.txt', 'evals/made.txt'])
    expect(await compare(workspace, base, source)).toEqual(same);
});

it('links and submodules of the base count where a source may go through them', async () => {
  const workspace = repository('work', { 'a.yml': 'x', 'evals/own/a.txt': 'The sky is blue.\n' });
  const sha = git(workspace, 'rev-parse', 'HEAD:evals/own/a.txt');
  const own: Entries = [['evals/own/a.txt', { kind: 'file', sha }]];
  const cases: [source: string, at: string, kind: TreeEntry['kind'], isKnown: boolean][] = [
    ['evals/**/*.txt', 'evals/hard', 'submodule', false],
    ['evals/hard/a.txt', 'evals/hard', 'link', false],
    ['evals/{own,hard}/*.txt', 'evals/hard', 'link', false],
    // Node follows no link below a star.
    ['**/*.txt', 'CLAUDE.md', 'link', true],
    ['evals/own/*.txt', 'evals/hard', 'link', true],
    ['evals/own/*.txt', 'vendor', 'submodule', true],
  ];
  for (const [source, at, kind, isKnown] of cases) {
    const found = compare(workspace, [...own, [at, { kind, sha: 'f'.repeat(40) }]], source);
    if (isKnown) expect(await found).toMatchObject({ rows: [], root: workspace });
    else await expect(found).rejects.toThrow(`\`"${at}"\` is a ${kind}`);
  }
});

it('a shallow clone names its commit, a folder without a commit none', async () => {
  const origin = repository('origin', { 'a.yml': 'x' });
  git(origin, 'commit', '--quiet', '--allow-empty', '--message', 'second');
  git(root, 'clone', '--quiet', '--depth', '1', `file://${origin}`, 'clone');
  const headOf = (workspace: string) =>
    openCheckout({ workspace, config: 'a.yml', env: process.env }).headOf(workspace);
  expect(await headOf(path.join(root, 'clone'))).toBe(git(origin, 'rev-parse', 'HEAD'));
  mkdirSync(path.join(root, 'empty'));
  git(path.join(root, 'empty'), 'init', '--quiet');
  expect(await headOf(path.join(root, 'empty'))).toBeUndefined();
  expect(await headOf(path.join(root, 'nowhere'))).toBeUndefined();
});

it('rows are the same wherever they stand; one is changed where another has its text or its place', () => {
  const row = (place: number, text: string, more = {}) => ({
    source: `${SOURCE}:${place}`,
    row: { text, ...more },
  });
  const base = [row(1, 'a'), row(2, 'b', { truth: true }), row(3, 'c')];
  expect(
    compareRows(base, [row(1, 'c'), row(2, 'a'), row(3, 'b', { truth: true })]),
  ).toBeUndefined();
  const changes: [head: typeof base, change: object][] = [
    [[row(1, 'a'), row(2, 'b', { truth: false }), row(3, 'c')], { changed: 1, common: 2 }],
    [[row(1, 'a'), row(2, 'b', { truth: true }), row(3, 'd')], { changed: 1, common: 2 }],
    [[row(1, 'a'), row(2, 'b', { truth: true })], { removed: 1, common: 2 }],
    [[...base, row(4, 'a')], { added: 1, common: 3 }],
    [[], { removed: 3 }],
  ];
  for (const [head, change] of changes)
    expect(compareRows(base, head)).toEqual({
      added: 0,
      removed: 0,
      changed: 0,
      common: 0,
      ...change,
    });
});
