import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { closeReaders } from './git-session.ts';
import { createPullCommits, temporaryFolder } from './repository.ts';

it('git finds a pull request whole, its index and its work tree clean', async () => {
  const root = temporaryFolder();
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  const files = {
    'a.txt': 'one',
    'a/b.txt': 'two',
    'a-b': '',
    'ü.md': 'ü',
    '.github/x.yml': 'x: 1',
    ['n'.repeat(200)]: 'long',
    link: { link: 'a.txt' },
  };
  const { base, head, merge } = createPullCommits(root, files, { 'a.txt': 'new', 'a/b.txt': null });
  expect(git('fsck', '--full', '--strict')).toBe('');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('ls-files')).toBe(git('ls-tree', '-r', '--name-only', 'HEAD'));
  expect(git('log', '--topo-order', '--format=%H %P %s').trim().split('\n')).toEqual([
    `${merge} ${base} ${head} merge`,
    `${head} ${base} change`,
    `${base}  base`,
  ]);
  const words = ['--no-pager', 'ls-tree', '-r', '-z', head];
  const listing = promisify(execFile)('git', words, { cwd: root, env: process.env });
  listing.child.stdin?.end();
  expect(String((await listing).stdout)).toBe(git(...words));
  closeReaders();
  expect(git('diff', '--name-status', 'main', 'HEAD')).toBe('M\ta.txt\nD\ta/b.txt\n');
});
