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
  const all = part.map(
    (change) => placeOfChange(change, sides) ?? { path: change.path, line: 0, end_line: 0 },
  );
  const names = Array.from(
    Map.groupBy(all, ({ path }) => path),
    ([path, those]) => {
      const lines = those.map(({ line, end_line: end }) => (end > line ? `${line}-${end}` : line));
      return lines.includes(0) ? path : `${path}:${[...new Set(lines)].join(', ')}`;
    },
  );
  return { name: names.join(', '), places: all.filter((one) => 'head' in one) };
}

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
  if (shown.line === 0) return { ...shown, path: file };
  const { first = 1, last } = lines ?? {};
  if (last !== undefined) return { ...shown, path: file, line: first, end_line: last };
  const [line, end_line] = [shown.line + first - 1, shown.end_line + first - 1];
  // A list of messages has an indent.
  const may_suggest = !/\.(?:json|ya?ml)$/i.test(file);
  return { ...shown, path: file, line, end_line, may_suggest };
}

function valuesIn({ keys, old, new: now }: ChangedValue): Omit<Place, 'path'> {
  const shown = (value: unknown) =>
    value === undefined ? '' : `${keys.at(-1)}: ${JSON.stringify(value)}`;
  return { line: 0, end_line: 0, head: shown(now), base: shown(old), may_suggest: false };
}

/**
 * The whole lines of a change in the head, and what they are with the change reverted. A text that
 * one side does not have, or that is empty there, has no lines.
 */
function linesOf({ start, end, base }: ChangedText, text: string): Omit<Place, 'path'> {
  if (text === '' || (base === '' && end - start === text.length))
    return { line: 0, end_line: 0, head: '', base, may_suggest: false };
  const head = text.split('\n');
  const reverted = (text.slice(0, start) + base + text.slice(end)).split('\n');
  let same = 0;
  while (same < head.length && head[same] === reverted[same]) same += 1;
  const [now, old] = [head.slice(same), reverted.slice(same)];
  while (now.length > 0 && now.at(-1) === old.at(-1)) {
    now.pop();
    old.pop();
  }
  const [line, end_line] = [same + 1, same + now.length];
  return { line, end_line, head: now.join('\n'), base: old.join('\n'), may_suggest: false };
}
