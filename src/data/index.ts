import { readBuiltin } from './builtin.ts';
import { wantedColumns } from './columns.ts';
import { findFiles } from './files.ts';
import { loadDataset } from './huggingface.ts';
import { readFiles } from './read-files.ts';
import { drawSamples } from './rows.ts';
import type { DataOptions, LoadedSamples } from './source.ts';

export type { Columns, DataOptions, LoadedSamples } from './source.ts';

/**
 * Loads the samples of a source. Checks every row of a file, drawn or not, so a faulty row is an
 * error for any seed. Checks only the drawn pages of a set on the Hub.
 * @throws DataError for a source or a row that cannot be read
 */
export async function loadSamples(options: DataOptions): Promise<LoadedSamples> {
  const { source, columns, place } = options;
  if (source.startsWith('hf:')) return loadDataset(options);
  const builtin = /^builtin:(.*)$/s.exec(source)?.[1];
  if (builtin !== undefined)
    return drawSamples(readBuiltin(builtin, options), { ...options, columns: { id: null } });
  const { files, notices } = await findFiles(options);
  const rows = readFiles(files, { place, textColumns: wantedColumns(columns) });
  const loaded = await drawSamples(rows, options, files.length);
  return { ...loaded, notices: [...notices, ...loaded.notices] };
}
