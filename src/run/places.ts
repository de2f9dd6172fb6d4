import type { SubjectConfig } from '../config/config.ts';
import type { Change, Part, ChangedText, ChangedValue } from '../engine/changed-parts.ts';
import { placeIn } from '../errors.ts';
import type { ChangedPart } from './results.ts';

/** Where the parts of a changed subject stand. */

type Place = ChangedPart['places'][number];

export interface ChangedSides {
  head: SubjectConfig;
  base: SubjectConfig;
}

/** Its name is `prompts/support.md:1, 6-8`; a value that stands in no file goes by its key. */
export function namedPart(part: Part, sides: ChangedSides): Pick<ChangedPart, 'name' | 'places'> {
  const all = part.map((change) => placeOfChange(change, sides) ?? { ...change, ...NO_LINES });
  const names = Array.from(
    Map.groupBy(all, ({ path }) => path),
    ([path, those]) => {
      const lines = those.map(({ line, end_line: end }) => (end > line ? `${line}-${end}` : line));
      return lines.includes(0) ? path : `${path}:${[...new Set(lines)].join(', ')}`;
    },
  );
  return { name: names.join(', '), places: all.filter((one) => 'head' in one) };
}

/** Of a value, and of a text that one side does not have. */
const NO_LINES = { line: 0, end_line: 0, may_suggest: false };

/** Where a change stands, with whole lines of head and base; undefined outside of every file. */
export function placeOfChange(change: Change, { head, base }: ChangedSides): Place | undefined {
  const { file, lines, text } = head.texts[change.path] ?? {
    ...base.texts[change.path],
    text: '',
  };
  const shown = change.kind === 'value' ? valuesIn(change) : linesOf(change, text);
  if (file === undefined) {
    const key = placeIn(head.placeOf(change.path));
    return key && { ...shown, ...key, end_line: key.line };
  }
  const place = { ...shown, path: file };
  if (place.line === 0) return place;
  const { first = 1, last } = lines ?? {};
  if (last !== undefined) return { ...place, line: first, end_line: last };
  place.line += first - 1;
  place.end_line += first - 1;
  // A list of messages has an indent.
  place.may_suggest = !/\.(?:json|ya?ml)$/i.test(file);
  return place;
}

function valuesIn({ keys, old, new: now }: ChangedValue) {
  const shown = (value: unknown) =>
    value === undefined ? '' : `${keys.at(-1)}: ${JSON.stringify(value)}`;
  return { ...NO_LINES, head: shown(now), base: shown(old) };
}

/**
 * The whole lines of a change in the head, and what they are with the change reverted. A text that
 * one side does not have, or that is empty there, has no lines.
 */
function linesOf({ start, end, base }: ChangedText, text: string) {
  const without = text.slice(0, start) + base + text.slice(end);
  if (text === '' || without === '') return { ...NO_LINES, head: '', base };
  const head = text.split('\n');
  const reverted = without.split('\n');
  let same = 0;
  while (same < head.length && head[same] === reverted[same]) same += 1;
  const [now, old] = [head.slice(same), reverted.slice(same)];
  while (now.length > 0 && now.at(-1) === old.at(-1)) {
    now.pop();
    old.pop();
  }
  const lines = { line: same + 1, end_line: same + now.length };
  return { ...NO_LINES, ...lines, head: now.join('\n'), base: old.join('\n') };
}
