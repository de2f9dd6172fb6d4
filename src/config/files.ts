import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, systemCode } from '../errors.ts';
import { isHidden, utf8Text, wayInside, type IsTracked } from '../path-safety.ts';
import { quoted } from '../json.ts';
import { nearest } from '../language/nearest.ts';

/** Maximum size of a configuration, and of a prompt, in bytes. */
export const MOST_CONFIG_BYTES = 1024 * 1024;

export interface PlainFile {
  /** Absolute folder. */
  root: string;
  /** Path from there. */
  file: string;
  /** The file in errors, as the subject of a sentence: `the configuration`. */
  label: string;
  /** Place of the file's name, for errors. */
  place: string;
  /** Refuses a file outside of `root`, since an untrusted author wrote the file or its name. */
  confined: boolean;
  /** Used with `confined`. Absent for a temporary folder, which holds files of a commit only. */
  isTracked?: IsTracked;
  /** True if the workflow or a command names the file, and not a file of the repository. */
  isNamedByWorkflow: boolean;
  /** Maximum size in bytes; the default is `MOST_CONFIG_BYTES`. */
  maxBytes?: number;
}

/**
 * Returns the text of a file; undefined if there is no such file.
 * @throws ConfigError if the file is not plain, too large, unreadable, or (confined) outside of
 * `root` or untracked
 */
export async function readPlainFile(options: PlainFile): Promise<string | undefined> {
  const { root, label, place, confined, maxBytes = MOST_CONFIG_BYTES } = options;
  const real = await realFile(options);
  if (real === undefined) return undefined;
  const pathBelowRoot = confined ? wayInside(await realpath(root), real) : undefined;
  if (confined && pathBelowRoot === undefined) {
    const remedy = 'Keep it in the repository, as a file and not as a link.';
    throw new ConfigError(`${label} lies outside of the checkout`, { where: place, remedy });
  }
  // This check comes before reading, since a device or a pipe has no end.
  const stats = await stat(real);
  if (!stats.isFile())
    throw new ConfigError(`${label} is not a plain file`, {
      where: place,
      remedy: 'Name a file, not a folder.',
    });
  if (pathBelowRoot !== undefined) await refuseUntracked(real, pathBelowRoot, options);
  if (stats.size > maxBytes) throw tooLarge(stats.size, { label, place, maxBytes });
  const bytes = await readFile(real).catch((cause: unknown) => {
    throw unreadable(options, cause);
  });
  return utf8Text(bytes, options);
}

/** Returns the path of a file with every link followed; undefined if there is no such file. */
async function realFile(options: PlainFile): Promise<string | undefined> {
  try {
    return await realpath(path.resolve(options.root, options.file));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw unreadable(options, error);
  }
}

function unreadable({ label, place }: PlainFile, cause: unknown): ConfigError {
  const code = systemCode(cause);
  const reason = code === undefined ? '' : ` (${code})`;
  return new ConfigError(`${label} cannot be read${reason}`, {
    where: place,
    remedy: 'Check the permissions of the file and of its folders, and where its links lead.',
    cause,
  });
}

/** Returns the file with the most similar name beside a missing file, if one is similar. */
export async function nearFile(root: string, file: string): Promise<string | undefined> {
  const folder = path.posix.dirname(file);
  const names = await readdir(path.resolve(root, folder)).catch(() => []);
  const near = nearest(path.posix.basename(file), names);
  return near === undefined ? undefined : path.posix.join(folder, near);
}

export function tooLarge(
  bytes: number,
  { label, place, maxBytes = MOST_CONFIG_BYTES }: Pick<PlainFile, 'label' | 'place' | 'maxBytes'>,
): ConfigError {
  return new ConfigError(`${label} has ${bytes} bytes`, {
    where: place,
    remedy: `At most ${maxBytes} bytes are read.`,
  });
}

/**
 * The state of a file in the repository of the configuration. Without a repository, git cannot tell
 * whether an earlier step wrote it.
 */
type Tracking = 'tracked' | 'untracked' | 'no repository';

async function trackingOf(real: string, isTracked: IsTracked | undefined): Promise<Tracking> {
  // Without this check, the folder holds only files of a commit.
  if (isTracked === undefined) return 'tracked';
  const answer = await isTracked(real);
  if (answer === undefined) return 'no repository';
  return answer ? 'tracked' : 'untracked';
}

/**
 * Refuses a file that git does not track. Without a repository, refuses a hidden file.
 *
 * @param real - The absolute path of the file, with links followed.
 * @param pathBelowRoot - The same path from the root.
 * @throws ConfigError
 */
async function refuseUntracked(
  real: string,
  pathBelowRoot: string,
  { root, file, label, place, isTracked, isNamedByWorkflow }: PlainFile,
): Promise<void> {
  const isLink = real !== path.resolve(await realpath(root), file);
  const tracking = await trackingOf(real, isTracked);
  if (tracking === 'tracked') return;
  if (tracking === 'no repository') {
    // A hidden file may hold a key, unless the workflow itself names it.
    if (!isHidden(pathBelowRoot) || (!isLink && isNamedByWorkflow)) return;
    const hiddenFile = isLink ? `a link to the hidden file ${quoted(pathBelowRoot)}` : 'hidden';
    throw new ConfigError(`${label} is ${hiddenFile}, and there is no git repository`, {
      where: place,
      remedy: 'Check out the repository with git, or use a file that is not hidden.',
    });
  }
  const link = isLink ? `, which is a link to ${quoted(pathBelowRoot)}` : '';
  throw new ConfigError(`git does not track ${label}${link}`, {
    where: place,
    remedy:
      'Commit it, as a file. If an earlier step writes it, let that step run `git add` on it.',
  });
}
