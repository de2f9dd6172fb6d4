import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { Row } from './types.ts';

/**
 * 32-bit FNV-1a over UTF-16 units, with the final mix of MurmurHash3, so that texts that are nearly
 * alike differ in every bit. Not for secrets.
 */
export function hash32(text: string) {
  let bits = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The question of a row. Its draws depend on the seed and on this text, never on its place. */
export function contentOf({ text, options, perturbed, fill }: Row) {
  const question = [text, options, perturbed?.text];
  // A row without `fill` keeps the draws that it had before rows could have one.
  return JSON.stringify(fill ? [...question, fill] : question);
}

/**
 * The rows in the seeded order: by 32 bits of what they ask, then by 21 bits of the whole row. A
 * number holds 53 bits exactly.
 */
export function sortByLot(rows: readonly Row[], seed: number) {
  return rows
    .map((row) => {
      const whole = JSON.stringify({ ...row, source: '', id: undefined, context: undefined });
      return {
        row,
        lot: hash32(`${seed}\u0000${contentOf(row)}`) * 2 ** 21 + (hash32(whole) >>> 11),
      };
    })
    .sort((a, b) => a.lot - b.lot)
    .map(({ row }) => row);
}

/** A whole number from 0, and less than `below`. */
export type Draw = (below: number) => number;

/** A source of draws that depend on the parts alone, and are the same on every machine. */
export function drawFrom(...parts: (string | number)[]): Draw {
  const generator = xoroshiro128plus(hash32(parts.join('\u0000')));
  return (below) => uniformInt(generator, 0, below - 1);
}

export function pick<Item>(items: readonly Item[], draw: Draw) {
  return itemAt(items, draw(items.length));
}

/** @throws RangeError if the list has no such place */
export function itemAt<Item>(items: readonly Item[], index: number) {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index} in ${items.length}`);
  return item;
}

/** The items in a random order, all orders equally likely (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], draw: Draw) {
  const order = [...items];
  for (let end = order.length - 1; end > 0; end -= 1) swap(order, end, draw(end + 1));
  return order;
}

export function swap(items: unknown[], a: number, b: number) {
  [items[a], items[b]] = [items[b], items[a]];
}
