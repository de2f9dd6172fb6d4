/** Asks the repository around a folder of a developer, with the developer's settings of git. */
import { ConfigError, DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { MOST_DATA_BYTES } from '../limits.ts';
import { GitError, runGit } from './git.ts';
import { utf8Text } from '../path-safety.ts';

export interface LocalRepository {
  /** Absolute folder, which may lie below the root of the repository. */
  root: string;
  /** The environment in which git runs. */
  env: NodeJS.ProcessEnv;
  /** The option that leads to the repository, as the place of an error. */
  where: string;
}

/**
 * Runs git in the folder, and returns its output.
 * @throws GitError
 */
export async function git(
  { root, env, where }: LocalRepository,
  ...args: readonly string[]
): Promise<string> {
  return (await runGit(args, { cwd: root, env, where })).toString();
}

/**
 * Returns the id of a commit.
 * @throws ConfigError if the repository has no such commit, or git fails
 */
export async function commitNamed(ref: string, repository: LocalRepository): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  try {
    return (await git(repository, ...args)).trim();
  } catch (error) {
    if (!(error instanceof GitError && error.kind === 'negative')) throw error;
    const { where } = repository;
    throw new ConfigError(`git knows no commit '${ref}' here`, {
      where,
      remedy: `Name a branch, a tag or a commit of this repository: ${where} origin/main.`,
    });
  }
}

/**
 * Returns the default branch of `origin`, else the current branch; undefined outside of a
 * repository and on a detached HEAD.
 */
export async function defaultBranch(repository: LocalRepository): Promise<string | undefined> {
  const branchAt = (name: string) =>
    outputIfAny(repository, 'symbolic-ref', '--quiet', '--short', name);
  const [, branch] = /^origin\/(\S+)$/.exec(await branchAt('refs/remotes/origin/HEAD')) ?? [];
  return branch ?? ((await branchAt('HEAD')) || undefined);
}

/** Returns what git prints, without white space around it; an empty text if git fails. */
async function outputIfAny(
  repository: LocalRepository,
  ...args: readonly string[]
): Promise<string> {
  try {
    return (await git(repository, ...args)).trim();
  } catch (error) {
    if (error instanceof GitError) return '';
    throw error;
  }
}

/**
 * Returns the text of a file in a commit. Follows links as in a checkout. Undefined without such a
 * file, or for a link out of the commit.
 * @param name `COMMIT:./PATH`, with the path from the root
 * @throws DataError for a file that git cannot read, or that is too large
 */
export async function blobAt(
  name: string,
  repository: LocalRepository,
): Promise<string | undefined> {
  const bytes = await blobBytesAt(name, repository);
  return bytes && utf8Text(bytes, { label: quoted(name), place: name });
}

/** Length of the header of git's reply, at most: an object id, a word and a number. */
const MAX_HEADER_BYTES = 4096;

/** Returns the bytes of a file in a commit, under the same conditions. */
export async function blobBytesAt(
  name: string,
  { root, env, where }: LocalRepository,
): Promise<Buffer | undefined> {
  // Git reads one name a line.
  if (name.includes('\n')) throw blobError(name, 'its name has a line break', 'Rename the file.');
  const reply = await runGit(['cat-file', '--batch', '--follow-symlinks'], {
    cwd: root,
    env,
    where,
    input: `${name}\n`,
    maxBytes: MOST_DATA_BYTES + MAX_HEADER_BYTES,
  }).catch((error: unknown): never => {
    if (!(error instanceof GitError)) throw error;
    if (error.kind !== 'too_large') throw blobError(name, error.reason, error.remedy);
    throw blobError(name, 'it is too large', `A data file has at most ${MOST_DATA_BYTES} bytes.`);
  });
  const headerEnd = reply.indexOf('\n');
  const header = reply.subarray(0, headerEnd).toString();
  return / blob \d+$/.test(header) ? reply.subarray(headerEnd + 1, -1) : undefined;
}

function blobError(name: string, fault: string, remedy: string): DataError {
  return new DataError(`git cannot read ${quoted(name)}: ${fault}`, { where: name, remedy });
}
