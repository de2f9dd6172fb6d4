import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { z } from 'zod';
import {
  MAX_PROMPT_LENGTH,
  promptNotices,
  promptProblem,
  rowNames,
  type PromptKind,
  type PromptNote,
} from '../engine/prompt.ts';
import { ruleList } from '../engine/settings.ts';
import { ConfigError, orTell } from '../errors.ts';
import { entryOf, quoted } from '../json.ts';
import { findDataFiles } from '../data/files.ts';
import type { Files } from '../files.ts';
import type { SubjectTexts, TestConfig, WrittenText } from './config.ts';
import { checkedAt, type Faults } from './faults.ts';
import type { WrittenConfig } from './schema.ts';
import { parseYaml, valueAt, type Parsed } from './yaml.ts';

const KINDS: readonly PromptKind[] = ['prompt', 'system_prompt'];

/** Maximum size of a text that is no prompt, or of all files of a variable, in bytes. */
const MAX_TEXT_BYTES = 100_000;

/** Reads each file that a configuration names, except data, and adds the faults of the files. */
export async function readTexts(
  written: WrittenConfig,
  { files, faults }: { files: Files; faults: Faults },
) {
  const { model = {} } = written;
  const read = fileReader(written, files, faults);
  const texts: Record<string, WrittenText> = {};
  const add = (field: string, key: string, text: WrittenText) => {
    const other = texts[field];
    if (other)
      faults.add(
        ['model', key],
        `is written twice: in ${quoted(other.file ?? `model.${field}`)}, too`,
        'Keep one of them.',
      );
    texts[field] = text;
  };
  for (const kind of KINDS) {
    const key = `${kind}_file`;
    for (const whole of await read('prompt', 'model', key)) {
      const prompts = await orTell(() => promptsIn(whole, kind), faults.addError);
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
  // A file without a text has its fault.
  const rules = ruleFile?.text.trim()
    ? await orTell(
        () => checkedAt(parseYaml(ruleFile.text, ruleFile.file), ruleList),
        faults.addError,
      )
    : undefined;
  return { texts, ruleFile: ruleFile?.file, rules };
}

type FileUse = 'prompt' | 'text' | 'pages';

/** Makes a function that reads the file or the glob of a key; it gives none for an unset key. */
function fileReader(written: WrittenConfig, files: Files, faults: Faults) {
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
      // With line breaks as in git, and without the last one.
      const text = (bytes?.toString() ?? '').replaceAll('\r\n', '\n').replace(/^\uFEFF|\n$/g, '');
      return { file, text };
    });
  };
}

const DOCUMENT = /\.(?:html?|xml|pdf|docx?)$/i;
/** Files of code or data, which hold a prompt beside other things, or none. */
const NO_PROMPT = /\.(?:jsonl|csv|tsv|toml|[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php)$/i;
/** Roles in tags, which a model would read. */
const ROLE_TAGS = /^\s*<(?:system|developer|assistant|messages|message role)[ >=]/i;

/** The problem of a file that cannot be used so, and the remedy; empty for any other file. */
function unusable(file: string, bytes: Buffer | undefined, use: FileUse) {
  if (!bytes)
    return [
      'names no file that is there',
      'Commit it. A path or a glob is one from the root of the repository, such as help/*.md.',
    ];
  const text = bytes.toString();
  const isText = isUtf8(bytes) && !bytes.includes(0) && !DOCUMENT.test(file);
  const isOther = use === 'prompt' && (NO_PROMPT.test(file) || ROLE_TAGS.test(text));
  if (!isText || isOther)
    return [
      'names no plain text',
      'Put the text itself, as Markdown in UTF-8 and without tags of roles, into a .md file. Rows belong into data.source; an app of your own is asked with `hub: http`.',
    ];
  const isEmpty = use !== 'pages' && text.trim() === '';
  return isEmpty ? ['names an empty file', 'Write the text into it.'] : [];
}

interface Message extends WrittenText {
  role: string;
}

const FRONT_MATTER = /^---[ \t]*\n(?=[\w$]+:)([^]*?\n)---[ \t]*(?:\n|$)/;
const ROLE_LINE =
  /^[ \t]{0,9}(?:#[ \t]{0,9})?(system|developer|user|assistant|function|tool)(?:\[[^\]\n]{0,200}\])?[ \t]{0,9}:[ \t]*$/im;
/** The roles that are sent. */
const KIND_OF_ROLE = {
  system: 'system_prompt',
  developer: 'system_prompt',
  user: 'prompt',
};

/**
 * The prompts in a file, which may hold them beside other things: front matter, roles, a list of
 * messages. Its other keys are not used: the configuration alone says which model is asked.
 *
 * @throws ConfigError for a file of another kind, and for a message that is not sent
 */
function promptsIn(whole: WrittenText, kind: PromptKind) {
  const { text, file = '' } = whole;
  const isList = /\.(?:json|ya?ml)$/i.test(file);
  const [head = '', front = ''] = FRONT_MATTER.exec(text) ?? [];
  if (!isList && head === '' && !file.endsWith('.prompty')) return { [kind]: whole };
  // Its first line, `---`, would be read as the start of a document.
  const yaml = parseYaml(isList ? text : `\n${front}`, file);
  const texts: Record<string, WrittenText> = {};
  for (const { role, ...written } of isList ? messagesIn(yaml) : messagesBelow(head, text, kind)) {
    const field = entryOf(KIND_OF_ROLE, role.toLowerCase());
    if (!field || texts[field] || written.text.trim() === '')
      throw new ConfigError(
        `the message of ${quoted(role)} is not sent: each row is one question, with at most one system and one user message, neither empty`,
        {
          where: `${file}:${written.lines?.first ?? 1}`,
          remedy: 'Remove it, or write earlier turns into the system message.',
        },
      );
    texts[field] = { ...written, file };
  }
  return texts;
}

const MESSAGES =
  'must be a list of messages: [{ role: system, content: … }, { role: user, content: … }]. Texts in another form belong into .md files: name them as model.system_prompt_file and model.prompt_file.';
const messageList = z
  .array(z.strictObject({ role: z.string(), content: z.string() }), MESSAGES)
  .min(1);

/** Messages of a list, or of one below the key `messages`. */
function messagesIn(yaml: Parsed) {
  const above = Array.isArray(yaml.value) ? [] : ['messages'];
  return checkedAt(yaml, messageList, above).map(({ role, content }, i) => ({
    role,
    text: content.replace(/\n$/, ''),
    lines: yaml.linesOf([...above, i, 'content']),
  }));
}

/** Messages below lines such as `system:`; a text without them is one message. */
function messagesBelow(head: string, text: string, kind: PromptKind) {
  const [before = '', ...below] = text.slice(head.length).split(ROLE_LINE);
  // Text before the first role is the system's.
  const first = below.length === 0 && kind === 'prompt' ? 'user' : 'system';
  const pieces = [first, before, ...below];
  const messages: Message[] = [];
  let above = head;
  while (pieces.length > 0) {
    const [role = '', body = ''] = pieces.splice(0, 2);
    const [blank = ''] = /^\s*\n/.exec(body) ?? [];
    messages.push({
      role,
      text: body.slice(blank.length).trimEnd(),
      lines: { first: (above + blank).split('\n').length },
    });
    above += body;
  }
  return below.length > 0 && before.trim() === '' ? messages.slice(1) : messages;
}

/** The name of a variable in the field of a text, and the colon before the path of a page. */
const VARIABLE_FIELD = /^variables\.(\w+)(:)?/;

/** The text of each variable. Files of a glob stand under their paths, in the order of names. */
export function variablesOf(texts: SubjectTexts): Record<string, string> {
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

/**
 * Checks the prompts under the rules of tests: `refuse` gets the key of one that cannot be used,
 * and why. The notices name what looks like a placeholder and is sent as text.
 */
export function checkPrompts(
  texts: SubjectTexts,
  tests: readonly TestConfig[],
  refuse: (key: string, problem: string) => void,
): string[] {
  const names = {
    ...rowNames(tests.map(({ data }) => data.columns)),
    variables: Object.keys(variablesOf(texts)),
  };
  return KINDS.flatMap((kind) => {
    const written = texts[kind];
    if (!written) return [];
    const key = written.file === undefined ? kind : `${kind}_file`;
    const problem = promptProblem(written.text, names, kind);
    if (problem) refuse(key, atLine(written, problem));
    return promptNotices(written.text, names).map(
      (note) => `\`model.${key}\`: ${atLine(written, note)}`,
    );
  });
}

/** The message of a note, with the line of its token in the file. */
function atLine({ text, file, lines }: WrittenText, { message, token }: PromptNote): string {
  const before = token === undefined ? -1 : text.indexOf(token);
  if (before === -1) return message;
  const { first = 1, last } = lines ?? {};
  const nth = last === undefined ? text.slice(0, before).split('\n').length - 1 : 0;
  return `${file === undefined ? 'line ' : `${file}:`}${first + nth}: ${message}`;
}
