import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { parseTemplate, promptProblem, type PromptNames } from '../../core/prompt.ts';
import { asRecord, quoted } from '../../json.ts';
import { didYouMean } from '../../language/nearest.ts';
import type { Files } from '../files.ts';
import type { Subject, WrittenText } from './config.ts';
import type { Faults } from './faults.ts';
import type { WrittenConfig } from './schema.ts';
import type { Path } from './yaml.ts';

/** Texts of the files that a configuration names, by the paths of their keys. */
export type Texts = ReadonlyMap<string, Required<WrittenText>>;

/** Maximum sizes in bytes. */
const LIMITS = { prompt: 1024 ** 2, variable: 100_000, rules: 100_000 };

/** Files that are no plain text, and what to do with them. */
const FORMATS: readonly [endings: RegExp, remedy: string][] = [
  [/\.(?:html?|xml|pdf|docx?)$/i, 'Save its text as Markdown, and name that file.'],
  [
    /\.(?:jsonl?|csv|tsv)$/i,
    'Name rows in data.source, and put the text of a prompt into a .md file.',
  ],
  [
    /\.(?:ya?ml|toml|prompty)$/i,
    'Put each text of it into a .md file, and name these as prompt_file and system_prompt_file.',
  ],
  [
    /\.(?:[cm]?[jt]sx?|py)$/i,
    'This is code: put the text into a file of its own, or ask your app with `hub: http`.',
  ],
];

interface NamedFile {
  key: Path;
  file: string;
  kind: keyof typeof LIMITS;
}

function namedFiles({ model = {}, tests }: WrittenConfig): NamedFile[] {
  const { prompt_file, system_prompt_file, variables = {} } = model;
  const found: { key: Path; file: unknown; kind: NamedFile['kind'] }[] = [
    { key: ['model', 'prompt_file'], file: prompt_file, kind: 'prompt' },
    { key: ['model', 'system_prompt_file'], file: system_prompt_file, kind: 'prompt' },
  ];
  for (const [name, value] of Object.entries(variables))
    found.push({ key: ['model', 'variables', name], file: asRecord(value).file, kind: 'variable' });
  const { rules } = asRecord(asRecord(tests.sensitivity).rules);
  found.push({ key: RULES_KEY, file: asRecord(rules).file, kind: 'rules' });
  return found.flatMap(({ file, ...rest }) =>
    typeof file === 'string' ? [{ file, ...rest }] : [],
  );
}

export const RULES_KEY: Path = ['tests', 'sensitivity', 'rules', 'rules'];

/** Reads the files, with line breaks as in git, and without the last one. */
export async function readTexts(
  written: WrittenConfig,
  files: Files,
  faults: Faults,
): Promise<Texts> {
  const texts = new Map<string, Required<WrittenText>>();
  for (const { key, file: name, kind } of namedFiles(written)) {
    const file = path.posix.normalize(name);
    const bytes = await files.read(file);
    const text = bytes
      ?.toString()
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
      .replace(/\n$/, '');
    texts.set(key.join('.'), { file, text: text ?? '' });
    const [problem, remedy = COMMIT] = bytes
      ? problemOf(bytes, file, kind)
      : [`is not in ${files.name}${didYouMean(file, await files.list())}`];
    if (problem !== undefined)
      faults.add({ path: key, problem: `names ${quoted(file)}, which ${problem}`, remedy });
  }
  return texts;
}

const COMMIT = 'Commit the file. The path is one from the root of the repository.';

function problemOf(bytes: Buffer, file: string, kind: NamedFile['kind']): [string, string] | [] {
  const formats = kind === 'prompt' ? FORMATS : FORMATS.slice(0, 1);
  const format = formats.find(([endings]) => endings.test(file));
  if (format && kind !== 'rules') return ['is no plain text', format[1]];
  if (bytes.length > LIMITS[kind])
    return [`has ${bytes.length} bytes`, `At most ${LIMITS[kind]} are read.`];
  if (!isUtf8(bytes) || bytes.includes(0)) return ['is no text', 'Save it as UTF-8.'];
  return bytes.toString().trim() === '' ? ['is empty', 'Write the text into it.'] : [];
}

type SubjectTexts = Pick<Subject, 'prompt' | 'system_prompt' | 'variables'>;
type PromptKind = PromptNames['kind'];
export const PROMPT_KINDS: readonly PromptKind[] = ['prompt', 'system_prompt'];

/** Why a prompt cannot be used where these columns fill placeholders. */
export function problemOfPrompt(
  subject: SubjectTexts,
  kind: PromptKind,
  columns: readonly string[],
): string | undefined {
  const variables = Object.keys(subject.variables);
  return subject[kind] && promptProblem(subject[kind].text, { kind, variables, columns });
}

/** The prompts and variables as they are written. */
export function subjectTexts(
  { model = {} }: WrittenConfig,
  texts: Texts,
  faults: Faults,
): SubjectTexts {
  const variables = Object.entries(model.variables ?? {}).map(([name, value]) => {
    const inFile = texts.get(`model.variables.${name}`);
    return [name, inFile ?? { text: String(value) }];
  });
  const subject: SubjectTexts = { variables: Object.fromEntries(variables) };
  for (const kind of PROMPT_KINDS) {
    const [text, inFile] = [model[kind], texts.get(`model.${kind}_file`)];
    if (text !== undefined && inFile)
      faults.add({
        path: ['model', kind],
        problem: `is written twice: here and as ${kind}_file`,
        remedy: 'Keep one of them.',
      });
    if (inFile ?? text) subject[kind] = inFile ?? { text: text ?? '' };
  }
  return subject;
}

/** Names in double braces that are sent as text, since nothing fills them. */
export function literalNotices(subject: SubjectTexts, columns: readonly string[]): string[] {
  return PROMPT_KINDS.flatMap((kind) => {
    const { text, file = kind } = subject[kind] ?? { text: '' };
    const names = { kind, variables: Object.keys(subject.variables), columns };
    const pieces = parseTemplate(text, names).filter(({ name }) => name === undefined);
    const [token] = /\{[A-Za-z_]\w*\}/.exec(pieces.map((piece) => piece.text).join('')) ?? [];
    if (token === undefined) return [];
    return `${quoted(file)}: nothing fills ${quoted(token)}, so it is sent as text. Give it a value under \`model.variables\`, or name its column under \`data.columns.fill\`.`;
  });
}
