// Reads the texts of a configuration and the files that it names for them, and checks prompts.

import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import {
  MAX_PROMPT_LENGTH,
  promptNotices,
  findPromptProblem,
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

/** Reads each file that a configuration names, except data. Collects their faults in `faults`. */
export async function readTexts(written: WrittenConfig, files: Files, faults: Faults) {
  const { model = {} } = written;
  const read = createFileReader(written, files, faults);
  const texts: Record<string, WrittenText> = {};
  const add = (field: string, key: string, text: WrittenText) => {
    const earlier = texts[field];
    if (earlier)
      faults.add(
        ['model', key],
        `is set twice: also in ${quoted(earlier.file ?? `model.${field}`)}`,
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
  // An empty rule file already has a fault.
  const botRules = ruleFile?.text.trim()
    ? await tryStep(
        () => checkValueAt(parseYaml(ruleFile.text, ruleFile.file), ruleList),
        faults.addError,
      )
    : undefined;
  return { texts, ruleFile: ruleFile?.file, botRules };
}

type FileUse = 'prompt' | 'text' | 'pages';

/**
 * Creates a function that reads the file or the glob of a key. A key without a value has no files.
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
      faults.add(
        key,
        `is too large, with ${size} bytes: ${quoted(name)}`,
        `At most ${limit} bytes are allowed.`,
      );
    return names.map((file, i) => {
      const bytes = contents[i];
      if (!bytes)
        faults.add(
          key,
          `names a missing file: ${quoted(file)}`,
          'Commit it, restore it if this change deletes it, or name another. Paths and globs are relative to the root of the repository: `help/*.md`. Replace a YOUR-… of `init` with your own file, or delete the line.',
        );
      else if (!isUsable(file, bytes, use))
        faults.add(
          key,
          `names a file that is empty, or not plain text: ${quoted(file)}`,
          'Save the text alone, as Markdown in UTF-8 without role tags, in a .md file. Rows belong in data.source; to test your own app, use `hub: http`.',
        );
      // Normalizes line breaks, and drops a byte order mark and the last line break.
      const text = String(bytes ?? '')
        .replaceAll('\r\n', '\n')
        .replace(/^\uFEFF|\n$/g, '');
      return { file, text };
    });
  };
}

const DOCUMENT = /\.(?:html?|xml|pdf|docx?)$/i;
/** Matches files of code or data, which contain more than a prompt. */
const NO_PROMPT = /\.(?:jsonl|csv|tsv|toml|[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php)$/i;
/** Matches a role in a tag, which the model would read as part of the prompt. */
const ROLE_TAGS = /^\s*<(?:system|developer|assistant|messages|message role)[ >=]/i;

function isUsable(file: string, bytes: Buffer, use: FileUse) {
  const text = bytes.toString();
  const isText = isUtf8(bytes) && !bytes.includes(0) && !DOCUMENT.test(file);
  const isOther = use === 'prompt' && (NO_PROMPT.test(file) || ROLE_TAGS.test(text));
  return isText && !isOther && (use === 'pages' || text.trim() !== '');
}

/** The text of each variable. Joins the files of a glob in order, each below its path. */
export function variablesOf(texts: SubjectTexts) {
  const variables = new Map<string, string>();
  for (const field of Object.keys(texts).sort()) {
    // A colon precedes the path of a page.
    const [, name, pageMark] = /^variables\.(\w+)(:)?/.exec(field) ?? [];
    if (!name) continue;
    const { text = '', file } = texts[field] ?? {};
    const shown = pageMark ? `${file}\n${text}`.trim() : text;
    const before = variables.get(name);
    variables.set(name, before === undefined ? shown : `${before}\n\n${shown}`);
  }
  return Object.fromEntries(variables);
}

/** The names that placeholders may have: variables, and columns of any test's rows. */
export function promptNames(texts: SubjectTexts, tests: readonly TestConfig[]) {
  return {
    ...rowNames(tests.map(({ data }) => data.columns)),
    variables: Object.keys(variablesOf(texts)),
  };
}

/**
 * Checks the prompts under the rules of tests. Calls `refuse` with the key of an unusable prompt
 * and the reason. Returns notices of text that looks like a placeholder, but is sent unchanged.
 */
export function checkPrompts(
  texts: SubjectTexts,
  tests: readonly TestConfig[],
  refuse: (key: string, problem: string) => void,
) {
  const names = promptNames(texts, tests);
  // A placeholder that occurs several times gives one notice.
  const notices = new Set<string>();
  for (const kind of PROMPT_KINDS) {
    const written = texts[kind];
    if (!written) continue;
    const key = written.file ? `${kind}_file` : kind;
    const problem = findPromptProblem(written.text, names, kind);
    if (problem) refuse(key, withLine(written, problem));
    for (const note of promptNotices(written.text, names))
      notices.add(`\`model.${key}\`: ${withLine(written, note)}`);
  }
  return [...notices];
}

/** Adds the line of its token in the file to a note. */
function withLine({ text, file, lines }: WrittenText, { message, token }: PromptNote) {
  if (!token) return message;
  let line = lines?.first ?? 1;
  if (lines?.last === undefined) line += countNewlines(text.slice(0, text.indexOf(token)));
  return `${file ? `${file}:` : 'line '}${line}: ${message}`;
}
