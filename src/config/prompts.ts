import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import {
  MAX_PROMPT_LENGTH,
  promptNotices,
  promptProblem,
  type PromptNote,
} from '../engine/prompt.ts';
import { quoted } from '../json.ts';
import { didYouMean } from '../language/nearest.ts';
import { findDataFiles } from '../data/files.ts';
import type { Files } from '../files.ts';
import type { SubjectTexts, TestConfig, WrittenText } from './config.ts';
import type { Faults } from './faults.ts';
import { readPromptFile } from './prompt-files.ts';
import type { WrittenConfig } from './schema.ts';
import { variablesOf } from './texts.ts';
import { valueAt } from './yaml.ts';

const KINDS = ['prompt', 'system_prompt'] as const;

/** Maximum size of a text that is no prompt, or of all files of a variable, in bytes. */
const MAX_TEXT = 100_000;

const DOCUMENT = /\.(?:html?|xml|pdf|docx?)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php)$/i;
/** Files that hold a prompt beside other things, or none. */
const NO_PROMPT = /\.(?:jsonl|csv|tsv|toml)$/i;

interface Reader {
  files: Files;
  faults: Faults;
}

/** Reads each file that a configuration names, except data, and adds what is wrong with it. */
export async function readTexts(written: WrittenConfig, reader: Reader) {
  const { model = {} } = written;
  const { faults } = reader;
  const texts: Record<string, WrittenText> = {};
  const notices: string[] = [];
  const read = (...key: string[]) => textsOf(valueAt(written, key), key, reader);
  const add = (kind: (typeof KINDS)[number], key: string, text?: WrittenText) => {
    if (!text) return;
    const problem = `is written twice: in ${quoted(texts[kind]?.file)}, too`;
    if (texts[kind]) faults.add(['model', key], problem, 'Keep one of them.');
    texts[kind] = text;
  };
  for (const kind of KINDS) {
    const key = `${kind}_file`;
    const [whole] = await read('model', key);
    const found = whole && faults.attempt(() => readPromptFile(whole, kind));
    for (const one of KINDS) add(one, key, found?.texts[one]);
    if (found?.unused.length)
      notices.push(
        `Not used of ${quoted(whole?.file)}: ${found.unused.map(quoted).join(', ')}. The configuration alone says which model is asked, and with what.`,
      );
  }
  for (const kind of KINDS) if (model[kind] !== undefined) add(kind, kind, { text: model[kind] });
  for (const [variable, one] of Object.entries(model.variables ?? {})) {
    const key = ['model', 'variables', variable];
    const field = `variables.${variable}`;
    if (typeof one !== 'object') texts[field] = { text: String(one), variable };
    for (const text of await read(...key, 'file')) texts[field] = { ...text, variable };
    for (const page of await read(...key, 'files'))
      texts[`${field}:${page.file}`] = { ...page, variable, isPage: true };
  }
  const [ruleFile] = await read('tests', 'sensitivity', 'rules', 'rules', 'file');
  return { texts, ruleFile, notices };
}

/** The text of a file, or those of all files of a glob, of which each may be empty. */
async function textsOf(name: unknown, key: string[], reader: Reader): Promise<WrittenText[]> {
  if (typeof name !== 'string') return [];
  const { files, faults } = reader;
  const isPrompt = key.length === 2;
  const isGlob = key.at(-1) === 'files';
  const matches = isGlob ? await findDataFiles(name, files) : [path.posix.normalize(name)];
  const names = matches.length > 0 ? matches : [name];
  const contents = await files.read(names);
  const size = contents.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
  const limit = isPrompt ? MAX_PROMPT_LENGTH : MAX_TEXT;
  if (size > limit)
    faults.add(key, `names ${size} bytes: ${quoted(name)}`, `At most ${limit} bytes are read.`);
  const texts: WrittenText[] = [];
  for (const [i, file] of names.entries()) {
    const bytes = contents[i];
    // With line breaks as in git, and without the last one.
    const text = (bytes?.toString() ?? '').replaceAll('\r\n', '\n').replace(/^\uFEFF|\n$/g, '');
    texts.push({ file, text });
    const near = bytes ? '' : didYouMean(file, await files.list());
    const [problem, remedy = ''] = faultOf(file, bytes, isPrompt);
    if (problem !== undefined) faults.add(key, `${problem}: ${quoted(file)}${near}`, remedy);
    if (!isGlob && text.trim() === '')
      faults.add(key, `names an empty file: ${quoted(file)}`, 'Write the text into it.');
  }
  return texts;
}

/** Why a file is no text that can be sent, and what to do; nothing for one that can. */
function faultOf(file: string, bytes: Buffer | undefined, isPrompt: boolean): string[] {
  if (isPrompt && CODE.test(file))
    return [
      'is code',
      'Put the text into a file of its own, such as a .md file, or ask your app with `hub: http`.',
    ];
  if (DOCUMENT.test(file) || (isPrompt && NO_PROMPT.test(file)))
    return [
      'names no plain text',
      'Put the text itself, as Markdown, into a .md file. Rows belong into data.source.',
    ];
  if (!bytes)
    return [
      'names no file that is there',
      'Commit it. A path or a glob is one from the root of the repository, such as help/*.md.',
    ];
  if (isUtf8(bytes) && !bytes.includes(0)) return [];
  return ['names a file that is no text', 'Write the text into it, as UTF-8.'];
}

/**
 * The prompts under the rules of tests, by their keys: why one cannot be used, and notices on what
 * is sent other than it looks.
 */
export function checkedPrompts(texts: SubjectTexts, tests: readonly TestConfig[]) {
  const columns = tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {}));
  const variables = Object.keys(variablesOf(texts));
  return KINDS.flatMap((kind) => {
    const written = texts[kind];
    if (!written) return [];
    const names = { kind, variables, columns };
    const key = written.file === undefined ? kind : `${kind}_file`;
    const problem = promptProblem(written.text, names);
    const notices = promptNotices(written.text, names);
    return {
      key,
      problem: problem && atLine(written, problem),
      notices: notices.map((note) => `\`model.${key}\`: ${atLine(written, note)}`),
    };
  });
}

/** The message, behind the place of its token in the file. */
function atLine({ text, file, lines }: WrittenText, { message, token }: PromptNote): string {
  const before = token === undefined ? -1 : text.indexOf(token);
  if (before === -1) return message;
  const { first = 1, last } = lines ?? {};
  const nth = last === undefined ? text.slice(0, before).split('\n').length - 1 : 0;
  return `${file === undefined ? 'line ' : `${file}:`}${first + nth}: ${message}`;
}
