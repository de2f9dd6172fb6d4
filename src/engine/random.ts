import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { Row } from './row.ts';

/**
 * 32-bit FNV-1a over UTF-16 units, finished with the mixer of MurmurHash3, so that similar texts
 * get unrelated hashes. Not for secrets.
 */
export function hash32(text: string) {
  let bits = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * The question of a row, as text. Draws for the row depend on the seed and this text, not on its
 * place.
 */
export function contentOf({ text, options, perturbed, fill }: Row) {
  const question = [text, options, perturbed?.text];
  // Without `fill`, the text is the same as before rows had this field, and so are the draws.
  return JSON.stringify(fill ? [...question, fill] : question);
}

/**
 * Sorts rows into the seeded order: by a 32-bit hash of what they ask, then by 21 bits of a hash of
 * the whole row. A number holds these 53 bits exactly.
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

/** Draws an integer from 0 to `below - 1`. */
export type Draw = (below: number) => number;

/** Creates draws that depend only on the seed parts, and are the same on every machine. */
export function drawFrom(...parts: (string | number)[]): Draw {
  const generator = xoroshiro128plus(hash32(parts.join('\u0000')));
  return (below) => uniformInt(generator, 0, below - 1);
}

export function pick<Item>(items: readonly Item[], draw: Draw) {
  return itemAt(items, draw(items.length));
}

/** @throws RangeError if there is no item at the index */
export function itemAt<Item>(items: readonly Item[], index: number) {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index} in ${items.length}`);
  return item;
}

/** The items in a random order. All orders are equally likely (Fisher-Yates shuffle). */
export function shuffled<Item>(items: readonly Item[], draw: Draw) {
  const order = [...items];
  for (let end = order.length - 1; end > 0; end -= 1) swap(order, end, draw(end + 1));
  return order;
}

export function swap(items: unknown[], a: number, b: number) {
  [items[a], items[b]] = [items[b], items[a]];
}
