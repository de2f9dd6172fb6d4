import { lotOf } from '../engine/random.ts';
import type { Sample } from '../engine/sample.ts';
import { parseOptions } from '../language/options.ts';

type KeyedSample = Partial<Pick<Sample, 'half' | 'truth' | 'answer' | 'options' | 'should'>>;

/**
 * Returns the half of a sample: its side or truth, or whether most options are right. Returns
 * undefined without a key. A model that only notices the "not" is right in one half alone.
 */
export function balancedHalf(sample: KeyedSample): boolean | undefined {
  const { half, truth, answer, options, should } = sample;
  if (half !== undefined) return half;
  if (should !== undefined) return should === 'answer';
  if (truth !== undefined) return truth;
  if (answer === undefined || options === undefined) return undefined;
  return answer.length > parseOptions(options).length / 2;
}

interface DrawingOptions {
  limit?: number;
  seed: number;
  /** True to draw from each half in proportion to its size. */
  halves: boolean;
}

interface HalfOfRows {
  /** Number of rows that were offered. */
  size: number;
  /** The offered rows that may still be drawn. */
  rows: OfferedRow[];
}

interface OfferedRow {
  sample: Sample;
  lot: number;
  position: number;
}

/** Draws the rows with the lowest lots. Holds at most `2 * limit` rows of each half. */
export class SampleDrawing {
  /** Number of samples that were offered. */
  seen = 0;
  private readonly trueHalf: HalfOfRows = { size: 0, rows: [] };
  private readonly falseHalf: HalfOfRows = { size: 0, rows: [] };
  private readonly unkeyed: HalfOfRows = { size: 0, rows: [] };
  private readonly limit: number;
  private readonly seed: number;
  private readonly halves: boolean;

  constructor({ limit = Infinity, seed, halves }: DrawingOptions) {
    this.limit = limit;
    this.seed = seed;
    this.halves = halves;
  }

  offer(sample: Sample): void {
    const part = this.halfOf(sample);
    part.size += 1;
    part.rows.push({ sample, lot: lotOf(sample, this.seed), position: this.seen });
    if (part.rows.length > 2 * this.limit) part.rows = lowestLots(part.rows, this.limit);
    this.seen += 1;
  }

  private halfOf(sample: Sample): HalfOfRows {
    const half = this.halves ? balancedHalf(sample) : undefined;
    if (half === undefined) return this.unkeyed;
    return half ? this.trueHalf : this.falseHalf;
  }

  /** Returns the drawn samples in the order in which they were offered. */
  drawnSamples(): Sample[] {
    const halves = [this.trueHalf, this.falseHalf, this.unkeyed];
    const shares = shareOut(Math.min(this.limit, this.seen), halves);
    const rows = shares.flatMap(({ half, count }) => lowestLots(half.rows, count));
    return rows.sort((a, b) => a.position - b.position).map(({ sample }) => sample);
  }
}

function lowestLots(rows: readonly OfferedRow[], count: number): OfferedRow[] {
  return rows.toSorted((a, b) => a.lot - b.lot).slice(0, count);
}

/**
 * Divides `total` in proportion to the sizes of the halves, by largest remainders (Hamilton). The
 * counts are whole numbers that add up to `total`.
 */
function shareOut(total: number, halves: readonly HalfOfRows[]) {
  const offered = halves.reduce((sum, { size }) => sum + size, 0);
  const shares = halves.map((half) => {
    const exact = offered === 0 ? 0 : (half.size * total) / offered;
    const count = Math.floor(exact);
    return { half, count, remainder: exact - count };
  });
  const unassigned = total - shares.reduce((sum, { count }) => sum + count, 0);
  const byRemainder = shares.toSorted((a, b) => b.remainder - a.remainder);
  for (const share of byRemainder.slice(0, unassigned)) share.count += 1;
  return shares;
}
