import type { Failure } from './breaker.js';
import type { Response } from './scorers/scorer.js';

/** What somebody has said before of something, or why there is nothing; undefined where nobody knows, so that it has to be asked. */
export type Recall<Value> = (key: string) => Value | Failure | undefined;

export type Subject = 'head' | 'base';

/** What was said in other processes, by whom of the run: judges and classifiers in the order of the tests that ask them. */
export interface Recollection {
  answer: (subject: Subject) => Recall<Response>;
  judge: (nth: number) => Recall<string>;
  classifier: (nth: number) => Recall<Readonly<Record<string, number>>>;
  embedding: Recall<readonly number[]>;
}

/** The same, as one process hands it on: by whom, about what, and what it was. */
export interface Spoken {
  answers: { subject: Subject; key: string; said: Response | Failure }[];
  judges: { nth: number; key: string; said: string | Failure }[];
  classifiers: { nth: number; key: string; said: Readonly<Record<string, number>> | Failure }[];
  embeddings: { key: string; said: readonly number[] | Failure }[];
}
