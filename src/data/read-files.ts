import { extname } from 'node:path';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { readCsv, readTsv } from './csv.js';
import { readJson } from './json-rows.js';
import { readJsonLines, readTextLines } from './lines.js';
import type { DataFile, RawRow } from './source.js';

/** One line a format. */
const READERS: Partial<Record<string, (file: DataFile, wanted: readonly string[]) => AsyncGenerator<RawRow>>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readCsv,
  '.tsv': readTsv,
  '.txt': readTextLines,
};

/**
 * Rows of files, one file after the other. `wanted` are names that the column of the texts may have.
 *
 * @throws DataError for a format that is not known, before the first file is read, and for a file without rows
 */
export async function* readFiles(
  files: readonly DataFile[],
  { where, wanted }: { where: string | undefined; wanted: readonly string[] },
): AsyncGenerator<RawRow> {
  const known = files.map((file) => ({ file, read: readerOf(file, where) }));
  for (const { file, read } of known) {
    let empty = true;
    for await (const row of read(file, wanted)) {
      empty = false;
      yield row;
    }
    if (empty) {
      const remedy = 'Write rows into it, or name another file.';
      throw new DataError('The file has no rows.', { where: file.name, remedy });
    }
  }
}

function readerOf(file: DataFile, where: string | undefined) {
  const read = READERS[extname(file.path).toLowerCase()];
  if (read) return read;
  throw new DataError(`The format of ${quoted(file.name)} is not known.`, {
    where,
    remedy: `Name a file that ends in ${Object.keys(READERS).join(', ')}.`,
  });
}
