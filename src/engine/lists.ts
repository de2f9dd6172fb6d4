/** Helpers for lists that every part of the engine shares. */

/** @throws RangeError if the list has no such place. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index} in ${items.length}`);
  return item;
}

/** Pairs the items of two lists. @throws RangeError for lists of different length. */
export function zip<One, Other>(
  firsts: readonly One[],
  seconds: readonly Other[],
): (readonly [One, Other])[] {
  if (firsts.length !== seconds.length)
    throw new RangeError(`lists of ${firsts.length} and ${seconds.length} items cannot be paired`);
  return firsts.map((item, i) => [item, seconds[i] as Other]);
}

export function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

/** The whole numbers from `start` on, `count` of them. */
export function range(count: number, start = 0): number[] {
  return Array.from({ length: count }, (_, i) => start + i);
}

/** The items in lists of `size`; the last may be shorter. */
export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = range(Math.ceil(items.length / size)).map((i) => i * size);
  return starts.map((start) => items.slice(start, start + size));
}

export function swapItems(items: unknown[], a: number, b: number): void {
  const moved = itemAt(items, a);
  items[a] = itemAt(items, b);
  items[b] = moved;
}

/** One item of each list in turn, as long as a list has items. */
export function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return range(longest).flatMap((i) => lists.flatMap((list) => list.slice(i, i + 1)));
}

/** The first item of each key, in the order of the list. */
export function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const firstByKey = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firstByKey.has(key)) firstByKey.set(key, item);
  }
  return [...firstByKey.values()];
}
