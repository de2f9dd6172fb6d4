import { settled, type Counts } from './gate.js';
import type { Change, ChangeBounds } from './statistics/regression.js';
import { countsOf, undecidedRows, type Trial } from './trial.js';

/** The rows without which one of a run's tests cannot be decided, to be asked next; none where it is settled. */
export function fewestRows(trial: Trial, among: readonly Trial[]): number[] {
  const rows = undecidedRows(trial);
  if (rows.length === 0 || trial.run.stop === 'full') return rows;
  const comparedTests = among.filter(({ run }) => run.compare).length;
  const counts = countsOf(trial);
  return settled(counts, comparedTests) === undefined ? rows.slice(0, nextWave(counts, comparedTests)) : [];
}

/**
 * How many of the undecided rows to ask next: the fewest that could settle the verdict, all passing or all failing. Asking so many
 * at a time, and looking after each time, stops at the very row at which asking one by one would (curtailed sampling: Girshick,
 * Mosteller and Savage, Ann. Math. Statist. 17 (1946) 13-23), however many requests run at once. All of them where none could.
 */
export function nextWave(test: Counts, comparedTests: number): number {
  const open = test.undecided_count ?? 0;
  const settles = (rows: number) => [true, false].some((passing) => settled(after(test, { rows, passing }), comparedTests) !== undefined);
  if (!settles(open)) return open;
  let few = 0;
  let enough = open;
  while (enough - few > 1) {
    const middle = (few + enough) >> 1;
    if (settles(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}

/** The test once so many of its open rows all passed, having failed in the baseline, or the other way round. */
function after(test: Counts, { rows, passing }: { rows: number; passing: boolean }): Counts {
  const add = (change: Change): Change => ({
    broken: change.broken + (passing ? 0 : rows),
    fixed: change.fixed + (passing ? rows : 0),
    rows: change.rows + rows,
  });
  const changed = ({ known, best, worst }: ChangeBounds): ChangeBounds => ({ known: add(known), best: add(best), worst: add(worst) });
  return {
    ...test,
    pass_count: test.pass_count + (passing ? rows : 0),
    fail_count: test.fail_count + (passing ? 0 : rows),
    undecided_count: (test.undecided_count ?? 0) - rows,
    ...(test.comparison && { comparison: { ...test.comparison, change: changed(test.comparison.change) } }),
  };
}
