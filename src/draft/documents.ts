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

/** How to convert a file without text, by its extension. */
const CONVERSION_REMEDIES: Readonly<Record<string, string>> = {
  '.pdf': 'Make text of it first (`pdftotext -layout FILE.pdf`), and name that file.',
  '.doc': 'Save it as plain text or as a web page, and name that file.',
  '.docx': 'Save it as plain text or as a web page, and name that file.',
  '.odt': 'Save it as plain text or as a web page, and name that file.',
  '.pptx': 'Save its text in a file, and name that file.',
  '.xlsx': 'Save it as CSV, and name that file.',
};
const HEADING_TAG = /<h[1-6](?:\s[^<>]*)?>/gi;
const READABLE = 'Text, Markdown and HTML are read.';

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
  const extension = path.extname(name).toLowerCase();
  const remedy = CONVERSION_REMEDIES[extension];
  if (remedy !== undefined)
    throw new ConfigError(`${quoted(name)} is no text. ${READABLE}`, { where: name, remedy });
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
    throw new ConfigError(`${label} is no text. ${READABLE}`, {
      where: name,
      remedy: 'Save its text in a file, and name that file.',
    });
  const isPage = extension === '.html' || extension === '.htm';
  const text = isPage ? await textOfPage(content) : content.replaceAll('\r\n', '\n');
  if (text.trim() !== '') return { name, text };
  throw new ConfigError(`${label} is blank`, { where: name, remedy: 'Name one with a text.' });
}

/** Returns the text of a page, with its headings marked as in Markdown. */
async function textOfPage(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
  // A heading begins a piece, as in Markdown.
  return convert(html.replace(HEADING_TAG, '$&# '), {
    wordwrap: false,
    limits: { maxInputLength: MAX_DOCUMENT_BYTES },
    selectors: [
      ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'nav', format: 'skip' },
    ],
  });
}
