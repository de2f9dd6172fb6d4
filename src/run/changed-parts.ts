/** The parts in which the subjects of head and base differ, and where each of them stands. */
import type { Config, SubjectPlace } from '../config/config.ts';
import type { Hunk } from '../engine/attribution/changed-lines.ts';
import {
  linesOf,
  revertedLines,
  splitIntoParts,
  type ChangedPart,
  type TextChange,
  type ValueChange,
} from '../engine/attribution/parts.ts';
import { MAX_LINES, type DescribedPart } from '../engine/attribution/schema.ts';
import { enumerate } from '../language/enumerate.ts';
import { compareSubjects, type ComparedSubjects } from './compared-subjects.ts';
import { hasWholeLines, tracePrompt, writtenChanges, type PromptTrace } from './written-changes.ts';

/** Returns the parts in which the model or the prompts of two configurations differ. */
export function changedParts(base: Config, head: Config): ChangedPart[] {
  const { baseSubject, headSubject } = compareSubjects(base, head);
  return splitIntoParts(baseSubject, headSubject);
}

/** Names a changed part with its path and its lines, as the report holds them. */
export function partInReport({ changes }: ChangedPart, subjects: ComparedSubjects): DescribedPart {
  const [firstChange] = changes;
  const { field } = firstChange;
  const textChanges = changes.filter((change) => change.kind === 'text');
  const textFields = new Set(textChanges.map((change) => change.field));
  const traces: Traces = new Map();
  for (const textField of textFields) traces.set(textField, tracePrompt(textField, subjects));
  const place = placesInWords(changes.flatMap((change) => placesOf(change, subjects, traces)));
  if (textChanges.length === changes.length && textFields.size === 1)
    return { ...describeTextChanges(field, textChanges, { subjects, traces }), place };
  if (firstChange.kind === 'value' && changes.length === 1)
    return { ...describeValueChange(firstChange, subjects), place };
  const described = changes.map((change) =>
    change.kind === 'text'
      ? describeTextChanges(change.field, [change], { subjects, traces })
      : describeValueChange(change, subjects),
  );
  const path = described[0]?.path ?? subjects.head.origin.path;
  const head = described.flatMap((change) => change.head).slice(0, MAX_LINES);
  const base = described.flatMap((change) => change.base).slice(0, MAX_LINES);
  return { field, path, place, head, base, mixed: true };
}

/** The traces of changed prompts by field; undefined for a prompt that cannot be traced. */
type Traces = Map<string, PromptTrace | undefined>;

function describeValueChange(
  { field, old: oldValue, new: newValue }: ValueChange,
  { head }: ComparedSubjects,
): Omit<DescribedPart, 'place'> {
  const key = field.slice(field.lastIndexOf('.') + 1);
  const linesOfValue = (value: unknown) => {
    if (value === undefined) return [];
    return [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  };
  return {
    field,
    path: head.places.placeOfValue(field).path,
    old: oldValue ?? null,
    new: newValue ?? null,
    base: linesOfValue(oldValue),
    head: linesOfValue(newValue),
  };
}

/**
 * Describes the lines from the first to the last change, with the unchanged lines between them: as
 * the prompt's file or a variable has them, else as they are filled in.
 */
function describeTextChanges(
  field: string,
  changes: readonly TextChange[],
  { subjects, traces }: { subjects: ComparedSubjects; traces: Traces },
): Omit<DescribedPart, 'place'> {
  const { head, headSubject } = subjects;
  const trace = traces.get(field);
  const hunks = changes.map(({ hunk }) => hunk).toSorted((a, b) => a.line - b.line);
  const [written, anotherText] = trace ? writtenChanges(trace, hunks) : [];
  if (trace && written && !anotherText) {
    const lines = {
      ...spanOf(written.text, written.hunks),
      within: changedSentence(written.hunks),
    };
    const { variable } = written;
    if (variable !== undefined) {
      const { path } = head.places.placeOfVariable(variable, 1);
      return { field: `variables.${variable}`, path, ...lines };
    }
    if (hasWholeLines(trace, hunks, written.hunks))
      return { field, path: placeInPrompt(field, 1, head).path, ...lines };
  }
  const filledLines = spanOf(headSubject.texts[field] ?? '', hunks);
  const { path } = placeInPrompt(field, 1, head);
  return { field, path, ...filledLines, filled: true, within: changedSentence(hunks) };
}

/**
 * Returns the lines from the first to the last hunk, and the same lines with the hunks reverted.
 */
function spanOf(text: string, hunks: readonly Hunk[]) {
  const line = hunks[0]?.line ?? 1;
  const lastHunk = hunks.at(-1);
  const end = lastHunk ? lastHunk.line - 1 + lastHunk.count : line - 1;
  const head = linesOf(text).slice(line - 1, end);
  const base = revertedLines(
    head,
    hunks.map((hunk) => ({ ...hunk, line: hunk.line - line + 1 })),
  );
  return { line, head: head.slice(0, MAX_LINES), base: base.slice(0, MAX_LINES) };
}

/** Returns the sentence that changed within its line; undefined for any other change. */
function changedSentence(hunks: readonly Hunk[]): DescribedPart['within'] {
  const [hunk, anotherHunk] = hunks;
  if (!hunk?.sentences || anotherHunk) return undefined;
  const { start, end, base } = hunk.sentences;
  return { old: base.trim(), new: (hunk.head ?? '').slice(start, end).trim() };
}

interface PlacedLines extends SubjectPlace {
  count: number;
}

/** Returns the lines of a change: in the file of a prompt, at a key, or in a variable's value. */
function placesOf(
  change: TextChange | ValueChange,
  { head }: ComparedSubjects,
  traces: Traces,
): PlacedLines[] {
  if (change.kind === 'value') return [{ ...head.places.placeOfValue(change.field), count: 1 }];
  const { field, hunk } = change;
  const trace = traces.get(field);
  const written = trace ? writtenChanges(trace, [hunk]) : [];
  const inPrompt = written.find(({ variable }) => variable === undefined);
  if (inPrompt)
    return inPrompt.hunks.map(({ line, count }) => ({
      ...placeInPrompt(field, line, head),
      count,
    }));
  if (written.length === 0)
    return [{ ...placeInPrompt(field, hunk.line, head), count: hunk.count }];
  return written.flatMap(({ variable = '', hunks }) =>
    hunks.map(({ line, count }) => ({ ...head.places.placeOfVariable(variable, line), count })),
  );
}

/** Returns the place of a line of a prompt as it is written. */
function placeInPrompt(field: string, line: number, { prompts, places }: Config): SubjectPlace {
  const file = prompts[field]?.file;
  return file === undefined ? places.placeOfText(field, line) : { path: file, line };
}

/** ``prompts/support.md:1, 6 and 11-13``. */
function placesInWords(places: readonly PlacedLines[]): string {
  const placesByPath = Map.groupBy(places, ({ path }) => path);
  const files = [...placesByPath].map(([path, placesInFile]) => {
    const ranges = placesInFile.map(({ line, count }) =>
      count > 1 ? `${line}-${line + count - 1}` : `${line}`,
    );
    return `${path}:${enumerate([...new Set(ranges)])}`;
  });
  return enumerate(files);
}
