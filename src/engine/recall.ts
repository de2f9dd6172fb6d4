import type { Failure } from './breaker.js';
import type { Response } from './scorers/scorer.js';

/** A remembered reply or failure; undefined if none is known, so that the request has to be sent. */
export type Recall<Value> = (key: string) => Value | Failure | undefined;

export type Subject = 'head' | 'base';

/** Replies that other processes received. Judges are numbered in the order of the tests that ask them. */
export interface Recollection {
  answer: (subject: Subject) => Recall<Response>;
  judge: (nth: number) => Recall<string>;
  embedding: Recall<readonly number[]>;
}

/** The replies of one process, for another: which model replied, to which question, and the reply. */
export interface Spoken {
  answers: { subject: Subject; key: string; said: Response | Failure }[];
  judges: { nth: number; key: string; said: string | Failure }[];
  embeddings: { key: string; said: readonly number[] | Failure }[];
}
