import { changedLines, changedSentences, type Hunk } from './changed-lines.ts';

/**
 * The fields of a subject that a change may touch: texts by name (`prompt`, `system_prompt`), and
 * other values by key.
 */
export interface Subject {
  texts: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
}

/** A run of changed lines of a text, or changed sentences of one line. */
export interface TextChange {
  kind: 'text';
  /** `prompt` or `system_prompt`. */
  field: string;
  hunk: Hunk;
}

export interface ValueChange {
  kind: 'value';
  /** The key, such as `name` or `parameters.temperature`. */
  field: string;
  old: unknown;
  new: unknown;
}

/** A part of a changed subject that is reverted as a whole: one change, or neighbours. */
export interface ChangedPart {
  changes: readonly [TextChange | ValueChange, ...(TextChange | ValueChange)[]];
}

/** Maximum number of parts that a change is split into. */
const MAX_PARTS = 8;

/** Splits a changed subject into its parts, at most 8. Each change is in one of them. */
export function splitIntoParts(base: Subject, head: Subject): ChangedPart[] {
  const parts: ChangedPart[] = [];
  for (const field of keysOf(base.values, head.values)) {
    const [old, current] = [base.values[field], head.values[field]];
    if (JSON.stringify(old) !== JSON.stringify(current))
      parts.push({ changes: [{ kind: 'value', field, old, new: current }] });
  }
  for (const field of keysOf(base.texts, head.texts)) {
    const hunks = changedLines(base.texts[field], head.texts[field]);
    for (const hunk of hunks.flatMap(changedSentences))
      parts.push({ changes: [{ kind: 'text', field, hunk }] });
  }
  return joinedParts(parts, MAX_PARTS, head);
}

/** Joins the neighbours with the least text between them until `maxParts` or fewer are left. */
export function joinedParts(
  parts: readonly ChangedPart[],
  maxParts: number,
  head: Subject,
): ChangedPart[] {
  const joined = [...parts];
  if (joined.length <= maxParts) return joined;
  const texts = Object.entries(head.texts).map(([field, text]) => [field, linesOf(text)] as const);
  const lines = new Map(texts);
  // A joined part has the gaps of its ends, so that each gap is measured once.
  const gaps = joined.slice(1).map((part, i) => gapBetween(joined[i] ?? part, part, lines));
  while (joined.length > Math.max(1, maxParts)) {
    const index = gaps.indexOf(Math.min(...gaps));
    const [a, b] = joined.slice(index, index + 2);
    if (!a || !b) break;
    joined.splice(index, 2, { changes: [...a.changes, ...b.changes] });
    gaps.splice(index, 1);
  }
  return joined;
}

/** More than any text has between two of its lines: values are joined after lines. */
const BETWEEN_VALUES = 1e9;
/** Changes of two fields of which one is a text are joined last. */
const BETWEEN_FIELDS = 1e12;

/** Characters of the head's text between two neighbouring parts. */
function gapBetween(
  a: ChangedPart,
  b: ChangedPart,
  texts: ReadonlyMap<string, readonly string[]>,
): number {
  const lastChange = a.changes.at(-1) ?? a.changes[0];
  const [nextChange] = b.changes;
  if (lastChange.kind === 'value' && nextChange.kind === 'value') return BETWEEN_VALUES;
  if (lastChange.kind === 'value' || nextChange.kind === 'value') return BETWEEN_FIELDS;
  if (lastChange.field !== nextChange.field) return BETWEEN_FIELDS;
  const lastHunk = lastChange.hunk;
  const nextHunk = nextChange.hunk;
  if (lastHunk.line === nextHunk.line)
    return (nextHunk.sentences?.start ?? 0) - (lastHunk.sentences?.end ?? 0);
  const lines = texts.get(lastChange.field) ?? [];
  return lines.slice(lastHunk.line - 1 + lastHunk.count, nextHunk.line - 1).join('\n').length;
}

/** Returns the head with these parts as they are in the base. */
export function revert(head: Subject, parts: readonly ChangedPart[], base: Subject): Subject {
  const values = { ...head.values };
  const texts = { ...head.texts };
  const changes = parts.flatMap((part) => part.changes);
  for (const { kind, field } of changes) if (kind === 'value') values[field] = base.values[field];
  const textChanges = changes.filter((change) => change.kind === 'text');
  for (const [field, fieldChanges] of Map.groupBy(textChanges, (change) => change.field)) {
    const hunks = fieldChanges.map(({ hunk }) => hunk);
    const text = revertedLines(linesOf(head.texts[field]), hunks).join('\n');
    texts[field] = text;
  }
  // A text that the base does not have has no line left.
  const remainingTexts = Object.entries(texts).filter(
    ([field, text]) => text !== '' || base.texts[field] !== undefined,
  );
  return { texts: Object.fromEntries(remainingTexts), values };
}

/** Puts the base's lines in the place of the head's. Each line number counts in these lines. */
export function revertedLines(head: readonly string[], hunks: readonly Hunk[]): string[] {
  const lines = [...head];
  const fromTheEnd = hunks.toSorted(
    (a, b) => b.line - a.line || (b.sentences?.start ?? 0) - (a.sentences?.start ?? 0),
  );
  for (const { line, count, base, sentences } of fromTheEnd) {
    if (!sentences) lines.splice(line - 1, count, ...base);
    else {
      const old = lines[line - 1] ?? '';
      lines[line - 1] = old.slice(0, sentences.start) + sentences.base + old.slice(sentences.end);
    }
  }
  return lines;
}

export function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split('\n');
}

function keysOf(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}
