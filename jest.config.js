import { availableParallelism } from 'node:os';

/** Sources run as ES modules through swc; types are checked by tsc in a step of its own. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022', experimental: { keepImportAttributes: true } } },
    ],
  },
  // Many tests wait for processes, servers and clocks: more workers than cores.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testTimeout: 60_000,
};
