/**
 * Tests run in Node itself (jest-light-runner): no transpiler, and a module is evaluated once a
 * worker.
 */
import { registerHooks } from 'node:module';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals')
      return { url: GLOBALS, format: 'module', shortCircuit: true };
    // Sources name the modules that a build makes of them.
    const isOurs =
      /^\.\.?\/.*\.js$/.test(specifier) && /\.ts(?:\?\d+)?$/.test(context.parentURL ?? '');
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
