import type { Overrides } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { ConfigError } from '../../src/errors.ts';

/** The name under which `errorOf` parses a configuration. */
export const FILE = 'f.yml';

/** Returns the error of a configuration; undefined if it can be used. */
export function errorOf(text: string, overrides?: Overrides): ConfigError | undefined {
  try {
    parseConfig(text, FILE, overrides);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
