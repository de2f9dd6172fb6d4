import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';

/** 32-bit FNV-1a over UTF-16 units: spreads seed and row over the generator's start; no secrecy is asked of it. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  return h >>> 0;
}

/** Draws whole numbers `0 <= n < below`, each as likely as the others. */
export type Draw = (below: number) => number;

/**
 * The same parts give the same draws on every machine. Naming the row in the parts makes a row's draw independent of
 * which other rows are there.
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
