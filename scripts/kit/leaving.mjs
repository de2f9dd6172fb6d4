import { readFileSync } from 'node:fs';

/**
 * The most tokens and files of each folder, and the rooms of src that are being replaced.
 *
 * @type {{ most: Record<string, Size>, leaving: string[] }}
 * @typedef {{ tokens: number, files: number }} Size
 */
export const SIZE = JSON.parse(readFileSync(new URL('../size.json', import.meta.url), 'utf8'));

/**
 * Whether a file belongs to a room that is leaving: `src/engine-old/run.ts`, or a test of it.
 *
 * @param {string} file from the root of the project
 */
export function isLeaving(file) {
  const [, room = ''] = file.split('/');
  return SIZE.leaving.includes(room);
}
