import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { swapItems } from './lists.ts';
import type { Sample } from './sample.ts';

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
export function contentOf({ text, options, perturbed, filled }: Sample): string {
  const content: unknown[] = [text, options, perturbed];
  if (filled) content.push(filled);
  return JSON.stringify(content);
}

/**
 * A row's place in the seeded order: 32 bits from the texts that it asks, and 21 bits from the
 * whole row.
 */
export function lotOf(sample: Sample, seed: number): number {
  return (
    hash(`${seed}\u0000${contentOf(sample)}`) * 2 ** 21 +
    (hash(JSON.stringify({ ...sample, source: '', id: undefined, context: undefined })) >>> 11)
  );
}

export function orderByLot<Row>(
  rows: readonly Row[],
  seed: number,
  sampleOf: (row: Row) => Sample,
): Row[] {
  const lots = rows.map((row) => ({ row, lot: lotOf(sampleOf(row), seed) }));
  return lots.sort((a, b) => a.lot - b.lot).map(({ row }) => row);
}

export type Draw = (below: number) => number;

/**
 * Draws numbers that depend on the parts alone, and are the same on every machine. With a row's
 * content as a part they depend on no other row, and on no file.
 */
export function drawFrom(...parts: (string | number)[]): Draw {
  const generator = xoroshiro128plus(hash(parts.join('\u0000')));
  return (below) => uniformInt(generator, 0, below - 1);
}

/** The items in a random order, all orders equally likely (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  const order = [...items];
  for (let end = order.length - 1; end > 0; end -= 1) {
    swapItems(order, end, draw(end + 1));
  }
  return order;
}
