// Reads the diff of a pull request: its files, by the lines that a comment may stand on.

import type { Client } from './client.ts';
import type { PullRef } from './comment.ts';

/** A line of a diff. `line` is its number in the head; of a removed line, the number below it. */
export interface DiffLine {
  sign: '+' | '-' | ' ';
  text: string;
  line: number;
}

export interface ChangedFile {
  path: string;
  /** Empty if GitHub gives no patch, as for a large or binary file. */
  hunks: readonly (readonly DiffLine[])[];
}

/** Files of the head, without deleted ones; GitHub lists at most 3,000. */
export async function listChangedFiles(client: Client, pull: PullRef) {
  const files = await client.paginate(client.rest.pulls.listFiles, { ...pull, per_page: 100 });
  return files
    .filter(({ status }) => status !== 'removed')
    .map(({ filename, patch }) => ({ path: filename, hunks: parseHunks(patch ?? '') }));
}

/** Reads a patch, which has no header of its file, and may end within a hunk. */
export function parseHunks(patch: string) {
  const hunks: DiffLine[][] = [];
  let line = 0;
  for (const signed of patch.split('\n')) {
    const [, start] = /^@@ -\S{1,40} \+(\d{1,9})/.exec(signed) ?? [];
    const [sign] = signed;
    if (start !== undefined) {
      line = Number(start);
      hunks.push([]);
    } else if (sign === '+' || sign === '-' || sign === ' ') {
      hunks.at(-1)?.push({ sign, text: signed.slice(1).replace(/\r$/, ''), line });
      if (sign !== '-') line += 1;
    }
  }
  return hunks;
}
