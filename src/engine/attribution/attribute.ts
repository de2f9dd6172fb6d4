import type { AttributedPart } from './schema.js';
import { zip } from '../lists.js';
import { holm } from '../statistics/regression.js';
import { fisher } from '../statistics/fisher.js';

/**
 * Probability that an attribution of a run names any part although none differs from the control.
 */
const ALPHA = 0.05;

/**
 * Whether an ask restored its row: every arm that broke is right. `null` where a request failed.
 */
export type RestoredAnswer = boolean | null;

/** The asks of each row, in the same order for control and parts. */
export type RestoredAsks = readonly (readonly RestoredAnswer[])[];

export interface PartFinding extends Pick<AttributedPart, 'restored' | 'asked' | 'p' | 'rows'> {
  /** Whether p is below 0.05. */
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

/** Which parts are asked a second time: those that restored more than the control, best first. */
export function worthAsking(control: RestoredAsks, parts: readonly RestoredAsks[]): number[] {
  const { restored } = countOf(control);
  const counts = parts.map((asks) => countOf(asks).restored);
  return [...counts.keys()]
    .filter((part) => (counts[part] ?? 0) > restored)
    .toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
}

/**
 * Compares the asks with each part reverted with those of the control. `parts` and the control hold
 * the same rows in the same order. A part outside of `again` was asked once, and p is 1.
 */
export function attribute(
  control: RestoredAsks,
  parts: readonly RestoredAsks[],
  again: readonly number[] = [...parts.keys()],
): Findings {
  const counts = countOf(control);
  const found = parts.map((asks, part) => ({
    ...countOf(asks),
    isAgain: again.includes(part),
    rows: asks.flatMap((own, row) => (own.every((ask) => ask === true) ? [row] : [])),
  }));
  const pValues = holm(
    found.map(({ restored, asked, isAgain }) =>
      isAgain ? fisher([restored, asked], [counts.restored, counts.asked]) : 1,
    ),
  );
  const findings = zip(found, pValues).map(([{ isAgain: _isAgain, ...part }, p]): PartFinding => {
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

export function countOf(asks: RestoredAsks): { restored: number; asked: number } {
  const known = asks.flat().filter((ask) => ask !== null);
  return { restored: known.filter(Boolean).length, asked: known.length };
}

export function bothAsks(first: RestoredAsks, second: RestoredAsks): RestoredAsks {
  return zip(first, second).map(([one, other]) => [...one, ...other]);
}
