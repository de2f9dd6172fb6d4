/** Where inline comments may stand in one file of a pull request's diff. */
export interface DiffFile {
  path: string;
  /** Head lines per hunk, first and last included: added and context lines. Empty if GitHub gives no patch. */
  hunks: readonly Range[];
}

export interface Range {
  first: number;
  last: number;
}

const HUNK_HEADER = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** Reads the head's side of a unified diff, as `GET /pulls/{n}/files` returns it in `patch`. */
export function hunksOf(patch = ''): Range[] {
  return patch.split('\n').flatMap((line) => {
    const header = HUNK_HEADER.exec(line);
    if (!header) return [];
    const first = Number(header[1]);
    const count = header[2] === undefined ? 1 : Number(header[2]);
    return count === 0 ? [] : [{ first, last: first + count - 1 }];
  });
}

/** Whether all these lines lie inside one hunk, so that one comment may span them. */
export function isInHunk({ hunks }: DiffFile, lines: Range): boolean {
  return hunks.some(({ first, last }) => first <= lines.first && lines.last <= last);
}
