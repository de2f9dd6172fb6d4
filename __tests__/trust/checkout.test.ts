import { execFileSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCheckout } from '../../src/trust/checkout.ts';
import { ConfigError } from '../../src/errors.ts';
import { isHidden, wayInside } from '../../src/path-safety.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'sensitivity-checkout-')));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const at = (name: string) => path.join(root, name);
async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), 'x');
  }
}
const git = (folder: string, ...words: string[]) =>
  execFileSync(
    'git',
    [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      '-c',
      'protocol.file.allow=always',
      ...words,
    ],
    {
      cwd: at(folder),
      stdio: 'pipe',
    },
  );
async function repository(folder: string, ...names: string[]): Promise<void> {
  await put(...names.map((name) => path.join(folder, name)));
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'x');
}
const open = (config = '.github/sensitivity.yml', workspace = root) =>
  openCheckout({ workspace, config, env: process.env });

describe('what git tracks', () => {
  it('is what was added, wherever the file lies, whatever its name', async () => {
    const names = ['evals/q.txt', 'ä ö/"q".txt', 'new\nline.txt', '[a]*.txt', '.hidden/q.txt'];
    await repository('.', ...names);
    await put('left.txt', 'evals/left.txt');
    const { isTracked, notices } = open();
    for (const name of names) expect([name, await isTracked(at(name))]).toEqual([name, true]);
    for (const name of ['left.txt', 'evals/left.txt', 'evals', 'none.txt', ''])
      expect([name, await isTracked(at(name))]).toEqual([name, false]);
    expect(notices()).toEqual([]);
  });

  it('counts a file that a step has added, also without its content', async () => {
    await repository('.', 'a.txt');
    await put('made.txt', 'promised.txt');
    git('.', 'add', 'made.txt');
    git('.', 'add', '--intent-to-add', 'promised.txt');
    const { isTracked } = open();
    expect(await isTracked(at('made.txt'))).toBe(true);
    expect(await isTracked(at('promised.txt'))).toBe(true);
  });

  it('of a submodule is its own, and another repository in the same folder is none of ours', async () => {
    await repository('elsewhere', 'q.txt');
    await repository('work', 'a.txt');
    await repository('work/private', 'creds.txt');
    git('work', 'submodule', '--quiet', 'add', at('elsewhere'), 'evals');
    await put('work/evals/left.txt');
    const { isTracked } = open(undefined, at('work'));
    expect(await isTracked(at('work/evals/q.txt'))).toBe(true);
    expect(await isTracked(at('work/evals/left.txt'))).toBe(false);
    expect(await isTracked(at('work/private/creds.txt'))).toBe(false);
    // A name in the index that is no submodule vouches for nothing below it.
    await rename(at('work/private'), at('work/kept'));
    await put('work/private');
    git('work', 'add', 'private');
    await rm(at('work/private'));
    await rename(at('work/kept'), at('work/private'));
    expect(await open(undefined, at('work')).isTracked(at('work/private/creds.txt'))).toBe(false);
  });

  it('is asked of the repository that holds the configuration: a checkout in a folder of the workspace', async () => {
    await repository('app', '.github/sensitivity.yml', 'evals/q.txt');
    await repository('private', '.github/sensitivity.yml', 'creds.txt');
    await put('left.txt');
    const { isTracked } = open('app/.github/sensitivity.yml');
    expect(await isTracked(at('app/evals/q.txt'))).toBe(true);
    expect(await isTracked(at('left.txt'))).toBe(false);
    expect(await isTracked(at('private/creds.txt'))).toBe(false);
    // A link makes no other repository the configuration's.
    await symlink('private', at('linked'));
    expect(
      await open('linked/.github/sensitivity.yml').isTracked(at('private/creds.txt')),
    ).not.toBe(true);
  });

  it('is not known without a repository, and a folder that looks like one is none', async () => {
    await put('q.txt', 'bare/HEAD', 'bare/refs/x', 'bare/objects/x');
    await writeFile(at('bare/config'), '[core]\n\tbare = true\n\tfsmonitor = false\n');
    const { isTracked, notices } = open('bare/sensitivity.yml');
    expect(await isTracked(at('q.txt'))).toBeUndefined();
    expect(await isTracked(at('bare/HEAD'))).toBeUndefined();
    expect(notices()).toEqual([
      expect.stringMatching(/`"q\.txt"`, `"bare\/HEAD"`\. Have git on the PATH/),
    ]);
  });

  it("of another user's repository, as in a container, is known too", async () => {
    if (process.getuid?.() !== 0) return; // Only root can give files away.
    await repository('.', 'q.txt');
    for (const name of ['.', '.git', 'q.txt']) await chown(at(name), 12345, 12345);
    expect(() => git('.', 'status')).toThrow(/dubious ownership/);
    expect(await open().isTracked(at('q.txt'))).toBe(true);
  });

  it('not above the workspace', async () => {
    await repository('.', 'work/q.txt');
    expect(await open(undefined, at('work')).isTracked(at('work/q.txt'))).toBeUndefined();
  });

  it('cannot be said by a repository that is broken', async () => {
    await repository('.', 'q.txt');
    await writeFile(at('.git/index'), 'no index');
    const error: unknown = await open()
      .isTracked(at('q.txt'))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(
      /^git cannot say which files of the checkout it tracks: /,
    );
    expect((error as ConfigError).cause).toBeUndefined();
  });
});

it("a way inside leads neither out nor into git's own folder", () => {
  const way = (file: string) => wayInside('/a/b', file);
  expect(
    [
      '/a/b',
      '/a/b/c',
      '/a/b/..c/d',
      '/a/b/.github/x',
      '/a',
      '/a/bc',
      '/',
      '/a/b/../c',
      '/a/b/.git/config',
      '/a/b/c/.GIT',
    ].map(way),
  ).toEqual([
    '',
    'c',
    '..c/d',
    '.github/x',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(
    ['a/b.c', '.github/x', 'a/.github/x', '.env', 'a/.secrets/x', '.github/.x'].map(isHidden),
  ).toEqual([false, false, false, true, true, true]);
});
