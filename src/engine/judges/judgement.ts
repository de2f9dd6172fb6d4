import { enumerate } from '../../language/enumerate.js';
import type { Judgement } from '../results.js';
import { isMapping, jsonIn } from '../../json.js';
import type { AnswerFormat } from '../model.js';

/** Everything required and nothing else allowed, as OpenAI's strict mode wants it. */
export function objectOf(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** The field before the verdict, so that the judge writes its reason first. */
export const REASON = { type: 'string', description: 'One short sentence that says why.' };

/** A reason, and one of these words. No keyword that OpenAI's strict mode rejects: the reason's length is cut in reading. */
export function wordFormat(name: string, field: string, words: readonly string[]): AnswerFormat {
  return { name, schema: objectOf({ reason: REASON, [field]: { type: 'string', enum: [...words] } }) };
}

/** Undefined for anything but an object. */
export function parsedObject(json: string): Record<string, unknown> | undefined {
  const value = jsonIn(json);
  return isMapping(value) ? value : undefined;
}

/** One fence around everything; a second one inside is no JSON. */
const FENCE = /^```(?:json)?\s([^]*)```$/;

/** Longer answers are loops. */
const LONGEST = 20_000;

/** The one JSON object that a judge answers as a whole (`it`, `its` JSON in errors): another beside it may come from a text under test. */
export function objectIn(
  text: string,
  { it, its, fields }: { it: string; its: string; fields: readonly string[] },
): { json: string; object: Record<string, unknown> } | { unreadable: string } {
  const said = text.trim();
  if (said === '') return { unreadable: `${it} is empty` };
  if (said.length > LONGEST) return { unreadable: `${it} is longer than ${LONGEST} characters` };
  const json = FENCE.exec(said)?.[1] ?? said;
  const object = parsedObject(json);
  if (object === undefined) return { unreadable: `${it} is not one JSON object alone` };
  const isOther = Object.keys(object).some((key) => !fields.includes(key));
  return isOther ? { unreadable: `${its} has fields that were not asked for` } : { json, object };
}

/** An unclosed string ends at the end of the text: the search does not restart at every quote in it. */
const STRINGS = /"(?:[^"\\]|\\.)*(?:"|$)/gs;

/** Counts the texts in JSON, keys included. A count above that of the parsed object means that a key occurs twice. */
export function textsIn(json: string): number {
  return json.match(STRINGS)?.length ?? 0;
}

const LONGEST_TEXT = 500;

/** A text of the judge's for a report: not without end, by whole characters, and without halves of one, which no report file could hold. */
export function shortened(text: string): string {
  return [...text.trim()].slice(0, LONGEST_TEXT).join('').toWellFormed().trim();
}

/** An answer accounts for the negation, ignores it, or the negation makes no difference (or nothing can be judged). */
export const JUDGEMENTS = ['accounts', 'ignores', 'not_applicable'] as const;
export type JudgeVerdict = (typeof JUDGEMENTS)[number];

export const JUDGEMENT_FORMAT = wordFormat('judgement', 'verdict', JUDGEMENTS);

/** The field of the JSON answer that holds the word, and the allowed words. */
interface Wanted<Word extends string> {
  field: string;
  words: readonly Word[];
}

/** The word in a judge's answer. Never a guess, see `objectIn`. */
export function readWord<Word extends string>(text: string, { field, words }: Wanted<Word>): Judgement<Word> | { unreadable: string } {
  const read = readObject(text, [field]);
  if ('unreadable' in read) return read;
  const verdict = wordIn(read.object, { field, words });
  return typeof verdict === 'object' ? verdict : { verdict, ...(read.reason !== '' && { reason: read.reason }) };
}

/** The word that a text is, in whatever case and marks. */
export function wordOf<Word extends string>(text: string, words: readonly Word[]): Word | undefined {
  const bare = text
    .trim()
    .replace(/[*"`.]/g, '')
    .toLowerCase();
  return words.find((word) => word === bare);
}

export function wordIn<Word extends string>(
  object: Record<string, unknown>,
  { field, words }: Wanted<Word>,
): Word | { unreadable: string } {
  const { [field]: said } = object;
  if (said === undefined) return { unreadable: `the JSON answer has no ${field}` };
  const word = words.find((one) => one === said);
  return word ?? { unreadable: `the ${field} is none of ${enumerate(words)}` };
}

/** The JSON object of a judge's answer, of these fields and a reason. */
export function readObject(
  text: string,
  fields: readonly string[],
): { object: Record<string, unknown>; reason: string } | { unreadable: string } {
  const read = objectIn(text, { it: 'the answer', its: 'the JSON answer', fields: ['reason', ...fields] });
  if ('unreadable' in read) return read;
  const { reason = '' } = read.object;
  if (typeof reason !== 'string') return { unreadable: 'the reason is not a text' };
  if (textsIn(read.json) > textsIn(JSON.stringify(read.object))) return { unreadable: 'the JSON answer has a field twice' };
  return { object: read.object, reason: shortened(reason) };
}
