import { drawFrom, hash, shuffled } from '../engine/random.js';
import type { Sample } from '../engine/sample.js';
import { parseOptions } from '../language/options.js';
import { Reservoir } from './reservoir.js';

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

/** A seeded draw in which every half has the share that it has in the data, to the row. It holds `limit` rows of each at a time. */
export class Halves {
  private readonly reservoirs: readonly Reservoir<Sample>[];
  private readonly limit: number | undefined;
  private readonly seed: number;

  constructor(limit: number | undefined, seed: number) {
    this.limit = limit;
    this.seed = seed;
    // One start for all would draw the same places of both halves; rows without a key are drawn as where there are no halves.
    this.reservoirs = HALVES.map((half) => new Reservoir<Sample>(limit, half === undefined ? seed : hash(`half ${half} ${seed}`)));
  }

  offer(sample: Sample): void {
    this.reservoirs[HALVES.indexOf(halfOf(sample))]!.offer(sample);
  }

  /** Rows offered so far. */
  get seen(): number {
    return this.reservoirs.reduce((sum, { seen }) => sum + seen, 0);
  }

  /** What was drawn, in the order in which it is to be asked. */
  drawn(): Sample[] {
    const shares = inProportion(
      this.reservoirs.map(({ seen }) => seen),
      Math.min(this.limit ?? Infinity, this.seen),
    );
    // A draw from a draw is as even as one from all.
    const fewer = this.reservoirs.map((reservoir, i) => shuffled(reservoir.drawn(), drawFrom(`cut ${i} ${this.seed}`)).slice(0, shares[i]));
    return inTurn(fewer.flat(), this.seed);
  }
}

/** Rows in seeded order, of each half in turn as long as both last and as evenly as their numbers allow. */
export function inTurn(samples: readonly Sample[], seed: number): Sample[] {
  const halves = samples.map(halfOf);
  return HALVES.map((half) =>
    shuffled(
      samples.filter((_, i) => halves[i] === half),
      drawFrom(`order ${half} ${seed}`),
    ),
  )
    .flatMap((rows) => rows.map((row, i) => ({ row, place: (i + 0.5) / rows.length })))
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
