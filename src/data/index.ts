import { readBuiltin } from './builtin.js';
import { textColumns } from './columns.js';
import { findFiles } from './files.js';
import { loadDataset } from './huggingface.js';
import { readFiles } from './read-files.js';
import { drawSamples } from './rows.js';
import type { DataOptions, LoadedSamples } from './source.js';

export type { Columns, DataOptions, LoadedSamples } from './source.js';

/**
 * Loads the samples of a data source. Every row of a file is checked, drawn or not, so a faulty row is an error whatever the seed. Of a set
 * on the Hub, only the pages that hold the draw are fetched and checked. `columns` does not apply to built-in sets.
 *
 * @throws DataError for a source that is not there or has no rows, and for a row that cannot be a sample
 */
export async function loadSamples(options: DataOptions): Promise<LoadedSamples> {
  const { source, columns, where } = options;
  if (source.startsWith('hf:')) return loadDataset(options);
  const builtin = /^builtin:(.*)$/s.exec(source)?.[1];
  if (builtin !== undefined) return drawSamples(readBuiltin(builtin, where), { ...options, columns: undefined });
  const { files, notices } = await findFiles(options);
  const rows = readFiles(files, { where, wanted: textColumns(columns) });
  return { ...(await drawSamples(rows, options, files.length)), notices };
}
