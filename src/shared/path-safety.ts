import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './errors.ts';

/**
 * The path from a folder to a file below it, with forward slashes. Undefined for a file outside, or
 * in the folder `.git`, where actions/checkout leaves the job's token. Both paths are absolute.
 */
export function pathInside(folder: string, file: string) {
  const relativePath = path.relative(folder, file);
  const steps = relativePath.split(path.sep);
  if (leadsOut(relativePath) || steps.some((step) => step.toLowerCase() === '.git'))
    return undefined;
  return steps.join('/');
}

/**
 * True if a normalized path, as of `path.relative`, leads out of its folder. A name may begin with
 * two dots: `..cache` is inside.
 */
export function leadsOut(relativePath: string) {
  return /^\.\.(?:[/\\]|$)/.test(relativePath) || path.isAbsolute(relativePath);
}

/** True if a step of a path begins with a dot; `.github` does not count. */
export function isHidden(relativePath: string) {
  return relativePath.split('/').some((step) => step.startsWith('.') && step !== '.github');
}

/** The real path of a folder. A part of it that does not exist stays as it is. */
export function resolveLinks(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.join(resolveLinks(path.dirname(folder)), path.basename(folder));
  }
}

/** Makes a folder and those above it. The function of Node never returns for a path below /proc. */
export function makeFolder(folder: string) {
  const parent = path.dirname(folder);
  if (existsSync(folder) || parent === folder) return;
  makeFolder(parent);
  mkdirSync(folder);
}

/** Writes a whole file at once, in place of another or a link. @throws ConfigError */
export async function replaceFile(file: string, text: string) {
  const draft = `${file}.sensitivity.tmp`;
  try {
    makeFolder(path.dirname(file));
    // A killed run may have left the draft behind. A link of this name is removed, not followed.
    await rm(draft, { force: true });
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new ConfigError(`The file cannot be written: ${String(cause)}`, {
      where: file,
      remedy: 'Name a folder that you may write to, which is not a file.',
      cause,
    });
  }
}

/**
 * Refuses to overwrite files. `contents` has undefined for a file that does not exist. `advice` is
 * a sentence on what else the user can do.
 *
 * @throws ConfigError
 */
export function refuseOverwrite(
  names: readonly string[],
  contents: readonly unknown[],
  advice = '',
) {
  const taken = names.filter((_name, i) => contents[i] !== undefined);
  if (taken.length > 0)
    throw new ConfigError('the file already exists', {
      where: taken.join(', '),
      remedy: `Name another file, or overwrite it with --force.${advice}`,
    });
}
