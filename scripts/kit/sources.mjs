// The sources as they are: Node strips their types, once `.js` means `.ts`. So nothing is built,
// and no older build is used.
import '../../__tests__/support/jest/resolve.mjs';

/** A module in TypeScript, such as `src/engine/run`. */
export const load = (file) => import(new URL(`../../${file}.ts`, import.meta.url).href);
