import { lotOf } from '../engine/random.js';
import type { Sample } from '../engine/sample.js';
import { parseOptions } from '../language/options.js';

/**
 * A model that only notices the "not" is right in one half and wrong in the other. Undefined
 * without a key.
 */
export function balancedHalf({ half, truth, answer, options, should }: Keyed): boolean | undefined {
  if (half !== undefined) return half;
  if (should !== undefined) return should === 'answer';
  if (truth !== undefined) return truth;
  return answer && options !== undefined
    ? answer.length > parseOptions(options).length / 2
    : undefined;
}

type Keyed = {
  [Part in 'half' | 'truth' | 'answer' | 'options' | 'should']?: Sample[Part] | undefined;
};

const HALVES = [true, false, undefined] as const;

interface Offered {
  sample: Sample;
  lot: number;
  place: number;
}

/**
 * Draws the lowest lots, with `halves` in proportion; a new row replaces at most one of its half.
 * Holds `limit` rows of each twice.
 */
export class Drawing {
  seen = 0;
  private readonly parts = HALVES.map((): { seen: number; kept: Offered[] } => ({
    seen: 0,
    kept: [],
  }));
  private readonly limit: number;
  private readonly seed: number;
  private readonly halves: boolean;

  constructor({
    limit = Infinity,
    seed,
    halves,
  }: {
    limit?: number | undefined;
    seed: number;
    halves: boolean;
  }) {
    this.limit = limit;
    this.seed = seed;
    this.halves = halves;
  }

  offer(sample: Sample): void {
    const part = this.parts[HALVES.indexOf(this.halves ? balancedHalf(sample) : undefined)]!;
    part.kept.push({ sample, lot: lotOf(sample, this.seed), place: this.seen });
    if (part.kept.length > 2 * this.limit) part.kept = lowest(part.kept, this.limit);
    part.seen += 1;
    this.seen += 1;
  }

  drawn(): Sample[] {
    const counts = this.parts.map(({ seen }) => seen);
    const shares = inProportion(counts, Math.min(this.limit, this.seen));
    const rows = this.parts.flatMap(({ kept }, i) => lowest(kept, shares[i]!));
    return rows.sort((a, b) => a.place - b.place).map(({ sample }) => sample);
  }
}

function lowest(rows: readonly Offered[], count: number): Offered[] {
  return rows.toSorted((one, other) => one.lot - other.lot).slice(0, count);
}

/** Largest remainders (Hamilton): whole numbers that add up to `wanted`. */
function inProportion(counts: readonly number[], wanted: number): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (all === 0 ? 0 : (count * wanted) / all));
  const shares = exact.map(Math.floor);
  const left = wanted - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((share, i) => ({ i, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest);
  for (const { i } of byRemainder.slice(0, left)) shares[i]! += 1;
  return shares;
}
