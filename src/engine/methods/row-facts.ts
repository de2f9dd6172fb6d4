import type { Range } from './comparison.ts';

/** True, false, or undefined where an answer in error leaves it open. */
export type ThreeValued = boolean | undefined;

export const COMPARED_FACTS = ['known', 'sensitive'] as const;
/**
 * A fact of a row that is compared with the base: it knows the answer, or reads the perturbation.
 */
export type ComparedFact = (typeof COMPARED_FACTS)[number];

/** The facts of a row, which the streams of a test count. */
export interface RowFacts {
  /** The row can tell something: its answers to the original and to the placebo hold. */
  valid: ThreeValued;
  /** The answer to the original is right; only with a key. */
  known?: ThreeValued;
  /** The answer to the placebo is right; only with a key. */
  steady?: ThreeValued;
  /** The answer to the perturbed text is right. */
  right: ThreeValued;
  /** The row counts for nothing. */
  isAside?: boolean;
  /**
   * The text that moved the answer: the perturbed one (+1), the placebo (-1), both or neither (0).
   * Absent for a row that the contrast leaves out.
   */
  contrast?: Range;
  compared?: Partial<Record<ComparedFact, Range>>;
}

/** A row of a perfect model, compared with an equal one. */
export const PERFECT_ROW: RowFacts = {
  valid: true,
  known: true,
  steady: true,
  right: true,
  contrast: [1, 1],
  compared: { known: [0, 0], sensitive: [0, 0] },
};
/** A row of a model that does not read the perturbation. */
export const DEAF_ROW: RowFacts = { ...PERFECT_ROW, right: false, contrast: [0, 0] };

/** The rows that decide soonest: all better than the base, deaf, or failing in every stream. */
export const EXTREMES: readonly RowFacts[] = [
  { ...PERFECT_ROW, compared: { known: [-1, -1], sensitive: [-1, -1] } },
  { ...DEAF_ROW, compared: { known: [0, 0], sensitive: [1, 1] } },
  {
    ...DEAF_ROW,
    valid: false,
    steady: false,
    compared: { known: [1, 1], sensitive: [1, 1] },
  },
];
