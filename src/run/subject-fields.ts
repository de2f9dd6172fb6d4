import type { Change, Fields } from '../engine/changed-parts.ts';
import type { SubjectConfig, WrittenText } from '../config/config.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { ChangedPart } from './results.ts';

/** A subject as flat fields, which attribution reverts one by one, and back. */

const MAPPINGS = ['parameters', 'headers', 'body'] as const;
/** They change no answer. */
const OPERATIONAL = ['timeout', 'retries'];

export function fieldsOf({
  model,
  prompt,
  system_prompt: system,
  variables,
}: SubjectConfig): Fields {
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(model)) {
    if (OPERATIONAL.includes(key)) continue;
    if (!MAPPINGS.some((name) => name === key)) values[`model.${key}`] = value;
    else
      for (const [name, inner] of Object.entries((value ?? {}) as Record<string, unknown>))
        values[`model.${key}.${name}`] = inner;
  }
  const texts: Record<string, string> = {};
  if (prompt) texts.prompt = prompt.text;
  if (system) texts.system_prompt = system.text;
  for (const [name, { text }] of Object.entries(variables)) texts[`variables.${name}`] = text;
  return { values, texts };
}

/** The subject of these fields; what they do not hold is the head's. */
export function subjectOf({ values, texts }: Fields, head: SubjectConfig): SubjectConfig {
  const { timeout, retries } = head.model;
  const model: Record<string, unknown> = { timeout, retries };
  for (const [field, value] of Object.entries(values)) {
    const [key = '', ...rest] = field.split('.').slice(1);
    if (value === undefined) continue;
    if (rest.length === 0) model[key] = value;
    else model[key] = { ...(model[key] as object | undefined), [rest.join('.')]: value };
  }
  model.parameters ??= {};
  const written = (field: string): WrittenText | undefined =>
    texts[field] === undefined ? undefined : { text: texts[field] };
  const variables = Object.entries(texts).flatMap(([field, text]) =>
    field.startsWith('variables.') ? [[field.slice('variables.'.length), { text }] as const] : [],
  );
  return {
    ...head,
    // Made of the fields of two checked configurations.
    model: model as unknown as ModelSettings,
    prompt: written('prompt'),
    system_prompt: written('system_prompt'),
    variables: Object.fromEntries(variables),
  };
}

type Place = ChangedPart['places'][number];

/** Where a change stands, with whole lines of head and base; undefined outside of every file. */
export function placeOfChange(change: Change, head: SubjectConfig): Place | undefined {
  if (change.kind === 'value') return placeOfValue(change, head);
  const written = writtenTextOf(change.field, head);
  const lines = linesOf(change, written?.text ?? '');
  if (written?.file !== undefined) return { path: written.file, ...lines, may_suggest: true };
  const place = splitPlace(head.placeOf(change.field));
  return place && { ...lines, ...place, end_line: place.line, may_suggest: false };
}

function writtenTextOf(field: string, subject: SubjectConfig): WrittenText | undefined {
  if (field === 'prompt') return subject.prompt;
  if (field === 'system_prompt') return subject.system_prompt;
  return subject.variables[field.slice('variables.'.length)];
}

function placeOfValue(
  { field, head, base }: Extract<Change, { kind: 'value' }>,
  subject: SubjectConfig,
): Place | undefined {
  const place = splitPlace(subject.placeOf(field));
  const key = field.slice(field.lastIndexOf('.') + 1);
  const shown = (value: unknown) => (value === undefined ? '' : `${key}: ${JSON.stringify(value)}`);
  return (
    place && {
      ...place,
      end_line: place.line,
      head: shown(head),
      base: shown(base),
      may_suggest: false,
    }
  );
}

function splitPlace(place: string | undefined): { path: string; line: number } | undefined {
  const [, path, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(place ?? '') ?? [];
  return path === undefined ? undefined : { path, line: Number(line) };
}

type Lines = Pick<Place, 'line' | 'end_line' | 'head' | 'base'>;

/** The lines of a change in the head, and what they are with the change reverted. */
function linesOf(change: Extract<Change, { kind: 'text' }>, text: string): Lines {
  const { start, end, base } = change;
  const line = text.slice(0, start).split('\n').length;
  const isAtStart = start === 0 || text[start - 1] === '\n';
  const isAtEnd = start === text.length || text[start] === '\n';
  // Whole lines that are gone stand before the line that follows them.
  if (start === end && isAtStart && base.endsWith('\n'))
    return { line, end_line: line - 1, head: '', base: base.slice(0, -1) };
  if (start === end && isAtEnd && base.startsWith('\n'))
    return { line: line + 1, end_line: line, head: '', base: base.slice(1) };
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const isWhole = isAtStart && text[end - 1] === '\n';
  const lastSign = isWhole ? end - 1 : end;
  const nextBreak = text.indexOf('\n', lastSign);
  const lineEnd = nextBreak === -1 ? text.length : nextBreak;
  const head = text.slice(lineStart, lineEnd);
  const reverted = text.slice(lineStart, start) + base + text.slice(end, Math.max(end, lineEnd));
  const end_line = line + head.split('\n').length - 1;
  return { line, end_line, head, base: isWhole ? reverted.replace(/\n$/, '') : reverted };
}
