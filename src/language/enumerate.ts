/** Joins items to `a, b and c`. One item stands alone, and none gives an empty text. */
export function enumerate(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const lastItem = items.at(-1) ?? '';
  return items.length < 2 ? lastItem : `${items.slice(0, -1).join(', ')} ${word} ${lastItem}`;
}
