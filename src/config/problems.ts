import { ConfigError, mergeErrors } from '../errors.ts';

/** Returns the result of a step. If it throws a ConfigError, adds it to `problems` instead. */
export function collectProblem<T>(problems: ConfigError[], step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(error);
    return undefined;
  }
}

/**
 * Returns one error that names each problem once: a key of `evaluation` may be wrong for several
 * tests.
 *
 * @param problems - One or more errors.
 */
export function mergeProblems(problems: readonly ConfigError[]): ConfigError {
  const distinct = new Map<string, ConfigError>();
  for (const problem of problems) {
    const key = `${problem.where} ${problem.message}`;
    if (!distinct.has(key)) distinct.set(key, problem);
  }
  const [firstProblem, ...furtherProblems] = distinct.values();
  if (!firstProblem) throw new RangeError('there is no problem to return');
  return mergeErrors([firstProblem, ...furtherProblems], ConfigError);
}
