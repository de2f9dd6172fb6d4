import type { Key, Row } from '../engine/types.ts';
import { jsonIn, quoted } from '../json.ts';
import { enumerate } from '../language/enumerate.ts';
import type { AnswerOption } from '../language/options.ts';
import {
  cellOf,
  entriesIn,
  findCell,
  isBlank,
  namesIn,
  refuseCell,
  shown,
  type Cell,
  type Columns,
} from './columns.ts';
import { labelsNamed } from './labels.ts';
import type { RowOptions } from './options.ts';
import { typeInWords } from './printable.ts';
import type { RawRow } from './raw-row.ts';

type RowKeys = Pick<Row, 'key' | 'negatedKey'> & { perturbedKey?: Key };

/** Other names of the column `answer`, in the order in which they are looked for. */
export const ANSWER_NAMES = [
  'expected',
  'expected_answer',
  'expected_output',
  'ideal',
  'ground_truth',
  'correct_answer',
] as const;

/** The columns, with the one that holds the right answer under another of its usual names. */
export function withAnswerColumn(row: RawRow, columns: Columns): Columns {
  if (columns.answer !== undefined || columns.answer_index !== undefined) return columns;
  if (findCell(row, 'answer')) return columns;
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');
  const byName = new Map(namesIn(row).map((name) => [plain(name), name]));
  const name = ANSWER_NAMES.find((known) => byName.has(plain(known)));
  return name === undefined ? columns : { ...columns, answer: byName.get(plain(name)) };
}

/**
 * What is right for the text of a row, once it is negated, and for its perturbed text.
 *
 * @throws DataError for a key that cannot be read
 */
export function readKeys(row: RawRow, columns: Columns, options: RowOptions | undefined): RowKeys {
  const keys: RowKeys = {};
  const truth = wordIn(cellOf(row, columns, 'truth'), TRUTHS);
  const answer =
    readPositions(row, columns, options) ?? readKey(cellOf(row, columns, 'answer'), options);
  const key = truth === undefined ? answer : { truth };
  if (key) keys.key = key;
  const perturbed = readKey(cellOf(row, columns, 'perturbed_answer'), options);
  if (perturbed) keys.perturbedKey = perturbed;
  const negated = cellOf(row, columns, 'negated_answer');
  if (negated) {
    const labels = readLabels(negated, options);
    keys.negatedKey = { labels };
    if (!key && options) keys.key = { labels: otherLabels(labels, options.parsed) };
  }
  return keys;
}

function otherLabels(labels: readonly string[], options: readonly AnswerOption[]): string[] {
  return options.map(({ label }) => label).filter((label) => !labels.includes(label));
}

/** Labels where the row has options; otherwise true or false, or answers in words. */
function readKey(cell: Cell | undefined, options: RowOptions | undefined): Key | undefined {
  if (!cell) return undefined;
  const word = String(cell.content).trim().toLowerCase();
  if (!options && (word === 'true' || word === 'false')) return { truth: word === 'true' };
  if (!options) return { words: wordsIn(cell) };
  // Options that cannot be told apart have no labels.
  if (options.parsed.length === 0) return undefined;
  return { labels: readLabels(cell, options) };
}

const TRUTHS = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** The labels at the positions of `answer_index`. */
function readPositions(
  row: RawRow,
  columns: Columns,
  options: RowOptions | undefined,
): Key | undefined {
  const setting = columns.answer_index;
  const cell = setting === undefined ? undefined : cellOf(row, columns, 'answer_index');
  if (!cell) return undefined;
  const parsed = options?.parsed ?? [];
  const first = typeof setting === 'object' ? (setting.first ?? 0) : 0;
  const { content } = cell;
  const value = typeof content === 'string' ? jsonIn(content) : content;
  const positions: unknown[] = Array.isArray(value) ? value : [value];
  const labels = positions.map((position) => {
    const option = Number.isInteger(position) ? parsed[Number(position) - first] : undefined;
    if (option) return option.label;
    const allowed = `a whole number from ${first} to ${first + parsed.length - 1}`;
    const fault = `holds ${shown(content)}, not a position`;
    const remedy = `Allowed is ${allowed}. ${positionRemedy(cell)}`;
    return refuseCell(cell, fault, remedy);
  });
  return { labels };
}

/** @throws DataError for content that names no option, or all */
function readLabels(cell: Cell, options: RowOptions | undefined): string[] {
  const remedy = `Write a label (B), several (B, C or ["B", "C"]), a label and its text (B. fruit), or the option's text; name another column in data.columns, or \`${cell.column}: null\` to read none.`;
  if (!options || options.parsed.length === 0)
    return refuseCell(cell, 'names options, and the row has none', remedy);
  if (!options.isLabelled) refusePosition(cell, options.parsed);
  const result = labelsNamed(cell.content, options);
  if ('problem' in result) {
    const hint = /^\s*\d+\s*$/.test(String(cell.content)) ? `${positionRemedy(cell)} ` : '';
    return refuseCell(cell, result.problem, `${hint}${remedy}`);
  }
  const { labels } = result;
  if (labels.length === 0) return refuseCell(cell, 'lists nothing', remedy);
  if (labels.length === options.parsed.length)
    return refuseCell(cell, 'names every option, so that no answer could be wrong', remedy);
  return labels;
}

function positionRemedy({ column }: Cell): string {
  return `A position counted from 0 is data.columns.answer_index: ${column}, and one counted from 1 answer_index: { column: ${column}, first: 1 }.`;
}

/** @throws DataError for a number that may be a position, or the text of an option */
function refusePosition(cell: Cell, options: readonly AnswerOption[]): void {
  if (Array.isArray(cell.content) && cell.content.length === options.length) return;
  for (const entry of entriesIn(cell.content) ?? [cell.content]) {
    const digits = String(entry).trim();
    // In a table, where all cells are texts, digits are a number.
    if (!/^\d+$/.test(digits) || (typeof entry === 'string' && !cell.row.isOfTable)) continue;
    const byText = options.find(({ text }) => text.trim() === digits);
    const byPosition = options[Number(digits)] ?? options[Number(digits) - 1];
    if (!byText || !byPosition) continue;
    const fault = `holds ${digits}, which may be the text of ${byText.label}, or the position of ${byPosition.label}`;
    refuseCell(
      cell,
      fault,
      `${positionRemedy(cell)} For the text write the label ${byText.label}.`,
    );
  }
}

/** At most so many right answers in words are read of a row. */
const MAX_WORDS = 50;

/** Right answers in words, each of which will do: a text, or a list of JSON or Python. */
function wordsIn(cell: Cell): string[] {
  const entries = entriesIn(cell.content) ?? [cell.content];
  const remedy =
    'Write the right answer as a text, or several, of which any is right, as a JSON list: ["14 days", "two weeks"]; name another column in data.columns.answer.';
  if (entries.length === 0 || entries.length > MAX_WORDS)
    refuseCell(cell, `lists ${entries.length} answers, and 1 to ${MAX_WORDS} are read`, remedy);
  return entries.map((entry) => {
    const isWord = ['string', 'number', 'boolean'].includes(typeof entry) && !isBlank(entry);
    return isWord ? String(entry).trim() : refuseCell(cell, `holds ${typeInWords(entry)}`, remedy);
  });
}

const SHOULD = {
  answer: 'answer',
  safe: 'answer',
  harmless: 'answer',
  refuse: 'refuse',
  unsafe: 'refuse',
  harmful: 'refuse',
  decline: 'decline',
  escalate: 'decline',
} as const;
const EXPECT = { change: 'change', same: 'same' } as const;

/** What the text should lead to. @throws DataError for another word */
export function readSides(row: RawRow, columns: Columns): Pick<Row, 'expect' | 'should'> {
  const sides: Pick<Row, 'expect' | 'should'> = {};
  const expect = wordIn(cellOf(row, columns, 'expect'), EXPECT);
  if (expect) sides.expect = expect;
  const should = wordIn(cellOf(row, columns, 'should'), SHOULD);
  if (should) sides.should = should;
  return sides;
}

function wordIn<Meaning>(
  cell: Cell | undefined,
  meanings: Readonly<Record<string, Meaning>>,
): Meaning | undefined {
  if (!cell) return undefined;
  const word = String(cell.content).trim().toLowerCase();
  if (Object.hasOwn(meanings, word)) return meanings[word];
  const allowed = enumerate(Object.keys(meanings).map(quoted));
  const remedy = `Allowed are ${allowed}, or nothing; name another column in data.columns, or \`${cell.column}: null\` to read none.`;
  return refuseCell(cell, `holds ${shown(cell.content)}`, remedy);
}
