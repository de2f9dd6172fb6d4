import { rowError, type Standing } from './breaker.js';
import { pairOf, type Wave } from './entry.js';
import type { TestRun } from './cases.js';
import { FEW_ROWS } from './text-count.js';
import { leaveOut, openRows, type AnyTrial } from './triplet/start.js';
import { undecidedRows, type Trial } from './trial.js';

/** What is known of those without whom a test's answers cannot be scored. */
export type StandingOf = (run: TestRun) => Standing | undefined;

/**
 * The first row of a test whose answers are scored by somebody else, alone: who embeds, classifies or judges is heard before all of them
 * are paid for. Its answers count like all others. None where that is known, or where rows are few.
 */
export function firstRow(trials: readonly Trial[], standingOf: StandingOf): Wave<Trial>[] {
  const untried = trials.find(({ run, rows }) => {
    const isNew = rows.length > FEW_ROWS && rows.every((row) => row === undefined);
    return isNew && standingOf(run)?.wasAsked === false;
  });
  return untried ? [{ trial: untried, rows: undecidedRows(untried).slice(0, 1) }] : [];
}

/** Answers that nobody will score are not asked for. */
export function leaveOutUnscorable(trials: readonly AnyTrial[], standingOf: StandingOf): void {
  for (const trial of trials) {
    // A triplet's answers are read by rules first: it can do without.
    const run = pairOf({ trial, row: 0 })?.trial.run;
    const end = run && standingOf(run)?.end;
    if (!end) continue;
    for (const row of openRows(trial)) leaveOut(trial, row, rowError(end));
  }
}
