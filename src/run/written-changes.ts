/** The texts in which a change of a filled prompt is written: the prompt itself, and variables. */
import { filledPromptByField } from '../config/prompts.ts';
import { changedLines, changedSentences, type Hunk } from '../engine/attribution/changed-lines.ts';
import { distinctBy, range } from '../engine/lists.ts';
import { traceLines, type TracedLine } from '../engine/rows/prompt.ts';
import type { ComparedSubjects } from './compared-subjects.ts';

/** A text whose head differs from its base: a prompt as it is written, or a variable's value. */
interface WrittenChange {
  /** The variable whose value the text is; undefined for the prompt itself. */
  variable: string | undefined;
  /** The head's text. */
  text: string;
  /** The changes of the text, at its own lines. */
  hunks: readonly Hunk[];
}

/** For each line of a filled prompt: the lines that it shows. */
type LineTraces = readonly (readonly TracedLine[])[];

/** The changed texts of a prompt, and the texts from which its filled lines are put together. */
export interface PromptTrace {
  head: LineTraces;
  base: LineTraces;
  /** The prompt itself first. */
  changes: readonly WrittenChange[];
}

/**
 * Traces the lines of a prompt, by its field. Returns undefined if the filled text of a side is not
 * the one that its configuration writes, and for a prompt that the head does not have.
 */
export function tracePrompt(
  field: string,
  { head, base, headSubject, baseSubject }: ComparedSubjects,
): PromptTrace | undefined {
  const headPrompt = filledPromptByField(head, field);
  const basePrompt = filledPromptByField(base, field);
  if (headPrompt === undefined || headPrompt.text !== headSubject.texts[field]) return undefined;
  if (basePrompt?.text !== baseSubject.texts[field]) return undefined;
  const changes: WrittenChange[] = [];
  const addChange = (variable: string | undefined, old: string | undefined, text: string) => {
    const hunks = changedLines(old, text);
    if (hunks.length > 0) changes.push({ variable, text, hunks });
  };
  addChange(undefined, base.prompts[field]?.text, head.prompts[field]?.text ?? '');
  for (const [name, value] of Object.entries(head.variables))
    addChange(name, String(base.variables[name] ?? ''), String(value));
  const baseTraces = basePrompt ? traceLines(basePrompt) : [];
  return { head: traceLines(headPrompt), base: baseTraces, changes };
}

/** Returns the changes of written texts that make these changes of the filled prompt. */
export function writtenChanges(
  { head, base, changes }: PromptTrace,
  filledHunks: readonly Hunk[],
): WrittenChange[] {
  return changes.flatMap(({ variable, text, hunks }): WrittenChange[] => {
    const causes = filledHunks.flatMap((filled) => {
      const { line, count, baseLine, base: old } = filled;
      const headLines = shownLines(head.slice(line - 1, line - 1 + count), variable);
      const baseLines = shownLines(base.slice(baseLine - 1, baseLine - 1 + old.length), variable);
      return hunks
        .filter((hunk) => {
          const isAtHead = linesAtHead(hunk).some((number) => headLines.has(number));
          return isAtHead || linesAtBase(hunk).some((number) => baseLines.has(number));
        })
        .map((hunk) => sentencesLike(filled, hunk));
    });
    return causes.length === 0 ? [] : [{ variable, text, hunks: distinctInOrder(causes) }];
  });
}

/** Returns the lines of a written text that filled lines show. */
function shownLines(traces: LineTraces, variable: string | undefined): Set<number> {
  const ofText = traces.flat().filter((traced) => traced.variable === variable);
  return new Set(ofText.map(({ line }) => line));
}

function linesAtHead({ line, count }: Hunk): number[] {
  return range(count, line);
}

function linesAtBase({ baseLine, base }: Hunk): number[] {
  return range(base.length, baseLine);
}

/**
 * Returns the changed sentences of a written line that are those of a filled line. Runs of changed
 * sentences have the same order in both lines. If their numbers differ, returns the whole line.
 */
function sentencesLike({ sentences, ...filledLine }: Hunk, written: Hunk): Hunk {
  if (!sentences) return written;
  const filledRuns = changedSentences(filledLine);
  const writtenRuns = changedSentences(written);
  if (filledRuns.length !== writtenRuns.length) return written;
  const index = filledRuns.findIndex((run) => run.sentences?.start === sentences.start);
  return writtenRuns[index] ?? written;
}

/** Returns each hunk once, since a prompt may show a variable several times. */
function distinctInOrder(hunks: readonly Hunk[]): Hunk[] {
  const startOf = ({ sentences }: Hunk) => sentences?.start ?? 0;
  return distinctBy(hunks, (hunk) => `${hunk.line}:${startOf(hunk)}`).toSorted(
    (a, b) => a.line - b.line || startOf(a) - startOf(b),
  );
}

/**
 * True if these changes of the filled prompt have every line that shows a changed line of the
 * prompt itself. A value of several lines splits a line of the prompt into several filled lines.
 */
export function hasWholeLines(
  { head, base }: PromptTrace,
  filled: readonly Hunk[],
  written: readonly Hunk[],
): boolean {
  return (
    showNoOther(head, filled.flatMap(linesAtHead), written.flatMap(linesAtHead)) &&
    showNoOther(base, filled.flatMap(linesAtBase), written.flatMap(linesAtBase))
  );
}

/** True if no filled line but these shows one of these lines of the prompt itself. */
function showNoOther(
  traces: LineTraces,
  filledLines: readonly number[],
  promptLines: readonly number[],
): boolean {
  const [filled, prompt] = [new Set(filledLines), new Set(promptLines)];
  return traces.every((tracedLines, index) => {
    if (filled.has(index + 1)) return true;
    return !tracedLines.some(({ variable, line }) => variable === undefined && prompt.has(line));
  });
}
