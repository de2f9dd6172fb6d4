import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readPlainFile } from '../../config/files.ts';
import { showsOptions } from '../../engine/rows/prompt.ts';
import { ConfigError } from '../../errors.ts';

/** The folders in which teams keep prompts, rows and documents, and the endings of such files. */
const USUAL_PLACES = {
  prompts: { folders: ['prompts'], endings: /\.(?:txt|md|prompt|j2|jinja|jinja2|tmpl)$/i },
  rows: { folders: ['evals', 'eval', 'data', 'tests/data'], endings: /\.(?:jsonl|csv|tsv)$/i },
  documents: {
    folders: ['docs', 'documents', 'knowledge', 'help', 'faq', 'kb'],
    endings: /\.(?:md|markdown|txt)$/i,
  },
};

/** Returns the files of one kind, folder by folder, by name. */
export async function usualFiles(root: string, kind: keyof typeof USUAL_PLACES): Promise<string[]> {
  const { folders, endings } = USUAL_PLACES[kind];
  const files: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile() && endings.test(entry.name));
    files.push(...names.map(({ name }) => `${folder}/${name}`).sort());
  }
  return files;
}

/** The prompt of the product, and the key of the configuration that names it. */
export interface ShippedPrompt {
  key: 'prompt_file' | 'system_prompt_file';
  file: string;
  showsOptions: boolean;
  text: string;
}

/**
 * A prompt without `{text}` or `{question}` is a system prompt. @throws ConfigError for a file that
 * is not there
 */
export async function readShippedPrompt(root: string, file: string): Promise<ShippedPrompt> {
  const place = '--prompt';
  const text = await readPlainFile({
    root,
    file,
    label: 'the prompt',
    place,
    confined: false,
    isNamedByWorkflow: true,
  });
  if (text === undefined)
    throw new ConfigError(`there is no file ${file}`, {
      where: place,
      remedy: 'Give the path of your prompt from this folder, or `none`.',
    });
  const isTemplate = /\{\{?\s*(?:text|question)\s*\}/.test(text);
  return {
    key: isTemplate ? 'prompt_file' : 'system_prompt_file',
    file,
    showsOptions: !isTemplate || showsOptions(text),
    text,
  };
}
