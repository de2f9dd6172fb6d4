import { GateError } from '../errors.js';

/** What a step comes to, or what a user can mend about it; only our own defects are thrown. */
export async function orProblem<T extends object>(step: () => Promise<T>): Promise<T | { problem: GateError }> {
  try {
    return await step();
  } catch (problem) {
    if (problem instanceof GateError) return { problem };
    throw problem;
  }
}
