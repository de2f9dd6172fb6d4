import { readFoundRows } from '../data/rows.ts';
import { orTell } from '../errors.ts';
import type { Files } from '../files.ts';

/** Finds in a repository what `init` proposes. */

/** For no prompt, for the built-in rows, and for no document. */
export const NONE = 'none';

/** Folders of tools, of what is built, and of tests; what a repository says about itself; locks. */
const SKIPPED =
  /(?:^|\/)(?:(?:\.[^/]+|node_modules|vendor|dist|build|coverage|fixtures?|testdata|__\w+__)\/|(?:readme|changelog|contributing|licen[cs]e|security|code_of_conduct|agents|claude|requirements|robots|[^/]*lock)\b[^/]*$)/i;
const PROMPT_FILE = /\.(?:txt|md|prompt|prompty|j2|jinja2?|tmpl|mustache)$|\.prompt\.ya?ml$/i;
const ROWS_FILE = /\.(?:jsonl|ndjson|csv|tsv|json)$/i;
const CODE_FILE = /\.(?:py|[cm]?[jt]sx?|go|rb|java|kt|php|cs|rs)$/i;
const DOCUMENT =
  /^(?:.*\/)?(?:help|docs?|documents?|kb|knowledge[\w-]*|faqs?|articles?|manuals?|polic(?:y|ies)|content|pages)\/(?=[^/]+\.(?:md|txt)$)/i;

export async function findSources(files: Files) {
  const names = (await files.list()).filter((name) => !SKIPPED.test(name));
  const documents = names.filter((name) => DOCUMENT.test(name));
  /** Those first that are likely, then `none`, then all. */
  const ofKind = async (kind: RegExp, likenessOf: typeof likenessOfRows) => {
    const all = names.filter((name) => kind.test(name));
    const likely: [name: string, likeness: number][] = [];
    for (const name of all.slice(0, MOST_OPENED))
      likely.push([name, await likenessOf(name, files)]);
    const sorted = likely.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
    return [...sorted.map(([name]) => name), NONE, ...all];
  };
  return {
    prompts: await ofKind(PROMPT_FILE, likenessOfPrompt),
    rows: await ofKind(ROWS_FILE, likenessOfRows),
    /** Code that holds a prompt. */
    code: await ofKind(CODE_FILE, async (name) => {
      const { text } = await readFoundPrompt(name, files);
      return Number(PROMPT_IN_CODE.test(text));
    }),
    /** A glob of each folder with documents: `help/*.md`. */
    documents: [...new Set(documents.map((name) => name.replace(/(?<=\/)[^/]+(?=\.\w+$)/, '*')))],
  };
}

/** Files that are opened to see what they are, of each kind. */
const MOST_OPENED = 300;

const PROMPT_NAME = /prompt|system|instruction|persona/i;
/** A line near the start of a prompt speaks to its model. */
const PROMPT_START =
  /^\W{0,5}(?:you(?:'re| are) (?:an?|the)|you (?:answer|help|work|write|classify|sort|reply)|your (?:task|role|job) is|act as|classify|du bist|sie sind|vous êtes|tu es|eres)\b/im;
const START_LENGTH = 1_000;

async function likenessOfPrompt(name: string, files: Files): Promise<number> {
  const isNamed = PROMPT_NAME.test(name);
  if (DOCUMENT.test(name) && !isNamed) return 0;
  const { text, isTemplate } = await readFoundPrompt(name, files);
  const speaks = PROMPT_START.test(text.slice(0, START_LENGTH));
  return Number(isNamed) + Number(speaks) + Number(isTemplate);
}

const PROMPT_IN_CODE = /["'`]\s{0,9}you are (?:an?|the)\b/i;

const PLACEHOLDER = /\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g;
/** Placeholders that every row fills. */
export const FILLED: ReadonlySet<string> = new Set(['text', 'question', 'options']);
/** Files whose messages are a system prompt and a prompt. */
const WITH_ROLES = /\.(?:prompty|ya?ml)$/i;
const ABOUT_DOCUMENTS =
  /\b(?:documents?|documentation|context|passages?|sources?|help (?:texts?|pages?|cent(?:er|re)s?|articles?)|faqs?|manuals?|handbooks?|knowledge bases?|articles?|(?:provided|given) (?:texts?|facts|information))\b/i;

export async function readFoundPrompt(file: string, files: Files) {
  const [bytes] = (await orTell(() => files.read([file]))) ?? [];
  const text = bytes?.toString() ?? '';
  const names = new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name));
  const lines = text.split('\n');
  const line = lines.findIndex((one) => ABOUT_DOCUMENTS.test(one));
  return {
    file,
    text,
    /** Placeholders that not every row fills. */
    own: [...names.difference(FILLED)],
    /** Any other file is a system prompt. */
    isTemplate: WITH_ROLES.test(file) || !names.isDisjointFrom(FILLED),
    /** The first line that speaks of documents. */
    promise: lines[line]?.trim(),
    place: `${file}:${line + 1}`,
  };
}

const ROWS_NAME = /eval|golden|ticket|question|qa\b|test|faq|rows|example|dataset/i;

async function likenessOfRows(name: string, files: Files): Promise<number> {
  const { text, answer } = (await orTell(() => readFoundRows(name, files))) ?? {};
  const known = [text, answer].filter((column) => column !== undefined).length;
  return known > 0 ? 2 * known + Number(ROWS_NAME.test(name)) : 0;
}
