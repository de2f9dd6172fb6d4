import { missing, refuseTruncated } from './cell.js';
import { DataError } from '../errors.js';
import type { RawRow } from './source.js';
import { kindOf, quote } from './printable.js';

const PLACE = /\{([^{}]*)\}/g;

interface Place {
  /** Of the configuration. */
  key: string;
  where: () => string;
}

/** Whether a text is put together from several columns; a column of that very name goes first. */
export function isTemplate(named: string, value: object): boolean {
  return !Object.hasOwn(value, named) && named.search(PLACE) >= 0;
}

/**
 * A template with the row's columns in it: `{premise}\n{hypothesis}`.
 * @throws DataError for a column that is missing, cut short, or neither a text, a number nor true or false
 */
export function filled(row: RawRow, template: string, { key, where }: Place): string {
  const value = row.value as Record<string, unknown>;
  return template.replace(PLACE, (_, column: string) => {
    if (!Object.hasOwn(value, column)) return missing([column], value, { key, where });
    refuseTruncated(row, column, where);
    const content = value[column];
    if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean') return String(content);
    throw new DataError(`The column ${quote(column)} holds ${kindOf(content)}, not a text.`, {
      where: where(),
      remedy: `Name another column in ${key}.`,
    });
  });
}
