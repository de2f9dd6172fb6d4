import path from 'node:path';
import { templateProblem, unknownPlaceholder } from '../engine/prompt.js';
import { ConfigError } from '../errors.js';
import type { IsTracked } from '../inside.js';
import { quoted } from '../json.js';
import { MAX_BYTES, readPlainFile, tooLarge, type PlainFile } from './plain-file.js';
import type { Prompts, Written } from './written.js';

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
