import { isUtf8 } from 'node:buffer';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import type { Files } from '../files.ts';

/** A text that rows or rules are drafted from. */
export interface DocumentText {
  /** As the command names it. */
  name: string;
  text: string;
}

const MAX_DOCUMENT_BYTES = 5 * 1024 ** 2;

/** @throws ConfigError for a file that is missing, blank, too large, or not text */
export async function readDocuments(
  names: readonly string[],
  files: Files,
): Promise<DocumentText[]> {
  const documents: DocumentText[] = [];
  for (const name of new Set(names)) documents.push(await readDocument(name, files));
  return documents;
}

async function readDocument(name: string, files: Files): Promise<DocumentText> {
  const refuse = (fault: string, remedy: string) =>
    new ConfigError(`the document ${quoted(name)} ${fault}`, { where: name, remedy });
  const [bytes] = await files.read([name]);
  if (!bytes)
    throw refuse('is no file here', 'Name files, and no folder: sensitivity draft docs/help.md');
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw refuse(`has ${bytes.length} bytes`, `At most ${MAX_DOCUMENT_BYTES} are read: cut it.`);
  if (!isUtf8(bytes) || bytes.includes(0) || /\.html?$/i.test(name))
    throw refuse(
      'is neither plain text nor Markdown',
      'Save it as Markdown (a PDF: `pdftotext -layout FILE.pdf`), and name that file.',
    );
  const text = bytes
    .toString()
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
  if (text.trim() === '') throw refuse('is blank', 'Name one with a text.');
  return { name, text };
}
