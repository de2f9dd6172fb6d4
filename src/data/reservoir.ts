import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/**
 * A uniform sample without replacement from a stream of unknown length (Vitter 1985, algorithm R). It holds `limit`
 * items at a time; without a limit, all. The same seed draws the same positions on every machine.
 */
export class Reservoir<T> {
  /** Items offered so far. */
  seen = 0;
  private readonly kept: { position: number; item: T }[] = [];
  private readonly limit: number;
  private readonly random: ReturnType<typeof xoroshiro128plus>;

  constructor(limit: number | undefined, seed: number) {
    this.limit = limit ?? Infinity;
    this.random = xoroshiro128plus(seed);
  }

  offer(item: T): void {
    const entry = { position: this.seen, item };
    this.seen += 1;
    if (this.kept.length < this.limit) {
      this.kept.push(entry);
      return;
    }
    const slot = uniformInt(this.random, 0, entry.position);
    if (slot < this.limit) this.kept[slot] = entry;
  }

  /** What was drawn, in the order it was offered. */
  drawn(): T[] {
    return this.kept.toSorted((a, b) => a.position - b.position).map(({ item }) => item);
  }
}

/** Numbers below `total`, `count` of them without repetition, in order (Bentley and Floyd 1987): in time for `count`, not for `total`. */
export function drawnFrom(total: number, count: number, seed: number): number[] {
  const random = xoroshiro128plus(seed);
  const drawn = new Set<number>();
  for (let last = total - count; last < total; last += 1) {
    const index = uniformInt(random, 0, last);
    drawn.add(drawn.has(index) ? last : index);
  }
  return [...drawn].sort((a, b) => a - b);
}
