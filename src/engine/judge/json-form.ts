import { isMapping, jsonIn } from '../../json.js';
import type { AnswerFormat } from '../model.js';

/** Everything required and nothing else allowed, as OpenAI's strict mode wants it. */
export function objectOf(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** What stands before a judge's word, so that it writes it before it decides. */
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

/** What the answer and its JSON are called where they cannot be read, and the fields that it may have. */
interface Wanted {
  it: string;
  its: string;
  fields: readonly string[];
}

/** The judge's answer, which must be one JSON object as a whole: another beside it may come from a text under test. */
export function objectIn(
  text: string,
  { it, its, fields }: Wanted,
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

/** One that nobody closes goes to the end: not looked for again from every quote in it. */
const STRINGS = /"(?:[^"\\]|\\.)*(?:"|$)/gs;

/** How many texts JSON holds, keys included. More than are left of it once parsed: a key stands twice, and the last alone was kept. */
export function textsIn(json: string): number {
  return json.match(STRINGS)?.length ?? 0;
}

const LONGEST_TEXT = 500;

/** A text of the judge's for a report: not without end, by whole characters, and without halves of one, which no report file could hold. */
export function shortened(text: string): string {
  return [...text.trim()].slice(0, LONGEST_TEXT).join('').toWellFormed().trim();
}
