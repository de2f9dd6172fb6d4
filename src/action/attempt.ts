import { GateError } from '../errors.js';

/** Undefined where it did not work. */
export type Attempt = <T>(step: () => T | Promise<T>) => Promise<T | undefined>;

/** What cannot be read, written or published is told with its remedy; where that is a warning, it never changes the verdict. */
export function attemptsOf(tell: (text: string) => void): Attempt {
  return async (step) => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof GateError)) throw error; // A defect of ours.
      tell(error.describe());
      return undefined;
    }
  };
}
