import { namedFile } from '../../config/paths.ts';
import { parseYaml } from '../../config/positions.ts';
import { asRecord, isMapping, jsonIn } from '../../json.ts';
import { conversation } from '../conversation.ts';
import type { Notes, Reason } from '../notes.ts';
import { scalarText } from '../values.ts';
import type { SourceFiles } from '../source-files.ts';
import { templateOf, type Template } from './template.ts';

export type LocatedValue = { value: unknown; place: string };

/** The first prompt that can be read: one question, and at most one system prompt before it. */
export interface ChosenPrompt {
  user: Template;
  system: Template;
  /** The text file that holds it and nothing else, and its place. */
  file?: { name: string; place: string };
}

/** One of the prompts of an entry; `text` is undefined if no text can be read. */
interface PromptCandidate {
  text?: string;
  messages?: unknown;
  shownName: string;
  place: string;
  file?: ChosenPrompt['file'];
}

export const ONE_OF_EACH: Reason = {
  why: 'a configuration has one model and one prompt',
  instead: 'Convert it by itself.',
};
const NO_PLAIN_TEXT: Reason = {
  why: 'it is no text with plain variables',
  instead: 'Write model.prompt, with {text} and {options}.',
};
const FILE_END = /\.[A-Za-z0-9]{1,8}$/;

/** True for a pattern of file names, and false for a prompt with a star in it. */
function isGlob(text: string): boolean {
  return text.includes('*') && !/[\s{}]/.test(text) && FILE_END.test(text);
}

/** Returns the first readable prompt; undefined if there is none. Notes the other prompts. */
export async function choosePrompt(
  entries: readonly LocatedValue[],
  sourceFiles: SourceFiles,
  notes: Notes,
): Promise<ChosenPrompt | undefined> {
  let chosenPrompt: ChosenPrompt | undefined;
  for (const entry of entries) {
    for (const candidate of await candidatesOf(entry, sourceFiles)) {
      const prompt = chosenPrompt ? undefined : readPrompt(candidate);
      if (prompt === undefined)
        notes.add(
          `prompt ${candidate.shownName}`,
          candidate.place,
          chosenPrompt ? ONE_OF_EACH : NO_PLAIN_TEXT,
        );
      chosenPrompt ??= prompt;
    }
  }
  return chosenPrompt;
}

/** Name of a provider or a prompt in a note; its other keys may hold a secret. */
export function nameForNote(value: unknown): string {
  const [firstKey = ''] = Object.keys(asRecord(value));
  const name = scalarText(asRecord(value).id) ?? scalarText(value) ?? firstKey;
  return JSON.stringify(name.slice(0, 60));
}

async function candidatesOf(
  { value, place }: LocatedValue,
  sourceFiles: SourceFiles,
): Promise<PromptCandidate[]> {
  const shownName = nameForNote(value);
  const text = scalarText(isMapping(value) ? (value.raw ?? value.id) : value) ?? 'exec:';
  const pattern = text.trim().replace(/^file:\/\//i, '');
  if (!/^(?:exec|langfuse|https?):/i.test(pattern) && isGlob(pattern)) {
    const candidates: PromptCandidate[] = [];
    for (const file of await sourceFiles.matching(pattern, place))
      candidates.push(
        ...(await candidatesIn(
          { file, shownName: JSON.stringify(file.slice(-60)), place },
          sourceFiles,
        )),
      );
    return candidates;
  }
  const file = namedFile(text);
  if (file !== undefined) return candidatesIn({ file, shownName, place }, sourceFiles);
  if (/^(?:exec|langfuse|https?):/i.test(text)) return [{ shownName, place }];
  return [{ text, messages: messagesIn(text), shownName, place }];
}

/** Returns the prompts of a file. promptfoo splits a text file at lines of three dashes. */
async function candidatesIn(
  { file, shownName, place }: { file: string; shownName: string; place: string },
  sourceFiles: SourceFiles,
): Promise<PromptCandidate[]> {
  const ending = /\.(txt|md|j2|json|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === undefined) return [{ shownName, place }];
  const text = await sourceFiles.text(file, place);
  if (/^(?:json|ya?ml)$/.test(ending)) {
    const value = ending === 'json' ? jsonIn(text) : parseYaml(text, file).value;
    return [{ messages: isMapping(value) ? value.messages : value, shownName, place }];
  }
  const parts = ending === 'txt' ? partsOf(text) : [{ text: text.trim(), line: 1 }];
  if (parts.length < 2)
    return [{ text: text.trim(), shownName, place, file: { name: file, place } }];
  const rootPath = await sourceFiles.fromRoot(file, place);
  return parts.map((part) => ({
    text: part.text,
    shownName: JSON.stringify(part.text.slice(0, 60)),
    place: `${rootPath}:${part.line}`,
  }));
}

function partsOf(text: string): { text: string; line: number }[] {
  const parts: { text: string; line: number }[] = [];
  let lines: string[] = [];
  let partStart = 1;
  for (const [i, line] of [...text.split(/\r?\n/), '---'].entries()) {
    if (line.trim() !== '---') {
      lines.push(line);
      continue;
    }
    const firstTextLine = lines.findIndex((line) => line.trim() !== '');
    if (firstTextLine >= 0)
      parts.push({ text: lines.join('\n').trim(), line: partStart + firstTextLine });
    lines = [];
    partStart = i + 2;
  }
  return parts;
}

/** Returns the messages in a text; undefined if it holds none. */
function messagesIn(text: string): unknown {
  const value = /^\s*\[/.test(text) ? jsonIn(text) : undefined;
  return Array.isArray(value) ? value : undefined;
}

function readPrompt({ text, messages, file }: PromptCandidate): ChosenPrompt | undefined {
  const prompt = conversation(messages ?? text);
  if (prompt === undefined) return undefined;
  const user = templateOf(prompt.user);
  const system = templateOf(prompt.system ?? '');
  if (user === undefined || system === undefined) return undefined;
  return { user, system, file };
}
