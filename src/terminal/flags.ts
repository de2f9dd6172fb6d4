import type { Problem, Results } from '../engine/results.js';
import { attemptsOf } from '../errors.js';
import type { Terminal } from './command.js';
import { OPTIONS } from './options.js';

/** An input of the action in a message: "the input `max-requests`", "input 'data'". */
const INPUT = /(?:\b([Tt]he) )?\binput (?:`([a-z-]{1,30})(: (?:true|false))?`|'([a-z-]{1,30})')/g;

/** Replaces the action's inputs in a message by options and variables of the terminal. Not for the text of a row. */
export function inFlags(text: string): string {
  return text.replace(INPUT, (whole, ...[the, quoted, value, place]: (string | undefined)[]) => {
    const name = `${value === ': false' ? 'no-' : ''}${quoted ?? place ?? ''}`;
    if (Object.hasOwn(OPTIONS, name)) return place === undefined ? `\`--${name}\`` : `--${name}`;
    const other = name === 'api-key' ? 'the variable `SENSITIVITY_API_KEY`' : whole;
    return the === 'The' ? other.replace(/^the/, 'The') : other;
  });
}

/** Runs a step. Prints a user's mistake on stderr, and returns undefined. */
export function attempt<T>(step: () => Promise<T>, { complain }: Pick<Terminal, 'complain'>): Promise<T | undefined> {
  return attemptsOf((text) => {
    complain(inFlags(text));
  })(step);
}

export function problemOf({ name, message, where, remedy }: Problem) {
  return { name, message, ...(where !== undefined && { where: inFlags(where) }), remedy: inFlags(remedy) };
}

export function resultsInFlags(results: Results): Results {
  const { problem, notices, warnings } = results;
  return {
    ...results,
    notices: notices.map(inFlags),
    ...(warnings && { warnings: warnings.map(inFlags) }),
    ...(problem && { problem: problemOf(problem) }),
    // Only a message has the form that names an input; a quoted row does not.
    results: results.results.map((row) => (row.error ? { ...row, error: { ...row.error, message: inFlags(row.error.message) } } : row)),
  };
}
