import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';

const FOLDER = path.resolve('..', 'shared', 'oracle');

/** Records of the reference implementations' own input and output; `../shared` is there only in the project's workshop. */
export function oracle<Record_>(file: string): Record_[] {
  return readFileSync(path.join(FOLDER, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record_);
}

/** A `describe` that says why it skips where the records are not there. */
export function describeOracle(name: string, body: () => void): void {
  if (existsSync(FOLDER)) {
    describe(name, body);
    return;
  }
  process.stderr.write(`skipped: ${name}: ../shared/oracle is not here\n`);
  describe.skip(name, body);
}
