import type { Change, Fields } from '../engine/changed-parts.ts';
import { asRecord, isMapping } from '../json.ts';
import type { SubjectConfig, WrittenText } from '../config/config.ts';
import type { ChangedPart } from './results.ts';

/** A subject as flat fields, which attribution reverts one by one, and back. */

/** What is sent, and to which model: time limits change no answer. */
export function fieldsOf(subject: SubjectConfig): Fields {
  const { timeout: _timeout, retries: _retries, ...settings } = subject.model;
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings))
    if (!isMapping(value)) values[`model.${key}`] = value;
    else for (const [name, inner] of Object.entries(value)) values[`model.${key}.${name}`] = inner;
  const texts: Record<string, string> = {};
  for (const [field, written] of Object.entries(textsIn(subject)))
    if (written) texts[field] = written.text;
  return { values, texts };
}

/** The same for two subjects that differ in white space only. */
export function looseSubject({ values, texts }: Fields): unknown[] {
  const squeezed = Object.entries(texts).map(([field, text]) => {
    return [field, text.replaceAll(/\s+/g, ' ').trim()];
  });
  return [values, squeezed];
}

function textsIn(subject: SubjectConfig): Record<string, WrittenText | undefined> {
  const { prompt, system_prompt, variables } = subject;
  const texts: Record<string, WrittenText | undefined> = { prompt, system_prompt };
  for (const [name, text] of Object.entries(variables)) texts[`variables.${name}`] = text;
  return texts;
}

/** The subject of these fields, with the time limits and files of the head. */
export function subjectOf({ values, texts }: Fields, head: SubjectConfig): SubjectConfig {
  const { timeout, retries } = head.model;
  const model: Record<string, unknown> = { timeout, retries, parameters: {} };
  for (const [field, value] of Object.entries(values)) {
    const [, key = '', name] = /^model\.(\w+)(?:\.(.*))?$/s.exec(field) ?? [];
    if (value !== undefined)
      model[key] = name === undefined ? value : { ...asRecord(model[key]), [name]: value };
  }
  const files = textsIn(head);
  const written = Object.entries(texts).map(([field, text]) => {
    return [field, { ...files[field], text }] as const;
  });
  const { prompt, system_prompt, ...others } = Object.fromEntries(written);
  const named = Object.entries(others).map(([field, text]) => {
    return [field.replace('variables.', ''), text] as const;
  });
  const variables = Object.fromEntries(named);
  // Made of the fields of two checked configurations.
  return {
    ...head,
    model: model as unknown as SubjectConfig['model'],
    prompt,
    system_prompt,
    variables,
  };
}

type Place = ChangedPart['places'][number];

/** Where a change stands, with whole lines of head and base; undefined outside of every file. */
export function placeOfChange(change: Change, head: SubjectConfig): Place | undefined {
  const { field } = change;
  const { file, text = '' } = textsIn(head)[field] ?? {};
  const shown = change.kind === 'value' ? valuesIn(change) : linesOf(change, text);
  if (file !== undefined) return { ...shown, path: file, may_suggest: true };
  const [, path, digits] = /^(.*?):(\d+)(?::\d+)?$/.exec(head.placeOf(field) ?? '') ?? [];
  if (path === undefined) return undefined;
  const line = Number(digits);
  return { ...shown, path, line, end_line: line, may_suggest: false };
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
