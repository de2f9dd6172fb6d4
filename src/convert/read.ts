import { realpath, stat } from 'node:fs/promises';
import { readTextBlocks } from '../data/read-text.js';
import { readFiles } from '../data/read-files.js';
import type { RawRow } from '../data/source.js';
import { ConfigError } from '../errors.js';
import { wayInside } from '../path-safety.js';
import { quoted } from '../json.js';
import path from 'node:path';

const MOST_BYTES = 100 * 1024 * 1024;

/**
 * Files that the source names, by their path from the source. @throws GateError if one is missing
 * or may not be read.
 */
export interface SourceFiles {
  text: (file: string, where: string) => Promise<string>;
  /** Rows of a CSV, TSV, JSON or JSON Lines file. */
  rows: (file: string, where: string) => AsyncIterable<RawRow>;
}

/**
 * Reads only below `root`, or below the folder of a source that lies elsewhere: the source's author
 * could name any file.
 */
export async function sourceFilesOf(root: string, name: string): Promise<SourceFiles> {
  const folder = await realpath(path.dirname(path.resolve(root, name)));
  const here = await realpath(root);
  const within = wayInside(here, folder) === undefined ? folder : here;
  const find = async (file: string, where: string): Promise<string> => {
    const given = path.resolve(folder, file);
    const real = await realpath(given).catch(() => given);
    if (wayInside(within, real) !== undefined)
      return path.relative(here, real).split(path.sep).join('/');
    throw new ConfigError(`${quoted(file)} lies outside of ${within}, and is not read`, {
      where,
      remedy: 'Copy it there.',
    });
  };
  return {
    text: async (file, where) => readSource(here, await find(file, where), where),
    rows: async function* (file, where) {
      const found = await find(file, where);
      yield* readFiles([await plainFile(here, found, where)], { where, wanted: [] });
    },
  };
}

/** @throws GateError for a file that is missing, no plain file, too large or no UTF-8. */
export async function readSource(root: string, name: string, where = name): Promise<string> {
  let text = '';
  for await (const block of readTextBlocks(await plainFile(root, name, where), Infinity))
    text += block;
  return text;
}

/** Checks the file before a byte is read: a device or a pipe has no end. */
async function plainFile(
  root: string,
  name: string,
  where: string,
): Promise<{ path: string; name: string }> {
  const file = { path: path.resolve(root, name), name };
  const found = await stat(file.path).catch(() => undefined);
  if (found?.isFile() && found.size <= MOST_BYTES) return file;
  let problem = 'there is no file';
  if (found) problem = found.isFile() ? 'more than 100 MiB are in' : 'no plain file is';
  throw new ConfigError(`${problem} ${JSON.stringify(name)}`, {
    where,
    remedy: 'Correct the path, or name a smaller file.',
  });
}
