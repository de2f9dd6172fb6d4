import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { Sample } from './sample.js';

/**
 * 32-bit FNV-1a over UTF-16 units, mixed as MurmurHash3 ends: texts that are nearly alike differ in
 * every bit. Not for secrets.
 */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * The content of a row. All draws for a row depend on the seed and this, never on its file or line.
 */
export function contentOf({ text, options, perturbed }: Sample): string {
  return JSON.stringify([text, options, perturbed]);
}

/**
 * A row's place in the seeded order, by its content: 32 bits of what it asks, 21 of all else that
 * it says.
 */
export function lotOf(sample: Sample, seed: number): number {
  return (
    hash(`${seed}\u0000${contentOf(sample)}`) * 2 ** 21 +
    (hash(JSON.stringify({ ...sample, source: '' })) >>> 11)
  );
}

export function byLot<Row>(
  rows: readonly Row[],
  seed: number,
  sampleOf: (row: Row) => Sample,
): Row[] {
  const drawn = rows.map((row) => ({ row, lot: lotOf(sampleOf(row), seed) }));
  return drawn.sort((one, other) => one.lot - other.lot).map(({ row }) => row);
}

export type Draw = (below: number) => number;

/**
 * The same parts give the same draws on every machine. With a row's content among them they hang on
 * no other row, and on no file.
 */
export function drawFrom(...parts: (string | number)[]): Draw {
  const generator = xoroshiro128plus(hash(parts.join('\u0000')));
  return (below) => uniformInt(generator, 0, below - 1);
}

/** The items in another order, each order as likely as the others (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
