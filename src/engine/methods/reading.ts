import { isPlainRefusal } from '../../language/refusal-phrases.ts';
import type { AnswerOption } from '../../language/options.ts';

export const STANCES = ['true', 'false', 'neither'] as const;
export type Stance = (typeof STANCES)[number];

/** How an answer stands to a right answer in words. */
export const AGREEMENTS = ['agrees', 'differs', 'declines'] as const;
export type Agreement = (typeof AGREEMENTS)[number];

export type Reading = readonly string[] | Stance | Agreement;

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
  const reading = options
    ? readers.labels(answer, { text, options })
    : readers.stance(answer, prompt);
  if (reading !== undefined || !isPlainRefusal(answer)) return reading;
  return options ? [] : 'neither';
}

/** Returns true if no part of the answer could be right: it refuses, hedges, or asks back. */
export function isEmpty(reading: Reading): boolean {
  return typeof reading === 'string'
    ? reading === 'neither' || reading === 'declines'
    : reading.length === 0;
}

export function isAlike(a: Reading, b: Reading): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.length === b.length && a.every((label) => b.includes(label));
}

/** Returns true if two readings exclude each other: no common label, or true against false. */
export function isOpposed(a: Reading, b: Reading): boolean {
  if (isEmpty(a) || isEmpty(b)) return false;
  if (typeof a === 'string' || typeof b === 'string') return a !== b;
  return !a.some((label) => b.includes(label));
}

export type ArmReading<Failed> = { reading: Reading } | { failure: Failed };
