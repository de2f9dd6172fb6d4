import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import './git-session.ts';
import { createPullCommits, temporaryFolder } from './repository.ts';

it('git finds a pull request whole, its index and its work tree clean; what stands in for git, too', async () => {
  const cwd = temporaryFolder();
  const env = { ...process.env, GIT_DIR: path.join(cwd, '.git') };
  const git = (words: string, input = '') =>
    execFileSync('git', words.split(' '), { cwd, env, input, encoding: 'utf8' });
  const files = {
    'a.txt': 'one',
    'a/b.txt': 'two',
    'a-b': '',
    'ü.md': 'ü',
    '.github/x.yml': 'x: 1',
    ['n'.repeat(200)]: 'long',
    link: { link: 'a.txt' },
    other: 'x',
  };
  const changes = { 'a.txt': 'new', 'a/b.txt': null, 'a/c.txt': 'c', other: { link: 'link' } };
  const { base, head, merge } = createPullCommits(cwd, files, changes);
  expect(git('fsck --full --strict')).toBe('');
  expect(git('status --porcelain')).toBe('');
  expect(git('ls-files')).toBe(git('ls-tree -r --name-only HEAD'));
  expect(git('log --topo-order --format=%H|%P|%s').trim().split('\n')).toEqual([
    `${merge}|${base} ${head}|merge`,
    `${head}|${base}|change`,
    `${base}||base`,
  ]);
  expect(git('diff --name-status main HEAD')).toBe('M\ta.txt\nD\ta/b.txt\nA\ta/c.txt\nT\tother\n');
  for (const [command, input] of [
    [`ls-tree -r -z ${head}`],
    [`cat-file commit ${merge}`],
    ['cat-file --batch', `${base}\n${merge}`],
    [`diff-tree -r ${base} ${merge} -z --name-status --relative`],
    ['rev-parse HEAD^{commit} --git-path objects'],
  ] as const) {
    const words = `--no-pager ${command}`;
    const started = promisify(execFile)('git', words.split(' '), { cwd, env });
    started.child.stdin?.end(input);
    expect(String((await started).stdout)).toBe(git(words, input));
  }
});
