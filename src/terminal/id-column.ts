import type { DataConfig } from '../config/keys/data.ts';
import { cellsOf } from '../data/cell.ts';
import { wantedColumns } from '../data/columns.ts';
import { findFiles } from '../data/files.ts';
import { readFiles } from '../data/read-files.ts';
import { orProblem } from '../errors.ts';

/** Most rows of a source that are read for a column of ids. */
const MOST_READ = 10_000;

/**
 * Returns the column in which one row of the data has this content, and no two rows have the same.
 * Undefined if there is none, and for data that is not in files.
 */
export async function columnWithId(
  { source, columns }: Pick<DataConfig, 'source' | 'columns'>,
  { id, root }: { id: string; root: string },
): Promise<string | undefined> {
  if (/^(?:builtin|hf):/.test(source)) return undefined;
  const read = await orProblem(async () => {
    const { files } = await findFiles({ source, root, seed: 0 });
    const rows = readFiles(files, { place: undefined, textColumns: wantedColumns(columns) });
    return { contents: await contentsByColumn(rows) };
  });
  if ('problem' in read) return undefined;
  const { rowCount, byColumn } = read.contents;
  const [column] = [...byColumn].find(([, seen]) => seen.size === rowCount && seen.has(id)) ?? [];
  return column;
}

async function contentsByColumn(rows: ReturnType<typeof readFiles>) {
  const byColumn = new Map<string, Set<string>>();
  let rowCount = 0;
  for await (const row of rows) {
    for (const [column, content] of Object.entries(cellsOf(row))) {
      const seen = byColumn.get(column) ?? new Set<string>();
      byColumn.set(column, seen.add(String(content)));
    }
    rowCount += 1;
    if (rowCount === MOST_READ) break;
  }
  return { rowCount, byColumn };
}
