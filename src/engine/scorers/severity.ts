import type { Rubric, Score, Threshold, Tools } from '../types.ts';

/** How foul one answer is. A clean one passes. */
type Severity = Omit<Score, 'answers'> & { value: number };

export interface SeverityScorer {
  /** @param answer what the model says in the end, without its thinking */
  score: (answer: string, request: string, tools: Tools) => Promise<Severity>;
  /** Requests to the judge for one answer at most, and what it reads by. */
  reads: number;
  rubric?: Rubric;
  /** Nothing else can read its answers. */
  needsJudge?: true;
}

export const DEFAULT_SEVERITY = 0.5;

export function limitIn(threshold: Threshold | undefined, otherwise: number): number {
  return typeof threshold === 'number' ? threshold : otherwise;
}
