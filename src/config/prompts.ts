import path from 'node:path';
import {
  columnsShown,
  fillVariables,
  fillRow,
  LONGEST_PROMPT,
  PLACEHOLDERS,
  systemProblem,
  templateProblem,
  type PromptName,
  type PromptVariables,
} from '../engine/prompt.js';
import { columnsToFill, type FillColumns } from '../engine/sample.js';
import { ConfigError } from '../errors.js';
import { LFS_POINTER } from '../limits.js';
import type { IsTracked } from '../path-safety.js';
import { asRecord, isMapping, quoted } from '../json.js';
import type {
  PromptFile,
  Prompts,
  Source,
  ParsedConfig,
  WrittenPrompt,
  WrittenTest,
} from './config.js';
import { MOST_CONFIG_BYTES, readPlainFile, tooLarge, type PlainFile } from './files.js';
import { valueAt, type Path } from './positions.js';

interface PromptPlace {
  /** `['model']`, or the path of a test. */
  section: Path;
  name: PromptName;
}

/**
 * Reads a prompt's file, by its path from the root, from the side of its configuration; `where` is
 * for errors. Undefined if absent.
 */
export type PromptReader = (
  file: string,
  where: string,
  kind?: FileKind,
) => Promise<string | undefined>;

/** The name of a file in errors, and its most bytes. */
interface FileKind {
  name: string;
  most?: number;
}
const PROMPT: FileKind = { name: 'prompt' };
/** The file of a variable. */
const VARIABLE: FileKind = { name: 'file of a variable', most: 100_000 };
const RULES_FILE: FileKind = { name: 'file of rules', most: 100_000 };

/**
 * Returns a reader of the prompts below a folder. The configuration names them, so links out of the
 * folder are always refused.
 */
export function promptsBelow(root: string, isTracked?: IsTracked): PromptReader {
  return (file, where, { name, most } = PROMPT) =>
    readPlainFile({
      root,
      file,
      where,
      what: `the ${name} ${quoted(file)}`,
      most,
      confined: true,
      isTracked,
      isNamedByWorkflow: false,
    });
}

/**
 * @throws ConfigError for a prompt that stands in the configuration and in a file, and for a file
 * that is absent or no prompt
 */
export async function readPrompts(written: ParsedConfig, read: PromptReader): Promise<Prompts> {
  const prompts = new Map<string, PromptFile>();
  for (const place of placesOf(written.raw)) {
    const found = await readPrompt(written, place, read);
    if (found !== undefined) prompts.set(keyOf(place), found);
  }
  for (const [name, value] of Object.entries(written.raw.model?.variables ?? {}))
    if (isMapping(value))
      prompts.set(`${VARIABLES.join('.')}.${name}`, await readVariable(written, { name, read }));
  for (const test of Object.keys(asRecord(written.raw.tests.sensitivity))) {
    const section = ['tests', 'sensitivity', test];
    const rules = await readRulesFile(written, section, read);
    if (rules !== undefined) prompts.set(rulesKey(section), rules);
  }
  for (const section of judgeSections(written.raw)) {
    const cases = await readJudgeCases(written, section, read);
    if (cases !== undefined) prompts.set(casesKey(section), cases);
  }
  return prompts;
}

const rulesKey = (section: Path): string => [...section, 'rules'].join('.');

/** Returns the file that a test takes the rules of the bot from; undefined if it names none. */
async function readRulesFile(
  written: ParsedConfig,
  section: Path,
  read: PromptReader,
): Promise<PromptFile | undefined> {
  const path = [...section, 'rules'];
  const { file } = asRecord(valueAt(written.raw, path));
  if (typeof file !== 'string') return undefined;
  return readNamedFile(file, read, {
    where: written.yaml.where(path, 'file'),
    key: `${path.join('.')}.file`,
    kind: RULES_FILE,
  });
}

export function rulesFileAt({ prompts }: Source, section: Path): PromptFile | undefined {
  return prompts.get(rulesKey(section));
}

const JUDGE_CASES: FileKind = { name: 'file of known cases', most: MOST_CONFIG_BYTES };

const casesKey = (section: Path): string => [...section, 'judge', 'cases'].join('.');

/** The sections that may name a judge. */
function judgeSections({ tests }: ParsedConfig['raw']): Path[] {
  const ofTests = Object.entries(asRecord(tests.sensitivity)).flatMap(([test, body]): Path[] => {
    const section = ['tests', 'sensitivity', test];
    return Array.isArray(body) ? [...body.keys()].map((index) => [...section, index]) : [section];
  });
  return [[], ['evaluation'], ...ofTests];
}

/** Returns the file with the known cases of a section's judge; undefined if it names none. */
async function readJudgeCases(
  written: ParsedConfig,
  section: Path,
  read: PromptReader,
): Promise<PromptFile | undefined> {
  const path = [...section, 'judge'];
  const { cases } = asRecord(valueAt(written.raw, path));
  if (typeof cases !== 'string') return undefined;
  return readNamedFile(cases, read, {
    where: written.yaml.where(path, 'cases'),
    key: 'judge.cases',
    kind: JUDGE_CASES,
  });
}

export function judgeCasesFileAt({ prompts }: Source, section: Path): PromptFile | undefined {
  return prompts.get(casesKey(section));
}

const VARIABLES = ['model', 'variables'];

async function readVariable(
  written: ParsedConfig,
  { name, read }: { name: string; read: PromptReader },
): Promise<PromptFile> {
  const path = [...VARIABLES, name];
  const { file } = asRecord(valueAt(written.raw, path));
  return readNamedFile(String(file), read, {
    where: written.yaml.where(path, 'file'),
    key: `${path.join('.')}.file`,
    kind: VARIABLE,
  });
}

/** Returns the values of the variables; those of a file are its text. */
export function variablesOf({ raw, prompts }: Source): PromptVariables {
  const written = Object.entries(raw.model?.variables ?? {});
  const values = written.map(([name, value]) => {
    const text = prompts.get(`${VARIABLES.join('.')}.${name}`)?.text;
    return [name, typeof value === 'object' ? (text ?? '') : value] as const;
  });
  return Object.fromEntries(values);
}

/** Returns the placeholders that the rows of any test may fill. */
export function placeholdersOfRows({ raw }: Pick<ParsedConfig, 'raw'>): string[] {
  const bodies = Object.values(asRecord(raw.tests.sensitivity)).flat();
  const own = bodies.map((body) => asRecord(body)['data']);
  const names = [raw.data, ...own].flatMap((data) => {
    const { fill } = asRecord(asRecord(data)['columns']);
    return Object.keys(columnsToFill(fill as FillColumns | undefined));
  });
  return [...new Set(names)];
}

const PROMPTS_OF_THE_MODEL: readonly PromptPlace[] = [
  { section: ['model'], name: 'prompt' },
  { section: ['model'], name: 'system_prompt' },
];

function placesOf({ tests }: ParsedConfig['raw']): PromptPlace[] {
  const places = [...PROMPTS_OF_THE_MODEL];
  for (const [test, body] of Object.entries(asRecord(tests.sensitivity))) {
    const section = ['tests', 'sensitivity', test];
    if (!Array.isArray(body)) places.push({ section, name: 'prompt' });
    else
      for (const index of body.keys())
        places.push({ section: [...section, index], name: 'prompt' });
  }
  return places;
}

/** Returns the prompts as they are written, those of tests by the names of the report. */
export function writtenPrompts(
  source: Source,
  tests: readonly Pick<WrittenTest, 'test' | 'path'>[],
): Record<string, WrittenPrompt> {
  const found: Record<string, WrittenPrompt> = {};
  const add = (field: string, { section, name }: PromptPlace) => {
    const inFile = source.prompts.get(keyOf({ section, name }));
    const text = inFile?.text ?? givenAt(source, section)[name];
    if (typeof text === 'string') found[field] = { text, file: inFile?.file };
  };
  for (const place of PROMPTS_OF_THE_MODEL) add(place.name, place);
  for (const { test, path: section } of tests)
    add(`${test.name}.prompt`, { section, name: 'prompt' });
  return found;
}

function keyOf({ section, name }: PromptPlace): string {
  return [...section, name].join('.');
}

function givenAt({ raw }: Pick<ParsedConfig, 'raw'>, section: Path): Record<string, unknown> {
  return asRecord(valueAt(raw, section));
}

async function readPrompt(
  written: ParsedConfig,
  place: PromptPlace,
  read: PromptReader,
): Promise<PromptFile | undefined> {
  const { section, name } = place;
  const given = givenAt(written, section);
  const key = `${name}_file`;
  if (typeof given[key] !== 'string') return undefined;
  const named = keyOf(place);
  const where = written.yaml.where([...section, key]);
  if (given[name] !== undefined) {
    const message = `the prompt is written twice: as ${named} and in a file, as ${named}_file`;
    throw new ConfigError(message, {
      where: written.yaml.where(section, key),
      remedy: 'Keep one of them.',
    });
  }
  return readNamedFile(given[key], read, { where, key: `${named}_file`, kind: PROMPT });
}

/** @throws ConfigError for a file that is absent or no text */
async function readNamedFile(
  written: string,
  read: PromptReader,
  { where, key, kind }: { where: string; key: string; kind: FileKind },
): Promise<PromptFile> {
  const file = path.posix.normalize(written);
  const text = await readPromptFile(file, read, { where, kind });
  if (text === undefined) {
    const remedy = `Commit it. ${key} is a path from the root of the repository (in a terminal: from the current folder).`;
    throw new ConfigError(`there is no file ${quoted(file)}`, { where, remedy });
  }
  return { file, text };
}

/** Returns the text of a prompt's file; undefined if there is no such file. @throws ConfigError */
export async function readPromptFile(
  file: string,
  read: PromptReader,
  { where, kind = PROMPT }: { where: string; kind?: FileKind },
): Promise<string | undefined> {
  const text = await read(file, where, kind);
  const what = `the ${kind.name} ${quoted(file)}`;
  return text === undefined ? undefined : checkedText(text, { where, what, most: kind.most });
}

/**
 * Returns the text with line breaks as in git, without a byte order mark and without the last line
 * break.
 */
function checkedText(text: string, place: Pick<PlainFile, 'what' | 'where' | 'most'>): string {
  const refuse = (message: string, remedy: string): never => {
    throw new ConfigError(`${place.what} ${message}`, { where: place.where, remedy });
  };
  const { most = MOST_CONFIG_BYTES } = place;
  if (Buffer.byteLength(text) > most) throw tooLarge(Buffer.byteLength(text), place);
  if (text.includes('\0') || text.includes('\uFFFD'))
    return refuse('is no text in UTF-8', 'Name a text file, and save it as UTF-8.');
  if (text.startsWith(LFS_POINTER)) {
    return refuse(
      'is kept by Git LFS, so that only a pointer to it is in the repository',
      'Keep it as a plain file.',
    );
  }
  const prompt = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
  return prompt.trim() === '' ? refuse('is empty', 'Write the text into it.') : prompt;
}

/**
 * Returns the prompt of a section with its variables filled in; undefined if it has none. @throws
 * ConfigError
 */
export function promptAt(source: Source, section: Path, name: PromptName): string | undefined {
  const place = { section, name };
  const variables = variablesOf(source);
  const columns = placeholdersOfRows(source);
  const inFile = source.prompts.get(keyOf(place));
  if (inFile !== undefined)
    return filledFrom(inFile, {
      name,
      variables,
      columns,
      where: source.yaml.where([...section, `${name}_file`]),
    });
  const text = givenAt(source, section)[name];
  if (typeof text !== 'string') return undefined;
  const filled = fillPrompt(text, { name, variables, columns });
  if ('prompt' in filled) return filled.prompt;
  const allowed = PLACEHOLDERS.map((one) => `{${one}}`).join(', ');
  throw new ConfigError(`${quoted(keyOf(place))}: ${filled.problem}`, {
    where: source.yaml.where([...section, name]),
    remedy:
      name === 'prompt' ? `Correct it there; placeholders are ${allowed}.` : 'Correct it there.',
  });
}

export function promptFileAt(
  { prompts }: Source,
  section: Path,
  name: PromptName,
): string | undefined {
  return prompts.get(keyOf({ section, name }))?.file;
}

/** Returns the prompt of a file with these variables filled in. @throws ConfigError */
export function filledFrom(
  { file, text }: PromptFile,
  { where, ...filling }: Filling & { where: string },
): string {
  const filled = fillPrompt(text, filling);
  if ('prompt' in filled) return filled.prompt;
  throw new ConfigError(`the prompt ${quoted(file)} cannot be used: ${filled.problem}`, {
    where,
    remedy: 'Correct it in that file.',
  });
}

interface Filling {
  name: PromptName;
  variables: PromptVariables;
  /** Placeholders that rows may fill. */
  columns: readonly string[];
}

/**
 * Fills the variables in, but those that rows may fill, or returns why the prompt cannot be used.
 */
function fillPrompt(
  text: string,
  { name, variables, columns }: Filling,
): { prompt: string } | { problem: string } {
  const names = { variables: Object.keys(variables), columns };
  const isSystem = name === 'system_prompt';
  const problem = isSystem ? systemProblem(text, names) : templateProblem(text, names);
  if (problem !== undefined) return { problem };
  const own = Object.entries(variables).filter(([variable]) => !columns.includes(variable));
  const known = isSystem ? [...names.variables, ...columns] : [...PLACEHOLDERS, ...names.variables];
  const prompt = fillVariables(text, Object.fromEntries(own), known);
  if (prompt === undefined)
    return {
      problem: `it has more than ${LONGEST_PROMPT} characters with its variables; shorten the values in model.variables`,
    };
  const isSame = isSystem && columnsShown(text, name, names).length === 0;
  return { prompt: isSame ? fillRow(prompt, {}) : prompt };
}

/** Returns the values that a system prompt has for rows without its columns, if rows fill it. */
export function systemFill(
  text: string | undefined,
  { variables, columns }: Omit<Filling, 'name'>,
): Record<string, string | null> | undefined {
  if (text === undefined || columns.length === 0) return undefined;
  const names = { variables: Object.keys(variables), columns };
  const shown = columnsShown(text, 'system_prompt', names);
  const values = shown.map((name) => [name, String(variables[name] ?? '') || null] as const);
  return shown.length === 0 ? undefined : Object.fromEntries(values);
}
