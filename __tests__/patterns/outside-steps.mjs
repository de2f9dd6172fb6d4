/** The thread of `outside-steps.ts`: the modules' names first. */
import '../support/jest/resolve.mjs';

await import('./outside-steps.ts');
