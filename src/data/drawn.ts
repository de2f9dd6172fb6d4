import { Rows } from './blank.js';
import type { Reads } from './columns.js';
import { Drawing } from './halves.js';
import type { DataOptions, LoadedSamples, RawRow } from './source.js';

/** Whether it is told of each row which half of the data it is in, so that both have their share. */
export function knowsHalves({ keyed, sided, halved }: Reads): boolean {
  return Boolean(keyed || sided || halved);
}

/**
 * Reads all rows of a source, each drawn or not, and draws of them. `files`: how many they come from.
 * @throws DataError for a row that cannot be a sample, and where all rows are blank
 */
export async function drawSamples(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  options: DataOptions,
  files?: number,
): Promise<LoadedSamples> {
  const { source, limit, seed } = options;
  const drawn = new Drawing({ limit, seed, halves: knowsHalves(options) });
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
