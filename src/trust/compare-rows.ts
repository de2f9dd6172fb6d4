import { canonical } from '../config/equality.js';
import type { RowsChange } from '../engine/results.js';
import type { Sample } from '../engine/sample.js';

/** A row and its place. */
export interface SampledRow {
  /** File and line. */
  source: string;
  /** Every field that is read. */
  row: Omit<Sample, 'source'>;
}

/**
 * Counts rows that were added, removed and changed; a row that only moved is none of these. A row is changed where another one has its text
 * and options, or its place. Rows that stand several times count as often.
 * @returns undefined where nothing differs.
 */
export function compareRows(base: readonly SampledRow[], head: readonly SampledRow[]): Omit<RowsChange, 'source'> | undefined {
  const byAll = ({ row }: SampledRow) => canonical(row);
  const byText = ({ row: { text, options } }: SampledRow) => canonical([text, options]);
  const byPlace = ({ source }: SampledRow) => source;
  const whole = matched(base, head, byAll);
  const sameText = matched(whole.base, whole.head, byText);
  const samePlace = matched(sameText.base, sameText.head, byPlace);
  const change = {
    added: samePlace.head.length,
    removed: samePlace.base.length,
    changed: sameText.count + samePlace.count,
    common: whole.count,
  };
  return change.added + change.removed + change.changed === 0 ? undefined : change;
}

/** Pairs rows that are alike in something. @returns the number of pairs, and the rows that are left. */
function matched(base: readonly SampledRow[], head: readonly SampledRow[], by: (row: SampledRow) => string) {
  const waiting = Map.groupBy(base, by);
  const left = head.filter((row) => waiting.get(by(row))?.pop() === undefined);
  return { count: head.length - left.length, base: [...waiting.values()].flat(), head: left };
}
