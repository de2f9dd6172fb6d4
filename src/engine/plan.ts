import { distinctQuestions } from './ask.js';
import type { Guess } from './statistics/guess.js';
import { fateOf, type PlanError } from './statistics/plan-error.js';
import type { Seen } from './methods/decision.js';
import { guessIn } from './methods/key.js';
import { planErrorOf } from './methods/figures.js';
import type { SequentialTrial } from './trial.js';

export interface Expected {
  rows: number;
  requests: number;
}

export interface SequentialPlan {
  perfect: Expected;
  /** A model whose S is the minimum: the most that is to be expected. */
  at_minimum: Expected;
  deaf: Expected;
  plan_error?: PlanError;
  guess?: Guess;
}

const PERFECT: Seen = {
  valid: true,
  known: true,
  steady: true,
  right: true,
  contrast: [1, 1],
  compared: { known: [0, 0], sensitive: [0, 0] },
};
const DEAF: Seen = { ...PERFECT, right: false, contrast: [0, 0] };

export function planOf({ decider, rows }: SequentialTrial): SequentialPlan {
  const { rows: n, comparisons } = decider.rules;
  const perRow = n === 0 ? 0 : distinctQuestions(rows.asks(0, comparisons)).length;
  const expected = (count: number): Expected => ({ rows: count, requests: count * perRow });
  const like = (row: Seen) => decider.decide(Array.from({ length: n }, () => row)).after;
  const perfect = like(PERFECT);
  const { minimum } = decider.sensitive.rule;
  const guess = guessIn(rows.cases);
  return {
    perfect: expected(perfect),
    // No model is done before a perfect one is, unless it fails.
    at_minimum: expected(Math.max(perfect, fateOf(decider.sensitive, n, minimum).rows)),
    deaf: expected(like(DEAF)),
    ...planErrorOf(decider),
    guess,
  };
}
