import { Answers } from './ask.ts';
import type { Model } from '../model.ts';
import { methodOf } from '../methods/index.ts';
import type { Subjects } from '../methods/method.ts';
import { comparisonsIn } from '../methods/decision-rules.ts';
import type { AnyRun } from '../methods/test-run.ts';
import { SequentialTrial } from './sequential-trial.ts';
import { Trial } from './trial.ts';

export interface SubjectModels {
  model: Model;
  /**
   * The base's model: the same object if its settings are the same, so that its answers are shared.
   */
  base?: Model;
}

/** Opens the answers of head and base. A base with the head's model shares its answers. */
export function subjectsOf(
  { model, base }: SubjectModels,
  baseTemplate: string | undefined,
): Subjects {
  const head = new Answers(model);
  return {
    head,
    base: base && { answers: base === model ? head : new Answers(base), template: baseTemplate },
  };
}

/**
 * Binds all tests to the models, and asks nothing. Every comparison of the run is known before the
 * first test starts.
 */
export function startTests(
  tests: readonly AnyRun[],
  options: Subjects & { seed: number },
): Trial[] {
  const boundTests = tests.map((run) => {
    const method = methodOf(run);
    const cases = run.cases ?? method.prepare(run, options.seed);
    // The base is not asked if its prompts need values that the rows do not have.
    const base = run.compare?.unasked === undefined ? options.base : undefined;
    const rows = method.bind(run, cases, { ...options, base });
    return { method, run, rows };
  });
  const comparisons = comparisonsIn(
    boundTests.map(({ run, rows }) => ({
      ...run,
      compared: rows.endsEarly ? rows.comparisons.length : 0,
    })),
  );
  return boundTests.map(({ method, run, rows }) => {
    const rules = method.decisionRules?.(run, rows.cases, {
      compared: rows.comparisons,
      comparisons,
    });
    return rules ? new SequentialTrial(rows, rules) : new Trial(rows);
  });
}
