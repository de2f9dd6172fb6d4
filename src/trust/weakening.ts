import type { Config } from '../config/config.js';
import { compareAll } from '../config/keys/key.js';
import { OF_THE_WHOLE } from '../config/keys/whole.js';
import { parseConfig } from '../config/load.js';
import { GateError } from '../errors.js';
import type { TrustInputs } from './trust-inputs.js';

/** How a sentence about a weaker gate begins, whatever made it weaker. */
export const WEAKENS = 'This pull request weakens its own gate:';

/**
 * How the head's rules differ from the base's in what can turn a fail into a pass, a sentence each. Whatever the verdict, the reader of
 * a pull request that lowers its own bar must be told. Undefined where the base's rules cannot be read, so that nobody knows.
 */
export function weakenings({ base, head, inputs }: { base: string; head: string; inputs: TrustInputs }): string[] | undefined {
  const [old, now] = [readRules(base, inputs), readRules(head, inputs)];
  if (!old) return undefined;
  // One that cannot be read judges nothing; the evaluation says what is wrong with it.
  return now ? compareAll(OF_THE_WHOLE, old, now).map((what) => `${WEAKENS} ${what}.`) : [];
}

/** Undefined for a configuration that cannot be used. */
export function readRules(text: string, inputs: TrustInputs): Config | undefined {
  try {
    return parseConfig(text, inputs.config, inputs);
  } catch (error) {
    if (error instanceof GateError) return undefined;
    throw error;
  }
}
