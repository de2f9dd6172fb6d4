import { DataError } from '../errors.js';
import type { DataFile } from './source.js';

/** What spreadsheets put between the cells of a `.csv`, by the language that they are set to. */
export const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

export type Separator = keyof typeof SEPARATORS;

/**
 * What stands between the cells of the first row. Where several do, the one counts that makes a column of a name that is wanted: the others
 * are a part of a column's name.
 *
 * @throws DataError where none or several of them do
 */
export function separatorOf(text: string, file: DataFile, wanted: readonly string[]): Separator {
  const signs = Object.keys(SEPARATORS) as Separator[];
  const found = signs.map((sign) => [sign, cellsOf(text, sign)] as const).filter(([, { length }]) => length > 1);
  if (found.length === 0) return ',';
  const fitting = found.length === 1 ? found : found.filter(([, names]) => names.some((name) => wanted.includes(name)));
  const [[separator] = [undefined], ...others] = fitting;
  if (separator !== undefined && others.length === 0) return separator;
  throw new DataError(
    `What separates the cells is not clear: the first row holds ${found.map(([sign]) => SEPARATORS[sign]).join(' and ')}.`,
    {
      where: `${file.name}:1`,
      remedy: 'Put a column name that holds one of them between double quotes, or name the column of the texts in data.columns.text.',
    },
  );
}

/** Longer first rows are none. */
const MOST_CHARACTERS = 100_000;

/** The cells of the first row that is not blank, without their quotes. */
function cellsOf(text: string, separator: Separator): string[] {
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (const sign of text.slice(0, MOST_CHARACTERS).replace(/^\n+/, '')) {
    if (sign === '"') quoted = !quoted;
    else if (quoted) cell += sign;
    else if (sign === '\n') break;
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}
