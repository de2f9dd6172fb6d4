import { filledColumns } from '../engine/prompt.ts';
import type { Row } from '../engine/types.ts';
import { DataError } from '../shared/errors.ts';
import { isBlankText } from '../language/text.ts';
import {
  cellOf,
  entriesIn,
  filledCell,
  findCell,
  isBlank,
  missingColumn,
  refuseCell,
  scalarText,
  textIn,
  type Cell,
  type ConfiguredRow,
} from './columns.ts';
import { readKeys, readMust } from './keys.ts';
import { optionsOfRow } from './options.ts';
import { quoted } from '../shared/json.ts';
import { printableLine } from './printable.ts';

/**
 * Makes a row from its cells; undefined for a blank text. If the key cannot be read, the row keeps
 * the error, which a test that needs the key reports.
 *
 * @throws DataError for a column that is missing, truncated, or not of its type
 */
export function readRow(raw: ConfiguredRow): Row | undefined {
  const { text, context } = readText(raw);
  if (isBlankText(text)) return undefined;
  const id = scalarText(cellOf(raw, 'id')?.content);
  const row: Row = {
    source: raw.source,
    text,
    context,
    id: id && printableLine(id),
    fill: readFill(raw),
    must: readMust(raw),
  };
  try {
    const options = optionsOfRow(raw);
    row.options = options?.text;
    return { ...row, ...readKeys(raw, options) };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { ...row, keyProblem: error };
  }
}

function readText(raw: ConfiguredRow) {
  if (typeof raw.cells === 'string') return { text: raw.cells };
  const { text } = raw.columns;
  const names = text === undefined ? ['text', 'question'] : [text];
  const cell = names
    .values()
    .map((name) => filledCell(raw, name))
    .find(Boolean);
  if (!cell) throw missingColumn(raw, names);
  return { text: isBlank(cell.content) ? '' : textIn(cell), context: cell.context };
}

/** Values that a row fills into prompts. */
function readFill(raw: ConfiguredRow) {
  if (typeof raw.cells === 'string' || !raw.columns.fill) return undefined;
  const filled = filledColumns(raw.columns).map(([name, column]) => {
    const cell = findCell(raw, column);
    if (!cell) throw missingColumn(raw, [column]);
    return [name, passagesIn(cell, name)] as const;
  });
  return Object.fromEntries(filled);
}

/** The text of a cell, or the passages of a list, one below the other. */
function passagesIn(cell: Cell, name: string) {
  const { content } = cell;
  const passages = (entriesIn(content)?.flat(3) ?? [content]).filter(
    (passage) => !isBlank(passage),
  );
  const texts = passages.flatMap((passage) => scalarText(passage) ?? []);
  if (texts.length > 0 && texts.length === passages.length) return texts.join('\n\n');
  return refuseCell(
    cell,
    `holds ${quoted(content)}, not a text`,
    `Prompts fill {${name}} from it (data.columns.fill): write a text, or take the row out.`,
  );
}
