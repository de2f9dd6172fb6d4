import { isPlainRefusal } from '../../language/refusal.js';
import type { AnswerOption } from '../../language/options.js';

export const STANCES = ['true', 'false', 'neither'] as const;
export type Stance = (typeof STANCES)[number];

export type Reading = readonly string[] | Stance;

export interface AnsweredQuestion {
  prompt: string;
  text: string;
  options?: readonly AnswerOption[];
}

export interface Readers {
  labels: (
    answer: string,
    question: { text: string; options: readonly AnswerOption[] },
  ) => readonly string[] | undefined;
  stance: (answer: string, prompt: string) => Stance | undefined;
  /**
   * Returns the kind of a row; `open` rows have neither options nor a truth, so that no answer to
   * them can be read.
   */
  kind?: (text: string, hasOptions: boolean) => 'options' | 'statement' | 'open' | undefined;
}

/** `auto`: labels where a row has options, else the stance. */
export const TRIPLET_SCORERS = ['auto', 'choice', 'stance'] as const;

export interface TripletScorer {
  name: (typeof TRIPLET_SCORERS)[number];
  readers: Readers;
}

export function readByRule(
  { readers }: TripletScorer,
  answer: string,
  { prompt, text, options }: AnsweredQuestion,
): Reading | undefined {
  const read = options ? readers.labels(answer, { text, options }) : readers.stance(answer, prompt);
  if (read !== undefined || !isPlainRefusal(answer)) return read;
  return options ? [] : 'neither';
}

/**
 * Stands in a key beside labels, which are of one sign: naming none of the options is right, too.
 */
export const NONE_AT_ALL = 'none';

/** Returns true if nothing in the answer could be right: it refuses, hedges, or asks back. */
export function isEmpty(reading: Reading): boolean {
  return typeof reading === 'string' ? reading === 'neither' : reading.length === 0;
}

export function isAlike(one: Reading, other: Reading): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((label) => other.includes(label));
}

/** One says what the other rules out: no label in common, or one true and the other false. */
export function isOpposed(one: Reading, other: Reading): boolean {
  if (isEmpty(one) || isEmpty(other)) return false;
  if (typeof one === 'string' || typeof other === 'string') return one !== other;
  return !one.some((label) => other.includes(label));
}

export type ArmReading<Failed> = { reading: Reading } | { failure: Failed };

/**
 * The reading of more than half of the answers. If errors are not to blame that there is none, the
 * answer is empty, and never right.
 */
export function majorityOf<Failed>(reads: readonly ArmReading<Failed>[]): ArmReading<Failed> {
  const known = reads.flatMap((read) => ('reading' in read ? [read.reading] : []));
  const counts = known.map((reading) => known.filter((other) => isAlike(reading, other)).length);
  const most = Math.max(0, ...counts);
  if (2 * most > reads.length) return { reading: known[counts.indexOf(most)]! };
  const failed = reads.filter((read): read is { failure: Failed } => 'failure' in read);
  if (2 * (most + failed.length) > reads.length) return failed[0]!;
  return { reading: typeof known[0] === 'string' ? 'neither' : [] };
}
