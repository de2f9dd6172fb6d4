import { sentencesOfLine } from './changed-lines.js';
import type { Model } from '../model.js';
import type { Subject } from './parts.js';

/**
 * The harmless edit that an ask carries. Each gives the model another prompt, so that a model at
 * temperature 0 answers anew. The third is that of the ask that confirms a row.
 */
export type HarmlessEdit = 1 | 2 | 3;

/** The field of the prompt of a test: its own, or that of all tests. */
export function promptField({ texts }: Subject, test: string): string {
  const ownField = `${test}.prompt`;
  return texts[ownField] === undefined ? 'prompt' : ownField;
}

/**
 * Returns the texts to edit. Each test takes a changed text of several lines or sentences, else
 * another such text of the subject, else one of two words. `uneditable`: tests without such a text.
 */
export function editableFields(
  subject: Subject,
  changedFields: readonly string[],
  tests: readonly string[],
): { fields: string[]; uneditable: string[] } {
  const fields = new Set<string>();
  const uneditable: string[] = [];
  for (const test of tests) {
    const fieldsOfTest = ['system_prompt', promptField(subject, test)].filter(
      (field) => subject.texts[field] !== undefined,
    );
    const changedFirst = fieldsOfTest.toSorted(
      (a, b) => Number(changedFields.includes(b)) - Number(changedFields.includes(a)),
    );
    const isLong = (field: string) => placesOf(subject.texts[field] ?? '', 'long').length > 0;
    const isShort = (field: string) => placesOf(subject.texts[field] ?? '', 'short').length > 0;
    const field = changedFirst.find(isLong) ?? changedFirst.find(isShort);
    if (field === undefined) uneditable.push(test);
    else fields.add(field);
  }
  return { fields: [...fields], uneditable };
}

export function editSubject(
  subject: Subject,
  fields: readonly string[],
  edit: HarmlessEdit,
): Subject {
  const texts = { ...subject.texts };
  for (const field of fields) {
    const text = texts[field];
    if (text !== undefined) texts[field] = editText(text, edit);
  }
  return { ...subject, texts };
}

/**
 * Adds a blank line between two lines, else a space between two sentences, else one between two
 * words. Never at an end, which chat templates trim. A text of one word stays as it is.
 */
export function editText(text: string, edit: HarmlessEdit): string {
  const long = placesOf(text, 'long');
  const places = long.length > 0 ? long : placesOf(text, 'short');
  const nth = edit - 1;
  const place = places[nth % places.length];
  if (place === undefined) return text;
  const times = 1 + Math.floor(nth / places.length);
  const sign = text[place] === '\n' ? '\n' : ' ';
  return text.slice(0, place) + sign.repeat(times) + text.slice(place);
}

/**
 * The places between the lines or the sentences of a text (`long`), or between its first two words
 * (`short`), as offsets.
 */
function placesOf(text: string, kind: 'long' | 'short'): number[] {
  const end = text.trimEnd().length;
  const start = text.length - text.trimStart().length;
  const isInside = (place: number) => place > start && place < end;
  if (kind === 'short') {
    const place = start + text.slice(start).search(/[ \t]/);
    return isInside(place) ? [place] : [];
  }
  const lines: number[] = [];
  for (
    let position = text.indexOf('\n');
    position >= 0;
    position = text.indexOf('\n', position + 1)
  )
    if (isInside(position)) lines.push(position);
  if (lines.length > 0) return [lines[0] ?? 0, lines.at(-1) ?? 0].slice(0, lines.length);
  const sentences: number[] = [];
  let length = 0;
  for (const sentence of sentencesOfLine(text)) {
    if (isInside(length)) sentences.push(length);
    length += sentence.length;
  }
  return sentences.slice(0, 1);
}

/** A model whose questions carry the edit, for a subject that has no text to edit. */
export function editQuestions(model: Model, edit: HarmlessEdit): Model {
  return {
    ...model,
    answer: (prompt, format, system) => model.answer(editText(prompt, edit), format, system),
  };
}
