import { diffArrays } from 'diff';

/**
 * The parts of a subject that may change: texts by name, and values by key.
 */
export interface Fields {
  texts: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
}

/** A changed value, or a run of changed lines or sentences with none between them. */
export type Change =
  | { kind: 'value'; field: string; base: unknown; head: unknown }
  | {
      kind: 'text';
      field: string;
      /** First line of the change in the head's text, from 1. */
      line: number;
      /** Its place in the head's text, and what stood there in the base's. */
      start: number;
      end: number;
      base: string;
    };
type TextChange = Extract<Change, { kind: 'text' }>;

/** A part that is reverted as a whole: one change, or neighbours. */
export type Part = readonly Change[];

const MAX_PARTS = 8;
/** Maximum edits of a comparison, whose time grows with their square: more are one run. */
const MAX_EDITS = 1_000;

export function partsOfChange(base: Fields, head: Fields): Part[] {
  const values = Object.keys({ ...base.values, ...head.values }).flatMap((field): Change[] => {
    const [old, now] = [base.values[field], head.values[field]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return [{ kind: 'value', field, base: old, head: now }];
  });
  const texts = Object.keys({ ...base.texts, ...head.texts }).flatMap((field) =>
    changesIn(field, base.texts[field] ?? '', head.texts[field] ?? ''),
  );
  const parts = [...values, ...texts].map((change): Part => [change]);
  return joinParts(parts, MAX_PARTS);
}

/** Before a line break, behind it, and behind the end of a sentence. */
const BREAK = /(?=\n)|(?<=\n)|(?<=[.?!]["'”’)\]]{0,3})(?=[ \t])/;

function changesIn(field: string, base: string, head: string): TextChange[] {
  const options = { maxEditLength: MAX_EDITS };
  const runs = diffArrays(base.split(BREAK), head.split(BREAK), options) ?? [
    { added: false, removed: true, value: [base] },
    { added: true, removed: false, value: [head] },
  ];
  const changes: TextChange[] = [];
  let change: TextChange | undefined;
  let end = 0;
  // Unchanged text since the last change.
  let between = '';
  for (const { added, removed, value } of runs) {
    const text = value.join('');
    const start = end;
    if (!removed) end += text.length;
    if (!added && !removed) {
      between += text;
      continue;
    }
    // Blank lines alone do not part two changes.
    if (!change || between.trim() !== '') {
      const line = head.slice(0, start).split('\n').length;
      change = { kind: 'text', field, line, start, end, base: '' };
      changes.push(change);
    } else change.base += between;
    between = '';
    if (removed) change.base += text;
    change.end = end;
  }
  return changes;
}

/** Joins the neighbours with the least text between them until `most` or fewer are left. */
export function joinParts(parts: readonly Part[], most: number): Part[] {
  const joined = [...parts];
  while (joined.length > Math.max(1, most)) {
    const gaps = joined.slice(1).map((part, i) => gapBetween(joined[i]?.at(-1), part[0]));
    const index = gaps.indexOf(Math.min(...gaps));
    joined.splice(index, 2, joined.slice(index, index + 2).flat());
  }
  return joined;
}

/**
 * More than any text has between two of its changes: values are joined then, and fields last.
 */
const BETWEEN_VALUES = 1e9;
const BETWEEN_FIELDS = 1e12;

function gapBetween(a: Change | undefined, b: Change | undefined): number {
  if (a?.kind === 'text' && b?.kind === 'text' && a.field === b.field) return b.start - a.end;
  return a?.kind === 'value' && b?.kind === 'value' ? BETWEEN_VALUES : BETWEEN_FIELDS;
}

/** The head with this part as it is in the base. */
export function revert(head: Fields, part: Part, base: Fields): Fields {
  const values = { ...head.values };
  const texts = { ...head.texts };
  for (const change of part.toReversed()) {
    const { field } = change;
    if (change.kind === 'value') values[field] = base.values[field];
    else {
      const text = texts[field] ?? '';
      texts[field] = text.slice(0, change.start) + change.base + text.slice(change.end);
    }
  }
  // A text that the base does not have has no line left.
  const left = Object.entries(texts).filter(
    ([field, text]) => text !== '' || base.texts[field] !== undefined,
  );
  return { texts: Object.fromEntries(left), values };
}

/**
 * A harmless edit, so that a model at temperature 0 answers anew: blank lines between two lines,
 * else spaces between two sentences, else between two words. Never at an end, which chat templates
 * trim. A text of one word stays as it is.
 */
export function editText(text: string, edit: number): string {
  const end = text.trimEnd().length;
  const start = text.length - text.trimStart().length;
  const place = [/\n/, /(?<=[.?!])[ \t]/, /[ \t]/]
    .map((gap) => start + text.slice(start, end).search(gap))
    .find((found) => found >= start);
  if (place === undefined) return text;
  const sign = text[place] === '\n' ? '\n' : ' ';
  return text.slice(0, place) + sign.repeat(edit) + text.slice(place);
}

/** The subject with an edit in a changed text, else in another one that has room for it. */
export function editFields(fields: Fields, changed: readonly string[], edit: number): Fields {
  const { texts } = fields;
  for (const name of [...changed, ...Object.keys(texts)]) {
    const text = texts[name] ?? '';
    const edited = editText(text, edit);
    if (edited !== text) return { ...fields, texts: { ...texts, [name]: edited } };
  }
  return fields;
}
