import { namedFile } from '../../config/paths.js';
import { parseYaml } from '../../config/positions.js';
import { asRecord, isMapping, jsonIn } from '../../json.js';
import { conversation } from '../conversation.js';
import { scalarText, type Notes, type Reason } from '../material.js';
import type { SourceFiles } from '../read.js';
import { templateOf, type Template } from './template.js';

export type Located = { value: unknown; where: string };

/** The first prompt that can be read: one question, and at most one system prompt before it. */
export interface ChosenPrompt {
  user: Template;
  system: Template;
  /** The text file that holds it and nothing else, and its place. */
  file?: { name: string; where: string };
}

/** One of the prompts of an entry; `text` is undefined where no text can be read. */
interface Candidate {
  text?: string;
  messages?: unknown;
  shown: string;
  where: string;
  file?: ChosenPrompt['file'];
}

const ONE: Reason = {
  why: 'a configuration has one model and one prompt',
  instead: 'Convert it by itself.',
};
const PLAIN: Reason = {
  why: 'it is no text with plain variables',
  instead: 'Write model.prompt, with {text} and {options}.',
};
const FILE_END = /\.[A-Za-z0-9]{1,8}$/;

/** True for a pattern of file names, and false for a prompt with a star in it. */
function isGlob(text: string): boolean {
  return text.includes('*') && !/[\s{}]/.test(text) && FILE_END.test(text);
}

/** Returns the prompt that is asked; undefined, with notes, if none can be. */
export async function choosePrompt(
  entries: readonly Located[],
  sourceFiles: SourceFiles,
  notes: Notes,
): Promise<ChosenPrompt | undefined> {
  let chosen: ChosenPrompt | undefined;
  for (const entry of entries) {
    for (const candidate of await candidatesOf(entry, sourceFiles)) {
      const read = chosen ? undefined : readPrompt(candidate);
      if (read === undefined)
        notes.add(`prompt ${candidate.shown}`, candidate.where, chosen ? ONE : PLAIN);
      chosen ??= read;
    }
  }
  return chosen;
}

/** Name of a provider or a prompt in a note; its other keys may hold a secret. */
export function shownName(value: unknown): string {
  const [first = ''] = Object.keys(asRecord(value));
  const name = scalarText(asRecord(value).id) ?? scalarText(value) ?? first;
  return JSON.stringify(name.slice(0, 60));
}

async function candidatesOf(
  { value, where }: Located,
  sourceFiles: SourceFiles,
): Promise<Candidate[]> {
  const shown = shownName(value);
  const given = scalarText(isMapping(value) ? (value.raw ?? value.id) : value) ?? 'exec:';
  const bare = given.trim().replace(/^file:\/\//i, '');
  if (!/^(?:exec|langfuse|https?):/i.test(bare) && isGlob(bare)) {
    const found: Candidate[] = [];
    for (const file of await sourceFiles.matching(bare, where))
      found.push(
        ...(await candidatesIn(
          { file, shown: JSON.stringify(file.slice(-60)), where },
          sourceFiles,
        )),
      );
    return found;
  }
  const file = namedFile(given);
  if (file !== undefined) return candidatesIn({ file, shown, where }, sourceFiles);
  if (/^(?:exec|langfuse|https?):/i.test(given)) return [{ shown, where }];
  return [{ text: given, messages: messagesIn(given), shown, where }];
}

/** The prompts of a file. promptfoo divides a text file at lines of three dashes. */
async function candidatesIn(
  { file, shown, where }: { file: string; shown: string; where: string },
  sourceFiles: SourceFiles,
): Promise<Candidate[]> {
  const ending = /\.(txt|md|j2|json|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === undefined) return [{ shown, where }];
  const text = await sourceFiles.text(file, where);
  if (/^(?:json|ya?ml)$/.test(ending)) {
    const value = ending === 'json' ? jsonIn(text) : parseYaml(text, file).value;
    return [{ messages: isMapping(value) ? value.messages : value, shown, where }];
  }
  const parts = ending === 'txt' ? partsOf(text) : [{ text: text.trim(), line: 1 }];
  if (parts.length < 2) return [{ text: text.trim(), shown, where, file: { name: file, where } }];
  const way = await sourceFiles.fromRoot(file, where);
  return parts.map((part) => ({
    text: part.text,
    shown: JSON.stringify(part.text.slice(0, 60)),
    where: `${way}:${part.line}`,
  }));
}

function partsOf(text: string): { text: string; line: number }[] {
  const parts: { text: string; line: number }[] = [];
  let lines: string[] = [];
  let from = 1;
  for (const [i, line] of [...text.split(/\r?\n/), '---'].entries()) {
    if (line.trim() !== '---') {
      lines.push(line);
      continue;
    }
    const blank = lines.findIndex((one) => one.trim() !== '');
    if (blank >= 0) parts.push({ text: lines.join('\n').trim(), line: from + blank });
    lines = [];
    from = i + 2;
  }
  return parts;
}

/** Messages in a text; undefined for a text that is none. */
function messagesIn(text: string): unknown {
  const value = /^\s*\[/.test(text) ? jsonIn(text) : undefined;
  return Array.isArray(value) ? value : undefined;
}

function readPrompt({ text, messages, file }: Candidate): ChosenPrompt | undefined {
  const read = conversation(messages ?? text);
  if (read === undefined) return undefined;
  const user = templateOf(read.user);
  const system = templateOf(read.system ?? '');
  if (user === undefined || system === undefined) return undefined;
  return { user, system, file };
}
