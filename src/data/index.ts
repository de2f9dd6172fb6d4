import { readBuiltin } from './builtin.js';
import { wantedColumns } from './columns.js';
import { findFiles } from './files.js';
import { loadDataset } from './huggingface.js';
import { readFiles } from './read-files.js';
import { drawSamples } from './rows.js';
import type { DataOptions, LoadedSamples } from './source.js';

export type { Columns, DataOptions, LoadedSamples, RowReads } from './source.js';

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
  const digests = new Map<string, string>();
  const rows = readFiles(files, { place, textColumns: wantedColumns(columns), digests });
  const loaded = await drawSamples(rows, options, files.length);
  return { ...loaded, notices: [...notices, ...loaded.notices], digests };
}
