import { byLot, compareLots, lotOf, type Lot } from '../engine/random.js';
import type { Sample } from '../engine/sample.js';
import { parseOptions } from '../language/choice/options.js';

/**
 * Which half of the data a row is in: whether it should be answered, whether it is true, or whether more than half of its options are
 * right; undefined where no key says so. A model that knows nothing but "there is a *not*" is right in one half and wrong in the other.
 */
export function halfOf({ half, truth, answer, options, should }: Keyed): boolean | undefined {
  if (half !== undefined) return half;
  if (should !== undefined) return should === 'answer';
  if (truth !== undefined) return truth;
  return answer && options !== undefined ? answer.length > parseOptions(options).length / 2 : undefined;
}

type Keyed = { [Part in 'half' | 'truth' | 'answer' | 'options' | 'should']?: Sample[Part] | undefined };

const HALVES = [true, false, undefined] as const;

interface Offered extends Lot {
  sample: Sample;
  /** Its place in the data. */
  place: number;
}

/** The rows with the lowest lots of all that are offered; it holds twice as many at most. */
class Lowest {
  seen = 0;
  private kept: Offered[] = [];
  private readonly limit: number;

  constructor(limit: number | undefined) {
    this.limit = limit ?? Infinity;
  }

  offer(row: Offered): void {
    this.seen += 1;
    this.kept.push(row);
    if (this.kept.length > 2 * this.limit) this.kept = this.first(this.limit);
  }

  /** In the order of the lots. */
  first(count: number): Offered[] {
    return this.kept.toSorted(compareLots).slice(0, count);
  }
}

/**
 * The rows with the lowest lots; with `halves` those of each half, which has the share that it has in the data, to the row. A row more in
 * the data takes the place of one at most of its half. It holds twice `limit` rows of each half at a time; without a limit, all.
 */
export class Drawing {
  /** Rows offered so far. */
  seen = 0;
  private readonly lowest: readonly Lowest[];
  private readonly limit: number | undefined;
  private readonly seed: number;
  private readonly halves: boolean;

  constructor({ limit, seed, halves }: { limit?: number | undefined; seed: number; halves: boolean }) {
    this.lowest = HALVES.map(() => new Lowest(limit));
    this.limit = limit;
    this.seed = seed;
    this.halves = halves;
  }

  offer(sample: Sample): void {
    const half = this.halves ? halfOf(sample) : undefined;
    this.lowest[HALVES.indexOf(half)]!.offer({ sample, ...lotOf(sample, this.seed), place: this.seen });
    this.seen += 1;
  }

  /** What was drawn: with halves in the order in which it is to be asked, else in that of the data. */
  drawn(): Sample[] {
    const shares = inProportion(
      this.lowest.map(({ seen }) => seen),
      Math.min(this.limit ?? Infinity, this.seen),
    );
    const rows = this.lowest.flatMap((lowest, i) => lowest.first(shares[i]!));
    if (!this.halves) rows.sort((a, b) => a.place - b.place);
    const samples = rows.map(({ sample }) => sample);
    return this.halves ? inTurn(samples, this.seed) : samples;
  }
}

/** Rows in seeded order, of each half in turn as long as both last and as evenly as their numbers allow. */
export function inTurn(samples: readonly Sample[], seed: number): Sample[] {
  const halves = Map.groupBy(
    byLot(samples, seed, (sample) => sample),
    halfOf,
  );
  return HALVES.flatMap((half) => (halves.get(half) ?? []).map((row, i, { length }) => ({ row, place: (i + 0.5) / length })))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

/** Largest remainders (Hamilton): whole numbers that add up to `wanted`. */
function inProportion(counts: readonly number[], wanted: number): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (all === 0 ? 0 : (count * wanted) / all));
  const shares = exact.map(Math.floor);
  const left = wanted - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact.map((share, i) => ({ i, rest: share - Math.floor(share) })).sort((a, b) => b.rest - a.rest);
  for (const { i } of byRemainder.slice(0, left)) shares[i]! += 1;
  return shares;
}
