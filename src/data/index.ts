import type { Sample } from '../engine/sample.js';
import { Rows } from './blank.js';
import { readBuiltin } from './builtin.js';
import { textColumns } from './columns.js';
import { findFiles } from './files.js';
import { Halves } from './halves.js';
import { loadDataset } from './huggingface.js';
import { readFiles } from './read-files.js';
import { Reservoir } from './reservoir.js';
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
  const { source, columns, limit, seed, keyed, sided, halved, pairs, where } = options;
  if (source.startsWith('hf:')) return loadDataset(options);

  const builtin = /^builtin:(.*)$/s.exec(source)?.[1];
  const found = builtin === undefined ? await findFiles(options) : undefined;
  const rows = found ? readFiles(found.files, { where, wanted: textColumns(columns) }) : readBuiltin(builtin!, where);
  const drawn = keyed || sided || halved ? new Halves(limit, seed) : new Reservoir<Sample>(limit, seed);
  const read = new Rows(builtin === undefined ? columns : undefined, { keyed, sided, halved, pairs });
  for await (const row of rows) {
    const sample = read.read(row);
    if (sample) drawn.offer(sample);
  }
  for (const sample of read.clusters()) drawn.offer(sample);
  read.refuseEmpty(drawn.seen);
  const samples = drawn.drawn();
  const understood = read.understood.sentence({ source, rows: drawn.seen, drawn: samples.length, files: found?.files.length });
  return { samples, total: drawn.seen, blank: read.blank, understood, notices: found?.notices ?? [] };
}
