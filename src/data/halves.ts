import { lotOf } from '../engine/random.js';
import type { Sample } from '../engine/sample.js';
import { parseOptions } from '../language/options.js';

/**
 * Returns the half of a sample; undefined without a key. A model that only notices the "not" is
 * right in one half and wrong in the other.
 */
export function balancedHalf({
  half,
  truth,
  answer,
  options,
  should,
}: KeyedSample): boolean | undefined {
  if (half !== undefined) return half;
  if (should !== undefined) return should === 'answer';
  if (truth !== undefined) return truth;
  return answer && options !== undefined
    ? answer.length > parseOptions(options).length / 2
    : undefined;
}

type KeyedSample = Partial<Pick<Sample, 'half' | 'truth' | 'answer' | 'options' | 'should'>>;

interface DrawingOptions {
  limit?: number;
  seed: number;
  halves: boolean;
}

interface DrawnHalf {
  /** Rows that were offered. */
  offeredCount: number;
  rows: OfferedRow[];
}

interface OfferedRow {
  sample: Sample;
  lot: number;
  position: number;
}

/**
 * Draws the rows with the lowest lots, with `halves` in proportion to their sizes. Holds at most
 * `2 * limit` rows of each half.
 */
export class SampleDrawing {
  seen = 0;
  private readonly trueHalf: DrawnHalf = { offeredCount: 0, rows: [] };
  private readonly falseHalf: DrawnHalf = { offeredCount: 0, rows: [] };
  private readonly unkeyed: DrawnHalf = { offeredCount: 0, rows: [] };
  private readonly limit: number;
  private readonly seed: number;
  private readonly halves: boolean;

  constructor({ limit = Infinity, seed, halves }: DrawingOptions) {
    this.limit = limit;
    this.seed = seed;
    this.halves = halves;
  }

  offer(sample: Sample): void {
    const half = this.halves ? balancedHalf(sample) : undefined;
    let part = this.unkeyed;
    if (half !== undefined) part = half ? this.trueHalf : this.falseHalf;
    part.rows.push({ sample, lot: lotOf(sample, this.seed), position: this.seen });
    if (part.rows.length > 2 * this.limit) part.rows = lowest(part.rows, this.limit);
    part.offeredCount += 1;
    this.seen += 1;
  }

  drawnSamples(): Sample[] {
    const parts = [this.trueHalf, this.falseHalf, this.unkeyed];
    const shares = shareRows(parts, Math.min(this.limit, this.seen));
    const rows = shares.flatMap(({ kept, whole }) => lowest(kept, whole));
    return rows.sort((a, b) => a.position - b.position).map(({ sample }) => sample);
  }
}

function lowest(rows: readonly OfferedRow[], count: number): OfferedRow[] {
  return rows.toSorted((a, b) => a.lot - b.lot).slice(0, count);
}

/** Largest remainders (Hamilton): whole numbers that add up to `wanted`. */
function shareRows(halves: readonly DrawnHalf[], total: number) {
  const offeredTotal = halves.reduce((sum, { offeredCount }) => sum + offeredCount, 0);
  const shares = halves.map(({ offeredCount, rows }) => {
    const exact = offeredTotal === 0 ? 0 : (offeredCount * total) / offeredTotal;
    const whole = Math.floor(exact);
    return { kept: rows, whole, rest: exact - whole };
  });
  const unassigned = total - shares.reduce((sum, { whole }) => sum + whole, 0);
  const sortedShares = shares.toSorted((a, b) => b.rest - a.rest);
  for (const share of sortedShares.slice(0, unassigned)) share.whole += 1;
  return shares;
}
