import { missing, refuseCell, refuseTruncated } from './cell.js';
import { longCell, MOST_CELL } from './row-size.js';
import type { Columns, RawRow } from './source.js';
import { kindOf } from './printable.js';

const PLACE = /\{([^{}]*)\}/g;

/** Whether a text is put together from several columns; a column of that very name goes first. */
export function isTemplate(named: string, value: object): boolean {
  return !Object.hasOwn(value, named) && named.search(PLACE) >= 0;
}

/**
 * A template with the row's columns in it: `{premise}\n{hypothesis}`.
 * @throws DataError for a column that is missing, cut short, or neither a text, a number nor true or false
 */
export function filled(row: RawRow, template: string, role: keyof Columns): string {
  const value = row.value as Record<string, unknown>;
  let length = 0;
  return template.replace(PLACE, (_, column: string) => {
    if (!Object.hasOwn(value, column)) return missing(row, [column], role);
    refuseTruncated(row, column);
    const content = value[column];
    if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean') {
      const text = String(content);
      length += text.length;
      if (length > MOST_CELL) throw longCell(row, template);
      return text;
    }
    return refuseCell({ row, column, content }, `holds ${kindOf(content)}, not a text`, `Name another column in data.columns.${role}.`);
  });
}
