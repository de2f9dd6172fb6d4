/** The parts in which the subjects of head and base differ, and where each of them stands. */
import type { Config, SubjectPlace } from '../config/config.js';
import { changedLines, changedSentences, type Hunk } from '../engine/attribution/changed-lines.js';
import {
  linesOf,
  revertedLines,
  splitIntoParts,
  type ChangedPart,
  type Subject,
  type TextChange,
  type ValueChange,
} from '../engine/attribution/parts.js';
import { MOST_LINES, type DescribedPart } from '../engine/attribution/schema.js';
import { asRecord } from '../json.js';
import { enumerate } from '../language/enumerate.js';
import type { ModelSettings } from '../models/settings.js';

/** The configurations of head and base, and the subjects that they describe. */
export interface ComparedSubjects {
  head: Config;
  base: Config;
  headSubject: Subject;
  baseSubject: Subject;
}

/** Returns the subjects of two configurations in the form in which their parts are compared. */
export function compareSubjects(base: Config, head: Config): ComparedSubjects {
  const isSameHub = base.model.hub === head.model.hub;
  return {
    head,
    base,
    headSubject: subjectIn(head, isSameHub),
    baseSubject: subjectIn(base, isSameHub),
  };
}

/** Returns the parts in which the model or the prompts of two configurations differ. */
export function changedParts(base: Config, head: Config): ChangedPart[] {
  const { baseSubject, headSubject } = compareSubjects(base, head);
  return splitIntoParts(baseSubject, headSubject);
}

/** Names a changed part with its path and its lines, as the report holds them. */
export function partInReport({ changes }: ChangedPart, subjects: ComparedSubjects): DescribedPart {
  const [firstChange] = changes;
  const { field } = firstChange;
  const place = placesInWords(changes.map((change) => placeOfChange(change, subjects)));
  const textChanges = changes.filter((change) => change.kind === 'text');
  const isOneText =
    textChanges.length === changes.length && textChanges.every((change) => change.field === field);
  if (isOneText) return { ...describeTextChanges(field, textChanges, subjects), place };
  if (firstChange.kind === 'value' && changes.length === 1)
    return { ...describeValueChange(firstChange, subjects), place };
  const described = changes.map((change) =>
    change.kind === 'text'
      ? describeTextChanges(change.field, [change], subjects)
      : describeValueChange(change, subjects),
  );
  const path = described[0]?.path ?? subjects.head.origin.path;
  const head = described.flatMap((change) => change.head).slice(0, MOST_LINES);
  const base = described.flatMap((change) => change.base).slice(0, MOST_LINES);
  return { field, path, place, head, base, mixed: true };
}

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

/** Describes the lines from the first to the last change, with the unchanged lines between them. */
function describeTextChanges(
  field: string,
  changes: readonly TextChange[],
  subjects: ComparedSubjects,
): Omit<DescribedPart, 'place'> {
  const { head, headSubject } = subjects;
  const hunks = changes.map(({ hunk }) => hunk).toSorted((a, b) => a.line - b.line);
  const within = changedSentence(hunks);
  const path = head.prompts[field]?.file ?? head.places.placeOfText(field, 1).path;
  const fileSpan = spanInFile(hunks, subjects, field);
  if (fileSpan) return { field, path, ...fileSpan, within };
  const inValue = hunksInVariable(changes, subjects);
  if (inValue) {
    const { path: valuePath } = head.places.placeOfVariable(inValue.name, 1);
    const valueSpan = spanOf(inValue.text, inValue.hunks);
    const sentence = changedSentence(inValue.hunks);
    return { field: `variables.${inValue.name}`, path: valuePath, ...valueSpan, within: sentence };
  }
  const moved = movedHunks(hunks, subjects, field);
  if (moved) return { field, path, ...spanOf(promptText(head, field) ?? '', moved), within };
  const filledSpan = spanOf(headSubject.texts[field] ?? '', hunks);
  const shownPath = placeOfOnlyVariable(field, subjects)?.path ?? path;
  return { field, path: shownPath, ...filledSpan, filled: true, within };
}

/**
 * Returns the lines as the prompt's file has them. Undefined if variables of several lines move
 * them, or if they contain a changed variable.
 */
function spanInFile(hunks: readonly Hunk[], subjects: ComparedSubjects, field: string) {
  const { head, base, baseSubject, headSubject } = subjects;
  const fileText = promptText(head, field);
  if (fileText === undefined) return undefined;
  const hasSameLines =
    linesOf(fileText).length === linesOf(headSubject.texts[field]).length &&
    linesOf(promptText(base, field)).length === linesOf(baseSubject.texts[field]).length;
  if (!hasSameLines) return undefined;
  const span = spanOf(fileText, hunksInFile(hunks, subjects, field));
  if (span.head.join('\n') === span.base.join('\n')) return undefined;
  const lines = [...span.head, ...span.base];
  return changedVariables(subjects).some((name) => isNamedIn(lines, name)) ? undefined : span;
}

function changedVariables({ head, base }: ComparedSubjects): string[] {
  return Object.keys(head.variables).filter(
    (name) => String(base.variables[name] ?? '') !== String(head.variables[name]),
  );
}

/** True if the lines name a variable: `{name}` or `{{ name }}`. */
function isNamedIn(lines: readonly string[], name: string): boolean {
  return lines.some((line) => line.replaceAll(' ', '').includes(`{${name}}`));
}

/**
 * Returns the place of the variable if only its value changed a text; undefined for another change.
 */
function placeOfOnlyVariable(field: string, subjects: ComparedSubjects): SubjectPlace | undefined {
  const { head, base } = subjects;
  if (promptText(head, field) !== promptText(base, field)) return undefined;
  const [name, anotherName] = changedVariables(subjects);
  if (name === undefined || anotherName !== undefined) return undefined;
  return head.places.placeOfVariable(name, 1);
}

/** Returns the changed variable whose value has all these changes, with the hunks in the value. */
function hunksInVariable(
  changes: readonly TextChange[],
  subjects: ComparedSubjects,
): { name: string; text: string; hunks: Hunk[] } | undefined {
  const { head, base, headSubject } = subjects;
  for (const name of changedVariables(subjects)) {
    const text = String(head.variables[name]);
    const lineHunks = changedLines(String(base.variables[name] ?? ''), text);
    const sentenceHunks = lineHunks.flatMap(changedSentences);
    const hunks = changes.flatMap(({ field, hunk }) => {
      const filled = replacementOf(hunk, headSubject.texts[field]);
      const candidates = hunk.sentences ? sentenceHunks : lineHunks;
      return candidates.find((candidate) => makes(replacementOf(candidate, text), filled)) ?? [];
    });
    if (hunks.length === changes.length)
      return { name, text, hunks: hunks.toSorted((a, b) => a.line - b.line) };
  }
  return undefined;
}

/** A text of the head, and the text of the base that it replaces. */
interface Replacement {
  head: string;
  base: string;
}

function replacementOf(hunk: Hunk, headText: string | undefined): Replacement {
  const { sentences, line, count, base } = hunk;
  if (sentences) {
    const head = (hunk.head ?? '').slice(sentences.start, sentences.end);
    return { head: head.trim(), base: sentences.base.trim() };
  }
  const head = linesOf(headText).slice(line - 1, line - 1 + count);
  return { head: head.join('\n'), base: base.join('\n') };
}

/** True if a change of a value makes this change of the text that the value is filled into. */
function makes(ofValue: Replacement, ofText: Replacement): boolean {
  return ofText.head.replace(ofValue.head, () => ofValue.base) === ofText.base;
}

/**
 * Returns the same hunks at their lines in the prompt's file: variables of several lines move the
 * lines of the text. Undefined if the file has other lines.
 */
function movedHunks(
  hunks: readonly Hunk[],
  { head, base, headSubject }: ComparedSubjects,
  field: string,
): Hunk[] | undefined {
  const headLines = linesOf(promptText(head, field));
  const baseLines = linesOf(promptText(base, field));
  const filledLines = linesOf(headSubject.texts[field]);
  const moved = hunks.flatMap((hunk): Hunk[] => {
    const changedHeadLines = filledLines.slice(hunk.line - 1, hunk.line - 1 + hunk.count);
    const line = onlyStart(changedHeadLines, headLines);
    const isInBase = hunk.base.length === 0 || onlyStart(hunk.base, baseLines) !== undefined;
    return line !== undefined && isInBase ? [{ ...hunk, line }] : [];
  });
  return moved.length === hunks.length ? moved : undefined;
}

/**
 * Returns the same hunks with the base's lines as its file has them, before variables are filled
 * in.
 */
function hunksInFile(
  hunks: readonly Hunk[],
  { base, head }: ComparedSubjects,
  field: string,
): Hunk[] {
  const baseLines = linesOf(promptText(base, field));
  const headLines = linesOf(promptText(head, field));
  return hunks.map((hunk): Hunk => {
    const { sentences, baseLine, line } = hunk;
    const removedLines = baseLines.slice(baseLine - 1, baseLine - 1 + hunk.base.length);
    // A line whose variables have values is shown as a whole.
    const isUnfilled = removedLines[0] === hunk.base[0] && headLines[line - 1] === hunk.head;
    return { ...hunk, base: removedLines, sentences: isUnfilled ? sentences : undefined };
  });
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
  return { line, head: head.slice(0, MOST_LINES), base: base.slice(0, MOST_LINES) };
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

/** The place of a change: in the file of a prompt, at a key, or in the value of a variable. */
function placeOfChange(change: TextChange | ValueChange, subjects: ComparedSubjects): PlacedLines {
  const { head, base, headSubject } = subjects;
  if (change.kind === 'value') return { ...head.places.placeOfValue(change.field), count: 1 };
  const { field, hunk } = change;
  const { line, count } = hunk;
  const placeAt = (fileLine: number): PlacedLines => {
    const file = head.prompts[field]?.file;
    if (file !== undefined) return { path: file, line: fileLine, count };
    return { ...head.places.placeOfText(field, fileLine), count };
  };
  const fileText = promptText(head, field);
  if (fileText === undefined) return placeAt(line);
  const fileLines = linesOf(fileText);
  const filledLines = linesOf(headSubject.texts[field]);
  const changedHeadLines = filledLines.slice(line - 1, line - 1 + count);
  // Variables of several lines move the lines that follow them.
  const fileLine =
    fileLines.length === filledLines.length ? line : onlyStart(changedHeadLines, fileLines);
  const baseLines = linesOf(promptText(base, field));
  const isChangedInFile =
    fileLine !== undefined &&
    changedHeadLines.some((_, i) => !baseLines.includes(fileLines[fileLine - 1 + i] ?? ''));
  if (isChangedInFile) return placeAt(fileLine);
  const inValue = hunksInVariable([change], subjects);
  const [first] = inValue?.hunks ?? [];
  if (inValue && first)
    return { ...head.places.placeOfVariable(inValue.name, first.line), count: first.count };
  const valuePlace = placeOfOnlyVariable(field, subjects);
  return valuePlace ? { ...valuePlace, count: 1 } : placeAt(fileLine ?? line);
}

/** Returns the line of a text at which these lines begin; undefined unless there is just one. */
function onlyStart(lines: readonly string[], text: readonly string[]): number | undefined {
  if (lines.length === 0) return undefined;
  const starts = [...text.keys()].filter((start) =>
    lines.every((line, i) => text[start + i] === line),
  );
  const [start, anotherStart] = starts;
  return start === undefined || anotherStart !== undefined ? undefined : start + 1;
}

/** Returns the text of a prompt in its file, before variables are filled in. */
function promptText({ prompts }: Config, field: string): string | undefined {
  return prompts[field]?.text;
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

/** The key of the endpoint in a subject whose base has another hub. */
const WHOLE_ENDPOINT = 'model';
/** The prefix of the keys of a subject that are parameters of its model. */
const PARAMETER_PREFIX = 'parameters.';

/**
 * Returns the model's settings and its prompts. Settings of two hubs cannot be mixed, so an
 * endpoint with another hub is one value.
 */
function subjectIn({ model, template, tests }: Config, isSameHub: boolean): Subject {
  const texts: Record<string, string> = {};
  if (template !== undefined) texts['prompt'] = template;
  if (model.system_prompt !== undefined) texts['system_prompt'] = model.system_prompt;
  for (const { test, template: testTemplate } of tests)
    if (testTemplate !== undefined) texts[`${test.name}.prompt`] = testTemplate;
  const values: Record<string, unknown> = {};
  if (isSameHub) Object.assign(values, endpointOf(model));
  else values[WHOLE_ENDPOINT] = endpointOf(model);
  for (const [name, value] of Object.entries(model.parameters))
    values[`${PARAMETER_PREFIX}${name}`] = value;
  return { texts, values };
}

/** Returns the settings that name the endpoint and the model. A subject holds the others apart. */
function endpointOf({
  parameters: _parameters,
  system_prompt: _systemPrompt,
  system_fill: _systemFill,
  timeout: _timeout,
  retries: _retries,
  ...endpoint
}: ModelSettings) {
  return endpoint;
}

/** Returns the settings of a model with this subject. Each value is the head's or the base's. */
export function settingsOf(
  { texts, values }: Subject,
  head: ModelSettings,
  base: ModelSettings,
): ModelSettings {
  const { timeout, retries, system_fill: headFill } = head;
  const baseFill = base.system_fill;
  return {
    ...endpointWith(values, head, base),
    timeout,
    retries,
    parameters: parametersIn(values),
    system_prompt: texts['system_prompt'] || undefined,
    // The system prompt may mix lines of the head and of the base.
    system_fill: (headFill ?? baseFill) && { ...baseFill, ...headFill },
  };
}

function endpointWith(values: Subject['values'], head: ModelSettings, base: ModelSettings) {
  if (WHOLE_ENDPOINT in values) {
    const { hub } = asRecord(values[WHOLE_ENDPOINT]);
    return endpointOf(hub === base.hub ? base : head);
  }
  const endpoint = endpointOf(head);
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith(PARAMETER_PREFIX)) continue;
    if (value === undefined) Reflect.deleteProperty(endpoint, key);
    else Object.assign(endpoint, { [key]: value });
  }
  return endpoint;
}

function parametersIn(values: Subject['values']): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    if (key.startsWith(PARAMETER_PREFIX) && value !== undefined)
      parameters[key.slice(PARAMETER_PREFIX.length)] = value;
  return parameters;
}
