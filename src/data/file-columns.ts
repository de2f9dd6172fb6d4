import { cellsOf } from './cell.js';
import { readFiles } from './read-files.js';
import path from 'node:path';

/** Rows that are counted, of a larger file. */
const MOST_COUNTED = 10_000;

interface FileColumns {
  /** Names of the first row's columns. */
  names: string[];
  /** Number of rows, at most 10,000. */
  rows: number;
}

/**
 * Returns the columns of a file of rows. `textColumns`: names by which its header is recognised.
 * @throws DataError for a file that cannot be read as rows
 */
export async function columnsOfFile(
  root: string,
  { file, textColumns }: { file: string; textColumns: readonly string[] },
): Promise<FileColumns> {
  const fileColumns: FileColumns = { names: [], rows: 0 };
  const files = [{ path: path.resolve(root, file), name: file }];
  for await (const row of readFiles(files, { place: file, textColumns })) {
    if (fileColumns.rows === 0) fileColumns.names = Object.keys(cellsOf(row));
    fileColumns.rows += 1;
    if (fileColumns.rows === MOST_COUNTED) break;
  }
  return fileColumns;
}
