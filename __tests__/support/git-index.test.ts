import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trackAll } from './git-index.ts';

const root = mkdtempSync(path.join(tmpdir(), 'sensitivity-index-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('the index equals the one that git writes, with links, programs, an empty file and a long name', () => {
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
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

  trackAll(root);
  const ours = git('ls-files', '-z', '--stage');
  expect(git('status', '--porcelain', '--untracked-files=all').match(/^\?\?/gm)).toBeNull();
  rmSync(path.join(root, '.git'), { recursive: true });
  git('init', '--quiet', '--template=');
  git('add', '--all', '--force');
  expect(ours).toBe(git('ls-files', '-z', '--stage'));
});
