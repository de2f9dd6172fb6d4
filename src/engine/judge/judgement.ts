import type { AnswerFormat } from '../model.js';
import { objectOf, parsedObject, REASON, textsIn, withoutFence } from './json-form.js';

/**
 * What a judge may say of an answer to a negated text: it takes the change into account, it answers as if the change were not there,
 * or the change makes no difference to a right answer (or nothing can be judged from the texts).
 */
export const JUDGEMENTS = ['accounts', 'ignores', 'not_applicable'] as const;
export type JudgeVerdict = (typeof JUDGEMENTS)[number];

/** A judge's answer, read. */
export type ReadJudgement = { verdict: JudgeVerdict; reason?: string } | { unreadable: string };

/**
 * The reason stands first, so that a judge writes it before it decides. No keyword that OpenAI's strict mode rejects: the reason's length
 * is cut in reading.
 */
export const JUDGEMENT_FORMAT: AnswerFormat = {
  name: 'judgement',
  schema: objectOf({
    reason: REASON,
    verdict: { type: 'string', enum: [...JUDGEMENTS] },
  }),
};

/** Longer answers are loops. */
const LONGEST = 20_000;
const LONGEST_REASON = 500;

/** The word that a judge was asked for, and why. */
export type ReadWord<Word extends string> = { word: Word; reason?: string } | { unreadable: string };

/** @returns what the judge says of an answer to a negated text */
export function readJudgement(text: string): ReadJudgement {
  const read = readWord(text, { field: 'verdict', words: JUDGEMENTS });
  if ('unreadable' in read) return read;
  const { word, reason } = read;
  return { verdict: word, ...(reason !== undefined && { reason }) };
}

/** Which field of the JSON answer holds the word, and which words there are. */
interface Wanted<Word extends string> {
  field: string;
  words: readonly Word[];
}

/** The word in a judge's answer. Never a guess, see `readObject`. */
export function readWord<Word extends string>(text: string, { field, words }: Wanted<Word>): ReadWord<Word> {
  const read = readObject(text, [field]);
  if ('unreadable' in read) return read;
  const word = wordIn(read.object, { field, words });
  return typeof word === 'object' ? word : { word, ...(read.reason !== '' && { reason: read.reason }) };
}

export function wordIn<Word extends string>(
  object: Record<string, unknown>,
  { field, words }: Wanted<Word>,
): Word | { unreadable: string } {
  const { [field]: said } = object;
  if (said === undefined) return { unreadable: `the JSON answer has no ${field}` };
  const word = words.find((one) => one === said);
  return word ?? { unreadable: `the ${field} is none of ${words.slice(0, -1).join(', ')} and ${words.at(-1)}` };
}

/**
 * The JSON object of a judge's answer, of these fields and a reason. The whole answer must be one object of the wanted form: a verdict
 * beside chatter, or one of two, may come from a text under test that the judge repeats.
 */
export function readObject(
  text: string,
  fields: readonly string[],
): { object: Record<string, unknown>; reason: string } | { unreadable: string } {
  const said = text.trim();
  if (said === '') return { unreadable: 'the answer is empty' };
  if (said.length > LONGEST) return { unreadable: `the answer is longer than ${LONGEST} characters` };
  const json = withoutFence(said);
  const object = parsedObject(json);
  if (object === undefined) return { unreadable: 'the answer is not one JSON object alone' };
  if (Object.keys(object).some((key) => key !== 'reason' && !fields.includes(key)))
    return { unreadable: 'the JSON answer has fields that were not asked for' };
  const { reason = '' } = object;
  if (typeof reason !== 'string') return { unreadable: 'the reason is not a text' };
  if (textsIn(json) > textsIn(JSON.stringify(object))) return { unreadable: 'the JSON answer has a field twice' };
  return { object, reason: shortened(reason) };
}

/** By whole characters, and without halves of one, which no report file could hold. */
function shortened(reason: string): string {
  return [...reason.trim()].slice(0, LONGEST_REASON).join('').toWellFormed().trim();
}
