import type { Row } from '../engine/types.ts';
import { DataError } from '../errors.ts';
import { isBlankText } from '../language/visible-text.ts';
import {
  cellOf,
  columnsInTemplate,
  entriesIn,
  fillColumns,
  findCell,
  isBlank,
  missingColumn,
  refuseCell,
  textIn,
  type Cell,
  type Columns,
  type FilledTemplate,
} from './columns.ts';
import { readKeys, readSides, withAnswerColumn } from './keys.ts';
import { optionsOfRow } from './options.ts';
import { printableLine, typeInWords } from './printable.ts';
import type { RawRow } from './raw-row.ts';

/** The columns that may hold the text. */
export function textColumns({ text }: Columns): readonly string[] {
  return text === undefined ? ['text', 'question'] : [text];
}

/**
 * Makes a row of its cells; undefined for a blank text. A key that cannot be read is kept as the
 * problem that a test reports which needs the key.
 *
 * @throws DataError for a column that is missing, truncated, or not of its type
 */
export function readRow(raw: RawRow, configured: Columns): Row | undefined {
  const columns = withAnswerColumn(raw, configured);
  const { text, context } = readText(raw, columns);
  if (isBlankText(text)) return undefined;
  const row: Row = { source: raw.source, text };
  if (context.length > 0) row.context = context;
  const id = readId(raw, columns);
  if (id !== undefined) row.id = id;
  const fill = readFill(raw, columns);
  if (fill) row.fill = fill;
  try {
    addKeys(row, raw, columns);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    row.keyProblem = error;
  }
  return row;
}

function addKeys(row: Row, raw: RawRow, columns: Columns): void {
  const options = optionsOfRow(raw, columns);
  if (options) row.options = options.text;
  const perturbed = textOf(raw, columns, 'perturbed')?.text;
  const placebo = textOf(raw, columns, 'placebo')?.text;
  Object.assign(row, readSides(raw, columns));
  const { perturbedKey, ...keys } = readKeys(raw, columns, options);
  Object.assign(row, keys);
  if (perturbed === undefined) return;
  row.perturbed = { text: perturbed };
  if (perturbedKey) row.perturbed.key = perturbedKey;
  if (placebo !== undefined) row.perturbed.placebo = placebo;
}

function readText(raw: RawRow, columns: Columns): FilledTemplate {
  if (typeof raw.cells === 'string') return { text: raw.cells, context: [] };
  const names = textColumns(columns);
  const text = columns.text ?? names.find((name) => findCell(raw, name));
  if (text === undefined) throw missingColumn(raw, names, 'text');
  return textOf(raw, { ...columns, text }, 'text') ?? { text: '', context: [] };
}

/** The text of a role, of a template or a cell; undefined for a blank one. */
function textOf(raw: RawRow, columns: Columns, role: 'text' | 'perturbed' | 'placebo') {
  const setting = columns[role];
  if (setting !== undefined && columnsInTemplate(raw, setting))
    return fillColumns(raw, setting, role);
  const cell = cellOf(raw, columns, role);
  return cell && { text: textIn(cell, role), context: [] };
}

/** Values that a row fills into prompts. */
function readFill(raw: RawRow, columns: Columns): Record<string, string> | undefined {
  const entries = Object.entries(columns.fill ?? {});
  if (typeof raw.cells === 'string' || entries.length === 0) return undefined;
  const filled = entries.map(([name, column]) => {
    const cell = findCell(raw, column);
    if (!cell) throw missingColumn(raw, [column], 'fill');
    return [name, passagesIn(cell, name)] as const;
  });
  return Object.fromEntries(filled);
}

/** The text of a cell, or the passages of a list, one below the other. */
function passagesIn(cell: Cell, name: string): string {
  const { content } = cell;
  const isText = (part: unknown) => ['string', 'number', 'boolean'].includes(typeof part);
  const passages = entriesIn(content)?.flat(3) ?? [content];
  const remedy = `Prompts fill {${name}} from it (data.columns.fill): write a text, or take the row out.`;
  if (passages.every(isBlank)) return refuseCell(cell, 'is blank', remedy);
  if (passages.every(isText)) return passages.map(String).join('\n\n');
  return refuseCell(cell, `holds ${typeInWords(content)}, not a text`, remedy);
}

/** In characters. */
const MAX_ID_LENGTH = 100;

function readId(raw: RawRow, columns: Columns): string | undefined {
  const content = cellOf(raw, columns, 'id')?.content;
  if (typeof content !== 'string' && typeof content !== 'number') return undefined;
  return printableLine(String(content), MAX_ID_LENGTH) || undefined;
}
