import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { normalizeName } from '../data/cell.js';
import { ANSWER_NAMES } from '../data/expected.js';
import { columnsOfFile } from '../data/file-columns.js';
import { PLACEHOLDERS } from '../engine/prompt.js';
import { orProblem, type GateError } from '../errors.js';

/** What a repository has that a gate can be about. */
export interface OwnMaterial {
  rows?: OwnRows;
  /** Texts from which rows can be drafted. */
  documents: readonly string[];
  /** The prompt answers from documents: it has a placeholder for them, or says so. */
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
  /** The column of the text, if it has another name than those that are read by themselves. */
  text?: string;
  /** The column of the expected answer in words. */
  answer?: string;
  /** Columns by the placeholder of the prompt that they fill. */
  fill: Readonly<Record<string, string>>;
  /** Rows have options to choose from, or say whether they are true. */
  isKeyed: boolean;
}

/** Columns that hold what a customer wrote, the surest first. */
const TEXTS = ['text', 'question', 'query', 'prompt', 'input', 'message', 'request', 'utterance'];
const ANSWERS = ['answer', ...ANSWER_NAMES].map(normalizeName);
const DOCUMENTS = [
  'context',
  'passage',
  'document',
  'documents',
  'article',
  'evidence',
  'knowledge',
];

const NAMED = /\{\{\s*([A-Za-z_]\w*)\s*\}\}|\{\s*([A-Za-z_]\w*)\s*\}/g;
/** Placeholders of a prompt that are looked at. */
const MOST_PLACEHOLDERS = 50;

/** The placeholders of a prompt in either style, without those of the row's own text. */
export function ownPlaceholders(prompt: string): string[] {
  const names = Array.from(prompt.matchAll(NAMED), ([, double, single]) => double ?? single ?? '');
  const own = names.filter((name) => !PLACEHOLDERS.some((known) => known === name));
  return [...new Set(own)].slice(0, MOST_PLACEHOLDERS);
}

function columnNamed(names: readonly string[], wanted: readonly string[]): string | undefined {
  for (const bare of wanted) {
    const found = names.find((name) => normalizeName(name) === bare);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns what there is in a repository for a gate: beside its prompt, rows and documents. */
export async function findMaterial(
  root: string,
  { file, prompt }: { file: string | undefined; prompt: string | undefined },
): Promise<OwnMaterial> {
  const material: OwnMaterial = {
    documents: await documentsIn(root),
    isGrounded: prompt !== undefined && isGroundedPrompt(prompt),
    promises: [],
  };
  if (file !== undefined) material.rows = await ownRows(root, { file, prompt });
  if (prompt === undefined) return material;
  const placeholder = documentPlaceholder(prompt);
  const isFilled = placeholder !== undefined && material.rows?.fill[placeholder] !== undefined;
  return { ...material, placeholder, promises: promisesIn(prompt, isFilled) };
}

/**
 * Returns what the file holds for the prompt's placeholders; undefined for a file without a column
 * of texts, or one that cannot be read.
 */
export async function ownRows(
  root: string,
  { file, prompt }: { file: string; prompt: string | undefined },
): Promise<OwnRows | undefined> {
  const found = await orProblem(() => columnsIn(root, file));
  if ('problem' in found) return undefined;
  const { names, rows } = found;
  const text = columnNamed(names, TEXTS);
  if (text === undefined) return undefined;
  const isKeyed = columnNamed(names, ['options', 'truth']) !== undefined;
  const own: OwnRows = { file, rows, fill: fillFor(names, prompt), isKeyed };
  if (!['text', 'question'].includes(text.toLowerCase())) own.text = text;
  const answer = columnNamed(names, ANSWERS);
  if (answer !== undefined) own.answer = answer;
  return own;
}

/** Returns why a file of rows cannot be read; undefined if it can. */
export async function problemOfRows(root: string, file: string): Promise<GateError | undefined> {
  const found = await orProblem(() => columnsIn(root, file));
  return 'problem' in found ? found.problem : undefined;
}

function columnsIn(root: string, file: string) {
  return columnsOfFile(root, { file, wanted: [...TEXTS, ...ANSWERS] });
}

/** A column for each placeholder of the prompt: of its name, or the only one of documents. */
function fillFor(names: readonly string[], prompt: string | undefined): Record<string, string> {
  const fill: Record<string, string> = {};
  for (const placeholder of ownPlaceholders(prompt ?? '')) {
    const isDocument = DOCUMENTS.includes(normalizeName(placeholder));
    const column =
      columnNamed(names, [normalizeName(placeholder)]) ??
      (isDocument ? columnNamed(names, DOCUMENTS) : undefined);
    if (column !== undefined) fill[placeholder] = column;
  }
  return fill;
}

const BINDING =
  /\b(?:only|solely|based on|according to|(?:using|from) (?:the|this|these))\b[^.\n]{0,40}\b(?:context|documents?|passages?|articles?|knowledge base|excerpts?|sources?)\b/i;

/** The placeholder that a document fills; undefined without one. */
export function documentPlaceholder(prompt: string): string | undefined {
  return ownPlaceholders(prompt).find((name) => DOCUMENTS.includes(normalizeName(name)));
}

/** True for a prompt that answers from documents: by its placeholders, or by its words. */
export function isGroundedPrompt(prompt: string): boolean {
  return documentPlaceholder(prompt) !== undefined || BINDING.test(prompt);
}

const PROMISE =
  /\b(?:never|do not|don['’]t|must not|must|always|only|under no circumstances|(?:stay|remain|keep|be) (?:polite|friendly|kind|calm|courteous|respectful|honest|professional|brief|concise|short))\b/i;
const ABOUT_DOCUMENTS =
  /\b(?:context|documents?|passages?|articles?|knowledge base|below|above|question|sources?)\b/i;
const MOST_PROMISES = 5;
const [SHORTEST, LONGEST] = [12, 200];

/**
 * Sentences of a prompt that say what every answer must or must not do, at most five. Those about
 * documents count only where a column fills the documents, since their judge needs to see them.
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
  const found: string[] = [];
  for (const folder of DOCUMENT_FOLDERS) {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile() && DOCUMENT_NAMES.test(entry.name));
    found.push(...names.map(({ name }) => `${folder}/${name}`).sort());
  }
  return found.slice(0, MOST_DOCUMENTS);
}
