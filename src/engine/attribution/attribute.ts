import type { AttributedPart } from './schema.js';
import { zip } from '../lists.js';
import { holm } from '../statistics/regression.js';
import { fisher } from '../statistics/fisher.js';

/**
 * Probability that an attribution of a run names any part although none differs from the control.
 */
const ALPHA = 0.05;
/** Rows that are asked at most: those that the base answers right and the head wrong. */
export const MOST_BROKEN_ROWS = 8;
export const ASKS = 2;
/** With fewer broken rows the test cannot name a part: 4 rows for up to three parts, 5 above. */
export const fewestBroken = (parts: number): number => (parts <= 3 ? 4 : 5);

/**
 * True if an ask restored its row: every arm that broke is right. `null` where a request failed.
 */
export type RestoredAnswer = boolean | null;

export type RestoredAsks = readonly (readonly RestoredAnswer[])[];

interface PartFinding extends Pick<AttributedPart, 'restored' | 'asked' | 'p' | 'rows'> {
  /** True if p is below 0.05. */
  isNamed: boolean;
}

interface Findings {
  /**
   * `one` part, several that restore the same rows (`together`), several with rows of their own
   * (`apart`), or `none`.
   */
  kind: 'one' | 'together' | 'apart' | 'none';
  control: { restored: number; asked: number };
  parts: readonly PartFinding[];
}

/**
 * Compares the asks with each part reverted with those of the control. `parts` and the control hold
 * the same rows in the same order.
 */
export function attribute(control: RestoredAsks, parts: readonly RestoredAsks[]): Findings {
  const counts = countOf(control);
  const restoredByPart = parts.map((asks) => ({
    ...countOf(asks),
    rows: asks.flatMap((own, row) => (own.every((ask) => ask === true) ? [row] : [])),
  }));
  const pValues = holm(
    restoredByPart.map(({ restored, asked }) =>
      fisher([restored, asked], [counts.restored, counts.asked]),
    ),
  );
  const findings = zip(restoredByPart, pValues).map(([part, p]): PartFinding => {
    return { ...part, p, isNamed: p < ALPHA };
  });
  return {
    kind: kindOf(findings.filter(({ isNamed }) => isNamed)),
    control: counts,
    parts: findings,
  };
}

/** Parts break rows together if reverting each of them restores mostly the same rows. */
function kindOf(named: readonly PartFinding[]): Findings['kind'] {
  if (named.length <= 1) return named.length === 0 ? 'none' : 'one';
  const sets = named.map(({ rows }) => new Set(rows));
  const common = sets.reduce((all, set) => all.intersection(set)).size;
  return 2 * common >= Math.max(...sets.map(({ size }) => size)) ? 'together' : 'apart';
}

function countOf(asks: RestoredAsks): { restored: number; asked: number } {
  const known = asks.flat().filter((ask) => ask !== null);
  return { restored: known.filter(Boolean).length, asked: known.length };
}
