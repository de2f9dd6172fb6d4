import path from 'node:path';
import { readPlainFile } from '../config/files.ts';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { wayInside } from '../path-safety.ts';

/** A document as text. */
export interface DocumentText {
  /** As the command names it. */
  name: string;
  text: string;
}

/** Maximum size of a document, in bytes. */
const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;

/** How to convert a file that is not read, by its extension. */
const CONVERSION_REMEDIES: Readonly<Record<string, string>> = {
  '.html': 'Save it as Markdown, and name that file.',
  '.htm': 'Save it as Markdown, and name that file.',
  '.pdf': 'Make text of it first (`pdftotext -layout FILE.pdf`), and name that file.',
  '.doc': 'Save it as Markdown or plain text, and name that file.',
  '.docx': 'Save it as Markdown or plain text, and name that file.',
  '.odt': 'Save it as Markdown or plain text, and name that file.',
  '.pptx': 'Save its text in a file, and name that file.',
  '.xlsx': 'Save it as CSV, and name that file.',
};

/**
 * Reads documents by their paths from `root`.
 * @throws ConfigError for a file that is missing, no text, blank, or larger than 5 MiB
 */
export async function readDocuments(
  root: string,
  names: readonly string[],
): Promise<DocumentText[]> {
  const documents: DocumentText[] = [];
  for (const name of new Set(names)) documents.push(await readDocument(root, name));
  return documents;
}

async function readDocument(root: string, name: string): Promise<DocumentText> {
  const remedy = CONVERSION_REMEDIES[path.extname(name).toLowerCase()];
  if (remedy !== undefined)
    throw new ConfigError(`${quoted(name)} is neither plain text nor Markdown`, {
      where: name,
      remedy,
    });
  const label = `the document ${quoted(name)}`;
  const content = await readPlainFile({
    root,
    file: name,
    label,
    place: name,
    maxBytes: MAX_DOCUMENT_BYTES,
    // A link of a checkout could send another file of this machine to the model.
    confined: wayInside(root, path.resolve(root, name)) !== undefined,
    isTracked: () => Promise.resolve(undefined),
    isNamedByWorkflow: true,
  });
  if (content === undefined)
    throw new ConfigError(`there is no document ${quoted(name)}`, {
      where: name,
      remedy: 'Name files below this folder: sensitivity draft docs/help.md',
    });
  if (content.includes('\0'))
    throw new ConfigError(`${label} is neither plain text nor Markdown`, {
      where: name,
      remedy: 'Save its text in a file, and name that file.',
    });
  const text = content.replaceAll('\r\n', '\n');
  if (text.trim() !== '') return { name, text };
  throw new ConfigError(`${label} is blank`, { where: name, remedy: 'Name one with a text.' });
}
