import { GateError } from '../errors.js';
import { logLine } from '../report/escape.js';
import { scrubber } from '../secrets.js';
import type { World } from './evaluate-change.js';
import type { Inputs } from './inputs.js';

/** Undefined where it did not work. */
export type Attempt = <T>(step: () => T | Promise<T>) => Promise<T | undefined>;

/** What cannot be read or published is a warning with its remedy, and never changes the verdict. */
export function attemptsOf({ secrets }: Pick<Inputs, 'secrets'>, { core }: Pick<World, 'core'>): Attempt {
  return async (step) => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof GateError)) throw error; // A defect of ours.
      core.warning(logLine(scrubber(secrets)(error.describe())));
      return undefined;
    }
  };
}
