/** Reads the repository around a checkout, by git. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError, DataError } from '../errors.ts';
import { asRecord, quoted } from '../json.ts';
import { MOST_DATA_BYTES } from '../limits.ts';
import { utf8Text } from '../path-safety.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Returns the id of a commit.
 * @throws ConfigError if git does not know it
 */
export async function commitNamed(ref: string, root: string): Promise<string> {
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

/** Runs git in a folder, and returns what it prints. */
export async function git(root: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: root, maxBuffer: MOST_BYTES })).stdout;
}

/** Returns a colon and the first line of git's error; an empty text without one. */
export function reasonOf(cause: unknown): string {
  const { stderr } = asRecord(cause);
  const [line = ''] = typeof stderr === 'string' ? stderr.trim().split('\n') : [];
  return line === '' ? '' : `: ${line}`;
}

/**
 * Returns the text of a file in a commit. Follows links as in a checkout. Undefined without such a
 * file, or for a link out of the commit.
 */
export async function blobAt(name: string, root: string): Promise<string | undefined> {
  const bytes = await blobBytesAt(name, root);
  return bytes && utf8Text(bytes, { label: quoted(name), place: name });
}

/**
 * Returns the bytes of a file in a commit, under the same conditions.
 * @throws DataError for a file that git cannot read, or that is too large
 */
export async function blobBytesAt(name: string, root: string): Promise<Buffer | undefined> {
  const running = promisify(execFile)('git', ['cat-file', '--batch', '--follow-symlinks'], {
    cwd: root,
    encoding: 'buffer',
    // The header of git's reply comes before the file.
    maxBuffer: MOST_DATA_BYTES + 4096,
  });
  running.child.stdin?.end(`${name}\n`);
  const { stdout } = await running.catch((cause: unknown): never => {
    throw new DataError(`git cannot read ${quoted(name)}`, {
      where: name,
      remedy: `Data files have at most ${MOST_DATA_BYTES} bytes. \`git fsck\` names what is broken in the repository.`,
      cause,
    });
  });
  const headerEnd = stdout.indexOf('\n');
  const header = stdout.subarray(0, headerEnd).toString();
  return / blob \d+$/.test(header) ? stdout.subarray(headerEnd + 1, -1) : undefined;
}
