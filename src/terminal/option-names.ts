/**
 * Texts of a run for a terminal. Messages are written for the action, and name its inputs in two
 * forms: `` the input `hub` `` in a sentence, `input 'hub'` as a place. A terminal has an option or
 * a variable instead. A test holds every message of src to these forms.
 */
import type { Problem, Results } from '../engine/results.js';
import { OPTIONS } from './options.js';

const INPUT = /(?:\b([Tt]he) )?\binput (?:`([a-z-]{1,30})(: (?:true|false))?`|'([a-z-]{1,30})')/g;

/** The parts of a message that name an input: the groups of `INPUT`, in their order. */
interface NamedInput {
  article: string | undefined;
  quoted: string | undefined;
  value: string | undefined;
  place: string | undefined;
}

/** Replaces the inputs in a message by options and variables. Not for the text of a row. */
export function nameOptions(text: string): string {
  return text.replace(INPUT, (inputWords, ...groups: (string | undefined)[]) => {
    const [article, quoted, value, place] = groups;
    const input = { article, quoted, value, place };
    return optionFor(input) ?? variableFor(input) ?? inputWords;
  });
}

/** `` `--hub` ``, `--hub` as a place, or `` `--no-cache` `` for `` `cache: false` ``. */
function optionFor({ quoted = '', value, place }: NamedInput): string | undefined {
  if (place !== undefined && Object.hasOwn(OPTIONS, place)) return `--${place}`;
  const name = value === ': false' ? `no-${quoted}` : quoted;
  return Object.hasOwn(OPTIONS, name) ? `\`--${name}\`` : undefined;
}

/** The option that names the variable of a key; the model's own key has a fixed variable. */
function variableFor({ article, quoted, place }: NamedInput): string | undefined {
  const name = quoted ?? place ?? '';
  if (name === 'api-key')
    return `${article === 'The' ? 'The' : 'the'} variable \`SENSITIVITY_API_KEY\``;
  return Object.hasOwn(OPTIONS, `${name}-variable`) ? `\`--${name}-variable\`` : undefined;
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
