import { Rows } from './blank.js';
import { Drawing } from './halves.js';
import type { DataOptions, LoadedSamples, RawRow } from './source.js';

/**
 * Reads all rows of a source, each drawn or not, and draws of them. `files`: how many they come from.
 * @throws DataError for a row that cannot be a sample, and where all rows are blank
 */
export async function drawSamples(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  options: DataOptions,
  files?: number,
): Promise<LoadedSamples> {
  const { source, limit, seed, keyed, sided, halved } = options;
  const drawn = new Drawing({ limit, seed, halves: Boolean(keyed || sided || halved) });
  const read = new Rows(options);
  for await (const row of rows) {
    const sample = read.read(row);
    if (sample) drawn.offer(sample);
  }
  for (const sample of read.clusters()) drawn.offer(sample);
  read.refuseEmpty(drawn.seen);
  const samples = drawn.drawn();
  const understood = read.understood.sentence({ source, rows: drawn.seen, drawn: samples.length, files });
  return { samples, total: drawn.seen, blank: read.blank, understood, notices: [] };
}
