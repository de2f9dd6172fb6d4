import { extname } from 'node:path';
import { DataError } from '../errors.js';
import { readCsv, readTsv } from './csv.js';
import { findFiles } from './files.js';
import { readJson } from './json.js';
import { readJsonLines } from './jsonl.js';
import type { DataFile, DataOptions, RawRow } from './source.js';
import { readTextLines } from './text.js';

/** One line a format. */
const READERS: Partial<Record<string, (file: DataFile) => AsyncGenerator<RawRow>>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readCsv,
  '.tsv': readTsv,
  '.txt': readTextLines,
};

/**
 * Rows of the files that a path or a glob names, one file after the other.
 *
 * @throws DataError for a format that is not known, before the first file is read, and for a file without rows
 */
export async function* readFiles(options: DataOptions): AsyncGenerator<RawRow> {
  const files = (await findFiles(options)).map((file) => ({ file, read: readerOf(file, options.where) }));
  for (const { file, read } of files) {
    let empty = true;
    for await (const row of read(file)) {
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
  throw new DataError(`The format of ${file.name} is not known.`, {
    where,
    remedy: `Name a file that ends in ${Object.keys(READERS).join(', ')}.`,
  });
}
