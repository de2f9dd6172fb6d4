import { namesIn } from '../data/columns.ts';
import { readDataFiles } from '../data/files.ts';
import { ANSWER_NAMES } from '../data/keys.ts';
import { rowsOfFiles } from '../data/rows.ts';
import { orTell } from '../errors.ts';
import type { Files } from '../files.ts';

/** Finds in a repository what `init` proposes. */

export interface Found {
  /** Files, the likeliest first. */
  prompts: string[];
  rows: string[];
  /** A glob of each folder with documents: `help/*.md`. */
  documents: string[];
  /** Web pages, which no command reads. */
  pages: string[];
}

export interface FoundPrompt {
  file: string;
  /** Placeholders in it. */
  names: ReadonlySet<string>;
  /** The first line that speaks of documents, from 1. */
  promise?: { line: number; words: string };
}

/** Rows of a file; a column is absent where no name tells it. */
export interface FoundRows {
  columns: readonly string[];
  count: number;
  text?: string;
  answer?: string;
}

/** Folders of tools, of what is built, and of tests. */
const SKIPPED =
  /(?:^|\/)(?:\.[^/]+|node_modules|vendor|dist|build|coverage|fixtures?|testdata|__\w+__)\//;
/** What a repository says about itself, and locks. */
const OF_PROJECT =
  /(?:^|\/)(?:readme|changelog|contributing|licen[cs]e|security|code_of_conduct|agents|claude|requirements|robots|[^/]*lock)\b[^/]*$/i;
const PROMPT_FILE = /\.(?:txt|md|prompt|prompty|j2|jinja2?|tmpl|mustache)$|\.prompt\.ya?ml$/i;
const ROWS_FILE = /\.(?:jsonl|ndjson|csv|tsv|json)$/i;
const DOCUMENT =
  /^(?:.*\/)?(?:help|docs?|documents?|kb|knowledge[\w-]*|faqs?|articles?|manuals?|polic(?:y|ies)|content|pages)\/(?=[^/]+\.(md|txt)$)/i;
const PAGE = /\.html?$/i;
/** Files that are opened to see what they are, of each kind. */
const MOST_OPENED = 300;
const MOST_CHARACTERS = 100_000;

export async function findSources(files: Files): Promise<Found> {
  const all = await files.list();
  const names = all.filter((name) => !SKIPPED.test(name) && !OF_PROJECT.test(name));
  const documents = names.flatMap((name) => {
    const [folder, ending] = DOCUMENT.exec(name) ?? [];
    return folder !== undefined && ending !== undefined ? `${folder}*.${ending}` : [];
  });
  const prompts = names.filter((name) => PROMPT_FILE.test(name));
  const rows = names.filter((name) => ROWS_FILE.test(name));
  return {
    prompts: await likeliest(prompts, (name) => likenessOfPrompt(name, files)),
    rows: await likeliest(rows, (name) => likenessOfRows(name, files)),
    documents: [...Map.groupBy(documents, String)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([glob]) => glob),
    pages: names.filter((name) => PAGE.test(name)),
  };
}

/** Least likeness of what is proposed. */
const LIKELY = 2;

async function likeliest(
  names: readonly string[],
  likenessOf: (name: string) => Promise<number>,
): Promise<string[]> {
  const rated: { name: string; likeness: number }[] = [];
  for (const name of names.slice(0, MOST_OPENED))
    rated.push({ name, likeness: await likenessOf(name) });
  return rated
    .filter(({ likeness }) => likeness >= LIKELY)
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ name }) => name);
}

const PROMPT_NAME = /prompt|system|instruction|persona/i;
/** A line near the start of a prompt speaks to its model. */
const PROMPT_START =
  /^\W{0,5}(?:you(?:'re| are) (?:an?|the)|you (?:answer|help|work|write|classify|reply)|your (?:task|role|job) is|act as|classify|du bist|sie sind|vous êtes|tu es|eres)\b/i;
const START_LINES = 20;
const PLACEHOLDER = /\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g;
/** Placeholders that every row fills. */
export const FILLED: ReadonlySet<string> = new Set(['text', 'question', 'options']);

async function likenessOfPrompt(name: string, files: Files): Promise<number> {
  const text = await textOf(name, files);
  if (DOCUMENT.test(name) && !PROMPT_NAME.test(name)) return 0;
  const speaks = text.split('\n', START_LINES).some((line) => PROMPT_START.test(line));
  const hasText = placeholdersIn(text).intersection(FILLED).size > 0;
  return [PROMPT_NAME.test(name), speaks, hasText].filter(Boolean).length * 2;
}

async function textOf(name: string, files: Files): Promise<string> {
  const [bytes] = (await orTell(() => files.read([name]))) ?? [];
  return bytes?.toString('utf8', 0, MOST_CHARACTERS).replaceAll('\r\n', '\n') ?? '';
}

function placeholdersIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name));
}

const ABOUT_DOCUMENTS =
  /\b(?:documents?|documentation|context|passages?|sources?|help (?:texts?|pages?|cent(?:er|re)s?|articles?|documents?)|faqs?|manuals?|handbooks?|knowledge bases?|articles?|(?:provided|given) (?:texts?|facts|information))\b/i;

export async function readFoundPrompt(file: string, files: Files): Promise<FoundPrompt> {
  const text = await textOf(file, files);
  const names = placeholdersIn(text);
  const lines = text.split('\n');
  const line = lines.findIndex((one) => ABOUT_DOCUMENTS.test(one));
  if (line < 0) return { file, names };
  const sentences = lines[line]?.split(/(?<=[.!?]) /) ?? [];
  const words = sentences.find((one) => ABOUT_DOCUMENTS.test(one))?.trim() ?? '';
  return { file, names, promise: { line: line + 1, words } };
}

/** Whether rows or variables fill a placeholder of the prompt, beside the question. */
export function sendsDocuments({ names }: FoundPrompt): boolean {
  return !names.isSubsetOf(FILLED);
}

const ROWS_NAME = /eval|golden|ticket|question|qa\b|test|faq|rows|example|dataset/i;

async function likenessOfRows(name: string, files: Files): Promise<number> {
  const rows = await orTell(() => readFoundRows(name, files));
  if (!rows) return 0;
  const known = [rows.text, rows.answer].filter((column) => column !== undefined);
  return known.length * 2 + Number(ROWS_NAME.test(name));
}

/** Columns that are read under these names, whatever their case. */
export const USUAL = {
  text: ['text', 'question'],
  answer: ['answer', ...ANSWER_NAMES],
};
const TEXTS = [
  ...['ticket', 'query', 'prompt', 'input', 'message', 'customer message', 'request', 'user'],
  ...['utterance', 'body', 'content', 'sentence', 'statement', 'review', 'comment', 'email'],
];
const ANSWERS = [
  ...['reply', 'response', 'output', 'reference', 'gold', 'target', 'completion', 'solution'],
  ...['label', 'category', 'class', 'intent'],
];

/** @throws DataError for a file that holds no rows */
export async function readFoundRows(source: string, files: Files): Promise<FoundRows> {
  const rows = rowsOfFiles(await readDataFiles(source, '--data', files), {}, '--data');
  const columns = rows[0] ? namesIn(rows[0]) : [];
  const answer = columnNamed(columns, [...USUAL.answer, ...ANSWERS]);
  const others = columns.filter((column) => column !== answer);
  const only = others.length === 1 ? others[0] : undefined;
  const text = columnNamed(others, [...USUAL.text, ...TEXTS]) ?? (answer && only);
  return { columns, count: rows.length, text, answer };
}

export function columnNamed(columns: readonly string[], names: readonly string[]) {
  const letters = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');
  return names.flatMap(
    (name) => columns.find((column) => letters(column) === letters(name)) ?? [],
  )[0];
}
