import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quoted } from '../../src/json.ts';
import { runGit } from '../../src/trust/git.ts';
import { blobBytesAt, commitNamed } from '../../src/trust/local-git.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-local-git-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function commitFile(name: string): Promise<void> {
  await writeFile(path.join(root, name), 'x');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  const user = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  git(...user, 'commit', '--quiet', '--message', 'x');
}

const repository = () => ({ root, env: process.env, where: '--base' });
const commitOf = (ref: string) => commitNamed(ref, repository());
const gitWith = (options: { cwd?: string; env?: NodeJS.ProcessEnv; maxBytes?: number }) =>
  runGit(['ls-files'], { cwd: root, env: process.env, where: '--base', ...options });

describe('an error names its cause', () => {
  it('a commit that the repository does not have', async () => {
    await commitFile('a.txt');
    await expect(commitOf('nowhere')).rejects.toMatchObject({
      message: "git knows no commit 'nowhere' here",
      where: '--base',
      remedy: expect.stringContaining('--base origin/main'),
    });
  });

  it('a folder without a repository', async () => {
    await expect(commitOf('HEAD')).rejects.toMatchObject({
      kind: 'no_repository',
      message: expect.stringContaining('not a git repository'),
      where: '--base',
    });
  });

  it('a machine without git', async () => {
    await expect(gitWith({ env: { PATH: '/nowhere' } })).rejects.toMatchObject({
      kind: 'no_git',
      reason: 'git was not found on the PATH',
      remedy: 'Install git, and have it on the PATH.',
    });
  });

  it('a folder that does not exist', async () => {
    const cwd = path.join(root, 'nowhere');
    await expect(gitWith({ cwd })).rejects.toMatchObject({
      kind: 'no_repository',
      reason: `there is no folder ${quoted(cwd)}`,
      remedy: 'Run the command inside a git repository.',
    });
  });

  it('a git that a signal ended', async () => {
    const program = path.join(root, 'git');
    await writeFile(program, '#!/bin/sh\nkill -9 $$\n');
    await chmod(program, 0o755);
    await expect(gitWith({ env: { PATH: root } })).rejects.toMatchObject({
      kind: 'killed',
      reason: 'the signal SIGKILL ended it',
    });
  });

  it("another user's repository", async () => {
    if (process.getuid?.() !== 0) return; // Only root can give files away.
    await commitFile('a.txt');
    for (const name of ['.', '.git']) await chown(path.join(root, name), 12345, 12345);
    await expect(commitOf('HEAD')).rejects.toMatchObject({
      kind: 'refused',
      remedy: expect.stringContaining('safe.directory'),
    });
  });

  it('an output that is too large', async () => {
    await commitFile('a.txt');
    await expect(gitWith({ maxBytes: 3 })).rejects.toMatchObject({
      kind: 'too_large',
      reason: 'it printed more than 3 bytes',
    });
  });
});

it('refuses a path with a line break, which git would read as two', async () => {
  const name = 'new\nline.txt';
  await commitFile(name);
  await expect(blobBytesAt(`HEAD:./${name}`, repository())).rejects.toMatchObject({
    message: expect.stringContaining('its name has a line break'),
  });
});
