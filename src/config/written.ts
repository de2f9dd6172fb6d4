import type { SensitivityTest } from '../engine/tests/test.js';
import type { Config, Overrides } from './config.js';
import type { LocatedYaml, Path } from './positions.js';
import type { RawConfig, RawTest } from './schema.js';

/** A test's body, and where it stands. */
export interface WrittenTest {
  test: SensitivityTest;
  own: RawTest;
  path: Path;
}

/** A checked file, and where everything stands in it. */
export interface Written {
  raw: RawConfig;
  yaml: LocatedYaml;
  origin: Config['origin'];
}

/** Texts of the prompts that it keeps in files. */
export interface Prompts {
  prompt?: string;
  system_prompt?: string;
}

/** With the texts of the prompts that it keeps in files, and what the workflow says instead of it. */
export interface Source extends Written {
  prompts: Prompts;
  overrides: Overrides;
}
