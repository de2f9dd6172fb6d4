/** Reads the files that a configuration names for prompts, variables and rules. */
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { asRecord, quoted } from '../json.ts';
import { LFS_POINTER } from '../limits.ts';
import type { IsTracked } from '../path-safety.ts';
import type { NamedFile, NamedFiles, ParsedConfig, Source } from './config.ts';
import { MOST_CONFIG_BYTES, readPlainFile, tooLarge } from './files.ts';
import { valueAt, type Path } from './positions.ts';

/**
 * Reads a file, by its path from the root, at the commit of its configuration. Resolves with
 * undefined if there is no such file. `place` is the place of the file's name, for errors.
 */
export type NamedFileReader = (
  file: string,
  place: string,
  kind: FileKind,
) => Promise<string | undefined>;

/** The kinds of files that a configuration names, with their names in errors. */
const FILE_KINDS = {
  prompt: { nameInErrors: 'prompt', maxBytes: MOST_CONFIG_BYTES },
  variable: { nameInErrors: 'file of a variable', maxBytes: 100_000 },
  bot_rules: { nameInErrors: 'file of rules', maxBytes: 100_000 },
} as const;

type FileKind = keyof typeof FILE_KINDS;

/**
 * Returns a reader of the files below a folder. The reader refuses links out of the folder, since
 * the configuration may come from an untrusted author.
 */
export function namedFilesBelow(root: string, isTracked?: IsTracked): NamedFileReader {
  return (file, place, kind) =>
    readPlainFile({
      root,
      file,
      place,
      label: labelOf(kind, file),
      maxBytes: FILE_KINDS[kind].maxBytes,
      confined: true,
      isTracked,
      isNamedByWorkflow: false,
    });
}

function labelOf(kind: FileKind, file: string): string {
  return `the ${FILE_KINDS[kind].nameInErrors} ${quoted(file)}`;
}

/** A key whose value is the path of a file. */
interface FileKey {
  /** Path of the key, such as `model.prompt_file`. */
  path: Path;
  /** Path of the value that the file holds, such as `model.prompt`. */
  valuePath: Path;
  kind: FileKind;
}

/**
 * Reads all files that a configuration names.
 *
 * @throws ConfigError for a prompt that is written twice, and for a file that is absent or unusable
 */
export async function readNamedFiles(
  { raw, yaml }: ParsedConfig,
  readFile: NamedFileReader,
): Promise<NamedFiles> {
  const files = new Map<string, NamedFile>();
  for (const fileKey of fileKeysOf(raw)) {
    const writtenPath = valueAt(raw, fileKey.path);
    if (typeof writtenPath !== 'string') continue;
    const place = yaml.placeOf(fileKey.path.slice(0, -1), String(fileKey.path.at(-1)));
    const { kind, valuePath } = fileKey;
    if (kind === 'prompt' && valueAt(raw, valuePath) !== undefined)
      throw twiceError(fileKey, place);
    const file = path.posix.normalize(writtenPath);
    const text = await readTextOf(file, readFile, { place, kind });
    if (text === undefined) throw absentError(file, { key: fileKey.path.join('.'), place });
    files.set(valuePath.join('.'), { file, text });
  }
  return files;
}

/** Returns the keys by which a configuration may name files. */
function fileKeysOf(raw: ParsedConfig['raw']): FileKey[] {
  const tests = testPaths(raw);
  const promptKey = (name: string): FileKey => ({
    path: ['model', `${name}_file`],
    valuePath: ['model', name],
    kind: 'prompt',
  });
  const keyOfMapping = (valuePath: Path, kind: FileKind): FileKey => ({
    path: [...valuePath, 'file'],
    valuePath,
    kind,
  });
  const variables = Object.keys(raw.model?.variables ?? {});
  return [
    promptKey('prompt'),
    promptKey('system_prompt'),
    ...variables.map((name) => keyOfMapping(['model', 'variables', name], 'variable')),
    ...tests.map((test) => keyOfMapping([...test, 'rules'], 'bot_rules')),
  ];
}

/** Returns the paths of the tests, one for each entry of a list. */
function testPaths({ tests }: ParsedConfig['raw']): Path[] {
  return Object.entries(asRecord(tests.sensitivity)).flatMap(([test, body]): Path[] => {
    const testPath = ['tests', 'sensitivity', test];
    return Array.isArray(body) ? [...body.keys()].map((index) => [...testPath, index]) : [testPath];
  });
}

function twiceError({ path: keyPath, valuePath }: FileKey, place: string): ConfigError {
  return new ConfigError(
    `the prompt is written twice: as ${valuePath.join('.')} and in a file, as ${keyPath.join('.')}`,
    { where: place, remedy: 'Keep one of them.' },
  );
}

function absentError(file: string, { key, place }: { key: string; place: string }): ConfigError {
  return new ConfigError(`there is no file ${quoted(file)}`, {
    where: place,
    remedy: `Commit the file. ${key} is a path from the root of the repository (in a terminal: from the current folder).`,
  });
}

/** Returns the file that holds the value at a path; undefined if no file does. */
export function namedFileAt(
  { namedFiles }: Pick<Source, 'namedFiles'>,
  valuePath: Path,
): NamedFile | undefined {
  return namedFiles.get(valuePath.join('.'));
}

/**
 * Returns the text of a file; undefined if there is no such file.
 *
 * @throws ConfigError for a file that is unusable
 */
export async function readTextOf(
  file: string,
  readFile: NamedFileReader,
  { place, kind }: { place: string; kind: FileKind },
): Promise<string | undefined> {
  const text = await readFile(file, place, kind);
  if (text === undefined) return undefined;
  return plainText(text, {
    place,
    label: labelOf(kind, file),
    maxBytes: FILE_KINDS[kind].maxBytes,
  });
}

/**
 * Returns the text with line breaks as in git, without a byte order mark and without the last line
 * break.
 *
 * @throws ConfigError for a text that is too large, binary, a pointer of Git LFS, or empty
 */
function plainText(
  text: string,
  { label, place, maxBytes }: { label: string; place: string; maxBytes: number },
): string {
  const fileError = (message: string, remedy: string) =>
    new ConfigError(`${label} ${message}`, { where: place, remedy });
  const byteCount = Buffer.byteLength(text);
  if (byteCount > maxBytes) throw tooLarge(byteCount, { label, place, maxBytes });
  if (text.includes('\0'))
    throw fileError('is a binary file', 'Name a text file, and save it as UTF-8.');
  if (text.startsWith(LFS_POINTER))
    throw fileError(
      'is kept by Git LFS: the repository has only a pointer to it',
      'Keep it as a plain file.',
    );
  const plain = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
  if (plain.trim() === '') throw fileError('is empty', 'Write the text into it.');
  return plain;
}
