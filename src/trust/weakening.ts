import { weakeningsOf } from '../config/keys/key.js';
import { OF_THE_WHOLE } from '../config/keys/whole.js';
import type { Rules } from '../config/rules.js';

/** How a sentence about a weaker gate begins, whatever made it weaker. */
export const WEAKENS = 'This pull request weakens its own gate:';

/**
 * How the new rules differ from the old ones in what can turn a fail into a pass, a sentence each. Whatever the verdict, the reader of
 * a pull request that lowers its own bar must be told. Undefined where either cannot be used, so that nobody knows.
 */
export function weakenings(old: Rules, now: Rules): string[] | undefined {
  if (!('config' in old && 'config' in now)) return undefined;
  return weakeningsOf(OF_THE_WHOLE, old.config, now.config).map((what) => `${WEAKENS} ${what}.`);
}
