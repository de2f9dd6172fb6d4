import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The records in this repository. The README.md beside them says where they come from. */
const COMMITTED = path.resolve('__tests__', 'oracle');

/** All records, and texts that people labelled; only beside a checkout that has them. */
const SHARED = path.resolve('..', 'shared', 'oracle');

/**
 * Records of the reference implementations. They come from ../shared if it exists, which includes
 * the committed ones.
 */
export function oracle<Record_>(file: string): Record_[] {
  return recordsIn(path.join(existsSync(path.join(SHARED, file)) ? SHARED : COMMITTED, file));
}

/** A test of the text of a file of ../shared/cases; it says why it skips where that is missing. */
export function itShared(name: string, file: string, check: (text: string) => Promise<void>) {
  const found = path.resolve('..', 'shared', 'cases', file);
  const body = () => check(readFileSync(found, 'utf8'));
  if (existsSync(found)) it(name, body);
  else it.skip(`${name}: ../shared/cases/${file} is not here`, body);
}

/**
 * The records of a file of JSON lines. A test that goes through none of them proves nothing. A long
 * text may be written as `{ "long": ["x", 50000] }`.
 */
export function recordsIn<Record_>(file: string): Record_[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  if (lines.length === 0) throw new Error(`${file} holds no records`);
  return lines.map((line) => JSON.parse(line, expandText) as Record_);
}

/**
 * A `describe` for tests that need the labelled texts, which are never copied. Without them its
 * name says why it is skipped.
 */
export function describeOracle(name: string, body: () => void) {
  if (existsSync(SHARED)) {
    describe(name, body);
    return;
  }
  process.stderr.write(`skipped: ${name}: ../shared/oracle is not here\n`);
  // The body is not passed on: jest would run it to collect tests, and it would read missing files.
  describe.skip(name, () => it('needs ../shared/oracle', body));
}

function expandText(_key: string, value: { long?: [string, number] } | null) {
  return value?.long ? value.long[0].repeat(value.long[1]) : value;
}
