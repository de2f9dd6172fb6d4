/** The parts in which the subjects of head and base differ. */
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
import { enumerate } from '../language/enumerate.js';
import type { ModelSettings } from '../models/settings.js';

/** The parts in which two configurations differ as far as the model and its prompts go. */
export function changedParts(base: Config, head: Config): ChangedPart[] {
  const isSameHub = base.model.hub === head.model.hub;
  return splitIntoParts(subjectIn(base, isSameHub), subjectIn(head, isSameHub));
}

/** The configurations of head and base, and the subjects that they describe. */
export interface BothSubjects {
  config: Config;
  base: Config;
  before: Subject;
  now: Subject;
}

/** Names a changed part with its path and its lines, as the report holds them. */
export function partInReport({ changes }: ChangedPart, sides: BothSubjects): DescribedPart {
  const [first] = changes;
  const place = placesInWords(changes.flatMap((change) => placesOf(change, sides)));
  const texts = changes.filter((change) => change.kind === 'text');
  const ofOneText = texts.filter(({ field }) => field === first.field);
  if (first.kind === 'text' && ofOneText.length === changes.length)
    return { ...changeOfText(first.field, ofOneText, sides), place };
  if (first.kind === 'value' && changes.length === 1)
    return { ...changeOfValue(first, sides), place };
  const each = changes.map((change) =>
    change.kind === 'text'
      ? changeOfText(change.field, [change], sides)
      : changeOfValue(change, sides),
  );
  const lines = (side: 'head' | 'base') => each.flatMap((one) => one[side]).slice(0, MOST_LINES);
  const path = each[0]?.path ?? sides.config.origin.path;
  return { field: first.field, path, place, head: lines('head'), base: lines('base'), mixed: true };
}

function changeOfValue(
  { field, old, new: now }: ValueChange,
  { config }: BothSubjects,
): Omit<DescribedPart, 'place'> {
  const key = field.slice(field.lastIndexOf('.') + 1);
  const line = (value: unknown) => {
    if (value === undefined) return [];
    return [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  };
  const { path } = config.places.placeOfValue(field);
  return { field, path, old: old ?? null, new: now ?? null, base: line(old), head: line(now) };
}

/** The lines from the first to the last change, with what is unchanged between them. */
function changeOfText(
  field: string,
  changes: readonly TextChange[],
  sides: BothSubjects,
): Omit<DescribedPart, 'place'> {
  const { config, base, before, now } = sides;
  const hunks = changes.map(({ hunk }) => hunk).toSorted((one, other) => one.line - other.line);
  const written = writtenText(field, sides);
  const path = config.prompts[field]?.file ?? config.places.placeOfText(field, 1).path;
  const isWritten =
    written !== undefined &&
    linesOf(written).length === linesOf(now.texts[field]).length &&
    linesOf(base.prompts[field]?.text).length === linesOf(before.texts[field]).length;
  const filled = spanOf(now.texts[field] ?? '', hunks);
  if (isWritten) {
    const found = spanOf(written, inWritten(hunks, sides, field));
    const lines = [...found.head, ...found.base];
    const isChanged = found.head.join('\n') !== found.base.join('\n');
    if (isChanged && !changedVariables(sides).some((name) => isNamedIn(lines, name)))
      return { field, path, ...found, within: sentenceOf(hunks) };
  }
  const inValue = inVariable(changes, sides);
  if (inValue) {
    const { name, text, hunks: own } = inValue;
    const place = config.places.placeOfVariable(name, 1);
    const lines = spanOf(text, own);
    return { field: `variables.${name}`, path: place.path, ...lines, within: sentenceOf(own) };
  }
  const moved = movedHunks(hunks, sides, field);
  if (moved) return { field, path, ...spanOf(written ?? '', moved), within: sentenceOf(hunks) };
  const place = valuePlace(field, sides);
  const shown = place?.path ?? path;
  return { field, path: shown, ...filled, filled: true, within: sentenceOf(hunks) };
}

function changedVariables({ config, base }: BothSubjects): string[] {
  return Object.keys(config.variables).filter(
    (name) => String(base.variables[name] ?? '') !== String(config.variables[name]),
  );
}

/** True if the lines name a variable: `{name}` or `{{ name }}`. */
function isNamedIn(lines: readonly string[], name: string): boolean {
  return lines.some((line) => line.replaceAll(' ', '').includes(`{${name}}`));
}

/** The place of the variable whose value alone changed a text; undefined for another change. */
function valuePlace(field: string, sides: BothSubjects): SubjectPlace | undefined {
  const written = writtenText(field, sides);
  const [name, another] = changedVariables(sides);
  const isOwnChange = written !== sides.base.prompts[field]?.text;
  if (isOwnChange || name === undefined || another !== undefined) return undefined;
  return sides.config.places.placeOfVariable(name, 1);
}

/** The changed variable whose value has all these changes, and their place in its lines. */
function inVariable(
  changes: readonly TextChange[],
  sides: BothSubjects,
): { name: string; text: string; hunks: Hunk[] } | undefined {
  const { config, base, now } = sides;
  for (const name of changedVariables(sides)) {
    const [old, text] = [String(base.variables[name] ?? ''), String(config.variables[name])];
    const whole = changedLines(old, text);
    const sentences = whole.flatMap(changedSentences);
    const hunks = changes.flatMap(({ field, hunk }) => {
      const filled = sidesOf(hunk, now.texts[field]);
      const own = hunk.sentences ? sentences : whole;
      return own.find((one) => isWithin(filled, sidesOf(one, text))) ?? [];
    });
    if (hunks.length === changes.length)
      return { name, text, hunks: hunks.toSorted((one, other) => one.line - other.line) };
  }
  return undefined;
}

interface ChangedSides {
  head: string;
  base: string;
}

/** What a hunk puts in the place of what. */
function sidesOf(hunk: Hunk, text: string | undefined): ChangedSides {
  const { sentences, line, count, base } = hunk;
  if (sentences) {
    const head = (hunk.head ?? '').slice(sentences.start, sentences.end);
    return { head: head.trim(), base: sentences.base.trim() };
  }
  const head = linesOf(text).slice(line - 1, line - 1 + count);
  return { head: head.join('\n'), base: base.join('\n') };
}

/** True if the change in a value makes the change of the text that the value is filled into. */
function isWithin(filled: ChangedSides, own: ChangedSides): boolean {
  return filled.head.replace(own.head, () => own.base) === filled.base;
}

/**
 * The same hunks in a written text whose variables have several lines; undefined where a hunk has
 * other lines there.
 */
function movedHunks(
  hunks: readonly Hunk[],
  sides: BothSubjects,
  field: string,
): Hunk[] | undefined {
  const written = linesOf(writtenText(field, sides));
  const before = linesOf(sides.base.prompts[field]?.text);
  const filled = linesOf(sides.now.texts[field]);
  const moved = hunks.flatMap((hunk): Hunk[] => {
    const line = lineWith(written, filled.slice(hunk.line - 1, hunk.line - 1 + hunk.count));
    const isOld = hunk.base.length === 0 || lineWith(before, hunk.base) !== undefined;
    return line !== undefined && isOld ? [{ ...hunk, line }] : [];
  });
  return moved.length === hunks.length ? moved : undefined;
}

/** The same hunks with the base's lines as they are written, before variables are filled in. */
function inWritten(hunks: readonly Hunk[], { base, config }: BothSubjects, field: string): Hunk[] {
  const before = linesOf(base.prompts[field]?.text);
  const now = linesOf(config.prompts[field]?.text);
  return hunks.map((hunk): Hunk => {
    const { sentences: within, baseLine: from, line } = hunk;
    const lines = before.slice(from - 1, from - 1 + hunk.base.length);
    // A line whose variables have values is shown as a whole.
    const isSame = lines[0] === hunk.base[0] && now[line - 1] === hunk.head;
    return { ...hunk, base: lines, sentences: isSame ? within : undefined };
  });
}

/** The lines from the first to the last hunk, and the same with the hunks reverted. */
function spanOf(text: string, hunks: readonly Hunk[]) {
  const line = hunks[0]?.line ?? 1;
  const last = hunks.at(-1);
  const end = last ? last.line - 1 + last.count : line - 1;
  const head = linesOf(text).slice(line - 1, end);
  const inSpan = hunks.map((hunk) => ({ ...hunk, line: hunk.line - line + 1 }));
  const base = revertedLines(head, inSpan);
  return { line, head: head.slice(0, MOST_LINES), base: base.slice(0, MOST_LINES) };
}

function sentenceOf(hunks: readonly Hunk[]): DescribedPart['within'] {
  const [hunk, another] = hunks;
  if (!hunk?.sentences || another) return undefined;
  const { start, end, base } = hunk.sentences;
  return { old: base.trim(), new: (hunk.head ?? '').slice(start, end).trim() };
}

interface PlacedLines extends SubjectPlace {
  count: number;
}

/** Where a change stands: in the file of a prompt, at a key, or in the value of a variable. */
function placesOf(change: TextChange | ValueChange, sides: BothSubjects): PlacedLines[] {
  const { config, base } = sides;
  if (change.kind === 'value') return [{ ...config.places.placeOfValue(change.field), count: 1 }];
  const { field, hunk } = change;
  const { line, count } = hunk;
  const at = (written: number): PlacedLines => {
    const file = config.prompts[field]?.file;
    const place =
      file === undefined
        ? config.places.placeOfText(field, written)
        : { path: file, line: written };
    return { ...place, count };
  };
  const text = writtenText(field, sides);
  if (text === undefined) return [at(line)];
  const written = linesOf(text);
  const filled = linesOf(sides.now.texts[field]);
  const own = filled.slice(line - 1, line - 1 + count);
  // Variables of several lines move what follows them.
  const found = written.length === filled.length ? line : lineWith(written, own);
  const old = linesOf(base.prompts[field]?.text);
  const isWrittenAnew =
    found !== undefined && own.some((_, i) => !old.includes(written[found - 1 + i] ?? ''));
  if (found !== undefined && isWrittenAnew) return [at(found)];
  const inValue = inVariable([change], sides);
  const [first] = inValue?.hunks ?? [];
  if (inValue && first)
    return [{ ...config.places.placeOfVariable(inValue.name, first.line), count: first.count }];
  const ofValue = valuePlace(field, sides);
  return [ofValue ? { ...ofValue, count: 1 } : at(found ?? line)];
}

/** The line of the text at which these lines begin; undefined unless there is just one. */
function lineWith(text: readonly string[], lines: readonly string[]): number | undefined {
  if (lines.length === 0) return undefined;
  const starts = [...text.keys()].filter((at) => lines.every((line, i) => text[at + i] === line));
  const [first, another] = starts;
  return first === undefined || another !== undefined ? undefined : first + 1;
}

function writtenText(field: string, { config }: BothSubjects): string | undefined {
  return config.prompts[field]?.text;
}

/** ``prompts/support.md:1, 6 and 11-13``. */
function placesInWords(places: readonly PlacedLines[]): string {
  const byPath = Map.groupBy(places, ({ path }) => path);
  const files = [...byPath].map(([path, own]) => {
    const ranges = own.map(({ line, count }) =>
      count > 1 ? `${line}-${line + count - 1}` : `${line}`,
    );
    return `${path}:${enumerate([...new Set(ranges)])}`;
  });
  return enumerate(files);
}

/** The settings of a model that has this subject. */
export function settingsOf(
  { model }: Config,
  base: Config,
  { texts, values }: Subject,
): ModelSettings {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const parameters = entries.flatMap(([key, value]) =>
    key.startsWith(PARAMETER) ? [[key.slice(PARAMETER.length), value] as const] : [],
  );
  const endpoint = (values[ENDPOINT] ??
    Object.fromEntries(entries.filter(([key]) => !key.startsWith(PARAMETER)))) as typeof model;
  const { timeout, retries, system_fill } = model;
  const before = base.model.system_fill;
  return {
    ...endpoint,
    timeout,
    retries,
    parameters: Object.fromEntries(parameters),
    system_prompt: texts['system_prompt'] || undefined,
    // The lines may be of the head or of the base.
    system_fill: (system_fill ?? before) && { ...before, ...system_fill },
  };
}

const ENDPOINT = 'model';
const PARAMETER = 'parameters.';

/**
 * The model's settings and its prompts. Settings of two hubs cannot be mixed, so they are one value
 * then.
 */
export function subjectIn({ model, template, tests }: Config, isSameHub: boolean): Subject {
  const {
    parameters,
    system_prompt,
    system_fill: _fill,
    timeout: _timeout,
    retries: _retries,
    ...endpoint
  } = model;
  const texts: Record<string, string> = {};
  if (template !== undefined) texts['prompt'] = template;
  if (system_prompt !== undefined) texts['system_prompt'] = system_prompt;
  for (const { test, template: own } of tests)
    if (own !== undefined) texts[`${test.name}.prompt`] = own;
  const values: Record<string, unknown> = isSameHub ? { ...endpoint } : { [ENDPOINT]: endpoint };
  for (const [name, value] of Object.entries(parameters)) values[`${PARAMETER}${name}`] = value;
  return { texts, values };
}
