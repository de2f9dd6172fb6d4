import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readPlainFile } from '../config/files.js';
import { showsOptions, templateProblem } from '../engine/prompt.js';
import { ConfigError } from '../errors.js';
import type { Prompt } from './first-files.js';

const PROMPT_FOLDER = 'prompts';
const PROMPT_NAMES = /\.(?:txt|md|prompt|j2|jinja|jinja2|tmpl)$/i;
const DATA_FOLDERS = ['evals', 'eval', 'data', 'tests/data'];
const DATA_NAMES = /\.(?:jsonl|csv|tsv)$/i;

/** Returns the files below `prompts/`, by name, with forward slashes. */
export async function promptFiles(root: string): Promise<string[]> {
  return filesIn(root, PROMPT_FOLDER, PROMPT_NAMES);
}

/** Returns files that may hold rows of the team's own. */
export async function dataFiles(root: string): Promise<string[]> {
  return (await Promise.all(DATA_FOLDERS.map((folder) => filesIn(root, folder, DATA_NAMES)))).flat();
}

async function filesIn(root: string, folder: string, names: RegExp): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() && names.test(entry.name) ? [`${folder}/${entry.name}`] : [])).sort();
}

/** A file without any placeholder is a system prompt. @throws ConfigError for a file that is not there */
export async function promptIn(root: string, file: string): Promise<Prompt> {
  const text = await readPlainFile({ root, file, what: 'the prompt', where: '--prompt', confined: false, isNamedByWorkflow: true });
  if (text === undefined) {
    throw new ConfigError(`there is no file ${file}`, {
      where: '--prompt',
      remedy: 'Give the path of your prompt from this folder, or `none`.',
    });
  }
  const isTemplate = templateProblem(text) === undefined || /\{\{?\s*[A-Za-z_]\w*\s*\}/.test(text);
  return { key: isTemplate ? 'prompt_file' : 'system_prompt_file', file, showsOptions: !isTemplate || showsOptions(text) };
}
