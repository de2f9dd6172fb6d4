import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Skips a file whose content is the same: a test may be reading it. */
export function writeChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
