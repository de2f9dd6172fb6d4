import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import {
  promptNotices,
  promptProblem,
  type PromptNames,
  type PromptNote,
} from '../engine/prompt.ts';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { didYouMean } from '../language/nearest.ts';
import { findDataFiles } from '../data/files.ts';
import type { Files } from '../files.ts';
import type { TestConfig, WrittenText } from './config.ts';
import type { Faults } from './faults.ts';
import { readPromptFile } from './prompt-files.ts';
import type { WrittenConfig } from './schema.ts';
import { joinedFiles, type SubjectTexts } from './texts.ts';
import { valueAt } from './yaml.ts';

type PromptKind = PromptNames['kind'];

/** The texts of a configuration and of the files that it names. */
export interface Texts extends SubjectTexts {
  /** The file with the rules of a bot. */
  rules?: WrittenText;
}

/** Maximum sizes of a prompt, and of another text or all files of a variable, in bytes. */
const MAX_PROMPT = 1024 ** 2;
const MAX_TEXT = 100_000;

const DOCUMENT = /\.(?:html?|xml|pdf|docx?)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php)$/i;
/** Files that hold a prompt beside other things, or none. */
const NO_PROMPT = /\.(?:jsonl|csv|tsv|toml)$/i;

/** Reads each file that a configuration names, except data, and adds what is wrong with it. */
class TextReader {
  private readonly files: Files;
  private readonly faults: Faults;
  readonly notices: string[] = [];

  constructor(files: Files, faults: Faults) {
    this.files = files;
    this.faults = faults;
  }

  /** The text of a file; undefined where there is none. */
  async textAt(name: unknown, key: string[], limit = MAX_TEXT): Promise<WrittenText | undefined> {
    if (typeof name !== 'string') return undefined;
    const file = path.posix.normalize(name);
    const [text] = await this.textsOf([file], key, limit);
    if (text?.text.trim() === '')
      this.faults.add(key, `names an empty file: ${quoted(file)}`, 'Write the text into it.');
    return text;
  }

  /** The texts of all files of a glob. An empty one is a page that was emptied. */
  async textsAt(glob: string, key: string[]): Promise<WrittenText> {
    const names = await findDataFiles(glob, this.files);
    const texts = await this.textsOf(names, key, MAX_TEXT);
    if (names.length === 0) {
      const all = await this.files.list();
      const globs = all.map((file) => path.posix.join(file, `../*${path.extname(file)}`));
      this.faults.add(
        key,
        `matches no file of ${this.files.name}: ${quoted(glob)}${didYouMean(glob, globs)}`,
        'Commit the files. The glob is one from the root of the repository, such as help/*.md.',
      );
    }
    return joinedFiles(texts, glob);
  }

  /** With line breaks as in git, and without the last one. */
  private async textsOf(names: string[], key: string[], limit: number): Promise<WrittenText[]> {
    const contents = await this.files.read(names);
    const texts: WrittenText[] = [];
    let size = 0;
    for (const [i, file] of names.entries()) {
      const bytes = contents[i];
      size += bytes?.length ?? 0;
      const [problem, remedy = ''] = faultOf(file, bytes, limit === MAX_PROMPT);
      const near = bytes ? '' : didYouMean(file, await this.files.list());
      if (problem !== undefined) this.faults.add(key, `${problem}: ${quoted(file)}${near}`, remedy);
      const text = bytes?.toString().replaceAll('\r\n', '\n') ?? '';
      texts.push({ file, text: text.replace(/^\uFEFF|\n$/g, '') });
    }
    const remedy = `At most ${limit} bytes are read.`;
    if (size > limit)
      this.faults.add(key, `names ${size} bytes: ${quoted(names.join(', '))}`, remedy);
    return texts;
  }

  /** The texts of a prompt file, by what they are sent as. */
  async promptAt(name: unknown, kind: PromptKind): Promise<Partial<SubjectTexts>> {
    const key = ['model', `${kind}_file`];
    const whole = await this.textAt(name, key, MAX_PROMPT);
    if (!whole) return {};
    try {
      const { texts, unused } = readPromptFile(whole, kind);
      if (unused.length > 0)
        this.notices.push(
          `Not used of ${quoted(whole.file)}: ${unused.map(quoted).join(', ')}. The configuration alone says which model is asked, and with what.`,
        );
      if (kind === 'prompt' || !texts.prompt) return texts;
      this.faults.add(key, 'names a file with a user message, too', 'Name it as prompt_file.');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.faults.errors.push(error);
    }
    return {};
  }
}

export async function readTexts(
  written: WrittenConfig,
  files: Files,
  faults: Faults,
): Promise<Texts & { notices: string[] }> {
  const reader = new TextReader(files, faults);
  const { model = {} } = written;
  const inFiles = [
    await reader.promptAt(model.prompt_file, 'prompt'),
    await reader.promptAt(model.system_prompt_file, 'system_prompt'),
  ];
  const promptOf = (kind: PromptKind): WrittenText | undefined => {
    const own = model[kind];
    const texts = inFiles.flatMap((texts) => texts[kind] ?? []);
    if (own !== undefined) texts.push({ text: own });
    const [first, second] = texts;
    if (second)
      faults.add(
        ['model', own === undefined ? `${kind}_file` : kind],
        `is written twice: in ${quoted(first?.file)}, too`,
        'Keep one of them.',
      );
    return first;
  };
  const variables: Record<string, WrittenText> = {};
  for (const [name, one] of Object.entries(model.variables ?? {})) {
    const key = ['model', 'variables', name];
    if (typeof one !== 'object') variables[name] = { text: String(one) };
    else if ('files' in one) variables[name] = await reader.textsAt(one.files, [...key, 'files']);
    else variables[name] = (await reader.textAt(one.file, [...key, 'file'])) ?? { text: '' };
  }
  const rules = ['tests', 'sensitivity', 'rules', 'rules', 'file'];
  return {
    prompt: promptOf('prompt'),
    system_prompt: promptOf('system_prompt'),
    variables,
    rules: await reader.textAt(valueAt(written, rules), rules),
    notices: reader.notices,
  };
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
      'Commit it. The path is one from the root of the repository.',
    ];
  if (isUtf8(bytes) && !bytes.includes(0)) return [];
  return ['names a file that is no text', 'Write the text into it, as UTF-8.'];
}

/**
 * The prompts under the rules of tests, by their keys: why one cannot be used, and notices on what
 * is sent other than it looks.
 */
export function checkedPrompts(subject: SubjectTexts, tests: readonly TestConfig[]) {
  const columns = tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {}));
  const variables = Object.keys(subject.variables);
  return (['prompt', 'system_prompt'] as const).flatMap((kind) => {
    const written = subject[kind];
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
  const isOneLine = file === undefined && !text.includes('\n');
  if (before === -1 || isOneLine) return message;
  const { first = 1, last } = lines ?? {};
  const nth = last === undefined ? text.slice(0, before).split('\n').length - 1 : 0;
  return `${file === undefined ? 'line ' : `${file}:`}${first + nth}: ${message}`;
}
