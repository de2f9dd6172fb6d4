import { parseYaml } from '../../../config/positions.js';
import { namedFile } from '../../../config/named-file.js';
import { textOf, type Companions, type Located, type Material, type Notes } from '../converted.js';
import { fromMessages } from '../messages.js';
import { parseTemplate } from '../template.js';
import { isMapping, jsonIn } from '../../../json.js';

type FoundPrompt = Pick<Material, 'prompt' | 'system' | 'inFiles'>;

const ONE = {
  why: 'a configuration has one prompt: two are compared as two sides of a pull request',
  instead: 'Convert it by itself, or write it in a pull request, with evaluation: { compare: base }.',
};

/** The first prompt that can be asked here; the others are named. */
export async function promptAmong(written: readonly Located[], companions: Companions, notes: Notes): Promise<FoundPrompt | undefined> {
  let found: FoundPrompt | undefined;
  for (const { value, where } of written) {
    if (found) {
      notes.add(`prompt ${shown(value)}`, where, ONE);
      continue;
    }
    const read = await promptOf({ value, where }, companions, notes);
    if (typeof read === 'object') found = read;
    else notes.add(`prompt ${shown(value)}`, where, { why: read, instead: 'Write it as model.prompt, with {text} and {options}.' });
  }
  return found;
}

/** The prompt, or why there is none. */
async function promptOf({ value, where }: Located, companions: Companions, notes: Notes): Promise<FoundPrompt | string> {
  const text = textOf(isMapping(value) ? (value.raw ?? value.id) : value);
  if (text === undefined) return 'it is neither a text nor a file';
  if (/^(?:exec|langfuse|portkey|helicone|mcp|huggingface|https?):/i.test(text)) return 'it comes from a program or a service';
  const file = namedFile(text);
  if (file === undefined) return templates(text, false);
  if (/[*?[\]]/.test(file)) return 'several files by one pattern are several prompts';
  if (!/\.(?:txt|md|j2|jinja2?|json|ya?ml)$/i.test(file)) return 'it is code, or a table of prompts';
  const [first = '', ...others] = (await companions.text(file, where)).split(/^---\s*$/m).filter((part) => part.trim() !== '');
  for (const other of others) notes.add(`prompt ${shown(other.trim())}`, file, ONE);
  return templates(/\.ya?ml$/i.test(file) ? first : first.trim(), true, /\.ya?ml$/i.test(file) ? file : undefined);
}

function templates(text: string, inFiles: boolean, yaml?: string): FoundPrompt | string {
  const messages = yaml === undefined ? jsonIn(text) : parseYaml(text, yaml).value;
  if (!Array.isArray(messages)) {
    const prompt = parseTemplate(text);
    return typeof prompt === 'string' ? prompt : { prompt, inFiles };
  }
  const asked = fromMessages(messages);
  return typeof asked === 'string' ? asked : { ...asked, inFiles };
}

function shown(value: unknown): string {
  const text = textOf(isMapping(value) ? (value.label ?? value.id ?? value.raw) : value) ?? '';
  return JSON.stringify(text.length > 50 ? `${text.slice(0, 49)}…` : text);
}
