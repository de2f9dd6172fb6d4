import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Records that this repository holds; its README.md says where they come from. */
const COMMITTED = path.resolve('__tests__', 'oracle');

/** All records, and texts that people labelled; only beside a checkout that has them. */
const SHARED = path.resolve('..', 'shared', 'oracle');

/**
 * Records of the reference implementations: those of ../shared where it is there, which hold the
 * committed ones.
 */
export function oracle<Record_>(file: string): Record_[] {
  return recordsIn(path.join(existsSync(path.join(SHARED, file)) ? SHARED : COMMITTED, file));
}

/** The cases of a file of ../shared/cases; none where the folder is not there. */
export function sharedCases<Case>(file: string): Case[] {
  const found = path.resolve('..', 'shared', 'cases', file);
  if (existsSync(found)) return JSON.parse(readFileSync(found, 'utf8')) as Case[];
  process.stderr.write(`skipped: ../shared/cases/${file} is not here\n`);
  return [];
}

/** The records of a file of JSON lines. */
export function recordsIn<Record_>(file: string): Record_[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record_);
}

/**
 * A `describe` for what needs labelled texts, which are never copied; it says why it
 * skips where they are not there.
 */
export function describeOracle(name: string, body: () => void): void {
  if (existsSync(SHARED)) {
    describe(name, body);
    return;
  }
  process.stderr.write(`skipped: ${name}: ../shared/oracle is not here\n`);
  // Not the body: jest runs it to collect the tests, and it would read what is not there.
  describe.skip(name, () => it('needs ../shared/oracle', body));
}
