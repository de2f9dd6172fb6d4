/** Each item once, at its first place; of those with the same key the last one. */
export function distinct<T>(items: readonly T[], keyOf: (item: T) => unknown = (item) => item): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
