import { readLines } from './decode.js';
import type { DataFile, RawRow } from './source.js';

/** Rows of a text file: every line is a text. */
export async function* readTextLines(file: DataFile): AsyncGenerator<RawRow> {
  for await (const { text, line } of readLines(file)) yield { value: text, source: `${file.name}:${line}` };
}
