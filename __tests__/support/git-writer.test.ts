import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRepository, writeTree } from './git-writer.ts';
import { createPullCommits } from './repository.ts';

const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-writer-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

it('tree and index equal those of git, with links, programs, an empty file and a long name', () => {
  const files = {
    'a.txt': 'one',
    'a/b.txt': 'two',
    'a-b': '',
    'ü.md': 'ü',
    '.github/x.yml': 'x: 1',
    ['n'.repeat(200)]: 'long',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  writeFileSync(path.join(root, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync('a.txt', path.join(root, 'link'));

  startRepository(root);
  const tree = writeTree(root).toString('hex');
  const ours = git('ls-files', '-z', '--stage');
  rmSync(path.join(root, '.git'), { recursive: true });
  git('init', '--quiet', '--template=');
  git('add', '--all', '--force');
  expect([tree, ours]).toEqual([git('write-tree').trim(), git('ls-files', '-z', '--stage')]);
});

it('git finds a pull request whole and clean', () => {
  mkdirSync(root, { recursive: true });
  const { base, head, merge } = createPullCommits(
    root,
    { 'a.txt': 'one', 'b/c.txt': 'two' },
    { 'a.txt': 'new', 'b/c.txt': null },
  );
  expect(git('fsck', '--full', '--strict')).toBe('');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '--topo-order', '--format=%H %P %s').trim().split('\n')).toEqual([
    `${merge} ${base} ${head} merge`,
    `${head} ${base} change`,
    `${base}  base`,
  ]);
  expect(git('diff', '--name-status', 'main', 'HEAD')).toBe('M\ta.txt\nD\tb/c.txt\n');
});
