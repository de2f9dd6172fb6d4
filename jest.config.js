import { availableParallelism } from 'node:os';

/** Node strips the types of what it runs; the linter checks them. */
export default {
  runner: '<rootDir>/__tests__/support/jest/runner.mjs',
  setupFiles: ['<rootDir>/__tests__/support/jest/setup.mjs'],
  // jest reads no other files of the repository before it starts.
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  transform: {},
  // Tests wait for processes, servers and clocks: more workers than cores, and no more than keep these busy.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
