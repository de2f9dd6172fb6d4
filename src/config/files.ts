import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../errors.js';
import { isHidden, wayInside, type IsTracked } from '../inside.js';
import { quoted } from '../json.js';
import { templateProblem, unknownPlaceholder } from '../engine/prompt.js';
import type { Prompts, Written } from './config.js';

/** Far above any configuration and any prompt; a larger file is a mistake or an attack. */
export const MAX_BYTES = 1024 * 1024;

export interface PlainFile {
  /** Absolute folder that `file` starts from. */
  root: string;
  file: string;
  /** How errors call it: `the configuration`. */
  what: string;
  /** Its place, for errors. */
  where: string;
  /**
   * Whoever wrote the file, or its name, is not trusted: it may be no link to what else is on the machine, since an error or an answer
   * could show what is in there.
   */
  confined: boolean;
  /** Where it is `confined`: left out for a folder of our own, in which there is nothing but what a commit holds. */
  isTracked?: IsTracked | undefined;
  /** The workflow gives its name, not a file that a pull request can edit. */
  isNamedByWorkflow: boolean;
}

/**
 * Undefined where the file is not there. @throws ConfigError where it is no plain file, too large, or, being confined, outside or not
 * git's.
 */
export async function readPlainFile(options: PlainFile): Promise<string | undefined> {
  const { root, file, what, where, confined } = options;
  const real = await realpath(path.resolve(root, file)).catch(() => undefined);
  if (real === undefined) return undefined;
  const way = confined ? wayInside(await realpath(root), real) : undefined;
  if (confined && way === undefined) {
    throw new ConfigError(`${what} lies outside of the checkout`, {
      where,
      remedy: 'Keep it in the repository, as a file and not as a link.',
    });
  }
  // Before a byte is read: a device or a pipe has no end.
  const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }));
  if (!isFile) throw new ConfigError(`${what} is not a plain file`, { where, remedy: 'Name a file, not a folder.' });
  if (way !== undefined) await refuseUntracked(real, way, options);
  if (size > MAX_BYTES) throw tooLarge(size, { what, where });
  try {
    return await readFile(real, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${what} cannot be read`, { where, remedy: 'Check the permissions of the file.', cause });
  }
}

export function tooLarge(bytes: number, { what, where }: Pick<PlainFile, 'what' | 'where'>): ConfigError {
  return new ConfigError(`${what} has ${bytes} bytes`, { where, remedy: `At most ${MAX_BYTES} bytes are read.` });
}

/** `real` is where the links of a file lead, and `way` the way there from the root. */
async function refuseUntracked(
  real: string,
  way: string,
  { root, file, what, where, isTracked, isNamedByWorkflow }: PlainFile,
): Promise<void> {
  const tracked = await isTracked?.(real);
  const isLink = real !== path.resolve(await realpath(root), file);
  // Without git to ask, a name that the workflow gives is good enough; one that somebody else gives, or a link, may hide what tools keep.
  const isUnknown = isTracked !== undefined && tracked === undefined && (isLink || !isNamedByWorkflow);
  if (tracked === false || (isUnknown && isHidden(way))) {
    throw new ConfigError(`git does not track ${what}${isLink ? `, which is a link to ${quoted(way)}` : ''}`, {
      where,
      remedy: `Commit it, as a file. Where an earlier step writes it, let that step run \`git add\` on it.`,
    });
  }
}

const PROMPTS = ['prompt', 'system_prompt'] as const satisfies readonly (keyof Prompts)[];

/**
 * Reads a prompt's file from the side that its configuration is from, so that head and base have each its own: by its path from the root of
 * the repository; `where` is its place in the configuration, for errors. Undefined where the side has no such file.
 */
export type PromptReader = (file: string, where: string) => Promise<string | undefined>;

/** The prompts of a checkout or a folder. Who wrote the configuration named them, so none may lead out, wherever it runs. */
export function promptsBelow(root: string, isTracked?: IsTracked): PromptReader {
  return (file, where) =>
    readPlainFile({ root, file, where, what: `the prompt ${quoted(file)}`, confined: true, isTracked, isNamedByWorkflow: false });
}

/** @throws ConfigError where a prompt stands in the configuration and in a file, and for a file that is not there or holds no prompt. */
export async function readPrompts({ raw, yaml }: Written, read: PromptReader): Promise<Prompts> {
  const prompts: Prompts = {};
  for (const name of PROMPTS) {
    const key = `${name}_file` as const;
    const file = raw.model?.[key];
    if (file === undefined) continue;
    if (raw.model?.[name] !== undefined) {
      throw new ConfigError(`the prompt is written twice: as model.${name} and in a file, as model.${key}`, {
        where: yaml.where(['model'], key),
        remedy: 'Keep one of them.',
      });
    }
    const where = yaml.where(['model', key]);
    const text = await read(path.posix.normalize(file), where);
    if (text === undefined) {
      throw new ConfigError(`there is no file ${quoted(file)}`, {
        where,
        remedy: `Commit it. model.${key} is a path from the root of the repository (in a terminal: from the folder that you are in).`,
      });
    }
    prompts[name] = promptOf(text, name, { where, what: `the prompt ${quoted(file)}` });
  }
  return prompts;
}

/**
 * What a file's text is as a prompt: its line breaks as git keeps them, whatever the system that checked it out, without the mark that some
 * editors put before a text and the line break that most put after it.
 */
function promptOf(text: string, name: keyof Prompts, place: Pick<PlainFile, 'what' | 'where'>): string {
  const refuse = (message: string, remedy: string): never => {
    throw new ConfigError(`${place.what} ${message}`, { where: place.where, remedy });
  };
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge(Buffer.byteLength(text), place);
  // What is no UTF-8 was decoded to the sign for that.
  if (text.includes('\0') || text.includes('\uFFFD')) return refuse('is no text in UTF-8', 'Name a text file, and save it as UTF-8.');
  if (text.startsWith('version https://git-lfs.github.com/spec/')) {
    return refuse('is kept by Git LFS, so that only a pointer to it is in the repository', 'Keep it as a plain file.');
  }
  const prompt = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
  if (prompt.trim() === '') return refuse('is empty', 'Write the prompt into it.');
  const problem = name === 'prompt' ? templateProblem(prompt) : unknownPlaceholder(prompt);
  return problem === undefined ? prompt : refuse(`cannot be used: ${problem}`, 'Correct it in that file.');
}
