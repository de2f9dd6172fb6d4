import {
  columnsToFill,
  type Expectation,
  type RowReads,
  type RowValues,
  type Sample,
  type Side,
} from '../engine/sample.ts';
import { quoted } from '../json.ts';
import { enumerate } from '../language/enumerate.ts';
import { isBlankText } from '../engine/visible-text.ts';
import {
  anyCellOf,
  cellOf,
  fillTemplate,
  type FilledTemplate,
  findCell,
  isBlank,
  isConstant,
  missingColumn,
  refuseCell,
  keywordIn,
  PLACEHOLDER,
  templateColumns,
  type Cell,
} from './cell.ts';
import { readUnperturbedAnswer, wordsBesideTruth } from './expected.ts';
import { orUnread, readHalf, readKeys, readNegatedAnswer } from './keys.ts';
import { optionsOfRow, type RowOptions } from './options.ts';
import { readPair } from './pair-columns.ts';
import { printableLine, typeInWords } from './printable.ts';
import type { Columns, RawRow } from './source.ts';

export function textColumns({ text }: Columns = {}): readonly string[] {
  return text === undefined ? ['text', 'question'] : [text];
}

/**
 * Returns the columns that may hold the text, of which a table must have one. Includes the columns
 * of a template, and the first step of a dotted path.
 */
export function wantedColumns(columns: Columns = {}): string[] {
  const names = textColumns(columns);
  const templateParts = names.flatMap((name) =>
    Array.from(name.matchAll(PLACEHOLDER), ([, column = '']) => column),
  );
  return [...templateParts, ...names].flatMap((name) => [name, name.split('.', 1).join('')]);
}

/**
 * Makes a sample of a row. Returns undefined for a row with a blank text.
 * @throws DataError for a column that is missing, truncated, or not of its type
 */
export function toSample(
  row: RawRow,
  configuredColumns: Columns = {},
  reads: RowReads = 'negated_answer',
): Sample | undefined {
  const isBareText = typeof row.value === 'string';
  const columns = isBareText ? constantsIn(configuredColumns) : configuredColumns;
  const { text, context } = textOf(row, columns);
  if (isBlankText(text)) return undefined;

  const options = optionsOfRow(row, columns);
  const keys = readKeysFor(reads, { row, options, columns });
  return {
    source: row.source,
    id: readId(row, columns),
    text,
    context: context.length > 0 ? context : undefined,
    options: options?.text,
    filled: readFilled(row, columns),
    ...keys,
    expect: reads === 'answers' ? undefined : readExpect(row, columns),
    should: reads === 'sides' ? readShould(row, columns) : undefined,
  };
}

interface RowParts {
  row: RawRow;
  options: RowOptions | undefined;
  columns: Columns;
}

function readKeysFor(reads: RowReads, { row, options, columns }: RowParts): Partial<Sample> {
  switch (reads) {
    case 'negated_answer':
    case 'sides':
      return { negated_answer: readNegatedAnswer(row, options, columns) };
    case 'keys': {
      const expected = options ? undefined : orUnread(() => wordsBesideTruth(row, columns));
      return { ...readKeys(row, options, columns), expected };
    }
    case 'half':
      return { half: readHalf(row, options, columns) };
    case 'answers':
      return readUnperturbedAnswer(row, options, columns);
    case 'pairs':
      return readPair(row, options, columns);
  }
}

/**
 * Reads the values that a row fills into prompts; undefined for a row without columns.
 * @throws DataError for a column that is missing, blank, or no text
 */
function readFilled(row: RawRow, columns: Columns): RowValues | undefined {
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

/** The side of each word. XSTest and other sets write other words than ours. */
const SHOULD: ReadonlyMap<unknown, Side> = new Map<unknown, Side>([
  ['answer', 'answer'],
  ['safe', 'answer'],
  ['harmless', 'answer'],
  ['refuse', 'refuse'],
  ['unsafe', 'refuse'],
  ['harmful', 'refuse'],
]);

/** @throws DataError for a row that does not say what its answer should do */
function readShould(row: RawRow, columns: Columns): Side {
  const cell = anyCellOf(row, columns, 'should');
  if (!cell) throw missingColumn(row, ['should'], 'should');
  const allowed = 'answer and refuse (safe and harmless, unsafe and harmful mean the same)';
  return SHOULD.get(keywordIn(cell.content)) ?? refuseWord(cell, allowed, 'should');
}

const EXPECTATIONS: readonly Expectation[] = ['change', 'same'];

function readExpect(row: RawRow, columns: Columns): Expectation | undefined {
  const cell = cellOf(row, columns, 'expect');
  if (!cell) return undefined;
  const word = keywordIn(cell.content);
  const allowed = `${enumerate(EXPECTATIONS)} (of the answer, once the text is perturbed), or nothing`;
  return (
    EXPECTATIONS.find((expectation) => expectation === word) ?? refuseWord(cell, allowed, 'expect')
  );
}

function refuseWord(cell: Cell, allowed: string, role: 'should' | 'expect'): never {
  const content =
    typeof cell.content === 'string' ? quoted(cell.content) : typeInWords(cell.content);
  return refuseCell(
    cell,
    `holds ${content}`,
    `Allowed are ${allowed}; name another column in data.columns.${role}.`,
  );
}

/** Maximum length of a row's name, in characters. */
const MAX_ID_LENGTH = 100;

function readId(row: RawRow, columns: Columns): string | undefined {
  const content = cellOf(row, columns, 'id')?.content;
  if (typeof content !== 'string' && typeof content !== 'number') return undefined;
  return printableLine(String(content), MAX_ID_LENGTH) || undefined;
}

/** Returns the values that the configuration gives to every row, with columns or without. */
function constantsIn({ truth, expect, should }: Columns): Columns {
  const constants: Columns = {};
  if (isConstant(truth)) constants.truth = truth;
  if (isConstant(expect)) constants.expect = expect;
  if (isConstant(should)) constants.should = should;
  return constants;
}

function textOf(row: RawRow, columns: Columns): FilledTemplate {
  if (typeof row.value === 'string') return { text: row.value, context: [] };
  if (columns.text !== undefined && templateColumns(row, columns.text))
    return fillTemplate(row, columns.text, 'text');
  const cell = textCell(row, columns);
  if (!cell) throw missingColumn(row, textColumns(columns), 'text');
  const { content } = cell;
  if (typeof content === 'string') return { text: content, context: [] };
  const remedy = 'Write it as a string, or name another column in data.columns.text.';
  return refuseCell(cell, `holds ${typeInWords(content)}, not a text`, remedy);
}

/** Returns the cell of the first text column of a row; undefined if the row has none. */
export function textCell(row: RawRow, columns: Columns): Cell | undefined {
  for (const name of textColumns(columns)) {
    const cell = findCell(row, name);
    if (cell) return cell;
  }
  return undefined;
}
