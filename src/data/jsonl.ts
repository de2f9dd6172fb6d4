import { readLines } from './decode.js';
import { asRow, parseJson } from './parse-json.js';
import type { DataFile, RawRow } from './source.js';

/** Rows of a JSON Lines file, one object or string a line, read as a stream. */
export async function* readJsonLines(file: DataFile): AsyncGenerator<RawRow> {
  for await (const { text, line } of readLines(file)) {
    const source = `${file.name}:${line}`;
    yield { value: asRow(parseJson(text, file.name, line), () => source), source };
  }
}
