/**
 * Tests run in Node itself, by jest-light-runner: no transpiler, no realm of jest's own, and a module is evaluated once a worker.
 * Two names are all that Node does not know.
 */
import { registerHooks } from 'node:module';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
    // Sources name the modules that a build makes of them.
    const isOurs = /^\.\.?\/.*\.js$/.test(specifier) && /\.ts(?:\?\d+)?$/.test(context.parentURL ?? '');
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
