import { namesIn } from '../data/columns.ts';
import { readDataFiles } from '../data/files.ts';
import { rowsOfFiles } from '../data/rows.ts';
import { orTell } from '../errors.ts';
import type { Files } from '../files.ts';

/** Finds in a repository what `init` proposes. */

/** Folders of tools, of what is built, and of tests; what a repository says about itself; locks. */
const SKIPPED =
  /(?:^|\/)(?:(?:\.[^/]+|node_modules|vendor|dist|build|coverage|fixtures?|testdata|__\w+__)\/|(?:readme|changelog|contributing|licen[cs]e|security|code_of_conduct|agents|claude|requirements|robots|[^/]*lock)\b[^/]*$)/i;
const PROMPT_FILE = /\.(?:txt|md|prompt|prompty|j2|jinja2?|tmpl|mustache)$|\.prompt\.ya?ml$/i;
const ROWS_FILE = /\.(?:jsonl|ndjson|csv|tsv|json)$/i;
const DOCUMENT =
  /^(?:.*\/)?(?:help|docs?|documents?|kb|knowledge[\w-]*|faqs?|articles?|manuals?|polic(?:y|ies)|content|pages)\/(?=[^/]+\.(?:md|txt)$)/i;

export async function findSources(files: Files) {
  const names = (await files.list()).filter((name) => !SKIPPED.test(name));
  const document = names.find((name) => DOCUMENT.test(name));
  return {
    prompts: await likeliest(names, PROMPT_FILE, (name) => likenessOfPrompt(name, files)),
    rows: await likeliest(names, ROWS_FILE, (name) => likenessOfRows(name, files)),
    /** A glob of the first folder with documents: `help/*.md`. */
    documents: document?.replace(/(?<=\/)[^/]+(?=\.\w+$)/, '*'),
    /** A web page, which no command reads, where there is no document. */
    page: document === undefined ? names.find((name) => /\.html?$/i.test(name)) : undefined,
  };
}

/** Files that are opened to see what they are, of each kind. */
const MOST_OPENED = 300;

async function likeliest(
  names: readonly string[],
  kind: RegExp,
  likenessOf: (name: string) => Promise<number>,
): Promise<string[]> {
  const opened = names.filter((name) => kind.test(name)).slice(0, MOST_OPENED);
  const likeness = new Map<string, number>();
  for (const name of opened) likeness.set(name, await likenessOf(name));
  const likely = [...likeness].filter(([, count]) => count > 0);
  return likely.toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}

const PROMPT_NAME = /prompt|system|instruction|persona/i;
/** A line near the start of a prompt speaks to its model. */
const PROMPT_START =
  /^\W{0,5}(?:you(?:'re| are) (?:an?|the)|you (?:answer|help|work|write|classify|reply)|your (?:task|role|job) is|act as|classify|du bist|sie sind|vous êtes|tu es|eres)\b/im;
const START_LENGTH = 1_000;

async function likenessOfPrompt(name: string, files: Files): Promise<number> {
  const isNamed = PROMPT_NAME.test(name);
  if (DOCUMENT.test(name) && !isNamed) return 0;
  const { text, names } = await readFoundPrompt(name, files);
  const speaks = PROMPT_START.test(text.slice(0, START_LENGTH));
  return Number(isNamed) + Number(speaks) + Number(!names.isDisjointFrom(FILLED));
}

const PLACEHOLDER = /\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g;
/** Placeholders that every row fills. */
export const FILLED: ReadonlySet<string> = new Set(['text', 'question', 'options']);
const ABOUT_DOCUMENTS =
  /\b(?:documents?|documentation|context|passages?|sources?|help (?:texts?|pages?|cent(?:er|re)s?|articles?)|faqs?|manuals?|handbooks?|knowledge bases?|articles?|(?:provided|given) (?:texts?|facts|information))\b/i;

export async function readFoundPrompt(file: string, files: Files) {
  const [bytes] = (await orTell(() => files.read([file]))) ?? [];
  const text = bytes?.toString() ?? '';
  const names = new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name));
  const lines = text.split('\n');
  const line = lines.findIndex((one) => ABOUT_DOCUMENTS.test(one));
  /** The first line that speaks of documents. */
  const promise = lines[line]?.trim();
  return { file, text, names, promise, place: `${file}:${line + 1}` };
}

const ROWS_NAME = /eval|golden|ticket|question|qa\b|test|faq|rows|example|dataset/i;

async function likenessOfRows(name: string, files: Files): Promise<number> {
  const { text, answer } = (await orTell(() => readFoundRows(name, files))) ?? {};
  const known = [text, answer].filter((column) => column !== undefined).length;
  return known > 0 ? 2 * known + Number(ROWS_NAME.test(name)) : 0;
}

/** Names of columns, those first that are usual here. */
const TEXTS = [
  /^(?:text|question)$/i,
  /^(?:ticket|query|prompt|input|(?:customer[ _])?message|request|user|utterance|body|content|sentence|statement|review|comment|e-?mail)$/i,
];
const ANSWERS = [
  /^(?:answer|expected(?:[ _](?:answer|output))?|ideal|ground[ _]truth|correct[ _]answer)$/i,
  /^(?:(?:expected[ _])?reply|response|output|reference|gold|target|completion|solution|label|category|class|intent)$/i,
];

function columnOf(columns: readonly string[], kinds: readonly RegExp[]): string | undefined {
  return kinds.flatMap((kind) => columns.find((name) => kind.test(name)) ?? [])[0];
}

/** A column is undefined where no name tells it. @throws GateError for a file without rows */
export async function readFoundRows(source: string, files: Files) {
  const rows = await rowsOfFiles(await readDataFiles(source, '--data', files), {}, '--data');
  const columns = rows[0] ? namesIn(rows[0]) : [];
  const answer = columnOf(columns, ANSWERS);
  const others = columns.filter((name) => name !== answer);
  const [only] = answer !== undefined && others.length === 1 ? others : [];
  return { source, columns, count: rows.length, text: columnOf(others, TEXTS) ?? only, answer };
}
