/**
 * This folder keeps `npm test` below 100 s on two cores. jest's own runner loads each module anew
 * for each test file. jest-light-runner loads it once in a process, so that its code gets faster;
 * gates run in that process, too (run-process.ts). What it lacks is here:
 *
 * - answer-late.mjs: an end of each run, which may else wait for a worker forever.
 * - setup.mjs and after-every-test.mjs: a limit for tests that hang, and clean-ups.
 * - draw.mjs: the part of a slow test that a commit runs.
 */
import path from 'node:path';
import './draw.mjs';

export { default } from 'jest-light-runner/child-process';

process.execArgv.push(
  `--import=${import.meta.resolve('./answer-late.mjs')}`,
  // A gate keeps V8 from giving young objects more memory, so a worker begins with enough.
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
);
// The processes share the sources as Node stripped and compiled them.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/node');
