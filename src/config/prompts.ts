import path from 'node:path';
import {
  fillVariables,
  literal,
  LONGEST_PROMPT,
  PLACEHOLDERS,
  templateProblem,
  unknownPlaceholder,
} from '../engine/prompt.js';
import { ConfigError } from '../errors.js';
import type { IsTracked } from '../inside.js';
import { isMapping, quoted } from '../json.js';
import type { Prompts, Source, Written } from './config.js';
import { MAX_BYTES, readPlainFile, tooLarge, type PlainFile } from './files.js';
import type { Path } from './positions.js';

type Name = 'prompt' | 'system_prompt';

interface Place {
  /** `['model']`, or the path of a test. */
  section: Path;
  name: Name;
}

/**
 * Reads a prompt's file, by its path from the root, from the side of its configuration; `where` is
 * for errors. Undefined if absent.
 */
export type PromptReader = (file: string, where: string) => Promise<string | undefined>;

/**
 * Returns a reader of the prompts below a folder. The configuration names them, so links out of the
 * folder are always refused.
 */
export function promptsBelow(root: string, isTracked?: IsTracked): PromptReader {
  return (file, where) =>
    readPlainFile({
      root,
      file,
      where,
      what: `the prompt ${quoted(file)}`,
      confined: true,
      isTracked,
      isNamedByWorkflow: false,
    });
}

/**
 * @throws ConfigError for a prompt that stands in the configuration and in a file, and for a file
 * that is absent or no prompt
 */
export async function readPrompts(written: Written, read: PromptReader): Promise<Prompts> {
  const prompts = new Map<string, string>();
  for (const place of placesOf(written.raw)) {
    const text = await readPrompt(written, place, read);
    if (text !== undefined) prompts.set(keyOf(place), text);
  }
  return prompts;
}

function placesOf({ tests }: Written['raw']): Place[] {
  const ofTests = Object.entries(tests.sensitivity as Record<string, unknown>).flatMap(
    ([name, body]): Path[] => {
      const path = ['tests', 'sensitivity', name];
      return Array.isArray(body) ? body.map((_, index) => [...path, index]) : [path];
    },
  );
  return [
    ...(['prompt', 'system_prompt'] as const).map((name) => ({ section: ['model'], name })),
    ...ofTests.map((section) => ({ section, name: 'prompt' as const })),
  ];
}

export function promptFilesOf(source: Written): Record<string, string> {
  const found = placesOf(source.raw).flatMap(({ section, name }) => {
    const file = givenAt(source, section)[`${name}_file`];
    const field = section.length === 1 ? name : `${section[2]}.${name}`;
    return typeof file === 'string' ? [[field, path.posix.normalize(file)] as const] : [];
  });
  return Object.fromEntries(found);
}

function keyOf({ section, name }: Place): string {
  return [...section, name].join('.');
}

function givenAt({ raw }: Pick<Written, 'raw'>, section: Path): Record<string, unknown> {
  const given = section.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
    raw,
  );
  return isMapping(given) ? given : {};
}

async function readPrompt(
  written: Written,
  place: Place,
  read: PromptReader,
): Promise<string | undefined> {
  const { section, name } = place;
  const given = givenAt(written, section);
  const key = `${name}_file`;
  const file = given[key];
  if (typeof file !== 'string') return undefined;
  const named = keyOf(place);
  const where = written.yaml.where([...section, key]);
  if (given[name] !== undefined) {
    const message = `the prompt is written twice: as ${named} and in a file, as ${named}_file`;
    throw new ConfigError(message, {
      where: written.yaml.where(section, key),
      remedy: 'Keep one of them.',
    });
  }
  const text = await read(path.posix.normalize(file), where);
  if (text === undefined) {
    const remedy = `Commit it. ${named}_file is a path from the root of the repository (in a terminal: from the current folder).`;
    throw new ConfigError(`there is no file ${quoted(file)}`, { where, remedy });
  }
  return checkedText(text, { where, what: `the prompt ${quoted(file)}` });
}

/**
 * Returns the text with line breaks as in git, without a byte order mark and without the last line
 * break.
 */
function checkedText(text: string, place: Pick<PlainFile, 'what' | 'where'>): string {
  const refuse = (message: string, remedy: string): never => {
    throw new ConfigError(`${place.what} ${message}`, { where: place.where, remedy });
  };
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge(Buffer.byteLength(text), place);
  if (text.includes('\0') || text.includes('\uFFFD'))
    return refuse('is no text in UTF-8', 'Name a text file, and save it as UTF-8.');
  if (text.startsWith('version https://git-lfs.github.com/spec/')) {
    return refuse(
      'is kept by Git LFS, so that only a pointer to it is in the repository',
      'Keep it as a plain file.',
    );
  }
  const prompt = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
  return prompt.trim() === '' ? refuse('is empty', 'Write the prompt into it.') : prompt;
}

/**
 * Returns the template of a section with its variables filled in; undefined if it has no prompt.
 * @throws ConfigError
 */
export function templateAt(source: Source, section: Path): string | undefined {
  const variables = source.raw.model?.variables ?? {};
  const text = usableText(source, { section, name: 'prompt' }, (given) =>
    templateProblem(given, Object.keys(variables)),
  );
  return text === undefined ? undefined : filled(text, source, { section, name: 'prompt' });
}

export function systemPromptOf(source: Source): string | undefined {
  const variables = source.raw.model?.variables ?? {};
  const names = Object.keys(variables);
  const text = usableText(source, { section: ['model'], name: 'system_prompt' }, (given) =>
    unknownPlaceholder(given, names, names),
  );
  if (text === undefined) return undefined;
  return literal(filled(text, source, { section: ['model'], name: 'system_prompt' }));
}

/** @throws ConfigError for a prompt that its variables make too long */
function filled(text: string, source: Source, { section, name }: Place): string {
  // A system prompt has no placeholders of the row.
  const known = name === 'prompt' ? PLACEHOLDERS : [];
  const prompt = fillVariables(text, source.raw.model?.variables ?? {}, known);
  if (prompt !== undefined) return prompt;
  const message = `the ${name.replace('_', ' ')} has more than ${LONGEST_PROMPT} characters with its variables`;
  const key = source.prompts.has(keyOf({ section, name })) ? `${name}_file` : name;
  throw new ConfigError(message, {
    where: source.yaml.where([...section, key]),
    remedy: 'Shorten the values in model.variables, or use each of them less often.',
  });
}

function usableText(
  source: Source,
  place: Place,
  problemOf: (text: string) => string | undefined,
): string | undefined {
  const { section, name } = place;
  const fromFile = source.prompts.get(keyOf(place));
  const given = givenAt(source, section);
  const text = fromFile ?? given[name];
  if (typeof text !== 'string') return undefined;
  const problem = problemOf(text);
  if (problem === undefined) return text;
  if (fromFile === undefined) {
    const remedy =
      name === 'prompt'
        ? `Correct it there; placeholders are ${PLACEHOLDERS.map((one) => `{${one}}`).join(', ')}.`
        : 'Correct it there.';
    throw new ConfigError(`${quoted(keyOf(place))}: ${problem}`, {
      where: source.yaml.where([...section, name]),
      remedy,
    });
  }
  const message = `the prompt ${quoted(given[`${name}_file`])} cannot be used: ${problem}`;
  throw new ConfigError(message, {
    where: source.yaml.where([...section, `${name}_file`]),
    remedy: 'Correct it in that file.',
  });
}
