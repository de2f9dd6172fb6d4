import type { Change, Fields } from '../engine/changed-parts.ts';
import { asRecord, isMapping } from '../json.ts';
import type { SubjectConfig, WrittenText } from '../config/config.ts';
import { joinedFiles, textsIn } from '../config/texts.ts';
import type { ChangedPart } from './results.ts';

/** `variables.help`, or one file of its glob: `variables.help:help/refund.md`. */
const FIELD_OF_VARIABLE = /^variables\.(\w+)(?::(.*))?$/s;

/** A subject as flat fields, which attribution reverts one by one, and back. */

/** What is sent, and to which model: time limits change no answer. */
export function fieldsOf(subject: SubjectConfig): Fields {
  const { timeout: _timeout, retries: _retries, ...settings } = subject.model;
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings))
    if (!isMapping(value)) values[`model.${key}`] = value;
    else for (const [name, inner] of Object.entries(value)) values[`model.${key}.${name}`] = inner;
  const texts: Record<string, string> = {};
  for (const [field, { text }] of Object.entries(textsIn(subject))) texts[field] = text;
  return { values, texts };
}

/** The same for two subjects that differ in white space only. */
export function looseSubject({ values, texts }: Fields): unknown[] {
  const squeezed = Object.entries(texts).map(([field, text]) => {
    return [field, text.replaceAll(/\s+/g, ' ').trim()];
  });
  return [values, squeezed];
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
  const ofHead = textsIn(head);
  const byName = Map.groupBy(Object.keys(texts), (field) => FIELD_OF_VARIABLE.exec(field)?.[1]);
  const variables: Record<string, WrittenText> = {};
  for (const [name, fields] of byName) {
    if (name === undefined) continue;
    const written = fields.map((field): WrittenText => {
      const [, , file] = FIELD_OF_VARIABLE.exec(field) ?? [];
      return { file, ...ofHead[field], text: texts[field] ?? '' };
    });
    const [only] = written;
    const isGlob = fields.some((field) => field.includes(':'));
    if (isGlob) variables[name] = joinedFiles(written, head.variables[name]?.file);
    else if (only) variables[name] = only;
  }
  const promptOf = (kind: 'prompt' | 'system_prompt') => {
    const text = texts[kind];
    return text === undefined ? undefined : { ...ofHead[kind], text };
  };
  // Made of the fields of two checked configurations.
  return {
    ...head,
    model: model as unknown as SubjectConfig['model'],
    prompt: promptOf('prompt'),
    system_prompt: promptOf('system_prompt'),
    variables,
  };
}

type Place = ChangedPart['places'][number];

/** Where a change stands, with whole lines of head and base; undefined outside of every file. */
export function placeOfChange(change: Change, head: SubjectConfig): Place | undefined {
  const { field } = change;
  const { file, text = '', lines } = textsIn(head)[field] ?? {};
  const [, , page] = FIELD_OF_VARIABLE.exec(field) ?? [];
  if (change.kind === 'text' && page !== undefined && (text === '' || isAdded(change, text)))
    return { path: page, line: 0, end_line: 0, head: '', base: change.base, may_suggest: false };
  const shown = change.kind === 'value' ? valuesIn(change) : linesOf(change, text);
  if (file === undefined) return placeOfKey(shown, head.placeOf(field));
  const { first = 1, last, isVerbatim = true } = lines ?? {};
  if (last !== undefined)
    return { ...shown, path: file, line: first, end_line: last, may_suggest: false };
  const [line, end_line] = [shown.line + first - 1, shown.end_line + first - 1];
  return { ...shown, path: file, line, end_line, may_suggest: isVerbatim };
}

/** The base lacks this text, or it was empty there. */
function isAdded({ start, end, base }: TextChange, text: string): boolean {
  return base === '' && start === 0 && end === text.length;
}

function placeOfKey(shown: Lines, where = ''): Place | undefined {
  const [, path, digits] = /^(.*?):(\d+)(?::\d+)?$/.exec(where) ?? [];
  if (path === undefined) return undefined;
  const line = Number(digits);
  return { ...shown, path, line, end_line: line, may_suggest: false };
}

type TextChange = Extract<Change, { kind: 'text' }>;
type Lines = Pick<Place, 'line' | 'end_line' | 'head' | 'base'>;

function valuesIn({ field, head, base }: Extract<Change, { kind: 'value' }>): Lines {
  const key = field.slice(field.lastIndexOf('.') + 1);
  const shown = (value: unknown) => (value === undefined ? '' : `${key}: ${JSON.stringify(value)}`);
  return { line: 0, end_line: 0, head: shown(head), base: shown(base) };
}

/** The whole lines of a change in the head, and what they are with the change reverted. */
function linesOf({ start, end, base }: TextChange, text: string): Lines {
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
