import { distinctQuestions } from './ask.ts';
import { mayCount } from '../rows/case.ts';
import type { Guess } from '../statistics/guess.ts';
import { fateOf, type PlanError } from '../statistics/plan-error.ts';
import { DEAF_ROW, PERFECT_ROW, type RowFacts } from '../methods/row-facts.ts';
import { guessIn } from '../methods/key.ts';
import { planErrorOf } from '../methods/sequential-figures.ts';
import { SET_ASIDE } from '../methods/method.ts';
import type { SequentialTrial } from './sequential-trial.ts';

export interface ExpectedCost {
  rows: number;
  requests: number;
}

export interface SequentialPlan {
  perfect: ExpectedCost;
  /** A model whose true rate is the minimum: it takes the most rows. */
  at_minimum: ExpectedCost;
  deaf: ExpectedCost;
  plan_error?: PlanError;
  guess?: Guess;
}

export function planOf({ decider, rows }: SequentialTrial): SequentialPlan {
  const { rows: n, comparisons } = decider.rules;
  const perRow = n === 0 ? 0 : distinctQuestions(rows.questionsFor(0, comparisons)).length;
  const expected = (count: number): ExpectedCost => ({ rows: count, requests: count * perRow });
  const rowsFor = (row: RowFacts) =>
    decider.decide(rows.cases.map((testCase) => (mayCount(testCase) ? row : SET_ASIDE.facts)))
      .rowCount;
  const counting = rows.cases.filter(mayCount).length;
  // Rows that count for nothing are asked among the others.
  const share = counting === 0 ? 1 : n / counting;
  const perfect = rowsFor(PERFECT_ROW);
  const { minimum } = decider.sensitive.rule;
  const guess = guessIn(rows.cases);
  return {
    perfect: expected(perfect),
    // A model that passes needs at least as many rows as a perfect one.
    at_minimum: expected(
      Math.max(perfect, share * fateOf(decider.sensitive, counting, minimum).rows),
    ),
    deaf: expected(rowsFor(DEAF_ROW)),
    plan_error: planErrorOf(decider, counting),
    guess,
  };
}
