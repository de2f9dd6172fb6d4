import type { Change, Fields } from '../engine/changed-parts.ts';
import { asRecord, canonical } from '../json.ts';
import type { SubjectConfig, WrittenText } from '../config/config.ts';
import type { ChangedPart } from './results.ts';

/** A subject as flat fields, which attribution reverts one by one, and back. */

const MAPPINGS = ['parameters', 'headers', 'body'];

/** What is sent, and to which model: time limits change no answer. */
export function fieldsOf(subject: SubjectConfig): Fields {
  const { timeout: _timeout, retries: _retries, ...settings } = subject.model;
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings))
    if (!MAPPINGS.includes(key)) values[`model.${key}`] = value;
    else
      for (const [name, inner] of Object.entries(asRecord(value)))
        values[`model.${key}.${name}`] = inner;
  const texts: Record<string, string> = {};
  for (const [field, { text }] of writtenTexts(subject)) texts[field] = text;
  return { values, texts };
}

/** The same for two subjects that differ in white space only. */
export function looseSubject(subject: SubjectConfig): string {
  const { values, texts } = fieldsOf(subject);
  const squeezed = Object.entries(texts).map(([field, text]) => [
    field,
    text.replaceAll(/\s+/g, ' ').trim(),
  ]);
  return canonical([values, squeezed]);
}

function writtenTexts({ prompt, system_prompt: system, variables }: SubjectConfig) {
  const texts = Object.entries(variables).map(([name, text]): [field: string, WrittenText] => [
    `variables.${name}`,
    text,
  ]);
  if (system) texts.unshift(['system_prompt', system]);
  if (prompt) texts.unshift(['prompt', prompt]);
  return texts;
}

/** The subject of these fields, with the time limits of the head. */
export function subjectOf({ values, texts }: Fields, head: SubjectConfig): SubjectConfig {
  const { timeout, retries } = head.model;
  const model: Record<string, unknown> = { timeout, retries, parameters: {} };
  for (const [field, value] of Object.entries(values)) {
    const [, key = '', name] = /^model\.(\w+)(?:\.(.*))?$/s.exec(field) ?? [];
    if (value !== undefined)
      model[key] = name === undefined ? value : { ...asRecord(model[key]), [name]: value };
  }
  const variables = Object.entries(texts).flatMap(([field, text]) => {
    const [, name] = /^variables\.(.*)$/s.exec(field) ?? [];
    return name === undefined ? [] : [[name, { text }] as const];
  });
  const written = (text?: string) => (text === undefined ? undefined : { text });
  return {
    ...head,
    // Made of the fields of two checked configurations.
    model: model as unknown as SubjectConfig['model'],
    prompt: written(texts.prompt),
    system_prompt: written(texts.system_prompt),
    variables: Object.fromEntries(variables),
  };
}

type Place = ChangedPart['places'][number];

/** Where a change stands, with whole lines of head and base; undefined outside of every file. */
export function placeOfChange(change: Change, head: SubjectConfig): Place | undefined {
  const { field } = change;
  const [, written] = writtenTexts(head).find(([name]) => name === field) ?? [];
  const [, file, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(head.placeOf(field) ?? '') ?? [];
  const shown = change.kind === 'value' ? valuesIn(change) : linesOf(change, written?.text ?? '');
  if (written?.file !== undefined) return { path: written.file, ...shown, may_suggest: true };
  if (file === undefined) return undefined;
  const place = { line: Number(line), end_line: Number(line) };
  return { ...shown, path: file, ...place, may_suggest: false };
}

type Lines = Pick<Place, 'line' | 'end_line' | 'head' | 'base'>;

function valuesIn({ field, head, base }: Extract<Change, { kind: 'value' }>): Lines {
  const key = field.slice(field.lastIndexOf('.') + 1);
  const shown = (value: unknown) => (value === undefined ? '' : `${key}: ${JSON.stringify(value)}`);
  return { line: 0, end_line: 0, head: shown(head), base: shown(base) };
}

/** The whole lines of a change in the head, and what they are with the change reverted. */
function linesOf({ start, end, base }: Extract<Change, { kind: 'text' }>, text: string): Lines {
  const first = text.slice(0, start).lastIndexOf('\n') + 1;
  const next = text.indexOf('\n', end);
  const last = next === -1 ? text.length : next;
  const head = text.slice(first, last).split('\n');
  const reverted = (text.slice(first, start) + base + text.slice(end, last)).split('\n');
  let line = text.slice(0, first).split('\n').length;
  const hasBoth = () => head.length > 0 && reverted.length > 0;
  for (; hasBoth() && head[0] === reverted[0]; line += 1) {
    head.shift();
    reverted.shift();
  }
  while (hasBoth() && head.at(-1) === reverted.at(-1)) {
    head.pop();
    reverted.pop();
  }
  const end_line = line + head.length - 1;
  return { line, end_line, head: head.join('\n'), base: reverted.join('\n') };
}
