import { sentencesOfLine } from './changed-lines.ts';
import type { Model } from '../model.ts';
import type { Subject } from './parts.ts';

/**
 * The harmless edit that an ask carries. Each gives the model another prompt, so that a model at
 * temperature 0 answers anew. The third is that of the ask that confirms a row.
 */
export type HarmlessEdit = 1 | 2 | 3;

/**
 * Returns the text to edit: a changed text of several lines or sentences, else another such text of
 * the subject, else one of two words. Undefined for a subject without such a text.
 */
export function editableField(
  { texts }: Subject,
  changedFields: readonly string[],
): string | undefined {
  const changedFirst = ['system_prompt', 'prompt'].toSorted(
    (a, b) => Number(changedFields.includes(b)) - Number(changedFields.includes(a)),
  );
  const hasPlaces = (placesIn: (text: string) => number[]) => (field: string) =>
    placesIn(texts[field] ?? '').length > 0;
  return (
    changedFirst.find(hasPlaces(betweenLinesOrSentences)) ??
    changedFirst.find(hasPlaces(betweenWords))
  );
}

export function editSubject(subject: Subject, field: string, edit: HarmlessEdit): Subject {
  const text = editText(subject.texts[field] ?? '', edit);
  return { ...subject, texts: { ...subject.texts, [field]: text } };
}

/**
 * Adds a blank line between two lines, else a space between two sentences, else one between two
 * words. Never at an end. A text of one word stays as it is.
 */
export function editText(text: string, edit: HarmlessEdit): string {
  const longPlaces = betweenLinesOrSentences(text);
  const places = longPlaces.length > 0 ? longPlaces : betweenWords(text);
  const nth = edit - 1;
  const place = places[nth % places.length];
  if (place === undefined) return text;
  const times = 1 + Math.floor(nth / places.length);
  const sign = text[place] === '\n' ? '\n' : ' ';
  return text.slice(0, place) + sign.repeat(times) + text.slice(place);
}

/** The first and the last line break inside a text, else the place behind its first sentence. */
function betweenLinesOrSentences(text: string): number[] {
  const breaks = Array.from(text.matchAll(/\n/g), ({ index }) => index).filter((place) =>
    isInside(text, place),
  );
  if (breaks.length > 0) return breaks.filter((_, i) => i === 0 || i === breaks.length - 1);
  const [firstSentence = ''] = sentencesOfLine(text);
  return [firstSentence.length].filter((place) => isInside(text, place));
}

/** The place behind the first word of a text, if another one follows. */
function betweenWords(text: string): number[] {
  const start = startOf(text);
  return [start + text.slice(start).search(/[ \t]/)].filter((place) => isInside(text, place));
}

/** Chat templates trim the ends of a text: a place there is none. */
function isInside(text: string, place: number): boolean {
  return place > startOf(text) && place < text.trimEnd().length;
}

function startOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** A model whose questions carry the edit, for a subject that has no text to edit. */
export function editQuestions(model: Model, edit: HarmlessEdit): Model {
  return {
    ...model,
    answer: (prompt, format, system) => model.answer(editText(prompt, edit), format, system),
  };
}
