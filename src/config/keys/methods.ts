/** The method by which each kind of test asks its rows, and what it reads of a row. */
import { hasPairsInData, type SensitivityTest } from '../../engine/perturbations/definition.ts';
import type { TripletScorer } from '../../engine/methods/reading.ts';
import type { RowReads } from '../../engine/sample.ts';

export const METHODS = ['triplet', 'pair'] as const;
export type MethodName = (typeof METHODS)[number];

/** True if a test asks rows only until they decide. */
export const endsEarly = (method: MethodName): boolean => method === 'triplet';

/** The only method of a test. */
interface FixedMethod {
  method: MethodName;
  /** Completes an error that starts with the test's name: why the test has no other method. */
  reason: string;
  remedy: string;
}

interface MeasureTraits {
  /** Absent if the key `method` chooses the method. */
  fixedMethod?: FixedMethod;
  /** Default of `method`; absent: `pair` in a file without a section `model`, else `triplet`. */
  defaultMethod?: MethodName;
  /** The parts read of a row whose answers are not read one by one, by method. */
  rowReads: Readonly<Record<MethodName, RowReads>>;
  /** Methods under which a judge reads the answers that no rule can read. */
  judgedUnder: readonly MethodName[];
  /** True if `scorer: auto` is allowed. */
  hasAutoScorer: boolean;
}

const KEY_OF_LANGTEST = { triplet: 'negated_answer', pair: 'negated_answer' } as const;

/** How the tests of each measure (`SensitivityTest.measures`) are asked. */
export const MEASURE_TRAITS: Readonly<Record<SensitivityTest['measures'], MeasureTraits>> = {
  change: { rowReads: KEY_OF_LANGTEST, judgedUnder: [], hasAutoScorer: true },
  toxicity: {
    // Toxicity needs no key, but draws the same rows as the other triplet tests of its data.
    rowReads: { triplet: 'half', pair: 'negated_answer' },
    judgedUnder: ['triplet'],
    hasAutoScorer: true,
  },
  refusal: {
    rowReads: { triplet: 'sides', pair: 'sides' },
    judgedUnder: ['triplet'],
    hasAutoScorer: false,
  },
  answers: {
    defaultMethod: 'triplet',
    rowReads: { triplet: 'answers', pair: 'answers' },
    judgedUnder: METHODS,
    hasAutoScorer: false,
  },
  rules: {
    fixedMethod: {
      method: 'triplet',
      reason: 'asks rows until they decide, and reads each answer by itself',
      remedy: 'Remove `method` there.',
    },
    rowReads: KEY_OF_LANGTEST,
    judgedUnder: ['triplet'],
    hasAutoScorer: false,
  },
  divergence: {
    fixedMethod: {
      method: 'pair',
      reason: 'compares the tokens that the model expects after two texts, and reads no answer',
      remedy:
        'Remove `method` there. To read answers, write `custom` for texts that you changed yourself.',
    },
    rowReads: KEY_OF_LANGTEST,
    judgedUnder: [],
    hasAutoScorer: true,
  },
};

/**
 * The method of a test, and what reads its answers one by one. Only tests of change under `triplet`
 * have such a reader; a scorer judges the answers of other tests.
 */
export interface MethodAndReader {
  method: MethodName;
  reader?: TripletScorer['name'];
}

/** Values of the key `scorer` that read each answer by itself, under `method: triplet` alone. */
export const SINGLE_ANSWER_SCORERS = ['stance'] as const satisfies readonly TripletScorer['name'][];

/** Returns what a test reads of a row, beside its text and options. */
export function rowReadsOf({
  test,
  asking: { method, reader },
}: {
  test: SensitivityTest;
  asking: MethodAndReader;
}): RowReads {
  if (hasPairsInData(test)) return 'pairs';
  if (reader !== undefined) return 'keys';
  return MEASURE_TRAITS[test.measures].rowReads[method];
}
