import type { createRequire } from 'node:module';
import path from 'node:path';
import { runInThisContext } from 'node:vm';

const makeRequire = runInThisContext("process.getBuiltinModule('node:module').createRequire") as typeof createRequire;

/**
 * What Node itself reads, as it stands, once for all test files that a worker of jest runs: for large tools that are no part of what
 * is tested, of which jest would make another copy for each file. What it holds lives in another realm: no `instanceof`.
 * @param file beside this one.
 */
export function native(file: string): unknown {
  return makeRequire(import.meta.url)(path.join(import.meta.dirname, file));
}
