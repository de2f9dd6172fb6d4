import type { Sample } from '../engine/sample.ts';
import { cellOf, fillTemplate, refuseCell, templateColumns } from './cell.ts';
import { readExpected } from './expected.ts';
import { readRightAnswer, readTruth } from './keys.ts';
import type { RowOptions } from './options.ts';
import { typeInWords } from './printable.ts';
import type { Columns, RawRow } from './source.ts';

/** Reads the second text of a contrast set, its placebo, and the right answers to both texts. */
export function readPair(
  row: RawRow,
  options: RowOptions | undefined,
  columns: Columns,
): Partial<Sample> {
  return {
    truth: readTruth(row, columns),
    ...rightAnswers(row, options, columns),
    perturbed: readText(row, columns, 'perturbed'),
    placebo: readText(row, columns, 'placebo'),
  };
}

/** Returns the right answers to both texts: as labels, as truths, or else in words. */
function rightAnswers(
  row: RawRow,
  options: RowOptions | undefined,
  columns: Columns,
): Partial<Sample> {
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
    (expected !== undefined && originalAnswer.truth === undefined) ||
    (perturbed_expected !== undefined && perturbedAnswer.truth === undefined);
  return isInWords ? { expected, perturbed_expected } : right;
}

/** Returns the text of a column; undefined if its cell is blank. */
function readText(
  row: RawRow,
  columns: Columns,
  role: 'perturbed' | 'placebo',
): string | undefined {
  const setting = columns[role];
  if (setting !== undefined && templateColumns(row, setting))
    return fillTemplate(row, setting, role).text;
  const cell = cellOf(row, columns, role);
  if (!cell) return undefined;
  const { content } = cell;
  if (typeof content === 'string') return content;
  const remedy = `Write it as a string, or name another column in data.columns.${role}.`;
  return refuseCell(cell, `holds ${typeInWords(content)}, not a text`, remedy);
}
