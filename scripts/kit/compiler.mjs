import { fileURLToPath } from 'node:url';

/**
 * The program of TypeScript 7, by its path: `typescript`, version 6, has a program of the same
 * name.
 */
export const COMPILER = fileURLToPath(
  new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url),
);
