/** Reads the files that a configuration names for prompts, variables, rules and known cases. */
import path from 'node:path';
import { ConfigError } from '../errors.js';
import { asRecord, isMapping, quoted } from '../json.js';
import { LFS_POINTER } from '../limits.js';
import type { IsTracked } from '../path-safety.js';
import type { ParsedConfig, PromptFile, Prompts, Source } from './config.js';
import { MOST_CONFIG_BYTES, readPlainFile, tooLarge, type PlainFile } from './files.js';
import { valueAt, type Path } from './positions.js';

/**
 * Reads a file, by its path from the root, at the commit of its configuration. Resolves with
 * undefined if there is no such file. `place` is the place of the file's name, for errors.
 */
export type NamedFileReader = (
  file: string,
  place: string,
  kind?: FileKind,
) => Promise<string | undefined>;

/** The kind of a file: its name in errors, and its maximum size in bytes. */
interface FileKind {
  name: string;
  most?: number;
}
const PROMPT: FileKind = { name: 'prompt' };
const VARIABLE: FileKind = { name: 'file of a variable', most: 100_000 };
const RULES_FILE: FileKind = { name: 'file of rules', most: 100_000 };
const JUDGE_CASES: FileKind = { name: 'file of known cases', most: MOST_CONFIG_BYTES };

/**
 * Returns a reader of the files below a folder. The reader refuses links out of the folder, since
 * the configuration may come from an untrusted author.
 */
export function namedFilesBelow(root: string, isTracked?: IsTracked): NamedFileReader {
  return (file, place, { name, most } = PROMPT) =>
    readPlainFile({
      root,
      file,
      place,
      label: `the ${name} ${quoted(file)}`,
      most,
      confined: true,
      isTracked,
      isNamedByWorkflow: false,
    });
}

/** A file that the configuration names. */
interface NamedFile {
  /** Path of the value that the file holds, such as `model.prompt`. */
  path: Path;
  file: string;
  kind: FileKind;
  /** The key that names the file, and its place, for errors. */
  key: string;
  place: string;
}

/**
 * Reads all files that a configuration names, by the paths of the values that they hold.
 *
 * @throws ConfigError for a prompt that is written twice, and for a file that is absent or unusable
 */
export async function readNamedFiles(
  parsed: ParsedConfig,
  readFile: NamedFileReader,
): Promise<Prompts> {
  const sections = testSections(parsed.raw);
  const namedFiles = [
    ...promptFiles(parsed, [['model'], ...sections]),
    ...variableFiles(parsed),
    ...rulesFiles(parsed, sections),
    ...judgeCasesFiles(parsed, [[], ['evaluation'], ...sections]),
  ];
  const files = new Map<string, PromptFile>();
  for (const namedFile of namedFiles)
    files.set(namedFile.path.join('.'), await readNamedFile(namedFile, readFile));
  return files;
}

/** Returns the file that holds the value at a path; undefined if no file does. */
export function namedFileAt(
  { prompts }: Pick<Source, 'prompts'>,
  valuePath: Path,
): PromptFile | undefined {
  return prompts.get(valuePath.join('.'));
}

/** Returns the paths of the tests, one for each entry of a list. */
function testSections({ tests }: ParsedConfig['raw']): Path[] {
  return Object.entries(asRecord(tests.sensitivity)).flatMap(([test, body]): Path[] => {
    const section = ['tests', 'sensitivity', test];
    return Array.isArray(body) ? [...body.keys()].map((index) => [...section, index]) : [section];
  });
}

/** @throws ConfigError for a prompt that stands in the configuration and in a file */
function promptFiles({ raw, yaml }: ParsedConfig, sections: readonly Path[]): NamedFile[] {
  const namedFiles: NamedFile[] = [];
  for (const section of sections)
    for (const name of section.length === 1 ? MODEL_PROMPTS : TEST_PROMPTS) {
      const sectionKeys = asRecord(valueAt(raw, section));
      const fileKey = `${name}_file`;
      const file = sectionKeys[fileKey];
      if (typeof file !== 'string') continue;
      const promptPath = [...section, name];
      const key = `${promptPath.join('.')}_file`;
      if (sectionKeys[name] !== undefined)
        throw new ConfigError(
          `the prompt is written twice: as ${promptPath.join('.')} and in a file, as ${key}`,
          { where: yaml.placeOf(section, fileKey), remedy: 'Keep one of them.' },
        );
      const place = yaml.placeOf([...section, fileKey]);
      namedFiles.push({ path: promptPath, file, kind: PROMPT, key, place });
    }
  return namedFiles;
}

const MODEL_PROMPTS = ['prompt', 'system_prompt'];
const TEST_PROMPTS = ['prompt'];

function variableFiles({ raw, yaml }: ParsedConfig): NamedFile[] {
  return Object.entries(raw.model?.variables ?? {}).flatMap(([name, value]): NamedFile[] => {
    if (!isMapping(value)) return [];
    const variablePath = ['model', 'variables', name];
    return [
      {
        path: variablePath,
        file: value.file,
        kind: VARIABLE,
        key: `${variablePath.join('.')}.file`,
        place: yaml.placeOf(variablePath, 'file'),
      },
    ];
  });
}

function rulesFiles({ raw, yaml }: ParsedConfig, sections: readonly Path[]): NamedFile[] {
  return sections.flatMap((section): NamedFile[] => {
    const rulesPath = [...section, 'rules'];
    const { file } = asRecord(valueAt(raw, rulesPath));
    if (typeof file !== 'string') return [];
    const key = `${rulesPath.join('.')}.file`;
    return [
      { path: rulesPath, file, kind: RULES_FILE, key, place: yaml.placeOf(rulesPath, 'file') },
    ];
  });
}

function judgeCasesFiles({ raw, yaml }: ParsedConfig, sections: readonly Path[]): NamedFile[] {
  return sections.flatMap((section): NamedFile[] => {
    const judgePath = [...section, 'judge'];
    const { cases } = asRecord(valueAt(raw, judgePath));
    if (typeof cases !== 'string') return [];
    return [
      {
        path: [...judgePath, 'cases'],
        file: cases,
        kind: JUDGE_CASES,
        key: 'judge.cases',
        place: yaml.placeOf(judgePath, 'cases'),
      },
    ];
  });
}

/** @throws ConfigError for a file that is absent or unusable */
async function readNamedFile(
  { file: writtenFile, kind, key, place }: NamedFile,
  readFile: NamedFileReader,
): Promise<PromptFile> {
  const file = path.posix.normalize(writtenFile);
  const text = await readPromptFile(file, readFile, { place, kind });
  if (text !== undefined) return { file, text };
  throw new ConfigError(`there is no file ${quoted(file)}`, {
    where: place,
    remedy: `Commit the file. ${key} is a path from the root of the repository (in a terminal: from the current folder).`,
  });
}

/**
 * Returns the text of a prompt's file; undefined if there is no such file.
 *
 * @throws ConfigError for a file that is unusable
 */
export async function readPromptFile(
  file: string,
  readFile: NamedFileReader,
  { place, kind = PROMPT }: { place: string; kind?: FileKind },
): Promise<string | undefined> {
  const text = await readFile(file, place, kind);
  if (text === undefined) return undefined;
  return checkedText(text, { place, label: `the ${kind.name} ${quoted(file)}`, most: kind.most });
}

/**
 * Returns the text with line breaks as in git, without a byte order mark and without the last line
 * break.
 *
 * @throws ConfigError for a text that is too large, not UTF-8, a pointer of Git LFS, or empty
 */
function checkedText(text: string, details: Pick<PlainFile, 'label' | 'place' | 'most'>): string {
  const fileError = (message: string, remedy: string) =>
    new ConfigError(`${details.label} ${message}`, { where: details.place, remedy });
  const { most = MOST_CONFIG_BYTES } = details;
  const byteCount = Buffer.byteLength(text);
  if (byteCount > most) throw tooLarge(byteCount, details);
  if (text.includes('\0') || text.includes('\uFFFD'))
    throw fileError('is not UTF-8 text', 'Name a text file, and save it as UTF-8.');
  if (text.startsWith(LFS_POINTER))
    throw fileError(
      'is kept by Git LFS: the repository has only a pointer to it',
      'Keep it as a plain file.',
    );
  const plainText = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
  if (plainText.trim() === '') throw fileError('is empty', 'Write the text into it.');
  return plainText;
}
