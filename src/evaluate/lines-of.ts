import { readSync } from 'node:fs';

export interface Line {
  /** Undefined where it is too long to be read. */
  text: string | undefined;
  /** Where it stands in the file, in bytes, without its line break. */
  at: number;
  length: number;
  /** A line break ends it: what was written last may be torn. */
  isWhole: boolean;
}

const CHUNK = 1024 * 1024;
const BREAK = 10;

/** The lines of an open file with their places; never more of it in memory than the longest line. Empty ones are left out. */
export function* linesOf(file: number, longest: number): Generator<Line> {
  const chunk = Buffer.alloc(CHUNK);
  let parts: Buffer[] = [];
  let length = 0;
  let at = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length > longest) parts = [];
    else parts.push(Buffer.from(part));
  };
  const line = (isWhole: boolean): Line => ({
    text: length > longest ? undefined : Buffer.concat(parts).toString(),
    at,
    length,
    isWhole,
  });
  for (let position = 0; ;) {
    const read = readSync(file, chunk, 0, CHUNK, position);
    if (read === 0) break;
    position += read;
    for (let start = 0; start < read;) {
      const end = chunk.subarray(start, read).indexOf(BREAK);
      add(chunk.subarray(start, end < 0 ? read : start + end));
      if (end < 0) break;
      if (length > 0) yield line(true);
      at += length + 1;
      parts = [];
      length = 0;
      start += end + 1;
    }
  }
  if (length > 0) yield line(false);
}
