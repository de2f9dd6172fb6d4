import { ModelError } from '../errors.js';
import type { Halt } from '../models/index.js';

/** A longer timer would fire at once; nobody waits for so long. */
const LONGEST_TIMER_S = 2_147_483;

/** Halts the run once its time is up. @param seconds undefined for a run that may take its time. */
export function startDeadline(seconds: number | undefined, halt: Halt): NodeJS.Timeout | undefined {
  if (seconds === undefined) return undefined;
  const atDeadline = () => {
    halt.now(
      new ModelError(`The run's deadline of ${seconds} s has passed.`, {
        kind: 'deadline',
        fatal: true,
        remedy: 'Raise `deadline`, or run again: answered requests are not sent again where the store of answers was kept.',
      }),
    );
  };
  return setTimeout(atDeadline, Math.min(seconds, LONGEST_TIMER_S) * 1000).unref();
}
