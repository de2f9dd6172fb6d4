import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { parseTemplate, promptProblem, type PromptNames } from '../engine/prompt.ts';
import { asRecord, quoted } from '../json.ts';
import { didYouMean } from '../language/nearest.ts';
import type { Files } from '../files.ts';
import type { SubjectConfig, TestConfig, WrittenText } from './config.ts';
import type { Faults } from './faults.ts';
import type { WrittenConfig } from './schema.ts';

/** Texts of the files that a configuration names, by the paths of their keys. */
export type Texts = ReadonlyMap<string, Required<WrittenText>>;

/** Maximum sizes of a prompt and of another text, in bytes. */
const MAX_PROMPT = 1024 ** 2;
const MAX_TEXT = 100_000;

const DOCUMENT = /\.(?:html?|xml|pdf|docx?)$/i;
/** Files that hold a prompt beside other things, or none. */
const NO_PROMPT = /\.(?:jsonl?|csv|tsv|ya?ml|toml|prompty|[cm]?[jt]sx?|py)$/i;

/** Reads the files with line breaks as in git, and without the last one. */
export async function readTexts(
  written: WrittenConfig,
  files: Files,
  faults: Faults,
): Promise<Texts> {
  const texts = new Map<string, Required<WrittenText>>();
  for (const [key, name] of namedFiles(written)) {
    if (typeof name !== 'string') continue;
    const file = path.posix.normalize(name);
    const bytes = await files.read(file);
    const fault = faultOf(bytes, file, key.endsWith('prompt_file'));
    const near = bytes ? '' : didYouMean(file, await files.list());
    if (fault) faults.add(key.split('.'), `${fault[0]}: ${quoted(file)}${near}`, fault[1]);
    if (fault || !bytes) continue;
    const text = bytes
      .toString()
      .replaceAll('\r\n', '\n')
      .replace(/^\uFEFF|\n$/g, '');
    texts.set(key, { file, text });
  }
  return texts;
}

export const RULES_FILE = 'tests.sensitivity.rules.rules.file';

function namedFiles({ model = {}, tests }: WrittenConfig): [key: string, file: unknown][] {
  const variables = Object.entries(model.variables ?? {}).map(
    ([name, value]): [string, unknown] => [`model.variables.${name}.file`, asRecord(value).file],
  );
  const { rules } = asRecord(asRecord(tests.sensitivity).rules);
  return [
    ['model.prompt_file', model.prompt_file],
    ['model.system_prompt_file', model.system_prompt_file],
    ...variables,
    [RULES_FILE, asRecord(rules).file],
  ];
}

type TextFault = [problem: string, remedy: string];

function faultOf(
  bytes: Buffer | undefined,
  file: string,
  isPrompt: boolean,
): TextFault | undefined {
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
  if (!isUtf8(bytes) || bytes.includes(0)) return ['names no text', 'Save it as UTF-8.'];
  if (bytes.toString().trim() === '') return ['names an empty file', 'Write the text into it.'];
  return undefined;
}

type SubjectTexts = Pick<SubjectConfig, 'prompt' | 'system_prompt' | 'variables'>;

/** The prompts and variables as they are written. */
export function subjectTexts(
  { model = {} }: WrittenConfig,
  texts: Texts,
  faults: Faults,
): SubjectTexts {
  const variables: Record<string, WrittenText> = {};
  for (const [name, value] of Object.entries(model.variables ?? {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    variables[name] = texts.get(`model.variables.${name}.file`) ?? { text };
  }
  const promptOf = (kind: PromptNames['kind']) => {
    const [text, inFile] = [model[kind], texts.get(`model.${kind}_file`)];
    if (text !== undefined && inFile)
      faults.add(
        ['model', kind],
        `is written twice: here and in ${kind}_file`,
        'Keep one of them.',
      );
    return inFile ?? (text === undefined ? undefined : { text });
  };
  return { prompt: promptOf('prompt'), system_prompt: promptOf('system_prompt'), variables };
}

/**
 * The prompts of a subject under the rules of tests, by their keys: why one cannot be used, and a
 * notice on a name in double braces that is sent as text, since nothing fills it.
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
