import { isUtf8 } from 'node:buffer';
import { DataError } from '../errors.ts';
import { LFS_POINTER } from '../limits.ts';

/** Formats that hold no text, by their first bytes. */
const OTHER_CONTENT = [
  {
    start: LFS_POINTER,
    what: 'a pointer of Git LFS, and not the data itself',
    remedy: 'Keep the rows in git itself, or set `lfs: true` for actions/checkout.',
  },
  // A workbook is a zip file.
  {
    start: 'PK\u0003\u0004',
    what: 'a workbook or an archive, and not a text',
    remedy: 'Open it in the spreadsheet, save it as CSV (UTF-8), and name that file.',
  },
];

/**
 * The text of a data file, without a byte order mark, and with `\n` at the end of each line.
 *
 * @param name - Path of the file, for errors.
 * @throws DataError for a file that is no text
 */
export function decodeText(bytes: Buffer, name: string): string {
  const other = OTHER_CONTENT.find(
    ({ start }) => bytes.toString('latin1', 0, start.length) === start,
  );
  if (other)
    throw new DataError(`The file is ${other.what}.`, { where: name, remedy: other.remedy });
  return decode(bytes, name)
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n');
}

function decode(bytes: Buffer, name: string): string {
  if (isUtf8(bytes)) return bytes.toString();
  // As Windows saves a text, with its byte order mark.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
  const lines = bytes.toString('latin1').split('\n');
  const wrong = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
  throw new DataError('This line is not valid UTF-8.', {
    where: `${name}:${wrong + 1}`,
    remedy: 'Save the file as UTF-8.',
  });
}
