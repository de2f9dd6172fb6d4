import { halfOf } from '../engine/prepare.ts';
import { orderByLot } from '../engine/random.ts';
import type { Row } from '../engine/types.ts';

/**
 * Draws rows by the seed and their content, from each half in proportion to its size. They keep the
 * order of the source.
 */
export function drawRows(rows: readonly Row[], limit: number | undefined, seed: number): Row[] {
  const halves = [...Map.groupBy(rows, halfOf).values()];
  const ranked = halves.flatMap((half) =>
    orderByLot(half, seed).map((row, i) => ({ row, rank: (i + 0.5) / half.length })),
  );
  const drawn = new Set(
    ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ row }) => row),
  );
  return rows.filter((row) => drawn.has(row));
}
