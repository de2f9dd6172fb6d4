/** Like things counted, the most frequent first. */

export interface Counted<Item> {
  /** The first of its kind. */
  item: Item;
  count: number;
}

/** Items with the same key are one entry. */
export function tally<Item>(items: readonly Item[], key: (item: Item) => string): Array<Counted<Item>> {
  const found = new Map<string, Counted<Item>>();
  for (const item of items) {
    const entry = found.get(key(item)) ?? { item, count: 0 };
    entry.count += 1;
    found.set(key(item), entry);
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count);
}
