import { diffArrays } from 'diff';

/**
 * The fields of a subject that a change may touch: texts by name (`prompt`, `system_prompt`), and
 * other values by key.
 */
export interface Subject {
  texts: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
}

export interface ChangedPart {
  /** `prompt` or `system_prompt`, or the key of a value such as `name` or `temperature`. */
  field: string;
  /**
   * Changed lines, one entry per hunk; absent for a value. Line numbers count from 1 in the text of
   * that side.
   */
  hunks?: readonly Hunk[];
  old?: unknown;
  new?: unknown;
}

export interface Hunk {
  /**
   * First head line that the base does not have, and their number; 0 for a pure deletion, which
   * lies before `line`.
   */
  line: number;
  count: number;
  base: readonly string[];
  /** The line of the base's text at which `base` begins. */
  from: number;
}

const MOST_PARTS = 8;
/** Neighbouring hunks with at most this many common lines between them are one. */
const NEAR = 2;

/**
 * Most edits of a comparison by lines, which takes time with their square. Texts that share less
 * are one hunk.
 */
const MOST_EDITS = 1_000;

const linesOf = (text: string): string[] => text.split('\n');

/**
 * Splits a changed subject into at most 8 parts, or fewer where hunks of one text had to be put
 * together.
 */
export function splitIntoParts(base: Subject, head: Subject): ChangedPart[] {
  const values = keysOf(base.values, head.values).flatMap((field): ChangedPart[] => {
    const [old, now] = [base.values[field], head.values[field]];
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ field, old, new: now }];
  });
  const texts = keysOf(base.texts, head.texts).map((field) => ({
    field,
    hunks: hunksOf(base.texts[field], head.texts[field]),
  }));
  const single = texts.flatMap(({ field, hunks }) =>
    hunks.map((hunk): ChangedPart => ({ field, hunks: [hunk] })),
  );
  if (values.length + single.length <= MOST_PARTS) return [...values, ...single];
  const whole = texts.filter(({ hunks }) => hunks.length > 0);
  return [...values, ...whole].slice(0, MOST_PARTS);
}

/** Returns the head with these parts as they are in the base. */
export function revert(head: Subject, parts: readonly ChangedPart[], base: Subject): Subject {
  const values = { ...head.values };
  for (const { field, hunks } of parts) if (!hunks) values[field] = base.values[field];
  const texts = { ...head.texts };
  for (const field of new Set(parts.flatMap(({ field, hunks }) => (hunks ? [field] : [])))) {
    const hunks = parts.filter((part) => part.field === field).flatMap((part) => part.hunks ?? []);
    texts[field] = withoutHunks(head.texts[field] ?? '', hunks);
  }
  return { texts, values };
}

/**
 * The harmless edit of the control: blank lines at the end of each text that changed, or of the
 * prompt.
 */
export function edited(subject: Subject, fields: readonly string[], blankLines: number): Subject {
  const texts = { ...subject.texts };
  for (const field of fields)
    if (texts[field] !== undefined) texts[field] += '\n'.repeat(blankLines);
  return { ...subject, texts };
}

function withoutHunks(text: string, hunks: readonly Hunk[]): string {
  const lines = linesOf(text);
  for (const { line, count, base } of hunks.toSorted((a, b) => b.line - a.line))
    lines.splice(line - 1, count, ...base);
  return lines.join('\n');
}

/** Changed lines of a text, those near each other as one. */
export function hunksOf(base = '', head = ''): Hunk[] {
  const [before, now] = [linesOf(base), linesOf(head)];
  const changes = diffArrays(before, now, { maxEditLength: MOST_EDITS });
  if (changes === undefined) return [{ line: 1, count: now.length, base: before, from: 1 }];
  const hunks: { line: number; count: number; base: string[]; from: number }[] = [];
  let [line, from] = [1, 1];
  /** Common lines since the last hunk. */
  let common: string[] = [];
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      common = value;
      line += value.length;
      from += value.length;
      continue;
    }
    let hunk = hunks.at(-1);
    if (!hunk || common.length > NEAR) {
      hunk = { line, count: 0, base: [], from };
      hunks.push(hunk);
    } else {
      hunk.base.push(...common);
      hunk.count += common.length;
    }
    common = [];
    if (added) {
      hunk.count += value.length;
      line += value.length;
    } else {
      hunk.base.push(...value);
      from += value.length;
    }
  }
  return hunks;
}

const keysOf = (before: object, after: object): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];
