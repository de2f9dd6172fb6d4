/**
 * The names that a terminal has for the inputs of the action. Messages name an input in two forms:
 * `` the input `hub` `` in a sentence, and `input 'hub'` as a place. A test holds every message of
 * src to them.
 */
import type { Problem, Results } from '../engine/results.ts';
import { API_KEY, OPTIONS } from './options.ts';

const INPUT = /\b(?:the )?input ([`'])([a-z-]{1,30}(?:: false)?)\1/g;

/** Puts options and variables in the place of inputs. Not for the text of a row. */
export function nameOptions(text: string): string {
  return text.replace(INPUT, (inputWords, quote: string, input: string) => {
    if (input === 'api-key') return `the variable \`${API_KEY}\``;
    // The key of a judge stands in a variable, which an option names.
    const names = [input, `${input}-variable`];
    if (input.endsWith(': false')) names.push(`no-${input.replace(': false', '')}`);
    const option = names.find((name) => Object.hasOwn(OPTIONS, name));
    if (option === undefined) return inputWords;
    return quote === '`' ? `\`--${option}\`` : `--${option}`;
  });
}

export function nameOptionsInProblem({ name, message, where, remedy }: Problem) {
  return {
    name,
    message,
    where: where === undefined ? undefined : nameOptions(where),
    remedy: nameOptions(remedy),
  };
}

export function nameOptionsInResults(results: Results): Results {
  const { problem, notices, warnings } = results;
  // Only a message has the form that names an input; a quoted row does not.
  const rows = results.results.map((row) => {
    if (!row.error) return row;
    const { message, unasked } = row.error;
    const error = { ...row.error, message: nameOptions(message) };
    if (unasked !== undefined) error.unasked = nameOptions(unasked);
    return { ...row, error };
  });
  return {
    ...results,
    notices: notices.map(nameOptions),
    warnings: warnings?.map(nameOptions),
    problem: problem && nameOptionsInProblem(problem),
    results: rows,
  };
}
