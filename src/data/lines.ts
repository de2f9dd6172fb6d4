import { readText } from './decode.js';
import { asRow, parseJson } from './parse-json.js';
import type { DataFile, RawRow } from './source.js';

/** Rows of a JSON Lines file, one object or string a line, read as a stream. */
export async function* readJsonLines(file: DataFile): AsyncGenerator<RawRow> {
  for await (const { text, line } of readLines(file)) {
    const source = `${file.name}:${line}`;
    yield { value: asRow(parseJson(text, file.name, line), () => source), source };
  }
}

/** Rows of a text file: every line is a text. */
export async function* readTextLines(file: DataFile): AsyncGenerator<RawRow> {
  for await (const { text, line } of readLines(file)) yield { value: text, source: `${file.name}:${line}` };
}

/** Lines of a file that are not blank, numbered from 1. Only `\n` and `\r\n` end a line, as JSON Lines has it. */
async function* readLines(file: DataFile): AsyncGenerator<{ text: string; line: number }> {
  let line = 0;
  for await (const block of readText(file)) {
    const lines = block.split('\n');
    // Every block but the last ends with a newline: what stands behind it is no line.
    if (lines.at(-1) === '') lines.pop();
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { text, line };
    }
  }
}
