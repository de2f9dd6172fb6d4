import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Overrides } from '../config/config.js';
import { readRules } from '../config/rules.js';
import type { BaseCommit } from '../config/source.js';
import { ConfigError } from '../errors.js';

const git = promisify(execFile);

/**
 * The commit that a developer compares with, read from the repository at `root`. Whoever asks in a terminal wants an answer: its data
 * counts as changed, so that a run is never skipped.
 * @throws ConfigError where git, the commit or the repository is not there, or broken.
 */
export async function baseFromGit(
  ref: string,
  { root, file, overrides }: { root: string; file: string; overrides: Overrides },
): Promise<BaseCommit> {
  const ask = async (...args: string[]) => (await git('git', args, { cwd: root, maxBuffer: 16 * 1024 * 1024 })).stdout;
  const sha = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch((cause: unknown) => {
    throw new ConfigError(`git knows no commit '${ref}' here`, {
      where: '--base',
      remedy: 'Name a branch, a tag or a commit, and run inside the repository: --base origin/main.',
      cause,
    });
  });
  const commit = sha.trim();
  // `./` makes git start from this folder, as the configuration's path does.
  const read = async () => {
    if (!(await isThere())) return undefined;
    return ask('show', `${commit}:./${file}`).catch(cannotRead);
  };
  // A commit without the file is no failure of git's: it lists nothing.
  const isThere = async () => (await ask('ls-tree', '-z', '--name-only', commit, '--', `./${file}`).catch(cannotRead)) !== '';
  const cannotRead = (cause: unknown): never => {
    throw new ConfigError(`git cannot read ${file} of the commit ${commit.slice(0, 7)}${saidBy(cause)}`, {
      where: '--base',
      remedy:
        'Mend the repository (`git fsck` says what is broken; of a shallow or partial clone, `git fetch --refetch`), or leave --base out.',
      cause,
    });
  };
  const readPrompt = (prompt: string) => blobAt(`${commit}:./${prompt}`, root);
  const rules = await readRules({ read, readPrompt, file, overrides });
  if ('problem' in rules && rules.problem.where === '--base') throw rules.problem;
  return { name: `base commit ${commit.slice(0, 7)}`, rules, dataChanged: true };
}

/** What git says there; undefined where it does not know, or where there is no repository. */
function said(root: string, ...args: string[]): Promise<string | undefined> {
  return git('git', args, { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** The commit that is checked out at `root`; undefined outside of a repository. */
export async function headCommit(root: string): Promise<string | undefined> {
  return said(root, 'rev-parse', '--verify', '--quiet', 'HEAD');
}

/** The branch that pull requests go to, as the clone knows it; undefined where it does not, or where there is no repository. */
export async function defaultBranch(root: string): Promise<string | undefined> {
  return /^origin\/(\S+)$/.exec((await said(root, 'symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD')) ?? '')?.[1];
}

/** The first line of what git has to say. */
function saidBy(cause: unknown): string {
  const { stderr } = cause as { stderr?: unknown };
  const [line = ''] = typeof stderr === 'string' ? stderr.trim().split('\n') : [];
  return line === '' ? '' : `: ${line}`;
}

/**
 * The text of a file in a commit, through links as a checkout would have it; undefined where there is none, or a link leads out. `git show`
 * would give the path that a link holds.
 */
async function blobAt(name: string, root: string): Promise<string | undefined> {
  const asked = git('git', ['cat-file', '--batch', '--follow-symlinks'], { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  asked.child.stdin?.end(`${name}\n`);
  const { stdout } = await asked;
  const [header = ''] = stdout.split('\n', 1);
  return / blob \d+$/.test(header) ? stdout.slice(header.length + 1, -1) : undefined;
}
