import { isUtf8 } from 'node:buffer';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, systemCode } from '../errors.ts';
import { isHidden, wayInside, type IsTracked } from '../path-safety.ts';
import { quoted } from '../json.ts';
import { nearest } from '../language/nearest.ts';

/** Largest configuration and largest prompt, in bytes. */
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
  /** Most bytes that are read; the default is `MOST_CONFIG_BYTES`. */
  most?: number;
}

/**
 * Returns the text of a file; undefined if there is no such file.
 * @throws ConfigError if the file is not plain, too large, unreadable, or (confined) outside of
 * `root` or untracked
 */
export async function readPlainFile(options: PlainFile): Promise<string | undefined> {
  const { root, label, place, confined, most = MOST_CONFIG_BYTES } = options;
  const real = await realFile(options);
  if (real === undefined) return undefined;
  const inside = confined ? wayInside(await realpath(root), real) : undefined;
  if (confined && inside === undefined) {
    const remedy = 'Keep it in the repository, as a file and not as a link.';
    throw new ConfigError(`${label} lies outside of the checkout`, { where: place, remedy });
  }
  // Checked before reading: a device or a pipe has no end.
  const stats = await stat(real);
  if (!stats.isFile())
    throw new ConfigError(`${label} is not a plain file`, {
      where: place,
      remedy: 'Name a file, not a folder.',
    });
  if (inside !== undefined) await refuseUntracked(real, inside, options);
  if (stats.size > most) throw tooLarge(stats.size, { label, place, most });
  const bytes = await readFile(real).catch((cause: unknown) => {
    throw unreadable(options, cause);
  });
  // The digest of the text is then that of the file.
  if (isUtf8(bytes)) return bytes.toString();
  throw new ConfigError(`${label} is not UTF-8 text`, {
    where: place,
    remedy: 'Name a text file, and save it as UTF-8.',
  });
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

/** Returns the file beside a missing one with the nearest name; undefined if none is near. */
export async function nearFile(root: string, file: string): Promise<string | undefined> {
  const folder = path.posix.dirname(file);
  const names = await readdir(path.resolve(root, folder)).catch(() => []);
  const near = nearest(path.posix.basename(file), names);
  return near === undefined ? undefined : path.posix.join(folder, near);
}

export function tooLarge(
  bytes: number,
  { label, place, most = MOST_CONFIG_BYTES }: Pick<PlainFile, 'label' | 'place' | 'most'>,
): ConfigError {
  return new ConfigError(`${label} has ${bytes} bytes`, {
    where: place,
    remedy: `At most ${most} bytes are read.`,
  });
}

/**
 * Refuses a file that git does not track.
 * @param real - The absolute path of the file, with links followed.
 * @param inside - The same path from the root.
 * @throws ConfigError
 */
async function refuseUntracked(
  real: string,
  inside: string,
  { root, file, label, place, isTracked, isNamedByWorkflow }: PlainFile,
): Promise<void> {
  const tracked = await isTracked?.(real);
  const isLink = real !== path.resolve(await realpath(root), file);
  // Without git, only a hidden file that a link or an untrusted author names is refused.
  const isUnknown =
    isTracked !== undefined && tracked === undefined && (isLink || !isNamedByWorkflow);
  if (tracked === false || (isUnknown && isHidden(inside))) {
    const remedy =
      'Commit it, as a file. If an earlier step writes it, let that step run `git add` on it.';
    throw new ConfigError(
      `git does not track ${label}${isLink ? `, which is a link to ${quoted(inside)}` : ''}`,
      { where: place, remedy },
    );
  }
}
