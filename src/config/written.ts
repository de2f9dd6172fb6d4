import type { SensitivityTest } from '../engine/tests/test.js';
import type { Path } from './positions.js';
import type { RawTest } from './schema.js';

/** A test's body, and where it stands. */
export interface WrittenTest {
  test: SensitivityTest;
  own: RawTest;
  path: Path;
}

