/** The parts in which the subjects of head and base differ. */
import { isSame } from '../config/changed-rules.js';
import type { Config } from '../config/config.js';
import { MOST_LINES } from '../engine/attribution/schema.js';
import {
  splitIntoParts,
  type ChangedPart,
  type Hunk,
  type Subject,
} from '../engine/attribution/parts.js';
import type { ModelSettings } from '../models/settings.js';

/** The parts in which two configurations differ as far as the model and its prompts go. */
export function changedParts(base: Config, head: Config): ChangedPart[] {
  const isSameHub = base.model.hub === head.model.hub;
  return splitIntoParts(partsOfSubject(base, isSameHub), partsOfSubject(head, isSameHub));
}

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
  const lines = linesFrom(written, hunks);
  const isWritten =
    written.before.length === filled.before.length &&
    written.now.length === filled.now.length &&
    !isSame(lines.base, lines.head);
  return isWritten ? lines : { ...linesFrom(filled, hunks), filled: true as const };
}

function linesFrom(text: Record<'before' | 'now', string[]>, hunks: readonly Hunk[]) {
  const base = hunks.flatMap(({ from, base: { length } }) =>
    text.before.slice(from - 1, from - 1 + length),
  );
  const head = hunks.flatMap(({ line, count }) => text.now.slice(line - 1, line - 1 + count));
  return { line: hunks[0]?.line, base: base.slice(0, MOST_LINES), head: head.slice(0, MOST_LINES) };
}

const linesOf = (text: string | undefined): string[] => text?.split('\n') ?? [];

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
export function partsOfSubject({ model, template, tests }: Config, isSameHub: boolean): Subject {
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

/** The texts to which the control adds blank lines: the changed ones, else any prompt. */
export function editableTexts(parts: readonly ChangedPart[], { texts }: Subject): string[] {
  const changed = parts.flatMap(({ field, hunks }) =>
    hunks && texts[field] !== undefined ? [field] : [],
  );
  return changed.length > 0 ? [...new Set(changed)] : Object.keys(texts).slice(0, 1);
}
