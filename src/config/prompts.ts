import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { parseTemplate, promptProblem, type PromptNames } from '../engine/prompt.ts';
import { quoted } from '../json.ts';
import { didYouMean } from '../language/nearest.ts';
import type { Files } from '../files.ts';
import type { SubjectConfig, TestConfig, WrittenText } from './config.ts';
import type { Faults } from './faults.ts';
import type { WrittenConfig } from './schema.ts';
import { valueAt } from './yaml.ts';

type PromptKind = PromptNames['kind'];
type SubjectTexts = Pick<SubjectConfig, PromptKind | 'variables'>;

/** The texts of a configuration and of the files that it names. */
export interface Texts extends SubjectTexts {
  /** The file with the rules of a bot. */
  rules?: WrittenText;
}

/** Maximum sizes of a prompt and of another text, in bytes. */
const MAX_PROMPT = 1024 ** 2;
const MAX_TEXT = 100_000;

const DOCUMENT = /\.(?:html?|xml|pdf|docx?)$/i;
/** Files that hold a prompt beside other things, or none. */
const NO_PROMPT = /\.(?:jsonl?|csv|tsv|ya?ml|toml|prompty|[cm]?[jt]sx?|py)$/i;

export async function readTexts(
  written: WrittenConfig,
  files: Files,
  faults: Faults,
): Promise<Texts> {
  const textAt = async (...key: string[]): Promise<WrittenText | undefined> => {
    const name = valueAt(written, key);
    if (typeof name !== 'string') return undefined;
    const file = path.posix.normalize(name);
    const [bytes] = await files.read([file]);
    const [problem, remedy] = faultOf(file, bytes, key.length === 2);
    if (bytes && problem === undefined) return { file, text: asInGit(bytes) };
    const near = bytes ? '' : didYouMean(file, await files.list());
    faults.add(key, `${problem}: ${quoted(file)}${near}`, remedy ?? '');
    return undefined;
  };
  const { model = {} } = written;
  const promptOf = async (kind: PromptKind): Promise<WrittenText | undefined> => {
    const [text, inFile] = [model[kind], await textAt('model', `${kind}_file`)];
    if (text === undefined) return inFile;
    if (inFile)
      faults.add(['model', kind], `is written twice: as ${kind}_file, too`, 'Keep one of them.');
    return inFile ?? { text };
  };
  const variables: Record<string, WrittenText> = {};
  for (const [name, one] of Object.entries(model.variables ?? {})) {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    variables[name] = (await textAt('model', 'variables', name, 'file')) ?? { text };
  }
  const [prompt, system_prompt] = [await promptOf('prompt'), await promptOf('system_prompt')];
  const rules = await textAt('tests', 'sensitivity', 'rules', 'rules', 'file');
  return { prompt, system_prompt, variables, rules };
}

/** With line breaks as in git, and without the last one. */
function asInGit(bytes: Buffer): string {
  return bytes
    .toString()
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF|\n$/g, '');
}

/** Why a file is no text that can be sent, and what to do; nothing for one that can. */
function faultOf(file: string, bytes: Buffer | undefined, isPrompt: boolean): string[] {
  const limit = isPrompt ? MAX_PROMPT : MAX_TEXT;
  if (DOCUMENT.test(file) || (isPrompt && NO_PROMPT.test(file)))
    return [
      'names no plain text',
      'Put the text itself, as Markdown, into a .md file. Rows belong into data.source; `hub: http` asks an app with its code.',
    ];
  if (!bytes)
    return [
      'names no file that is there',
      'Commit it. The path is one from the root of the repository.',
    ];
  if (bytes.length > limit)
    return [`names a file of ${bytes.length} bytes`, `At most ${limit} are read.`];
  if (isUtf8(bytes) && !bytes.includes(0) && bytes.toString().trim() !== '') return [];
  return ['names an empty file, or one that is no text', 'Write the text into it, as UTF-8.'];
}

/**
 * The prompts under the rules of tests, by their keys: why one cannot be used, and a notice on a
 * name in double braces that is sent as text, since nothing fills it.
 */
export function checkedPrompts(subject: SubjectTexts, tests: readonly TestConfig[]) {
  const columns = tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {}));
  const variables = Object.keys(subject.variables);
  return (['prompt', 'system_prompt'] as const).flatMap((kind) => {
    const written = subject[kind];
    if (!written) return [];
    const names = { kind, variables, columns };
    const key = written.file === undefined ? kind : `${kind}_file`;
    const pieces = parseTemplate(written.text, names).filter(({ name }) => name === undefined);
    const [token] = /\{[A-Za-z_]\w*\}/.exec(pieces.map(({ text }) => text).join('')) ?? [];
    const notice =
      token &&
      `\`model.${key}\`: nothing fills ${quoted(token)}, so it is sent as text. Give it a value under \`model.variables\`, or name its column under \`data.columns.fill\`.`;
    return [{ key, problem: promptProblem(written.text, names), notice }];
  });
}
