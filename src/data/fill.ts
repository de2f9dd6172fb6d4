import { columnsToFill, type RowValues } from '../engine/sample.js';
import { findCell, isBlank, missingColumn, refuseCell } from './cell.js';
import { typeInWords } from './printable.js';
import type { Columns, RawRow } from './source.js';

/**
 * Reads what a row fills into prompts; undefined for a row without columns.
 *
 * @throws DataError for a column that is missing, blank, or no text
 */
export function readFilled(row: RawRow, columns: Columns): RowValues | undefined {
  const columnEntries = Object.entries(columnsToFill(columns.fill));
  if (typeof row.value === 'string' || columnEntries.length === 0) return undefined;
  const filled = columnEntries.map(([name, column]) => {
    const cell = findCell(row, column);
    if (!cell) throw missingColumn(row, [column], 'fill');
    const { content } = cell;
    const remedy = `Prompts fill {${name}} from it (data.columns.fill): write a text, or take the row out.`;
    if (isBlank(content)) return refuseCell(cell, 'is blank', remedy);
    if (!['string', 'number', 'boolean'].includes(typeof content))
      return refuseCell(cell, `holds ${typeInWords(content)}, not a text`, remedy);
    return [name, String(content)] as const;
  });
  return Object.fromEntries(filled);
}
