import { readBuiltin } from './builtin.js';
import { textColumns } from './columns.js';
import { findFiles } from './files.js';
import { loadDataset } from './huggingface.js';
import { readFiles } from './read-files.js';
import { drawSamples } from './rows.js';
import type { DataOptions, LoadedSamples } from './source.js';

export type { Columns, DataOptions, LoadedSamples } from './source.js';

/**
 * Checks every row of a file, drawn or not: a faulty row is an error for any seed. Checks only the
 * drawn pages of a set on the Hub.
 */
export async function loadSamples(options: DataOptions): Promise<LoadedSamples> {
  const { source, columns, where } = options;
  if (source.startsWith('hf:')) return loadDataset(options);
  const builtin = /^builtin:(.*)$/s.exec(source)?.[1];
  if (builtin !== undefined)
    return drawSamples(readBuiltin(builtin, options), { ...options, columns: undefined });
  const { files, notices } = await findFiles(options);
  const digests = new Map<string, string>();
  const rows = readFiles(files, { where, wanted: textColumns(columns), digests });
  return { ...(await drawSamples(rows, options, files.length)), notices, digests };
}
