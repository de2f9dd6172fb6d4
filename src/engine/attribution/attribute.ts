import type { AttributedPart } from './schema.ts';
import { zip } from '../lists.ts';
import { holm } from '../statistics/regression.ts';
import { fisher } from '../statistics/fisher.ts';

/**
 * Probability that an attribution of a run names any part although none differs from the control.
 */
const ALPHA = 0.05;

/**
 * True if an ask restored its row: every arm that broke is right. `null` where a request failed.
 */
export type RestoredAnswer = boolean | null;

/** The asks of each row, in the same order for control and parts. */
export type RestoredAsks = readonly (readonly RestoredAnswer[])[];

interface PartFinding extends Pick<AttributedPart, 'restored' | 'asked' | 'p' | 'rows'> {
  /** True if p is below 0.05. */
  isNamed: boolean;
}

export interface Findings {
  /**
   * `one` part, several that restore the same rows (`together`), several with rows of their own
   * (`apart`), or `none`.
   */
  kind: 'one' | 'together' | 'apart' | 'none';
  control: { restored: number; asked: number };
  parts: readonly PartFinding[];
}

/** Returns the parts to ask again: those that restored more than the control, best first. */
export function worthAsking(control: RestoredAsks, parts: readonly RestoredAsks[]): number[] {
  const { restored } = countOf(control);
  const counts = parts.map((asks) => countOf(asks).restored);
  return [...counts.keys()]
    .filter((part) => (counts[part] ?? 0) > restored)
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
}

/**
 * Compares the asks with each part reverted with those of the control. `parts` and the control hold
 * the same rows in the same order. A part outside of `askedAgain` was asked once, and p is 1.
 */
export function attribute(
  control: RestoredAsks,
  parts: readonly RestoredAsks[],
  askedAgain: readonly number[] = [...parts.keys()],
): Findings {
  const controlCount = countOf(control);
  const pValues = holm(
    parts.map((asks, part) => {
      if (!askedAgain.includes(part)) return 1;
      const { restored, asked } = countOf(asks);
      return fisher([restored, asked], [controlCount.restored, controlCount.asked]);
    }),
  );
  const findings = zip(parts, pValues).map(([asks, p]): PartFinding => ({
    ...countOf(asks),
    rows: asks.flatMap((rowAsks, row) => (rowAsks.every((ask) => ask === true) ? [row] : [])),
    p,
    isNamed: p < ALPHA,
  }));
  return {
    kind: kindOf(findings.filter(({ isNamed }) => isNamed)),
    control: controlCount,
    parts: findings,
  };
}

/** Parts break rows together if reverting each of them restores mostly the same rows. */
function kindOf(namedParts: readonly PartFinding[]): Findings['kind'] {
  if (namedParts.length <= 1) return namedParts.length === 0 ? 'none' : 'one';
  const sets = namedParts.map(({ rows }) => new Set(rows));
  const common = sets.reduce((shared, set) => shared.intersection(set)).size;
  return 2 * common >= Math.max(...sets.map(({ size }) => size)) ? 'together' : 'apart';
}

export function countOf(asks: RestoredAsks): { restored: number; asked: number } {
  const answered = asks.flat().filter((ask) => ask !== null);
  return { restored: answered.filter(Boolean).length, asked: answered.length };
}

export function joinAsks(firstAsks: RestoredAsks, secondAsks: RestoredAsks): RestoredAsks {
  return zip(firstAsks, secondAsks).map(([a, b]) => [...a, ...b]);
}
