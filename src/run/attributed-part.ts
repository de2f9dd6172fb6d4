import { isSame } from '../config/changed-rules.js';
import type { Config } from '../config/config.js';
import { MOST_LINES } from '../engine/attribution/schema.js';
import type { Hunk, ChangedPart, Subject } from '../engine/attribution/parts.js';

/** The configurations of head and base, and the subjects that they describe. */
interface BothSubjects {
  config: Config;
  base: Config;
  before: Subject;
  now: Subject;
}

/** Names a changed part with its path and its lines, as the report holds them. */
export function partInReport({ field, hunks, old, new: now }: ChangedPart, sides: BothSubjects) {
  const { config } = sides;
  const path = config.prompts[field]?.file ?? config.origin.path;
  if (hunks) return { field, path, ...changedLines(field, hunks, sides) };
  const key = field.slice(field.lastIndexOf('.') + 1);
  const line = (value: unknown) => {
    if (value === undefined) return [];
    return [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  };
  return { field, path, old: old ?? null, new: now ?? null, base: line(old), head: line(now) };
}

/** The lines as they are written, or filled in where the values of variables change the lines. */
function changedLines(field: string, hunks: readonly Hunk[], sides: BothSubjects) {
  const { config, base, before, now } = sides;
  const filled = { before: linesOf(before.texts[field]), now: linesOf(now.texts[field]) };
  const written = {
    before: linesOf(base.prompts[field]?.text),
    now: linesOf(config.prompts[field]?.text),
  };
  const found = linesFrom(written, hunks);
  const isWritten =
    written.before.length === filled.before.length &&
    written.now.length === filled.now.length &&
    !isSame(found.base, found.head);
  return isWritten ? found : { ...linesFrom(filled, hunks), filled: true as const };
}

function linesFrom(text: Record<'before' | 'now', string[]>, hunks: readonly Hunk[]) {
  const base = hunks.flatMap(({ from, base: { length } }) =>
    text.before.slice(from - 1, from - 1 + length),
  );
  const head = hunks.flatMap(({ line, count }) => text.now.slice(line - 1, line - 1 + count));
  return { line: hunks[0]?.line, base: base.slice(0, MOST_LINES), head: head.slice(0, MOST_LINES) };
}

const linesOf = (text: string | undefined): string[] => text?.split('\n') ?? [];
