import type { SensitivityTest } from '../engine/tests/test.js';
import type { Overrides } from './config.js';
import type { LocatedYaml, Path } from './positions.js';
import type { RawConfig, RawTest } from './schema.js';

/** A test's body, and where it stands. */
export interface WrittenTest {
  test: SensitivityTest;
  own: RawTest;
  path: Path;
}

/** A checked file, where everything stands in it, and what the workflow says instead. */
export interface Source {
  raw: RawConfig;
  yaml: LocatedYaml;
  overrides: Overrides;
}
