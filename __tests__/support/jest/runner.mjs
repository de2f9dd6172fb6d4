/**
 * jest-light-runner, since jest's own runner compiles each module anew for each test file: the
 * tests would take minutes instead of one. It takes processes, in which tests change folder and
 * variables. What it lacks is in this folder, and speed that it has not:
 *
 * - answer-late.mjs: without it some runs never end.
 * - setup.mjs and after-every-test.mjs: a limit for tests that hang, and clean-ups.
 * - The flags and the cache below, which save a third of the time.
 */
import path from 'node:path';
import './draw.mjs';

export { default } from 'jest-light-runner/child-process';

// A run keeps V8 from giving young objects more memory, so a worker begins with enough.
process.execArgv.push(
  `--import=${import.meta.resolve('./answer-late.mjs')}`,
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
);
// The processes share the sources as Node stripped and compiled them.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/node');
