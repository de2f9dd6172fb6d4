import type { Problem, Results } from '../engine/results.js';
import type { GateError } from '../errors.js';
import { OPTIONS } from './options.js';

/**
 * The rooms below speak of the action's inputs: "the input `max-requests`", "input 'data'". Whoever sits at a terminal is told the option,
 * or the variable, that says the same there. Only sentences of ours go through here; no text of a row does.
 */
const INPUT = /(?:\b([Tt]he) )?\binput (?:`([a-z-]{1,30})(: (?:true|false))?`|'([a-z-]{1,30})')/g;

export function inFlags(text: string): string {
  return text.replace(INPUT, (whole, ...[the, quoted, value, place]: (string | undefined)[]) => {
    const name = `${value === ': false' ? 'no-' : ''}${quoted ?? place ?? ''}`;
    if (Object.hasOwn(OPTIONS, name)) return place === undefined ? `\`--${name}\`` : `--${name}`;
    // No option stands for it.
    const other = name === 'api-key' ? 'the variable `SENSITIVITY_API_KEY`' : whole;
    return the === 'The' ? other.replace(/^the/, 'The') : other;
  });
}

/** `where: message` and the remedy, as a terminal says it. */
export function describe(error: GateError): string {
  return inFlags(error.describe());
}

/** What went wrong, for a machine. */
export function problemOf({ name, message, where, remedy }: Problem) {
  return { name, message, ...(where !== undefined && { where: inFlags(where) }), remedy: inFlags(remedy) };
}

/** Results whose sentences name options, whoever shows them. */
export function resultsInFlags(results: Results): Results {
  const { problem, notices, warnings } = results;
  return {
    ...results,
    notices: notices.map(inFlags),
    ...(warnings && { warnings: warnings.map(inFlags) }),
    ...(problem && { problem: problemOf(problem) }),
    // An error whose words quote a row is the row's; a sentence of ours has our form of naming an input.
    results: results.results.map((row) => (row.error ? { ...row, error: { ...row.error, message: inFlags(row.error.message) } } : row)),
  };
}
