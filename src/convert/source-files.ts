import { glob, realpath, stat } from 'node:fs/promises';
import { globProblem } from '../config/paths.ts';
import { readTextBlocks } from '../data/read-text.ts';
import { readFiles } from '../data/read-files.ts';
import type { RawRow } from '../data/source.ts';
import { ConfigError } from '../errors.ts';
import { wayInside } from '../path-safety.ts';
import { quoted } from '../json.ts';
import path from 'node:path';

/** Maximum number of tokens of a YAML file: it may hold many tests, and its author is trusted. */
export const MAX_YAML_TOKENS = 300_000;
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/**
 * Files that the source names, by their path from the source.
 *
 * @throws GateError if one is missing or may not be read.
 */
export interface SourceFiles {
  text: (file: string, place: string) => Promise<string>;
  /** Rows of a CSV, TSV, JSON or JSON Lines file. */
  rows: (file: string, place: string) => AsyncIterable<RawRow>;
  /** Files that a glob matches, by name. */
  matching: (pattern: string, place: string) => Promise<string[]>;
  /** The path from the root, where the configuration that is written may name the file. */
  fromRoot: (file: string, place: string) => Promise<string>;
}

/** Maximum number of files that one glob matches. */
const MAX_GLOB_FILES = 200;

/**
 * Returns a reader of the files that a source names. It reads only below `root`, or below the
 * folder of a source outside of `root`, since the author of the source could name any file.
 */
export async function sourceFilesOf(root: string, name: string): Promise<SourceFiles> {
  const folder = await realpath(path.dirname(path.resolve(root, name)));
  const rootFolder = await realpath(root);
  const allowedFolder = wayInside(rootFolder, folder) === undefined ? folder : rootFolder;
  const pathFromRoot = async (file: string, place: string): Promise<string> => {
    const namedPath = path.resolve(folder, file);
    const real = await realpath(namedPath).catch(() => namedPath);
    if (wayInside(allowedFolder, real) !== undefined)
      return path.relative(rootFolder, real).split(path.sep).join('/');
    throw new ConfigError(`${quoted(file)} lies outside of ${allowedFolder}, so it is not read`, {
      where: place,
      remedy: 'Copy the file into that folder.',
    });
  };
  return {
    matching: (pattern, place) => matchesBelow(folder, pattern, place),
    fromRoot: pathFromRoot,
    text: async (file, place) => readSource(rootFolder, await pathFromRoot(file, place), place),
    rows: async function* (file, place) {
      const sourceFile = await pathFromRoot(file, place);
      yield* readFiles([await plainFile(rootFolder, sourceFile, place)], {
        place,
        textColumns: [],
      });
    },
  };
}

/** Returns the files that a pattern matches. The pattern may only lead downwards, to few files. */
async function matchesBelow(folder: string, pattern: string, place: string): Promise<string[]> {
  const isBelow = !path.isAbsolute(pattern) && !pattern.split(/[\\/]/).includes('..');
  const problem = isBelow ? globProblem(pattern) : 'leads out of the folder of the file';
  if (problem !== undefined)
    throw new ConfigError(`the pattern ${quoted(pattern)} ${problem}`, {
      where: place,
      remedy: 'Name files below it, with * for a part of a name.',
    });
  const matches: string[] = [];
  const exclude = (name: string) => ['.git', 'node_modules'].includes(path.basename(name));
  for await (const file of glob(pattern, { cwd: folder, exclude })) {
    const entry = await stat(path.resolve(folder, file)).catch(() => undefined);
    if (entry?.isFile()) matches.push(file.split(path.sep).join('/'));
    if (matches.length > MAX_GLOB_FILES)
      throw new ConfigError(`more than ${MAX_GLOB_FILES} files match ${quoted(pattern)}`, {
        where: place,
        remedy: 'Write a narrower pattern, or put the tests into fewer files.',
      });
  }
  if (matches.length > 0) return matches.sort();
  throw new ConfigError(`no file matches ${quoted(pattern)}`, {
    where: place,
    remedy: 'Correct the pattern: * stands for any part of a name, ** for any number of folders.',
  });
}

/** @throws GateError for a file that is missing, no plain file, too large or no UTF-8. */
export async function readSource(root: string, name: string, place = name): Promise<string> {
  let text = '';
  for await (const block of readTextBlocks(await plainFile(root, name, place), Infinity))
    text += block;
  return text;
}

/** Checks a file before its first byte is read, since a device or a pipe has no end. */
async function plainFile(
  root: string,
  name: string,
  place: string,
): Promise<{ path: string; name: string }> {
  const file = { path: path.resolve(root, name), name };
  const stats = await stat(file.path).catch(() => undefined);
  if (stats?.isFile() && stats.size <= MAX_FILE_BYTES) return file;
  const shownName = JSON.stringify(name);
  let problem = `there is no file ${shownName}`;
  if (stats)
    problem = stats.isFile()
      ? `the file ${shownName} has more than 100 MiB`
      : `${shownName} is not a plain file`;
  throw new ConfigError(problem, {
    where: place,
    remedy: 'Correct the path, or name a file of at most 100 MiB.',
  });
}
