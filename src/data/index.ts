import { readBuiltin } from './builtin.js';
import { textColumns } from './columns.js';
import { drawSamples } from './drawn.js';
import { findFiles } from './files.js';
import { loadDataset } from './huggingface.js';
import { readFiles } from './read-files.js';
import type { DataOptions, LoadedSamples } from './source.js';

export { BUILTIN_NAMES } from './builtin.js';
export type { Columns, DataOptions, LoadedSamples } from './source.js';

/**
 * Samples of a data source. Every row of a file is checked, drawn or not, so that a faulty row is an error whatever
 * the seed; one whose text is blank is left out. Of a set on the Hub only the pages that hold the draw are fetched, and only the rows drawn
 * are checked.
 *
 * Built-in sets have columns of their own: `columns` does not apply to them.
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
