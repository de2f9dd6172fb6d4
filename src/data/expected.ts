/** Right answers in words: their column, and what its cells hold. */
import { MAX_EXPECTED, type Sample } from '../engine/sample.ts';
import { DataError } from '../errors.ts';
import { jsonIn, quoted } from '../json.ts';
import { enumerate } from '../language/enumerate.ts';
import {
  cellOf,
  cellsOf,
  findCell,
  isBlank,
  keywordIn,
  normalizeName,
  refuseCell,
  type Cell,
} from './cell.ts';
import { isTruth, orUnread, readAnswer } from './keys.ts';
import type { RowOptions } from './options.ts';
import { typeInWords } from './printable.ts';
import type { Columns, RawRow } from './source.ts';

/** Other names of the column `answer` that evaluation tools write. The first match counts. */
export const ANSWER_NAMES = [
  'expected',
  'expected_answer',
  'expected_output',
  'ideal',
  'ground_truth',
  'correct_answer',
] as const;

/** Adds the column with the right answer of a row, under its usual names, if none is configured. */
export function findAnswerColumn(row: RawRow, columns: Columns): Columns {
  if (columns.answer !== undefined || columns.answer_index !== undefined) return columns;
  if (findCell(row, 'answer')) return columns;
  const columnsByName = new Map(
    Object.keys(cellsOf(row)).map((name) => [normalizeName(name), name]),
  );
  const [answer] = ANSWER_NAMES.flatMap((name) => columnsByName.get(normalizeName(name)) ?? []);
  return answer === undefined ? columns : { ...columns, answer };
}

const DECLINE_WORDS: ReadonlySet<unknown> = new Set(['decline', 'escalate', 'refuse']);
const ANSWER_WORDS: ReadonlySet<unknown> = new Set(['answer', 'safe', 'harmless']);

/** Returns the right answer of a row that is asked unperturbed; empty if the row has none. */
export function readUnperturbedAnswer(
  row: RawRow,
  options: RowOptions | undefined,
  columns: Columns,
): Pick<Sample, 'answer' | 'expected' | 'should_decline'> {
  const should = cellOf(row, columns, 'should');
  const word = keywordIn(should?.content);
  if (DECLINE_WORDS.has(word)) return { should_decline: true };
  if (should && !ANSWER_WORDS.has(word))
    refuseCell(
      should,
      'does not say what the answer should do',
      'Allowed are decline and escalate, where one of these is right, answer, and nothing; name another column in data.columns.should.',
    );
  const answer = options && readAnswer(row, options, columns);
  return answer ? { answer } : { expected: readExpected(row, columns, 'answer') };
}

/**
 * Returns the right answers in words, each of which is enough; undefined for a blank cell.
 * @throws DataError for content that is no answer
 */
export function readExpected(
  row: RawRow,
  columns: Columns,
  role: 'answer' | 'perturbed_answer',
): readonly string[] | undefined {
  const cell = cellOf(row, columns, role);
  if (!cell) return undefined;
  const { content } = cell;
  const json =
    typeof content === 'string' && content.trim().startsWith('[') ? jsonIn(content) : undefined;
  const entries: unknown = Array.isArray(json) ? json : content;
  if (!Array.isArray(entries)) return [answerIn(cell, entries)];
  if (entries.length > MAX_EXPECTED)
    return refuse(cell, `lists ${entries.length} answers, and at most ${MAX_EXPECTED} are read`);
  return entries.length === 0 ? undefined : entries.map((entry: unknown) => answerIn(cell, entry));
}

function answerIn(cell: Cell, entry: unknown): string {
  if (isBlank(entry)) return refuse(cell, 'lists a blank answer');
  if (['string', 'number', 'boolean'].includes(typeof entry)) return String(entry).trim();
  return refuse(cell, `holds ${typeInWords(entry)}, not an answer in words`);
}

function refuse(cell: Cell, fault: string): never {
  return refuseCell(
    cell,
    fault,
    'Write the right answer as a text, or several, of which any is right, as a JSON list: ["14 days", "two weeks"]; name another column in data.columns.answer.',
  );
}

/** Returns right answers in words; undefined if the cell holds a truth (`true`, `no`, `1`). */
export function wordsBesideTruth(row: RawRow, columns: Columns): readonly string[] | undefined {
  const content = cellOf(row, columns, 'answer')?.content;
  return isTruth(content) ? undefined : readExpected(row, columns, 'answer');
}

/** True if a row without options and without a truth has an answer in words. */
export function hasUnreadAnswer(
  row: RawRow,
  { options, truth }: Sample,
  configuredColumns: Columns,
): boolean {
  if (options !== undefined || truth !== undefined || typeof row.value === 'string') return false;
  const columns = findAnswerColumn(row, configuredColumns);
  const contentOf = (role: 'answer' | 'truth') =>
    orUnread(() => cellOf(row, columns, role)?.content);
  const answer = contentOf('answer');
  return answer !== undefined && !isTruth(answer) && contentOf('truth') === undefined;
}

/** Maximum number of rows that an error names by their line. */
export const MAX_SHOWN_PLACES = 5;

/**
 * Returns the error for rows without a right answer.
 * @param places those of the rows
 */
export function missingAnswersError(
  places: readonly string[],
  { rows, hasColumn }: { rows: number; hasColumn: boolean },
): DataError {
  const [place] = places;
  if (!hasColumn)
    return new DataError(
      `No column answer (nor ${enumerate(ANSWER_NAMES, 'or')}) says what is right`,
      { where: place, remedy: 'Name the column of the expected answers in data.columns.answer.' },
    );
  const shownPlaces = places.slice(0, MAX_SHOWN_PLACES).map(quoted).join(', ');
  const moreCount = places.length - MAX_SHOWN_PLACES;
  const more = moreCount > 0 ? ` and ${moreCount} more` : '';
  const have = places.length === 1 ? 'has' : 'have';
  return new DataError(
    `${places.length} of ${rows} rows ${have} no expected answer: ${shownPlaces}${more}`,
    {
      where: place,
      remedy:
        'Fill in the right answer there, or write `decline` in a column `should` of the rows that the model should decline or hand over.',
    },
  );
}
