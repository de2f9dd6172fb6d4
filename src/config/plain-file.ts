import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../errors.js';
import { isHidden, wayInside, type IsTracked } from '../inside.js';
import { quoted } from '../json.js';

/** Far above any configuration and any prompt; a larger file is a mistake or an attack. */
export const MAX_BYTES = 1024 * 1024;

export interface PlainFile {
  /** Absolute folder that `file` starts from. */
  root: string;
  file: string;
  /** How errors call it: `the configuration`. */
  what: string;
  /** Its place, for errors. */
  where: string;
  /**
   * Whoever wrote the file, or its name, is not trusted: it may be no link to what else is on the machine, since an error or an answer
   * could show what is in there.
   */
  confined: boolean;
  /** Where it is `confined`: left out for a folder of our own, in which there is nothing but what a commit holds. */
  isTracked?: IsTracked | undefined;
  /** The workflow gives its name, not a file that a pull request can edit. */
  isNamedByWorkflow: boolean;
}

/**
 * Undefined where the file is not there. @throws ConfigError where it is no plain file, too large, or, being confined, outside or not
 * git's.
 */
export async function readPlainFile(options: PlainFile): Promise<string | undefined> {
  const { root, file, what, where, confined } = options;
  const real = await realpath(path.resolve(root, file)).catch(() => undefined);
  if (real === undefined) return undefined;
  const way = confined ? wayInside(await realpath(root), real) : undefined;
  if (confined && way === undefined) {
    throw new ConfigError(`${what} lies outside of the checkout`, {
      where,
      remedy: 'Keep it in the repository, as a file and not as a link.',
    });
  }
  // Before a byte is read: a device or a pipe has no end.
  const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }));
  if (!isFile) throw new ConfigError(`${what} is not a plain file`, { where, remedy: 'Name a file, not a folder.' });
  if (way !== undefined) await refuseUntracked(real, way, options);
  if (size > MAX_BYTES) throw tooLarge(size, { what, where });
  try {
    return await readFile(real, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${what} cannot be read`, { where, remedy: 'Check the permissions of the file.', cause });
  }
}

export function tooLarge(bytes: number, { what, where }: Pick<PlainFile, 'what' | 'where'>): ConfigError {
  return new ConfigError(`${what} has ${bytes} bytes`, { where, remedy: `At most ${MAX_BYTES} bytes are read.` });
}

/** `real` is where the links of a file lead, and `way` the way there from the root. */
async function refuseUntracked(
  real: string,
  way: string,
  { root, file, what, where, isTracked, isNamedByWorkflow }: PlainFile,
): Promise<void> {
  const tracked = await isTracked?.(real);
  const isLink = real !== path.resolve(await realpath(root), file);
  // Without git to ask, a name that the workflow gives is good enough; one that somebody else gives, or a link, may hide what tools keep.
  const isUnknown = isTracked !== undefined && tracked === undefined && (isLink || !isNamedByWorkflow);
  if (tracked === false || (isUnknown && isHidden(way))) {
    throw new ConfigError(`git does not track ${what}${isLink ? `, which is a link to ${quoted(way)}` : ''}`, {
      where,
      remedy: `Commit it, as a file. Where an earlier step writes it, let that step run \`git add\` on it.`,
    });
  }
}
