import { GateError } from '../errors.js';
import { describe } from './flags.js';
import type { Terminal } from './terminal.js';

/** What a step comes to; what cannot be done is said on stderr, and undefined comes back. */
export async function attempt<T>(step: () => Promise<T>, { complain }: Pick<Terminal, 'complain'>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    complain(describe(error));
    return undefined;
  }
}
