import { orderByLot } from '../engine/random.ts';
import type { Row } from '../engine/types.ts';
import { parseOptions } from '../language/options.ts';

/**
 * The half of the data that a row is in: its side or its truth, or whether most of its options are
 * right. Undefined without a key. A model that only notices the "not" is right in one half alone.
 */
export function halfOf({ should, key, options }: Row): boolean | undefined {
  if (should !== undefined) return should === 'answer';
  if (!key || 'words' in key) return undefined;
  if ('truth' in key) return key.truth;
  if (options === undefined) return undefined;
  return key.labels.length > parseOptions(options).length / 2;
}

/**
 * Draws rows by the seed and their content, from each half in proportion to its size. They keep the
 * order of the source.
 */
export function drawRows(rows: readonly Row[], limit: number | undefined, seed: number): Row[] {
  if (limit === undefined || limit >= rows.length) return [...rows];
  const halves = [...Map.groupBy(rows, halfOf).values()];
  const drawn = new Set(
    shareOut(limit, halves).flatMap(({ half, count }) => orderByLot(half, seed).slice(0, count)),
  );
  return rows.filter((row) => drawn.has(row));
}

/** Shares a number out in proportion, by largest remainders (Hamilton). */
function shareOut(total: number, halves: readonly (readonly Row[])[]) {
  const size = halves.reduce((sum, { length }) => sum + length, 0);
  const shares = halves.map((half) => {
    const exact = (half.length * total) / size;
    return { half, count: Math.floor(exact), remainder: exact % 1 };
  });
  const left = total - shares.reduce((sum, { count }) => sum + count, 0);
  const byRemainder = shares.toSorted((a, b) => b.remainder - a.remainder);
  for (const share of byRemainder.slice(0, left)) share.count += 1;
  return shares;
}
