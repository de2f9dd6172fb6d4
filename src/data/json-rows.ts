import { DataError } from '../errors.js';
import { readText } from './decode.js';
import { scanJson } from './json-scan.js';
import { asRow, parseJson } from './parse-json.js';
import type { DataFile, RawRow } from './source.js';
import { kindOf } from './printable.js';

/** Rows of a JSON file: an array of objects or strings. The whole file is held in memory. */
export async function* readJson(file: DataFile): AsyncGenerator<RawRow> {
  let text = '';
  for await (const block of readText(file, Infinity)) text += block;
  if (text.trim() === '') return;
  const rows = parseJson(text, file.name);
  if (!Array.isArray(rows)) {
    throw new DataError(`The file holds ${kindOf(rows)}, not a list of rows.`, {
      where: file.name,
      remedy: 'Write the rows as a JSON array, or one a line in a .jsonl file.',
    });
  }
  for (const [index, row] of (rows as unknown[]).entries()) {
    const where = () => `${file.name}:${lineOf(text, index)}`;
    // Several rows may stand on one line, so that the number of the row is what tells them apart.
    yield { value: asRow(row, where), source: `${file.name}#${index + 1}`, where };
  }
}

/** Line that a row starts at. Slow, so only asked for when a row is faulty. */
function lineOf(text: string, index: number): number {
  return text.slice(0, scanJson(text).rows[index]).split('\n').length;
}
