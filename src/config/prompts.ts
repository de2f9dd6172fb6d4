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

interface PromptSlot {
  /** `['model']`, or the path of a test. */
  section: Path;
  name: PromptName;
}

/**
 * Reads the file of a prompt, by its path from the root, at the commit of its configuration.
 * Resolves with undefined for an absent file. `place` is for errors.
 */
export type PromptReader = (
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
/** The file of a variable. */
const VARIABLE: FileKind = { name: 'file of a variable', most: 100_000 };
const RULES_FILE: FileKind = { name: 'file of rules', most: 100_000 };

/**
 * Returns a reader of the prompts below a folder. The configuration names them, so links out of the
 * folder are always refused.
 */
export function promptsBelow(root: string, isTracked?: IsTracked): PromptReader {
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

/**
 * Reads all files that the configuration names for prompts. @throws ConfigError for a prompt that
 * is written twice, and for a file that is absent or no prompt
 */
export async function readPrompts(parsed: ParsedConfig, readFile: PromptReader): Promise<Prompts> {
  const prompts = new Map<string, PromptFile>();
  for (const slot of placesOf(parsed.raw)) {
    const promptFile = await readPrompt(parsed, slot, readFile);
    if (promptFile !== undefined) prompts.set(keyOf(slot), promptFile);
  }
  for (const [name, value] of Object.entries(parsed.raw.model?.variables ?? {}))
    if (isMapping(value))
      prompts.set(
        `${VARIABLES.join('.')}.${name}`,
        await readVariable(parsed, { name, read: readFile }),
      );
  for (const test of Object.keys(asRecord(parsed.raw.tests.sensitivity))) {
    const section = ['tests', 'sensitivity', test];
    const rules = await readRulesFile(parsed, section, readFile);
    if (rules !== undefined) prompts.set(rulesKey(section), rules);
  }
  for (const section of judgeSections(parsed.raw)) {
    const cases = await readJudgeCases(parsed, section, readFile);
    if (cases !== undefined) prompts.set(casesKey(section), cases);
  }
  return prompts;
}

const rulesKey = (section: Path): string => [...section, 'rules'].join('.');

/** Returns the file that a test takes the rules of the bot from; undefined if it names none. */
async function readRulesFile(
  parsed: ParsedConfig,
  section: Path,
  readFile: PromptReader,
): Promise<PromptFile | undefined> {
  const path = [...section, 'rules'];
  const { file } = asRecord(valueAt(parsed.raw, path));
  if (typeof file !== 'string') return undefined;
  return readNamedFile(file, readFile, {
    place: parsed.yaml.placeOf(path, 'file'),
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
  const testSections = Object.entries(asRecord(tests.sensitivity)).flatMap(
    ([test, body]): Path[] => {
      const section = ['tests', 'sensitivity', test];
      return Array.isArray(body) ? [...body.keys()].map((index) => [...section, index]) : [section];
    },
  );
  return [[], ['evaluation'], ...testSections];
}

/** Returns the file with the known cases of a section's judge; undefined if it names none. */
async function readJudgeCases(
  parsed: ParsedConfig,
  section: Path,
  readFile: PromptReader,
): Promise<PromptFile | undefined> {
  const path = [...section, 'judge'];
  const { cases } = asRecord(valueAt(parsed.raw, path));
  if (typeof cases !== 'string') return undefined;
  return readNamedFile(cases, readFile, {
    place: parsed.yaml.placeOf(path, 'cases'),
    key: 'judge.cases',
    kind: JUDGE_CASES,
  });
}

export function judgeCasesFileAt({ prompts }: Source, section: Path): PromptFile | undefined {
  return prompts.get(casesKey(section));
}

const VARIABLES = ['model', 'variables'];

async function readVariable(
  parsed: ParsedConfig,
  { name, read }: { name: string; read: PromptReader },
): Promise<PromptFile> {
  const path = [...VARIABLES, name];
  const { file } = asRecord(valueAt(parsed.raw, path));
  return readNamedFile(String(file), read, {
    place: parsed.yaml.placeOf(path, 'file'),
    key: `${path.join('.')}.file`,
    kind: VARIABLE,
  });
}

/** Returns the values of the variables; those of a file are its text. */
export function variablesOf({ raw, prompts }: Source): PromptVariables {
  const entries = Object.entries(raw.model?.variables ?? {});
  const values = entries.map(([name, value]) => {
    const text = prompts.get(`${VARIABLES.join('.')}.${name}`)?.text;
    return [name, typeof value === 'object' ? (text ?? '') : value] as const;
  });
  return Object.fromEntries(values);
}

/** Returns the placeholders that the rows of any test may fill. */
export function placeholdersOfRows({ raw }: Pick<ParsedConfig, 'raw'>): string[] {
  const bodies = Object.values(asRecord(raw.tests.sensitivity)).flat();
  const testData = bodies.map((body) => asRecord(body)['data']);
  const names = [raw.data, ...testData].flatMap((data) => {
    const { fill } = asRecord(asRecord(data)['columns']);
    return Object.keys(columnsToFill(fill as FillColumns | undefined));
  });
  return [...new Set(names)];
}

const PROMPTS_OF_THE_MODEL: readonly PromptSlot[] = [
  { section: ['model'], name: 'prompt' },
  { section: ['model'], name: 'system_prompt' },
];

function placesOf({ tests }: ParsedConfig['raw']): PromptSlot[] {
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
  const promptsByField: Record<string, WrittenPrompt> = {};
  const add = (field: string, { section, name }: PromptSlot) => {
    const promptFile = source.prompts.get(keyOf({ section, name }));
    const text = promptFile?.text ?? givenAt(source, section)[name];
    if (typeof text === 'string') promptsByField[field] = { text, file: promptFile?.file };
  };
  for (const slot of PROMPTS_OF_THE_MODEL) add(slot.name, slot);
  for (const { test, path: section } of tests)
    add(`${test.name}.prompt`, { section, name: 'prompt' });
  return promptsByField;
}

function keyOf({ section, name }: PromptSlot): string {
  return [...section, name].join('.');
}

function givenAt({ raw }: Pick<ParsedConfig, 'raw'>, section: Path): Record<string, unknown> {
  return asRecord(valueAt(raw, section));
}

async function readPrompt(
  parsed: ParsedConfig,
  slot: PromptSlot,
  readFile: PromptReader,
): Promise<PromptFile | undefined> {
  const { section, name } = slot;
  const sectionKeys = givenAt(parsed, section);
  const key = `${name}_file`;
  if (typeof sectionKeys[key] !== 'string') return undefined;
  const promptKey = keyOf(slot);
  const place = parsed.yaml.placeOf([...section, key]);
  if (sectionKeys[name] !== undefined) {
    const message = `the prompt is written twice: as ${promptKey} and in a file, as ${promptKey}_file`;
    throw new ConfigError(message, {
      where: parsed.yaml.placeOf(section, key),
      remedy: 'Keep one of them.',
    });
  }
  return readNamedFile(sectionKeys[key], readFile, {
    place,
    key: `${promptKey}_file`,
    kind: PROMPT,
  });
}

/** @throws ConfigError for a file that is absent or no text */
async function readNamedFile(
  filePath: string,
  readFile: PromptReader,
  { place, key, kind }: { place: string; key: string; kind: FileKind },
): Promise<PromptFile> {
  const file = path.posix.normalize(filePath);
  const text = await readPromptFile(file, readFile, { place, kind });
  if (text === undefined) {
    const remedy = `Commit it. ${key} is a path from the root of the repository (in a terminal: from the current folder).`;
    throw new ConfigError(`there is no file ${quoted(file)}`, { where: place, remedy });
  }
  return { file, text };
}

/** Returns the text of a prompt's file; undefined if there is no such file. @throws ConfigError */
export async function readPromptFile(
  file: string,
  readFile: PromptReader,
  { place, kind = PROMPT }: { place: string; kind?: FileKind },
): Promise<string | undefined> {
  const text = await readFile(file, place, kind);
  const what = `the ${kind.name} ${quoted(file)}`;
  return text === undefined
    ? undefined
    : checkedText(text, { place, label: what, most: kind.most });
}

/**
 * Returns the text with line breaks as in git, without a byte order mark and without the last line
 * break.
 */
function checkedText(text: string, details: Pick<PlainFile, 'label' | 'place' | 'most'>): string {
  const refuse = (message: string, remedy: string): never => {
    throw new ConfigError(`${details.label} ${message}`, { where: details.place, remedy });
  };
  const { most = MOST_CONFIG_BYTES } = details;
  if (Buffer.byteLength(text) > most) throw tooLarge(Buffer.byteLength(text), details);
  if (text.includes('\0') || text.includes('\uFFFD'))
    return refuse('is not UTF-8 text', 'Name a text file, and save it as UTF-8.');
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
  const slot = { section, name };
  const variables = variablesOf(source);
  const columns = placeholdersOfRows(source);
  const promptFile = source.prompts.get(keyOf(slot));
  if (promptFile !== undefined)
    return filledFrom(promptFile, {
      name,
      variables,
      columns,
      place: source.yaml.placeOf([...section, `${name}_file`]),
    });
  const text = givenAt(source, section)[name];
  if (typeof text !== 'string') return undefined;
  const filled = fillPrompt(text, { name, variables, columns });
  if ('prompt' in filled) return filled.prompt;
  const allowed = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ');
  throw new ConfigError(`${quoted(keyOf(slot))}: ${filled.problem}`, {
    where: source.yaml.placeOf([...section, name]),
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
  { place, ...filling }: PromptFilling & { place: string },
): string {
  const filled = fillPrompt(text, filling);
  if ('prompt' in filled) return filled.prompt;
  throw new ConfigError(`the prompt ${quoted(file)} cannot be used: ${filled.problem}`, {
    where: place,
    remedy: 'Correct it in that file.',
  });
}

interface PromptFilling {
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
  { name, variables, columns }: PromptFilling,
): { prompt: string } | { problem: string } {
  const names = { variables: Object.keys(variables), columns };
  const isSystem = name === 'system_prompt';
  const problem = isSystem ? systemProblem(text, names) : templateProblem(text, names);
  if (problem !== undefined) return { problem };
  const fixedVariables = Object.entries(variables).filter(
    ([variable]) => !columns.includes(variable),
  );
  const knownNames = isSystem
    ? [...names.variables, ...columns]
    : [...PLACEHOLDERS, ...names.variables];
  const prompt = fillVariables(text, Object.fromEntries(fixedVariables), knownNames);
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
  { variables, columns }: Omit<PromptFilling, 'name'>,
): Record<string, string | null> | undefined {
  if (text === undefined || columns.length === 0) return undefined;
  const names = { variables: Object.keys(variables), columns };
  const columnNames = columnsShown(text, 'system_prompt', names);
  const values = columnNames.map((name) => [name, String(variables[name] ?? '') || null] as const);
  return columnNames.length === 0 ? undefined : Object.fromEntries(values);
}
