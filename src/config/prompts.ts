import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { parseTemplate, promptProblem, type PromptNames } from '../engine/prompt.ts';
import { asRecord, isMapping, quoted } from '../json.ts';
import { didYouMean } from '../language/nearest.ts';
import type { Files } from '../files.ts';
import type { SubjectConfig, TestConfig, WrittenText } from './config.ts';
import type { Faults } from './faults.ts';
import type { WrittenConfig } from './schema.ts';
import type { Path } from './yaml.ts';

/** Texts of the files that a configuration names, by the paths of their keys. */
export type Texts = ReadonlyMap<string, Required<WrittenText>>;

/** Maximum sizes of a prompt and of another text, in bytes. */
const MAX_PROMPT = 1024 ** 2;
const MAX_TEXT = 100_000;

/** Files that are no plain text of a prompt, and what to do with them. */
const FORMATS: readonly [endings: RegExp, remedy: string][] = [
  [/\.(?:html?|xml|pdf|docx?)$/i, 'Save its text as Markdown, and name that file.'],
  [/\.(?:jsonl?|csv|tsv)$/i, 'Name rows in data.source. Put the text of a prompt into a .md file.'],
  [
    /\.(?:ya?ml|toml|prompty)$/i,
    'Put each text of it into a .md file: the prompt, the system prompt.',
  ],
  [
    /\.(?:[cm]?[jt]sx?|py)$/i,
    'This is code: put the text into a file of its own, or ask your app with `hub: http`.',
  ],
];

/** Reads the files with line breaks as in git, and without the last one. */
export async function readTexts(written: unknown, files: Files, faults: Faults): Promise<Texts> {
  const texts = new Map<string, Required<WrittenText>>();
  for (const [key, name] of namedFiles(written)) {
    const file = path.posix.normalize(name);
    const bytes = await files.read(file);
    const [problem, remedy = ''] = problemOf(bytes, file, key);
    const near = bytes ? '' : didYouMean(file, await files.list());
    if (problem !== undefined) faults.add(key, `${problem}: ${quoted(file)}${near}`, remedy);
    if (problem !== undefined || !bytes) continue;
    const text = bytes
      .toString()
      .replaceAll('\r\n', '\n')
      .replace(/^\uFEFF|\n$/g, '');
    texts.set(key.join('.'), { file, text });
  }
  return texts;
}

const NAMES_FILE = ['file', 'prompt_file', 'system_prompt_file'];
const HOLDS_FILES = ['model', 'variables', 'tests', 'sensitivity', 'rules'];

function namedFiles(value: unknown, above: Path = []): [key: Path, file: string][] {
  return Object.entries(asRecord(value)).flatMap(([key, inner]) => {
    const below = [...above, key];
    if (NAMES_FILE.includes(key) && typeof inner === 'string') return [[below, inner]];
    const isHolder = HOLDS_FILES.includes(key) || above.at(-1) === 'variables';
    return isHolder && isMapping(inner) ? namedFiles(inner, below) : [];
  });
}

function problemOf(bytes: Buffer | undefined, file: string, key: Path): [string, string] | [] {
  const isPrompt = key.length === 2;
  const formats = isPrompt ? FORMATS : FORMATS.slice(0, 1);
  const [, remedy] = formats.find(([endings]) => endings.test(file)) ?? [];
  if (remedy !== undefined) return ['names no plain text', remedy];
  if (!bytes)
    return [
      'names no file that is there',
      'Commit it. The path is one from the root of the repository.',
    ];
  const limit = isPrompt ? MAX_PROMPT : MAX_TEXT;
  if (bytes.length > limit)
    return [`names a file of ${bytes.length} bytes`, `At most ${limit} are read.`];
  if (!isUtf8(bytes) || bytes.includes(0)) return ['names no text', 'Save it as UTF-8.'];
  return bytes.toString().trim() === '' ? ['names an empty file', 'Write the text into it.'] : [];
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
