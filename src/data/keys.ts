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
  type RawRow,
  type Role,
} from './columns.ts';
import type { RowOptions } from './options.ts';
import { list, typeInWords } from './printable.ts';

type RowKeys = Pick<Row, 'key' | 'negatedKey' | 'expect' | 'should'> & { perturbedKey?: Key };

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
  const cell = (role: Role) => cellOf(row, columns, role);
  const truth = wordIn(cell('truth'), TRUTHS);
  const answer = readPositions(row, columns, options) ?? readKey(cell('answer'), options);
  const negated = cell('negated_answer');
  const labels = negated && readLabels(negated, options);
  const others = options?.parsed.map(({ label }) => label);
  const key =
    answer ?? (labels && { labels: others?.filter((one) => !labels.includes(one)) ?? [] });
  return {
    key: truth === undefined ? key : { truth },
    negatedKey: labels && { labels },
    perturbedKey: readKey(cell('perturbed_answer'), options),
    expect: wordIn(cell('expect'), EXPECT),
    should: wordIn(cell('should'), SHOULD),
  };
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
  return { labels: checkedLabels(cell, labels, parsed) };
}

/** @throws DataError for content that names no option, or all */
function readLabels(cell: Cell, options: RowOptions | undefined): string[] {
  const remedy = `Write a label (B), several (B, C or ["B", "C"]), a label and its text (B. fruit), or the option's text; name another column in data.columns, or \`${cell.column}: null\` to read none.`;
  if (!options || options.parsed.length === 0)
    return refuseCell(cell, 'names options, and the row has none', remedy);
  if (!options.isLabelled) refusePosition(cell, options.parsed);
  const result = labelsNamed(cell.content, options);
  if (Array.isArray(result)) return checkedLabels(cell, result, options.parsed);
  const hint = /^\s*\d+\s*$/.test(String(cell.content)) ? `${positionRemedy(cell)} ` : '';
  return refuseCell(cell, result.problem, `${hint}${remedy}`);
}

/** @throws DataError for labels of no option, or of all */
function checkedLabels(
  cell: Cell,
  labels: readonly string[],
  options: readonly AnswerOption[],
): string[] {
  const distinct = [...new Set(labels)];
  if (distinct.length > 0 && distinct.length < options.length) return distinct;
  const fault = `names ${distinct.length} of ${options.length} options`;
  return refuseCell(cell, fault, 'Some answer has to be right, and another one wrong.');
}

type NamedLabels = string[] | { problem: string };

/**
 * Reads a key by labels, by texts of options, by both, or by one mark (1 or true) an option; or
 * says in a clause what is wrong with it.
 */
function labelsNamed(content: unknown, { parsed, isLabelled }: RowOptions): NamedLabels {
  // A text that begins with a bracket may still be an option.
  const value = entriesIn(content) ?? content;
  const direct = isLabelled ? labelsGiven(value, parsed) : labelsMarked(value, parsed);
  if (direct) return direct;
  if (Array.isArray(value)) return labelsOfEntries(value, parsed);
  // The text as a whole comes first: an option may hold a separator.
  const whole = labelsOfEntries([value], parsed);
  if (typeof value !== 'string') return whole;
  const text = value.trim();
  const lists = [text.split(/[;\n]/), text.split(',')];
  // "B. gas" is no list of B and gas: white space separates bare labels only.
  if (/^(?:[\p{L}\p{N}]{1,2}\s+)+[\p{L}\p{N}]{1,2}$/u.test(text)) lists.push(text.split(/\s+/));
  const several = lists.map((parts) => labelsOfEntries(parts, parsed));
  return [whole, ...several].find((result) => Array.isArray(result)) ?? whole;
}

function labelsOfEntries(
  entries: readonly unknown[],
  options: readonly AnswerOption[],
): NamedLabels {
  const results = entries.filter((one) => !isBlank(one)).map((entry) => labelOf(entry, options));
  const labels = results.filter((result) => typeof result === 'string');
  return results.find((result) => typeof result === 'object') ?? labels;
}

/** `(B) fruit`, `B. fruit`, `B`: a label, and the text behind it. */
const LABEL_AND_TEXT = /^[([]?([\p{L}\p{N}]{1,2})(?:[.):\]]+| [-–—])?(?: (.*))?$/su;

/** One option. A label that is the text of another option is ambiguous. */
function labelOf(entry: unknown, options: readonly AnswerOption[]): string | { problem: string } {
  const text = ['string', 'number'].includes(typeof entry) ? plain(String(entry)) : '';
  const [, label, labelled] = LABEL_AND_TEXT.exec(text) ?? [];
  const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const byLabel = options.filter(
    (option) =>
      option.label === label?.toUpperCase() &&
      (labelled === undefined || isAlike(plain(option.text), labelled)),
  );
  const byText = options.filter((option) => isAlike(plain(option.text), text));
  const labels = [...new Set([...byLabel, ...byText].map((option) => option.label))];
  if (labels.length === 1 && labels[0] !== undefined) return labels[0];
  const names = list(options.map((option) => `${option.label}. ${option.text}`));
  const what = labels.length > 1 ? `may be ${labels.join(' or ')} of` : 'is none of';
  return { problem: `holds ${shown(entry)}, which ${what} ${names}` };
}

/** As `parseOptions` reads a text. */
function plain(text: string): string {
  return text.normalize('NFKC').replaceAll('**', '').replaceAll(/\s+/g, ' ').trim();
}

/** Labels that the data gives itself, in a key that holds nothing else. */
function labelsGiven(content: unknown, options: readonly AnswerOption[]): string[] | undefined {
  const entries: unknown[] = Array.isArray(content) ? content : [content];
  const labels = entries.map((label) => String(label).trim().toUpperCase());
  const isLabel = (label: string) => options.some((option) => option.label === label);
  return labels.length > 0 && labels.every(isLabel) ? labels : undefined;
}

/** Labels of the options that a list marks, one mark an option. */
function labelsMarked(content: unknown, options: readonly AnswerOption[]): string[] | undefined {
  if (!Array.isArray(content) || content.length !== options.length) return undefined;
  const isMark = (mark: unknown) => mark === 0 || mark === 1 || typeof mark === 'boolean';
  if (!content.every(isMark)) return undefined;
  return options.filter((_, i) => Boolean(content[i])).map(({ label }) => label);
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
