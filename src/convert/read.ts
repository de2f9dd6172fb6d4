import { glob, realpath, stat } from 'node:fs/promises';
import { globProblem } from '../config/paths.js';
import { readTextBlocks } from '../data/read-text.js';
import { readFiles } from '../data/read-files.js';
import type { RawRow } from '../data/source.js';
import { ConfigError } from '../errors.js';
import { wayInside } from '../path-safety.js';
import { quoted } from '../json.js';
import path from 'node:path';

/** Most tokens of a YAML file: one of tests may be long, and it is the user's own. */
export const MOST_TOKENS = 300_000;
const MOST_BYTES = 100 * 1024 * 1024;

/**
 * Files that the source names, by their path from the source. @throws GateError if one is missing
 * or may not be read.
 */
export interface SourceFiles {
  text: (file: string, where: string) => Promise<string>;
  /** Rows of a CSV, TSV, JSON or JSON Lines file. */
  rows: (file: string, where: string) => AsyncIterable<RawRow>;
  /** Files that a glob matches, by name. */
  matching: (pattern: string, where: string) => Promise<string[]>;
  /** The path from the root, where the configuration that is written may name the file. */
  fromRoot: (file: string, where: string) => Promise<string>;
}

/** Most files of one glob. */
const MOST_FILES = 200;

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
    matching: (pattern, where) => matchesBelow(folder, pattern, where),
    fromRoot: find,
    text: async (file, where) => readSource(here, await find(file, where), where),
    rows: async function* (file, where) {
      const found = await find(file, where);
      yield* readFiles([await plainFile(here, found, where)], { where, wanted: [] });
    },
  };
}

/** The author of the source could write any pattern: it leads only downwards, to so many files. */
async function matchesBelow(folder: string, pattern: string, where: string): Promise<string[]> {
  const isBelow = !path.isAbsolute(pattern) && !pattern.split(/[\\/]/).includes('..');
  const problem = isBelow ? globProblem(pattern) : 'leads out of the folder of the file';
  if (problem !== undefined)
    throw new ConfigError(`the pattern ${quoted(pattern)} ${problem}`, {
      where,
      remedy: 'Name files below it, with * for a part of a name.',
    });
  const found: string[] = [];
  const exclude = (name: string) => ['.git', 'node_modules'].includes(path.basename(name));
  for await (const file of glob(pattern, { cwd: folder, exclude })) {
    const entry = await stat(path.resolve(folder, file)).catch(() => undefined);
    if (entry?.isFile()) found.push(file.split(path.sep).join('/'));
    if (found.length > MOST_FILES)
      throw new ConfigError(`more than ${MOST_FILES} files match ${quoted(pattern)}`, {
        where,
        remedy: 'Write a narrower pattern, or put the tests into fewer files.',
      });
  }
  if (found.length > 0) return found.sort();
  throw new ConfigError(`no file matches ${quoted(pattern)}`, {
    where,
    remedy: 'Correct the pattern: * stands for any part of a name, ** for any number of folders.',
  });
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
