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
  balancesHalves: boolean;
}

/** The offered rows of one half, or those without a key. */
interface RowGroup {
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
  offeredCount = 0;
  private readonly trueHalf: RowGroup = { size: 0, rows: [] };
  private readonly falseHalf: RowGroup = { size: 0, rows: [] };
  private readonly unkeyed: RowGroup = { size: 0, rows: [] };
  private readonly limit: number;
  private readonly seed: number;
  private readonly balancesHalves: boolean;

  constructor({ limit = Infinity, seed, balancesHalves }: DrawingOptions) {
    this.limit = limit;
    this.seed = seed;
    this.balancesHalves = balancesHalves;
  }

  offer(sample: Sample): void {
    const group = this.groupOf(sample);
    group.size += 1;
    group.rows.push({ sample, lot: lotOf(sample, this.seed), position: this.offeredCount });
    if (group.rows.length > 2 * this.limit) group.rows = lowestLots(group.rows, this.limit);
    this.offeredCount += 1;
  }

  private groupOf(sample: Sample): RowGroup {
    const half = this.balancesHalves ? balancedHalf(sample) : undefined;
    if (half === undefined) return this.unkeyed;
    return half ? this.trueHalf : this.falseHalf;
  }

  /** Returns the drawn samples in the order in which they were offered. */
  drawnSamples(): Sample[] {
    const groups = [this.trueHalf, this.falseHalf, this.unkeyed];
    const shares = shareOut(Math.min(this.limit, this.offeredCount), groups);
    const rows = shares.flatMap(({ group, count }) => lowestLots(group.rows, count));
    return rows.sort((a, b) => a.position - b.position).map(({ sample }) => sample);
  }
}

function lowestLots(rows: readonly OfferedRow[], count: number): OfferedRow[] {
  return rows.toSorted((a, b) => a.lot - b.lot).slice(0, count);
}

interface GroupShare {
  group: RowGroup;
  /** Number of rows to draw from the group. */
  count: number;
}

/**
 * Divides `total` in proportion to the sizes of the groups, by largest remainders (Hamilton). The
 * counts are whole numbers that add up to `total`.
 */
function shareOut(total: number, groups: readonly RowGroup[]): GroupShare[] {
  const offeredCount = groups.reduce((sum, { size }) => sum + size, 0);
  const shares = groups.map((group) => {
    const exactCount = offeredCount === 0 ? 0 : (group.size * total) / offeredCount;
    const count = Math.floor(exactCount);
    return { group, count, remainder: exactCount - count };
  });
  const unassigned = total - shares.reduce((sum, { count }) => sum + count, 0);
  const byRemainder = shares.toSorted((a, b) => b.remainder - a.remainder);
  for (const share of byRemainder.slice(0, unassigned)) share.count += 1;
  return shares;
}
