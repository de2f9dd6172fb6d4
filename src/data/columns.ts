import type { Expectation, Sample, Side } from '../engine/sample.js';
import { quoted } from '../json.js';
import { enumerate } from '../language/enumerate.js';
import { isBlankText } from '../engine/visible-text.js';
import {
  anyCellOf,
  cellOf,
  fillTemplate,
  type FilledTemplate,
  findCell,
  isConstant,
  missingColumn,
  refuseCell,
  keywordIn,
  PLACEHOLDER,
  templateColumns,
  type Cell,
} from './cell.js';
import { readExpected, readRight, wordsBesideTruth } from './expected.js';
import { readFilled } from './fill.js';
import { orUnread, readKeys, readHalf, readRightAnswer } from './keys.js';
import { optionsOfRow } from './options.js';
import { printableLine, typeInWords } from './printable.js';
import type { Columns, DataOptions, RawRow } from './source.js';

export function textColumns({ text }: Columns = {}): readonly string[] {
  return text === undefined ? ['text', 'question'] : [text];
}

/** Names of the text columns, one of which a table must have; without the fields below them. */
export function wantedColumns(columns: Columns = {}): string[] {
  const names = textColumns(columns);
  const templateParts = names.flatMap((name) =>
    Array.from(name.matchAll(PLACEHOLDER), ([, column = '']) => column),
  );
  return [...templateParts, ...names].flatMap((name) => [name, name.split('.', 1).join('')]);
}

/**
 * @returns undefined for a blank text
 * @throws DataError for a column that is missing, truncated, or not of its type
 */
export function toSample(
  row: RawRow,
  configuredColumns: Columns = {},
  {
    keyed = false,
    sided = false,
    halved = false,
    answered = false,
  }: Pick<DataOptions, 'keyed' | 'halved' | 'sided' | 'answered'> = {},
): Sample | undefined {
  const isBare = typeof row.value === 'string';
  const columns = isBare ? constantsIn(configuredColumns) : configuredColumns;
  const { text, context } = textOf(row, columns);
  if (isBlankText(text)) return undefined;

  const options = optionsOfRow(row, columns);
  let keys: Partial<Sample> = {};
  if (answered) keys = readRight(row, options, columns);
  else if (halved) keys.half = readHalf(row, options, columns);
  else {
    keys = readKeys(row, options, { columns, keyed });
    if (keyed && !options) keys.expected = orUnread(() => wordsBesideTruth(row, columns));
  }
  return {
    source: row.source,
    id: readId(row, columns),
    text,
    context: context.length > 0 ? context : undefined,
    options: options?.text,
    filled: readFilled(row, columns),
    ...keys,
    expect: answered ? undefined : readExpect(row, columns),
    should: sided ? readShould(row, columns) : undefined,
  };
}

/** Includes the words of XSTest and other sets. */
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

/** Longest name of a row, in characters. */
const MOST_ID = 100;

function readId(row: RawRow, columns: Columns): string | undefined {
  const content = cellOf(row, columns, 'id')?.content;
  if (typeof content !== 'string' && typeof content !== 'number') return undefined;
  return printableLine(String(content), MOST_ID) || undefined;
}

/** The constants of the configuration, which hold for a row without columns too. */
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

export function addPair(row: RawRow, sample: Sample, columns: Columns): Sample {
  if (typeof row.value === 'string') return sample;
  return {
    ...sample,
    negated_answer: undefined,
    ...rightOfPair(row, columns),
    cluster: ownText(row, columns, 'cluster'),
    perturbed: ownText(row, columns, 'perturbed'),
    placebo: ownText(row, columns, 'placebo'),
  };
}

/** Returns the right answers to both texts: as labels, as truths, or else in words. */
function rightOfPair(row: RawRow, columns: Columns): Partial<Sample> {
  const options = optionsOfRow(row, columns);
  const rowSettings = { columns, options };
  const originalAnswer = readRightAnswer(row, 'answer', rowSettings);
  const perturbedAnswer = readRightAnswer(row, 'perturbed_answer', rowSettings);
  const right = {
    ...originalAnswer,
    perturbed_answer: perturbedAnswer.answer,
    perturbed_truth: perturbedAnswer.truth,
  };
  if (options) return right;
  const expected = readExpected(row, columns, 'answer');
  const perturbed_expected = readExpected(row, columns, 'perturbed_answer');
  const isInWords =
    (expected && originalAnswer.truth === undefined) ||
    (perturbed_expected && perturbedAnswer.truth === undefined);
  return isInWords ? { expected, perturbed_expected } : right;
}

/** The text of a column, or of a number in `cluster`; undefined if the cell is blank. */
function ownText(
  row: RawRow,
  columns: Columns,
  name: 'perturbed' | 'placebo' | 'cluster',
): string | undefined {
  const setting = columns[name];
  if (setting !== undefined && templateColumns(row, setting))
    return fillTemplate(row, setting, name).text;
  const cell = cellOf(row, columns, name);
  if (!cell) return undefined;
  const { content } = cell;
  if (
    typeof content === 'string' ||
    (name === 'cluster' && ['number', 'boolean'].includes(typeof content))
  )
    return String(content);
  return refuseCell(
    cell,
    `holds ${typeInWords(content)}, not a text`,
    `Write it as a string, or name another column in data.columns.${name}.`,
  );
}
