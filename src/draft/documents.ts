import { decodeText, findDataFiles, readDataFiles } from '../data/files.ts';
import { DataError } from '../errors.ts';
import type { Files } from '../files.ts';

/** A text that rows or rules are drafted from. */
export interface DocumentText {
  /** Its path. */
  name: string;
  text: string;
}

const MAX_DOCUMENT_BYTES = 5 * 1024 ** 2;

/**
 * Reads each document once.
 *
 * @param sources - paths and globs
 * @throws GateError for a source without a file, and for a file that is no document
 */
export async function readDocuments(
  sources: readonly string[],
  files: Files,
): Promise<DocumentText[]> {
  const texts = new Map<string, string>();
  for (const source of sources) {
    if ((await findDataFiles(source, files)).length === 0)
      throw new DataError('There is no such file', {
        where: source,
        remedy: 'Name a text or Markdown file, or a glob in quotes: "help/*.md".',
      });
    for (const { name, bytes } of await readDataFiles(source, 'command line', files)) {
      const text = decodeText(bytes, name);
      const isDocument = text.trim() !== '' && !text.includes('\0') && !/\.html?$/i.test(name);
      if (!isDocument || bytes.length > MAX_DOCUMENT_BYTES)
        throw new DataError(
          `The document is blank, a web page, binary, or larger than ${MAX_DOCUMENT_BYTES} bytes.`,
          { where: name, remedy: 'Save it as Markdown or plain text, cut it, and name that file.' },
        );
      texts.set(name, text);
    }
  }
  return Array.from(texts, ([name, text]) => ({ name, text }));
}
