import { enumerate } from '../../language/enumerate.js';
import type { Judgement } from '../results.js';
import { objectIn, shortened, textsIn, wordFormat } from './json-form.js';

/** An answer accounts for the negation, ignores it, or the negation makes no difference (or nothing can be judged). */
export const JUDGEMENTS = ['accounts', 'ignores', 'not_applicable'] as const;
export type JudgeVerdict = (typeof JUDGEMENTS)[number];

export const JUDGEMENT_FORMAT = wordFormat('judgement', 'verdict', JUDGEMENTS);

/** Which field of the JSON answer holds the word, and which words there are. */
interface Wanted<Word extends string> {
  field: string;
  words: readonly Word[];
}

/** The word in a judge's answer. Never a guess, see `objectIn` (json-form.ts). */
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
