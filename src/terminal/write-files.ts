import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, GateError, systemCode } from '../errors.ts';
import { makeFolder } from '../run/safe-files.ts';

interface FileToWrite {
  /** Path from the root. */
  name: string;
  text: string;
}

interface WriteOptions {
  root: string;
  /** True to replace files that exist. */
  force: boolean;
  /** The command, as the place of an error. */
  command: string;
  /** The step that the user can take instead of overwriting, for the remedy. */
  alternative: string;
}

/**
 * Writes all files, or none if one cannot be written. All texts lie beside their targets before the
 * first target changes. Folders that were made stay.
 * @throws ConfigError for a file that exists, or a file or folder that cannot be written
 */
export async function writeFiles(
  files: readonly FileToWrite[],
  options: WriteOptions,
): Promise<void> {
  if (!options.force) refuseExisting(files, options);
  const targets = files.map(({ name, text }) => {
    const file = path.resolve(options.root, name);
    return { name, text, file, draft: `${file}.${randomUUID()}` };
  });
  const newFiles: string[] = [];
  try {
    for (const target of targets)
      await namingFile(target.name, () => writeDraft(target, options, newFiles));
    for (const { name, file, draft } of targets) await namingFile(name, () => rename(draft, file));
  } catch (error) {
    for (const file of newFiles) await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** @throws ConfigError that names each file that exists */
function refuseExisting(
  files: readonly FileToWrite[],
  { root, command, alternative }: WriteOptions,
): void {
  const existing = files
    .map(({ name }) => name)
    .filter((name) => existsSync(path.resolve(root, name)));
  if (existing.length === 0) return;
  const exist = existing.length === 1 ? 'exists' : 'exist';
  throw new ConfigError(`${existing.join(', ')} already ${exist}, and nothing was written`, {
    where: command,
    remedy: `Overwrite with --force, or ${alternative}.`,
  });
}

interface Target extends FileToWrite {
  /** Absolute path. */
  file: string;
  /** Absolute path of the temporary file that takes the place of `file`. */
  draft: string;
}

/** Writes the temporary file of a target, and adds each file that it makes to `newFiles`. */
async function writeDraft(
  { name, text, file, draft }: Target,
  { root, force }: WriteOptions,
  newFiles: string[],
): Promise<void> {
  await makeFolder(path.dirname(file), { checkout: root, setting: name });
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isDirectory())
    throw fileError(name, 'it is a folder', { remedy: 'Name another file.' });
  if (stats === undefined || !force) {
    // Reserves the name. Fails for a file that was made since the first check.
    await writeFile(file, '', { flag: 'wx' });
    newFiles.push(file);
  }
  newFiles.push(draft);
  await writeFile(draft, text, { flag: 'wx' });
}

/** Turns an error of the system into one that names the file. */
async function namingFile(name: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (cause) {
    if (cause instanceof GateError || !(cause instanceof Error)) throw cause;
    throw fileError(name, cause.message, { remedy: remedyFor(systemCode(cause)), cause });
  }
}

function fileError(
  name: string,
  fault: string,
  details: { remedy: string; cause?: Error },
): ConfigError {
  return new ConfigError(`${name} cannot be written: ${fault}`, { where: name, ...details });
}

function remedyFor(code: string | undefined): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Run the command in a writable folder.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Free space on the disk, then run the command again.';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'A file has the name of this file or of one of its folders: move it, or name another path.';
    case 'ENAMETOOLONG':
      return 'Name a shorter path.';
    default:
      return 'Remove the cause that the message names, then run the command again.';
  }
}
