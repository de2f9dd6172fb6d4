import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Leaves a file alone that says so already: somebody may be reading it, tests beside a build say. */
export function writeChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
