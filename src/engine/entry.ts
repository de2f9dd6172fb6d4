import type { Asked } from './ask.js';
import { askedBy, type Trial } from './trial.js';
import { isSequence, type AnyTrial } from './triplet/start.js';

/** One row of one test, under every subject that the test asks. */
export interface Entry<T extends AnyTrial = AnyTrial> {
  trial: T;
  row: number;
}

export interface Wave<T extends AnyTrial = AnyTrial> {
  trial: T;
  rows: readonly number[];
}

/** All rows, the tests taking turns, so that a cap on requests cuts all tests alike. */
export function inTurns<T extends AnyTrial>(waves: readonly Wave<T>[]): Entry<T>[] {
  const longest = Math.max(0, ...waves.map(({ rows }) => rows.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) =>
    waves.flatMap(({ trial, rows }) => (i < rows.length ? [{ trial, row: rows[i]! }] : [])),
  );
}

export function askedNow({ trial, row }: Entry): Asked[] {
  return isSequence(trial) ? trial.asks(row) : askedBy(trial, row);
}

/** All that a row may ever ask: what its own verdict, a comparison or a check may want. */
export function mayAsk({ trial, row }: Entry): Asked[] {
  return isSequence(trial) ? trial.mayAsk(row) : askedBy(trial, row);
}

/** The row as a pair asks it, where it does. */
export function pairOf({ trial, row }: Entry): Entry<Trial> | undefined {
  return isSequence(trial) ? trial.rows.pairOf?.(row) : { trial, row };
}
