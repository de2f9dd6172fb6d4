/** A run that measures a model: every row is asked, and no minimum decides. */
import type { Config } from '../config/config.ts';
import { isSequentialRun, type AnyRun } from '../engine/methods/test-run.ts';
import type { Results, RowError } from '../engine/results.ts';
import { ModelError, ReportedError } from '../errors.ts';

/** Minima that replace those of the file during a measurement. */
export const OPEN_MINIMA = {
  minimum_pass_rate: 1,
  minimum_answer_rate: 1,
  minimum_refusal_rate: 1,
  min_valid: 0,
  min_steady: 0,
};

/**
 * Removes the minima of the file, since one that the checks refuse would stop the measurement.
 */
export function removeMinima(config: Config): Config {
  const tests = config.tests.map((test) => ({ ...test, ...OPEN_MINIMA, compare: undefined }));
  return { ...config, tests };
}

/** Returns the test with a margin so small that no row decides: every row is asked. */
export function leaveUndecided(run: AnyRun): AnyRun {
  return isSequentialRun(run) ? { ...run, minimum_pass_rate: 0.5, margin: 1e-6 } : run;
}

/** @throws GateError if the run has a problem, or no row has an answer */
export function refuseUnanswered({ problem, results }: Results): void {
  if (problem) throw new ReportedError(problem);
  const rowError = results.find(({ error }) => error)?.error;
  if (!rowError || results.some(({ status }) => status === 'scored')) return;
  throw unmeasuredError('no row has an answer', rowError);
}

/** Returns the error of a measurement that failed, with the error of its first row as the cause. */
export function unmeasuredError(what: string, { kind, message }: RowError): ModelError {
  // The message of an unfit judge says what to do, and `check` finds no fault.
  const remedy =
    kind === 'judge_not_calibrated'
      ? 'Correct that, then ask again.'
      : 'Run `sensitivity check`, then ask again.';
  return new ModelError(`${what}: ${message}`, { kind: 'network', remedy });
}
