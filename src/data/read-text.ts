import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { DataError } from '../errors.ts';
import { LFS_POINTER } from '../limits.ts';
import { longRow, MAX_ROW_LENGTH } from './cell.ts';
import type { DataFile } from './source.ts';

/** @throws DataError for a pointer of Git LFS, and for a workbook under another name */
function refuseOtherContent(start: Buffer, place: string): void {
  if (start.subarray(0, LFS_POINTER.length).equals(Buffer.from(LFS_POINTER)))
    throw new DataError('The file is a pointer of Git LFS, and not the data itself.', {
      where: place,
      remedy: 'Set `lfs: true` for actions/checkout in the workflow, or run `git lfs pull`.',
    });
  if (start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')))
    throw new DataError('The file is a workbook or an archive, and not a text.', {
      where: place,
      remedy: SAVE_AS_CSV,
    });
}

export const SAVE_AS_CSV =
  'Open it in the spreadsheet, save it as CSV (UTF-8), and name that file.';

/**
 * Yields blocks of whole lines without `\r`, so that a checkout on Windows gives the same samples.
 * @param longestLine maximum length of a line, in bytes
 */
export async function* readTextBlocks(
  file: DataFile,
  longestLine = MAX_ROW_LENGTH,
): AsyncGenerator<string> {
  const decoder = new LineDecoder(file.name);
  let openLine: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of readChunks(file)) {
      // A newline byte is never part of a longer UTF-8 sequence, so whole lines can be decoded by
      // themselves.
      const end = chunk.lastIndexOf('\n') + 1;
      if (end > 0) {
        yield decoder.decode(Buffer.concat([...openLine, chunk.subarray(0, end)]));
        openLine = [];
        length = 0;
      }
      openLine.push(chunk.subarray(end));
      length += chunk.length - end;
      if (length > longestLine) throw longRow(`${file.name}:${decoder.line}`);
    }
    if (length > 0) yield decoder.decode(Buffer.concat(openLine));
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    const remedy = 'Check that the path is a file, and that its permissions allow reading.';
    throw new DataError('The data file cannot be read.', { where: file.name, remedy, cause });
  }
}

/** Yields the bytes of a file, with newlines in place of bare `\r`. */
async function* readChunks(file: DataFile): AsyncGenerator<Buffer> {
  let isFirst = true;
  let hasBareReturns = false;
  for await (const chunk of createReadStream(file.path) as AsyncIterable<Buffer>) {
    if (isFirst) {
      refuseOtherContent(chunk, file.name);
      hasBareReturns = !chunk.includes('\n') && chunk.subarray(0, -1).includes('\r');
    }
    isFirst = false;
    if (hasBareReturns) for (const [i, byte] of chunk.entries()) if (byte === 13) chunk[i] = 10;
    yield chunk;
  }
}

/** Decodes whole lines, and counts them for the place of an error. */
class LineDecoder {
  /** The first line that is not decoded yet. */
  line = 1;
  // The decoder would drop a byte order mark from every block: only the first has one.
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** @throws DataError for bytes that are not UTF-8 */
  decode(block: Buffer): string {
    try {
      const text = this.decoder.decode(block);
      const start = this.line === 1 && text.startsWith('\ufeff') ? 1 : 0;
      this.line += text.split('\n').length - 1;
      return text.slice(start).replaceAll('\r\n', '\n');
    } catch (cause) {
      const lines = block.toString('latin1').split('\n');
      const valid = lines.findIndex((bytes) => !isUtf8(Buffer.from(bytes, 'latin1')));
      const place = `${this.name}:${this.line + valid}`;
      throw new DataError('This line is not valid UTF-8.', {
        where: place,
        remedy: 'Save the file as UTF-8.',
        cause,
      });
    }
  }
}
