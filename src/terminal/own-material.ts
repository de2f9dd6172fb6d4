import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CONTEXT_COLUMNS, TEXT_COLUMNS } from '../convert/names.js';
import { normalizeName } from '../data/cell.js';
import { ANSWER_NAMES } from '../data/expected.js';
import { columnsOfFile } from '../data/read-files.js';
import { PLACEHOLDERS } from '../engine/prompt.js';
import { orProblem, type GateError } from '../errors.js';

/** The files and promises of a repository from which `init` makes a gate. */
export interface OwnMaterial {
  rows?: OwnRows;
  /** Texts from which rows can be drafted. */
  documents: readonly string[];
  /** True if the prompt answers from documents: by a placeholder, or by its words. */
  isGrounded: boolean;
  /** The placeholder of the prompt that a document fills. */
  placeholder?: string | undefined;
  /** Sentences of the prompt that promise something of every answer. */
  promises: readonly string[];
}

/** A file of the team's own rows. */
export interface OwnRows {
  file: string;
  rows: number;
  /** The column of the text, unless it is `text` or `question`, which need no key. */
  text?: string;
  /** The column of the expected answer in words. */
  answer?: string;
  /** Columns by the placeholder of the prompt that they fill. */
  fill: Readonly<Record<string, string>>;
  /** True if rows have options to choose from, or say whether they are true. */
  isKeyed: boolean;
}

/** Columns that are read as the right answer without being named, the surest first. */
const EXPECTED_COLUMNS = ['answer', ...ANSWER_NAMES];
const CONTEXT_NAMES = CONTEXT_COLUMNS.map(normalizeName);

const NAMED_PLACEHOLDER = /\{\{\s*([A-Za-z_]\w*)\s*\}\}|\{\s*([A-Za-z_]\w*)\s*\}/g;
/** Most placeholders of a prompt that are read. */
const MOST_PLACEHOLDERS = 50;

/** The placeholders of a prompt in either style, without those of the row's own text. */
export function ownPlaceholders(prompt: string): string[] {
  const names = Array.from(
    prompt.matchAll(NAMED_PLACEHOLDER),
    ([, double, single]) => double ?? single ?? '',
  );
  const ownNames = names.filter(
    (name) => !PLACEHOLDERS.some((rowPlaceholder) => rowPlaceholder === name),
  );
  return [...new Set(ownNames)].slice(0, MOST_PLACEHOLDERS);
}

/** The column with the first of these usual names; case, spaces and dashes do not matter. */
function columnNamed(columns: readonly string[], usualNames: readonly string[]) {
  const matches = usualNames.flatMap(
    (name) => columns.find((column) => normalizeName(column) === normalizeName(name)) ?? [],
  );
  return matches[0];
}

/** Finds rows, documents and promises for a gate. */
export async function findMaterial(
  root: string,
  { file, prompt }: { file: string | undefined; prompt: string | undefined },
): Promise<OwnMaterial> {
  const material: OwnMaterial = {
    documents: await documentsIn(root),
    isGrounded: prompt !== undefined && isGroundedPrompt(prompt),
    promises: [],
  };
  if (file !== undefined) material.rows = await readOwnRows(root, { file, prompt });
  if (prompt === undefined) return material;
  const placeholder = documentPlaceholder(prompt);
  const isFilled = placeholder !== undefined && material.rows?.fill[placeholder] !== undefined;
  return { ...material, placeholder, promises: promisesIn(prompt, isFilled) };
}

/**
 * Returns what the file holds for the prompt's placeholders; undefined for a file without a column
 * of texts, or one that cannot be read.
 */
async function readOwnRows(
  root: string,
  { file, prompt }: { file: string; prompt: string | undefined },
): Promise<OwnRows | undefined> {
  const fileColumns = await orProblem(() => columnsIn(root, file));
  if ('problem' in fileColumns) return undefined;
  const { names, rows } = fileColumns;
  const text = columnNamed(names, TEXT_COLUMNS);
  if (text === undefined) return undefined;
  const isKeyed = columnNamed(names, ['options', 'truth']) !== undefined;
  const ownRows: OwnRows = { file, rows, fill: fillFor(names, prompt), isKeyed };
  if (!['text', 'question'].includes(text.toLowerCase())) ownRows.text = text;
  const answer = columnNamed(names, EXPECTED_COLUMNS);
  if (answer !== undefined) ownRows.answer = answer;
  return ownRows;
}

/** Returns why a file of rows cannot be read; undefined if it can. */
export async function problemOfRows(root: string, file: string): Promise<GateError | undefined> {
  const fileColumns = await orProblem(() => columnsIn(root, file));
  return 'problem' in fileColumns ? fileColumns.problem : undefined;
}

function columnsIn(root: string, file: string) {
  return columnsOfFile(root, { file, textColumns: [...TEXT_COLUMNS, ...EXPECTED_COLUMNS] });
}

/** A column for each placeholder of the prompt: of its name, or the only one of documents. */
function fillFor(names: readonly string[], prompt: string | undefined): Record<string, string> {
  const fill: Record<string, string> = {};
  for (const placeholder of ownPlaceholders(prompt ?? '')) {
    const isDocument = CONTEXT_NAMES.includes(normalizeName(placeholder));
    const column =
      columnNamed(names, [placeholder]) ??
      (isDocument ? columnNamed(names, CONTEXT_COLUMNS) : undefined);
    if (column !== undefined) fill[placeholder] = column;
  }
  return fill;
}

const BOUND_TO_DOCUMENTS =
  /\b(?:only|solely|based on|according to|(?:using|from) (?:the|this|these))\b[^.\n]{0,40}\b(?:context|documents?|passages?|articles?|knowledge base|excerpts?|sources?)\b/i;

/** The placeholder that a document fills; undefined without one. */
export function documentPlaceholder(prompt: string): string | undefined {
  return ownPlaceholders(prompt).find((name) => CONTEXT_NAMES.includes(normalizeName(name)));
}

/** True for a prompt that answers from documents: by its placeholders, or by its words. */
export function isGroundedPrompt(prompt: string): boolean {
  return documentPlaceholder(prompt) !== undefined || BOUND_TO_DOCUMENTS.test(prompt);
}

const PROMISE =
  /\b(?:never|do not|don['’]t|must not|must|always|only|under no circumstances|(?:stay|remain|be|keep (?:it|them|answers|replies)) (?:polite|friendly|kind|calm|courteous|respectful|honest|professional|brief|concise|short))\b/i;
const ABOUT_DOCUMENTS =
  /\b(?:context|documents?|passages?|articles?|knowledge base|below|above|question|sources?)\b/i;
/** A file of rules has at most as many. */
const MOST_PROMISES = 10;
const [SHORTEST, LONGEST] = [12, 200];

/**
 * Sentences of a prompt that say what every answer must or must not do, at most ten. Those about
 * documents count only if a column fills the documents, since their judge needs to see them.
 */
export function promisesIn(prompt: string, areDocumentsFilled = false): string[] {
  const sentences = prompt
    .split(/\n|(?<=[.!?])\s+/)
    .map((line) => line.replace(/^[\s*#>\d.)-]+/, '').trim())
    .filter((line) => line.length >= SHORTEST && line.length <= LONGEST)
    .filter((line) => !/[{}]/.test(line) && PROMISE.test(line))
    .filter((line) => areDocumentsFilled || !ABOUT_DOCUMENTS.test(line));
  return [...new Set(sentences)].slice(0, MOST_PROMISES);
}

const DOCUMENT_FOLDERS = ['docs', 'documents', 'knowledge', 'help', 'faq', 'kb'];
const DOCUMENT_NAMES = /\.(?:md|markdown|txt|html?)$/i;
const MOST_DOCUMENTS = 20;

/** Texts in the folders where teams keep their documents, by name; at most twenty. */
export async function documentsIn(root: string): Promise<string[]> {
  const documents: string[] = [];
  for (const folder of DOCUMENT_FOLDERS) {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile() && DOCUMENT_NAMES.test(entry.name));
    documents.push(...names.map(({ name }) => `${folder}/${name}`).sort());
  }
  return documents.slice(0, MOST_DOCUMENTS);
}
