import type { Key, Row } from '../engine/types.ts';
import { jsonIn, quoted } from '../json.ts';
import { enumerate } from '../language/enumerate.ts';
import type { AnswerOption } from '../language/options.ts';
import {
  cellOf,
  findCell,
  isBlank,
  keywordIn,
  namesIn,
  refuseCell,
  shown,
  type Cell,
  type Columns,
} from './columns.ts';
import { labelsNamed } from './labels.ts';
import type { RowOptions } from './options.ts';
import { typeInWords } from './printable.ts';
import { listOfPython } from './python-list.ts';
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
  const truth = readTruth(cellOf(row, columns, 'truth'));
  const answer =
    readPositions(row, columns, options) ?? readKey(cellOf(row, columns, 'answer'), options);
  const key = truth ?? answer;
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

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...['true', 'yes', '1', true, 1].map((word) => [word, true] as const),
  ...['false', 'no', '0', false, 0].map((word) => [word, false] as const),
]);

/** What a text that is true or false says of itself: `yes`, `1`. Undefined for any other text. */
export function truthOf(content: unknown): boolean | undefined {
  return TRUTHS.get(keywordIn(content));
}

function readTruth(cell: Cell | undefined): Key | undefined {
  if (!cell) return undefined;
  const truth = truthOf(cell.content);
  if (truth !== undefined) return { truth };
  return refuseCell(
    cell,
    `holds ${shown(cell.content)}, not whether the text is true`,
    'Allowed are true, yes and 1, false, no and 0, or nothing; name another column in data.columns.truth, or `truth: null` to read none.',
  );
}

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

/** The whole numbers in a key. In a table, where all cells are texts, digits are a number. */
function numbersIn({ row, content }: Cell): number[] {
  const entries: unknown[] = Array.isArray(content) ? content : [content];
  return entries.flatMap((entry) => {
    const isDigits = row.isOfTable && typeof entry === 'string' && /^\s*\d+\s*$/.test(entry);
    return Number.isInteger(entry) || isDigits ? Number(entry) : [];
  });
}

function positionRemedy({ column }: Cell): string {
  return `A position counted from 0 is data.columns.answer_index: ${column}, and one counted from 1 answer_index: { column: ${column}, first: 1 }.`;
}

/** @throws DataError for a number that may be a position, or the text of an option */
function refusePosition(cell: Cell, options: readonly AnswerOption[]): void {
  if (Array.isArray(cell.content) && cell.content.length === options.length) return;
  for (const number of numbersIn(cell)) {
    const byText = options.find(({ text }) => text.trim() === String(number));
    const byPosition = options[number] ?? options[number - 1];
    if (!byText || !byPosition) continue;
    const fault = `holds ${number}, which may be the text of ${byText.label}, or the position of ${byPosition.label}`;
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
  const { content } = cell;
  const isList = typeof content === 'string' && content.trim().startsWith('[');
  const parsed = isList ? (jsonIn(content) ?? listOfPython(content.trim())) : content;
  const entries: unknown[] = Array.isArray(parsed) ? parsed : [content];
  const remedy =
    'Write the right answer as a text, or several, of which any is right, as a JSON list: ["14 days", "two weeks"]; name another column in data.columns.answer.';
  if (entries.length === 0 || entries.length > MAX_WORDS)
    refuseCell(cell, `lists ${entries.length} answers, and 1 to ${MAX_WORDS} are read`, remedy);
  return entries.map((entry) => {
    const isWord = ['string', 'number', 'boolean'].includes(typeof entry) && !isBlank(entry);
    return isWord ? String(entry).trim() : refuseCell(cell, `holds ${typeInWords(entry)}`, remedy);
  });
}

const SHOULD: ReadonlyMap<unknown, NonNullable<Row['should']>> = new Map([
  ...['answer', 'safe', 'harmless'].map((word) => [word, 'answer'] as const),
  ...['refuse', 'unsafe', 'harmful'].map((word) => [word, 'refuse'] as const),
  ...['decline', 'escalate'].map((word) => [word, 'decline'] as const),
]);

/** @throws DataError for another word */
export function readShould(row: RawRow, columns: Columns): Row['should'] {
  return wordIn(cellOf(row, columns, 'should'), SHOULD);
}

const EXPECT: ReadonlyMap<unknown, NonNullable<Row['expect']>> = new Map(
  (['change', 'same'] as const).map((word) => [word, word]),
);

export function readExpect(row: RawRow, columns: Columns): Row['expect'] {
  return wordIn(cellOf(row, columns, 'expect'), EXPECT);
}

function wordIn<Word>(cell: Cell | undefined, words: ReadonlyMap<unknown, Word>): Word | undefined {
  if (!cell) return undefined;
  const word = words.get(keywordIn(cell.content));
  if (word !== undefined) return word;
  const allowed = enumerate([...words.keys()].map(quoted));
  const remedy = `Allowed are ${allowed}, or nothing; name another column in data.columns.`;
  return refuseCell(cell, `holds ${shown(cell.content)}`, remedy);
}
