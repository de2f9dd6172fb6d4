import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { DataError } from '../errors.js';
import { longRow, MOST_ROW } from './cell.js';
import type { DataFile } from './source.js';

const NEWLINE = 0x0a;

/**
 * Yields the text of a UTF-8 file in blocks of whole lines. Drops a byte order mark and turns `\r\n` into `\n`, so a checkout on Windows
 * gives the same samples.
 *
 * @param longestLine in bytes; Infinity if a line may hold many rows
 * @throws DataError for bytes that are no UTF-8, for a line that is too long, and for a file that cannot be read
 */
export async function* readText(file: DataFile, longestLine = MOST_ROW): AsyncGenerator<string> {
  // The decoder would drop a byte order mark from every block: only the first has one.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const { block, line } of readWholeLines(file, longestLine)) {
    let text: string;
    try {
      text = decoder.decode(block);
    } catch (cause) {
      throw new DataError('This line is not valid UTF-8.', {
        where: `${file.name}:${line + validLines(block)}`,
        remedy: 'Save the file as UTF-8.',
        cause,
      });
    }
    if (line === 1 && text.startsWith('\ufeff')) text = text.slice(1);
    yield text.replaceAll('\r\n', '\n');
  }
}

/**
 * Yields blocks of whole lines, each with the number of its first line, from 1. A newline byte is never part of a longer UTF-8 sequence,
 * so a block can be decoded by itself.
 */
async function* readWholeLines(file: DataFile, longestLine: number): AsyncGenerator<{ block: Buffer; line: number }> {
  let rest: Buffer[] = [];
  let length = 0;
  let line = 1;
  try {
    for await (const chunk of createReadStream(file.path) as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        const block = Buffer.concat([...rest, chunk.subarray(0, end)]);
        yield { block, line };
        line += newlines(block);
        rest = [];
        length = 0;
      }
      rest.push(chunk.subarray(end));
      length += chunk.length - end;
      if (length > longestLine) throw longRow(`${file.name}:${line}`);
    }
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    throw new DataError('The data file cannot be read.', {
      where: file.name,
      remedy: 'Check that it is a file and that its permissions allow to read it.',
      cause,
    });
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield { block: last, line };
}

function newlines(block: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Number of lines before the first that is no UTF-8. */
function validLines(block: Buffer): number {
  let count = 0;
  let start = 0;
  for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
    if (!isUtf8(block.subarray(start, end))) break;
    count += 1;
    start = end + 1;
  }
  return count;
}
