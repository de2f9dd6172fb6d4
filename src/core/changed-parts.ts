import { diffArrays } from 'diff';

/** What of a subject may change: texts by name (`prompt`, `system_prompt`), and values by key. */
export interface Fields {
  texts: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
}

/** A changed value, or a run of changed lines of a text with no line between them. */
export type Change =
  | { kind: 'value'; field: string; base: unknown; head: unknown }
  | {
      kind: 'text';
      field: string;
      /** First line in the head's text, from 1; for a pure deletion the line behind it. */
      line: number;
      head: readonly string[];
      base: readonly string[];
      /** Only these sentences of one line changed: their place in the head's line. */
      within?: { start: number; end: number; base: string };
    };
type TextChange = Extract<Change, { kind: 'text' }>;

/** A part that is reverted as a whole: one change, or neighbours. */
export type Part = readonly [Change, ...Change[]];

const MAX_PARTS = 8;
/** Maximum edits of a comparison, whose time grows with their square: more are one run. */
const MAX_EDITS = 1_000;

export function changedParts(base: Fields, head: Fields): Part[] {
  const parts: Part[] = [];
  for (const field of fieldsOf(base.values, head.values)) {
    const [old, now] = [base.values[field], head.values[field]];
    if (JSON.stringify(old) !== JSON.stringify(now))
      parts.push([{ kind: 'value', field, base: old, head: now }]);
  }
  for (const field of fieldsOf(base.texts, head.texts))
    for (const change of changedLines(
      field,
      linesOf(base.texts[field]),
      linesOf(head.texts[field]),
    ))
      parts.push(...changedSentences(change).map((one): Part => [one]));
  return joinParts(parts, MAX_PARTS, head);
}

function fieldsOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

export function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split('\n');
}

interface Run {
  baseStart: number;
  headStart: number;
  base: string[];
  head: string[];
}

/** Runs of items that differ, without an equal one among them. */
function changedRuns(base: readonly string[], head: readonly string[]): Run[] {
  const changes = diffArrays([...base], [...head], { maxEditLength: MAX_EDITS });
  if (!changes) return [{ baseStart: 0, headStart: 0, base: [...base], head: [...head] }];
  const runs: Run[] = [];
  let [baseStart, headStart] = [0, 0];
  let run: Run | undefined;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) run = undefined;
    else if (!run) {
      run = { baseStart, headStart, base: [], head: [] };
      runs.push(run);
    }
    if (!added) baseStart += value.length;
    if (!removed) headStart += value.length;
    if (removed) run?.base.push(...value);
    if (added) run?.head.push(...value);
  }
  return runs;
}

function changedLines(field: string, base: string[], head: string[]): TextChange[] {
  return changedRuns(base, head).map((run) => ({
    kind: 'text',
    field,
    line: run.headStart + 1,
    head: run.head,
    base: run.base,
  }));
}

/** Where one line replaces one line, each run of changed sentences of it. */
function changedSentences(change: TextChange): TextChange[] {
  const [[old, secondOld], [now, secondNow]] = [change.base, change.head];
  if (old === undefined || now === undefined) return [change];
  if (secondOld !== undefined || secondNow !== undefined) return [change];
  const [base, head] = [sentencesOfLine(old), sentencesOfLine(now)];
  const runs = changedRuns(base, head);
  const [first] = runs;
  if (first?.base.length === base.length && first.head.length === head.length) return [change];
  return runs.map((run) => {
    const start = head.slice(0, run.headStart).join('').length;
    const end = start + run.head.join('').length;
    return { ...change, within: { start, end, base: run.base.join('') } };
  });
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a line. Spaces between two sentences belong to the second one. */
function sentencesOfLine(line: string): string[] {
  const ends = Array.from(SENTENCES.segment(line), ({ segment, index }) => ({
    end: index + segment.trimEnd().length,
    isBlank: segment.trim() === '',
  }));
  const places = ends.flatMap(({ end, isBlank }) => (isBlank ? [] : [end]));
  places.splice(-1, 1, line.length);
  return places.map((end, i) => line.slice(places[i - 1] ?? 0, end));
}

/** Joins the neighbours with the least text between them until `most` or fewer are left. */
export function joinParts(parts: readonly Part[], most: number, head: Fields): Part[] {
  const joined = [...parts];
  while (joined.length > Math.max(1, most)) {
    const gaps = joined.slice(1).map((part, i) => gapBetween(joined[i]?.at(-1), part[0], head));
    const index = gaps.indexOf(Math.min(...gaps));
    const [a, b] = joined.slice(index, index + 2);
    if (!a || !b) break;
    joined.splice(index, 2, [...a, ...b]);
  }
  return joined;
}

/** More than any text has between two of its lines: values are joined after lines, fields last. */
const BETWEEN_VALUES = 1e9;
const BETWEEN_FIELDS = 1e12;

function gapBetween(a: Change | undefined, b: Change, head: Fields): number {
  if (a?.kind === 'value' && b.kind === 'value') return BETWEEN_VALUES;
  if (a?.kind !== 'text' || b.kind !== 'text' || a.field !== b.field) return BETWEEN_FIELDS;
  if (a.line === b.line) return (b.within?.start ?? 0) - (a.within?.end ?? 0);
  const lines = linesOf(head.texts[a.field]);
  return lines.slice(a.line - 1 + a.head.length, b.line - 1).join('\n').length;
}

/** The head with these parts as they are in the base. */
export function revert(head: Fields, parts: readonly Part[], base: Fields): Fields {
  const values = { ...head.values };
  const texts = { ...head.texts };
  const changes = parts.flat();
  for (const { kind, field } of changes) if (kind === 'value') values[field] = base.values[field];
  const textChanges = changes.filter((change) => change.kind === 'text');
  for (const [field, those] of Map.groupBy(textChanges, (change) => change.field))
    texts[field] = revertedText(texts[field], those);
  // A text that the base does not have has no line left.
  for (const field of Object.keys(texts))
    if (texts[field] === '' && base.texts[field] === undefined) delete texts[field];
  return { texts, values };
}

function revertedText(text: string | undefined, changes: readonly TextChange[]): string {
  const lines = linesOf(text);
  const fromTheEnd = changes.toSorted(
    (a, b) => b.line - a.line || (b.within?.start ?? 0) - (a.within?.start ?? 0),
  );
  for (const { line, head, base, within } of fromTheEnd) {
    const old = lines[line - 1] ?? '';
    if (within) lines[line - 1] = old.slice(0, within.start) + within.base + old.slice(within.end);
    else lines.splice(line - 1, head.length, ...base);
  }
  return lines.join('\n');
}

/**
 * A harmless edit, so that a model at temperature 0 answers anew: a blank line between two lines,
 * else a space between two sentences, else one between two words. Never at an end, which chat
 * templates trim. A text of one word stays as it is.
 */
export function editText(text: string, edit: 1 | 2 | 3): string {
  const start = text.length - text.trimStart().length;
  const isInside = (place: number) => place > start && place < text.trimEnd().length;
  const breaks = Array.from(text.matchAll(/\n/g), ({ index }) => index).filter(isInside);
  const [sentence = ''] = sentencesOfLine(text);
  const candidates = [
    breaks.filter((_place, i) => i === 0 || i === breaks.length - 1),
    [sentence.length],
    [start + text.slice(start).search(/[ \t]/)],
  ].map((places) => places.filter(isInside));
  const places = candidates.find(({ length }) => length > 0) ?? [];
  const place = places[(edit - 1) % places.length];
  if (place === undefined) return text;
  const times = 1 + Math.floor((edit - 1) / places.length);
  const sign = text[place] === '\n' ? '\n' : ' ';
  return text.slice(0, place) + sign.repeat(times) + text.slice(place);
}

/** The subject with an edit in a changed text, else in another one; undefined without a text. */
export function editFields(
  fields: Fields,
  changed: readonly string[],
  edit: 1 | 2 | 3,
): Fields | undefined {
  const names = Object.keys(fields.texts).toSorted(
    (a, b) => Number(changed.includes(b)) - Number(changed.includes(a)),
  );
  for (const name of names) {
    const text = fields.texts[name] ?? '';
    const edited = editText(text, edit);
    if (edited !== text) return { ...fields, texts: { ...fields.texts, [name]: edited } };
  }
  return undefined;
}
