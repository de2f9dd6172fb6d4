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
 * Returns the columns of a file of rows. `wanted`: names by which its header is recognised.
 * @throws DataError for a file that cannot be read as rows
 */
export async function columnsOfFile(
  root: string,
  { file, wanted }: { file: string; wanted: readonly string[] },
): Promise<FileColumns> {
  const found: FileColumns = { names: [], rows: 0 };
  const files = [{ path: path.resolve(root, file), name: file }];
  for await (const row of readFiles(files, { where: file, wanted })) {
    if (found.rows === 0) found.names = Object.keys(cellsOf(row));
    found.rows += 1;
    if (found.rows === MOST_COUNTED) break;
  }
  return found;
}
