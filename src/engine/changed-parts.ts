import { diffArrays } from 'diff';
import { asRecord, differences, type Difference } from '../shared/json.ts';

/** The parts of a subject that may change: its model, by key, and its texts, by name. */
export interface Fields {
  model: object;
  texts: Readonly<Record<string, { text: string }>>;
}

/** A changed value, or a run of adjacent changed lines or sentences. */
export type Change = Difference | ChangedText;

interface ChangedText {
  path: string;
  /** The span of the change in the head's text, and what the base has in its place. */
  start: number;
  end: number;
  base: string;
}

/** Changes that are reverted together: a single one, or several. */
export type Part = readonly Change[];

const MAX_PARTS = 8;
/**
 * Maximum number of edits of a diff, whose time grows with their square. A text with more edits is
 * one single change.
 */
const MAX_EDITS = 1_000;

export function splitChange(base: Fields, head: Fields) {
  const values = differences({ model: base.model }, { model: head.model });
  const texts = Object.keys({ ...base.texts, ...head.texts }).flatMap((field) =>
    changesIn(field, base.texts[field]?.text ?? '', head.texts[field]?.text ?? ''),
  );
  // Changes that insert, or delete, the same text at several places are one part.
  const parts = Map.groupBy(
    texts,
    ({ path, start, end, base: old }) =>
      head.texts[path]?.text.slice(start, end).trim() || old.trim(),
  );
  return joinParts([...values.map((change) => [change]), ...parts.values()], MAX_PARTS);
}

/** Splits a text before and after each line break, and after each sentence. */
const BREAK = /(?=\n)|(?<=\n)|(?<=[.?!]["'”’)\]]{0,3})(?=[ \t])/;

/** The changed pieces of a text, by their spans in the head's text. */
export function changesIn(path: string, base: string, head: string) {
  const runs = diffArrays(base.split(BREAK), head.split(BREAK), { maxEditLength: MAX_EDITS });
  if (!runs) return [{ path, start: 0, end: head.length, base }];
  let change: ChangedText = { path, start: 0, end: 0, base: '' };
  const changes = [change];
  for (const { added, removed, value } of runs) {
    const text = value.join('');
    // Blank lines alone do not separate two changes.
    if (!added && !removed && text.trim() !== '') {
      const start = change.end + text.length;
      change = { ...change, start, end: start, base: '' };
      changes.push(change);
    } else {
      if (!removed) change.end += text.length;
      if (!added) change.base += text;
    }
  }
  return changes.filter(({ start, end, base: old }) => head.slice(start, end) !== old);
}

/**
 * The whole lines of a change in the head's text, counted from 1, and these lines with the change
 * reverted. If the text is missing or empty on one side, there are no lines and `line` is 0.
 */
export function linesOf({ start, end, base }: ChangedText, text: string) {
  const revertedText = text.slice(0, start) + base + text.slice(end);
  if (text === '' || revertedText === '') return { line: 0, end_line: 0, head: '', base };
  const head = text.split('\n');
  const reverted = revertedText.split('\n');
  let same = 0;
  while (same < head.length && head[same] === reverted[same]) same += 1;
  const [now, old] = [head.slice(same), reverted.slice(same)];
  while (now.at(-1) === old.at(-1)) {
    now.pop();
    old.pop();
  }
  const end_line = same + now.length;
  return { line: same + 1, end_line, head: now.join('\n'), base: old.join('\n') };
}

/** The text that a change deletes without a replacement; `''` for any other change. */
export function deletedIn({ start, end, base }: ChangedText, text: string) {
  return text.slice(start, end).trim() === '' ? base.trim() : '';
}

/** Joins neighbours, the closest first, until at most `maxParts` (1 or more) are left. */
export function joinParts(parts: readonly Part[], maxParts: number) {
  const joined = [...parts];
  while (joined.length > maxParts) {
    const gaps = joined.slice(1).map((part, i) => gapBetween(joined[i]?.at(-1), part[0]));
    const index = gaps.indexOf(Math.min(...gaps));
    joined.splice(index, 2, joined.slice(index, index + 2).flat());
  }
  return joined;
}

/** The unchanged characters between two changes of one text; Infinity for all other neighbours. */
function gapBetween(a: Change | undefined, b: Change | undefined) {
  const areTexts = a && b && 'start' in a && 'start' in b;
  return areTexts && a.path === b.path && b.start > a.end ? b.start - a.end : Infinity;
}

/** The head with one part reverted to the base. */
export function revert<Subject extends Fields>(head: Subject, part: Part, base: Subject) {
  let subject = head;
  // The last change is reverted first, since each reversion shifts the text after it.
  for (const change of part.toSorted((a, b) => startOf(b) - startOf(a))) {
    const { path } = change;
    if ('keys' in change) subject = withValue(subject, change.keys, change.old);
    else {
      const { text } = subject.texts[path] ?? { text: '' };
      const reverted = text.slice(0, change.start) + change.base + text.slice(change.end);
      // A text that the base lacks is removed once nothing of it is left.
      const entry = reverted === '' ? base.texts[path] : (head.texts[path] ?? base.texts[path]);
      subject = withValue(subject, ['texts', path], entry && { ...entry, text: reverted });
    }
  }
  return subject;
}

function startOf(change: Change) {
  return 'start' in change ? change.start : 0;
}

/** A copy with a different value at a path of keys. If it is undefined, the key is removed. */
export function withValue<Above>(above: Above, keys: readonly string[], value: unknown): Above {
  const [key = '', ...below] = keys;
  const next = below.length === 0 ? value : withValue(asRecord(above)[key], below, value);
  const changed = { ...above, [key]: next };
  if (next === undefined) Reflect.deleteProperty(changed, key);
  return changed;
}

/**
 * Makes a harmless edit, so that even a model at temperature 0 may answer anew: it adds `edit`
 * blank lines between two lines, else spaces between two sentences, else between two words. The
 * ends of a text are not edited, since chat templates trim them. A text of one word does not
 * change.
 */
export function editText(text: string, edit: number) {
  const inner = text.trim();
  const gap = [/\n/, /(?<=[.?!])[ \t]/, /[ \t]/].find((pattern) => pattern.test(inner));
  if (!gap) return text;
  const edited = inner.replace(gap, (sign) => sign.repeat(edit + 1));
  return text.replace(inner, () => edited);
}

/** The subject with a harmless edit: in a changed text if possible, else in any other. */
export function editFields<Subject extends Fields>(
  subject: Subject,
  changed: readonly string[],
  edit: number,
) {
  for (const field of [...changed, ...Object.keys(subject.texts)]) {
    const { text } = subject.texts[field] ?? { text: '' };
    const edited = editText(text, edit);
    if (edited !== text) return withValue(subject, ['texts', field, 'text'], edited);
  }
  return subject;
}
