import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Overrides } from '../config/config.js';
import { readConfigFile, readRules } from '../config/rules.js';
import type { BaseCommit } from '../config/rules-comparison.js';
import { promptsBelow } from '../config/prompts.js';
import { ConfigError, orProblem } from '../errors.js';
import { asRecord } from '../json.js';
import type { EvaluateOptions } from '../run/options.js';
import type { Terminal } from './command.js';
import type { Options } from './options.js';

const MOST_BYTES = 16 * 1024 * 1024;

export async function evaluateOptions(
  options: Options,
  { root, proxy }: Pick<Terminal, 'root' | 'proxy'>,
): Promise<EvaluateOptions> {
  const { config: file, base: ref } = options;
  const rules = await readRules({
    read: () => readConfigFile({ root, file, confined: false }),
    readPrompt: promptsBelow(root),
    file,
    overrides: options,
    root,
  });
  const base =
    ref === undefined
      ? undefined
      : await orProblem(() => baseFromGit(ref, { root, file, overrides: options }));
  return {
    ...options,
    resume: !options.noResume,
    config: { path: file, ref: 'local', rules, base },
    overrides: options,
    root,
    confined: false,
    proxy,
    missingKey: 'fail',
  };
}

/**
 * The rules of a commit to compare with; its data counts as changed. @throws ConfigError if git or
 * the commit is missing or broken
 */
export async function baseFromGit(
  ref: string,
  { root, file, overrides }: { root: string; file: string; overrides: Overrides },
): Promise<BaseCommit> {
  const commit = await commitNamed(ref, root);
  const cannotRead = (cause: unknown): never => {
    throw new ConfigError(
      `git cannot read ${file} of the commit ${commit.slice(0, 7)}${reasonOf(cause)}`,
      {
        where: '--base',
        remedy:
          'Repair the repository (`git fsck` names what is broken; for a shallow or partial clone: `git fetch --refetch`), or leave --base out.',
        cause,
      },
    );
  };
  const readAtCommit = async () => {
    // Lists nothing for a commit without the file, which is no error. `./` makes git start from
    // this folder.
    const listing = await git(
      root,
      'ls-tree',
      '-z',
      '--name-only',
      commit,
      '--',
      `./${file}`,
    ).catch(cannotRead);
    return listing === '' ? undefined : git(root, 'show', `${commit}:./${file}`).catch(cannotRead);
  };
  const rules = await readRules({
    read: readAtCommit,
    readPrompt: (prompt) => blobAt(`${commit}:./${prompt}`, root),
    file,
    overrides,
  });
  if ('problem' in rules && rules.problem.where === '--base') throw rules.problem;
  return { name: `base commit ${commit.slice(0, 7)}`, rules, dataChanged: true };
}

async function commitNamed(ref: string, root: string): Promise<string> {
  const names = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const sha = await git(root, ...names).catch((cause: unknown) => {
    const remedy =
      'Name a branch, a tag or a commit, and run inside the repository: --base origin/main.';
    throw new ConfigError(`git knows no commit '${ref}' here`, { where: '--base', remedy, cause });
  });
  return sha.trim();
}

/** The commit that is checked out at `root`; undefined outside of a repository. */
export async function headCommit(root: string): Promise<string | undefined> {
  return commitNamed('HEAD', root).catch(() => undefined);
}

/**
 * Returns the default branch of `origin`, else the current branch; undefined outside of a
 * repository and on a detached HEAD.
 */
export async function defaultBranch(root: string): Promise<string | undefined> {
  const branchAt = async (name: string) =>
    (await git(root, 'symbolic-ref', '--quiet', '--short', name).catch(() => '')).trim();
  const [, branch] = /^origin\/(\S+)$/.exec(await branchAt('refs/remotes/origin/HEAD')) ?? [];
  return branch ?? ((await branchAt('HEAD')) || undefined);
}

async function git(root: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: root, maxBuffer: MOST_BYTES })).stdout;
}

function reasonOf(cause: unknown): string {
  const { stderr } = asRecord(cause);
  const [line = ''] = typeof stderr === 'string' ? stderr.trim().split('\n') : [];
  return line === '' ? '' : `: ${line}`;
}

/**
 * The text of a file in a commit, links followed as in a checkout. Undefined without such a file,
 * or for a link out of the commit.
 */
async function blobAt(name: string, root: string): Promise<string | undefined> {
  const process = promisify(execFile)('git', ['cat-file', '--batch', '--follow-symlinks'], {
    cwd: root,
    maxBuffer: MOST_BYTES,
  });
  process.child.stdin?.end(`${name}\n`);
  const { stdout } = await process;
  const [header = ''] = stdout.split('\n', 1);
  return / blob \d+$/.test(header) ? stdout.slice(header.length + 1, -1) : undefined;
}
