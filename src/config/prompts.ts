// Reads the texts of a configuration and the files that it names for them, and checks prompts.

import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import {
  MAX_PROMPT_LENGTH,
  promptNotices,
  promptProblem,
  rowNames,
  type PromptNote,
} from '../engine/prompt.ts';
import { ruleList } from '../engine/settings.ts';
import { tryStep } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { findDataFiles } from '../data/files.ts';
import type { Files } from '../shared/files.ts';
import type { SubjectTexts, TestConfig, WrittenText } from './config.ts';
import { checkValueAt, type Faults } from './faults.ts';
import { countNewlines, readPrompts } from './prompt-files.ts';
import type { WrittenConfig } from './schema.ts';
import { parseYaml, valueAt } from './yaml.ts';

export const PROMPT_KINDS = ['prompt', 'system_prompt'] as const;

/** Maximum size of a rule file, or of all files of a variable, in bytes. */
const MAX_TEXT_BYTES = 100_000;

/** Reads each file that a configuration names, except data. Faults of the files go to `faults`. */
export async function readTexts(written: WrittenConfig, files: Files, faults: Faults) {
  const { model = {} } = written;
  const read = createFileReader(written, files, faults);
  const texts: Record<string, WrittenText> = {};
  const add = (field: string, key: string, text: WrittenText) => {
    const earlier = texts[field];
    if (earlier)
      faults.add(
        ['model', key],
        `is written twice: in ${quoted(earlier.file ?? `model.${field}`)}, too`,
        'Keep one of them.',
      );
    texts[field] = text;
  };
  for (const kind of PROMPT_KINDS) {
    const key = `${kind}_file`;
    for (const whole of await read('prompt', 'model', key)) {
      const prompts = await tryStep(() => readPrompts(whole, kind), faults.addError);
      for (const [field, text] of Object.entries(prompts ?? {})) add(field, key, text);
    }
    if (model[kind] !== undefined) add(kind, kind, { text: model[kind] });
  }
  for (const [variable, value] of Object.entries(model.variables ?? {})) {
    const key = ['model', 'variables', variable];
    const field = `variables.${variable}`;
    if (typeof value !== 'object') texts[field] = { text: String(value) };
    for (const text of await read('text', ...key, 'file')) texts[field] = text;
    for (const page of await read('pages', ...key, 'files')) texts[`${field}:${page.file}`] = page;
  }
  const [ruleFile] = await read('text', 'tests', 'sensitivity', 'rules', 'rules', 'file');
  // A rule file without a text has got its fault already.
  const rules = ruleFile?.text.trim()
    ? await tryStep(
        () => checkValueAt(parseYaml(ruleFile.text, ruleFile.file), ruleList),
        faults.addError,
      )
    : undefined;
  return { texts, ruleFile: ruleFile?.file, rules };
}

type FileUse = 'prompt' | 'text' | 'pages';

/**
 * Makes a function that reads the file or the glob of a key. A key without a value has no files.
 */
function createFileReader(written: WrittenConfig, files: Files, faults: Faults) {
  return async (use: FileUse, ...key: string[]) => {
    const name = valueAt(written, key);
    if (typeof name !== 'string') return [];
    const pages = use === 'pages' ? await findDataFiles(name, files) : [];
    const names = pages.length > 0 ? pages : [path.posix.normalize(name)];
    const contents = await files.read(names);
    const size = contents.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
    const limit = use === 'prompt' ? MAX_PROMPT_LENGTH : MAX_TEXT_BYTES;
    if (size > limit)
      faults.add(key, `names ${size} bytes: ${quoted(name)}`, `At most ${limit} bytes are read.`);
    return names.map((file, i) => {
      const bytes = contents[i];
      const [problem, remedy = ''] = unusable(file, bytes, use);
      if (problem) faults.add(key, `${problem}: ${quoted(file)}`, remedy);
      // Line breaks become those of git. A byte order mark and the last line break are dropped.
      const text = String(bytes ?? '')
        .replaceAll('\r\n', '\n')
        .replace(/^\uFEFF|\n$/g, '');
      return { file, text };
    });
  };
}

const DOCUMENT = /\.(?:html?|xml|pdf|docx?)$/i;
/** Matches files of code or data: if one holds a prompt, it holds other things, too. */
const NO_PROMPT = /\.(?:jsonl|csv|tsv|toml|[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php)$/i;
/** Matches a role in a tag, which the model would read as a part of the prompt. */
const ROLE_TAGS = /^\s*<(?:system|developer|assistant|messages|message role)[ >=]/i;

/** The problem of a file that cannot be used, and its remedy; an empty list for a usable file. */
function unusable(file: string, bytes: Buffer | undefined, use: FileUse) {
  if (!bytes)
    return [
      'names no file that is there',
      'Commit it; if this change deletes it, put it back, or name another one. A path or a glob starts at the root of the repository: `help/*.md`. For a YOUR-…, which `init` leaves open, name your own file, or delete the line.',
    ];
  const text = bytes.toString();
  const isText = isUtf8(bytes) && !bytes.includes(0) && !DOCUMENT.test(file);
  const isOther = use === 'prompt' && (NO_PROMPT.test(file) || ROLE_TAGS.test(text));
  if (!isText || isOther)
    return [
      'names no plain text',
      'Put the text itself, as Markdown in UTF-8 and without tags of roles, into a .md file. Rows belong into data.source; an app of your own is asked with `hub: http`.',
    ];
  const isEmpty = use !== 'pages' && !text.trim();
  return isEmpty ? ['names an empty file', 'Write the text into it.'] : [];
}

/** Finds the name of a variable in the field of a text, and the colon before the path of a page. */
const VARIABLE_FIELD = /^variables\.(\w+)(:)?/;

/** The text of each variable. Files of a glob stand below their paths, in order. */
export function variablesOf(texts: SubjectTexts) {
  const variables = new Map<string, string>();
  for (const field of Object.keys(texts).sort()) {
    const [, name, isPage] = VARIABLE_FIELD.exec(field) ?? [];
    if (name === undefined) continue;
    const { text = '', file } = texts[field] ?? {};
    const shown = isPage ? `${file}\n${text}`.trim() : text;
    const before = variables.get(name);
    variables.set(name, before === undefined ? shown : `${before}\n\n${shown}`);
  }
  return Object.fromEntries(variables);
}

/** The names that placeholders of prompts may have: variables, and columns of any test's rows. */
export function promptNames(texts: SubjectTexts, tests: readonly TestConfig[]) {
  return {
    ...rowNames(tests.map(({ data }) => data.columns)),
    variables: Object.keys(variablesOf(texts)),
  };
}

/**
 * Checks the prompts under the rules of tests. `refuse` gets the key of a prompt that cannot be
 * used, and the reason. The notices name what looks like a placeholder and is sent as text.
 */
export function checkPrompts(
  texts: SubjectTexts,
  tests: readonly TestConfig[],
  refuse: (key: string, problem: string) => void,
) {
  const names = promptNames(texts, tests);
  const notices: string[] = [];
  for (const kind of PROMPT_KINDS) {
    const written = texts[kind];
    if (!written) continue;
    const key = written.file ? `${kind}_file` : kind;
    const problem = promptProblem(written.text, names, kind);
    if (problem) refuse(key, atLine(written, problem));
    for (const note of promptNotices(written.text, names))
      notices.push(`\`model.${key}\`: ${atLine(written, note)}`);
  }
  // A placeholder that stands in a prompt several times gives one notice.
  return [...new Set(notices)];
}

/** The message of a note, with the line of its token in the file. */
function atLine({ text, file, lines }: WrittenText, { message, token }: PromptNote) {
  if (token === undefined) return message;
  const before = text.indexOf(token);
  let line = lines?.first ?? 1;
  if (lines?.last === undefined) line += countNewlines(text.slice(0, before));
  return `${file === undefined ? 'line ' : `${file}:`}${line}: ${message}`;
}
