import { filledColumns } from '../engine/prompt.ts';
import { oppositeOf, type Row } from '../engine/row.ts';
import { DataError } from '../shared/errors.ts';
import { asRecord, jsonIn, quoted } from '../shared/json.ts';
import { isBlankText } from '../language/text.ts';
import {
  isBlank,
  objectText,
  parsedContent,
  parseList,
  refuseCell,
  requireText,
  scalarText,
  type Cell,
  type SourceRow,
} from './columns.ts';
import { readLabels } from './labels.ts';
import { readOptions, type RowOptions } from './options.ts';
import { printableLine, quotedNames } from './printable.ts';

/**
 * Makes a row from its cells; undefined if its text is blank. A key that cannot be read does not
 * throw: the row keeps the error for the tests that need the key.
 *
 * @throws DataError for a column that is missing, truncated, or not of its type
 */
export function readRow(sourceRow: SourceRow, hasOptions: boolean) {
  const { text, context } = readText(sourceRow);
  if (isBlankText(text)) return undefined;
  const id = scalarText(sourceRow.cellOf('id')?.content);
  const row: Row = {
    source: sourceRow.raw.source,
    text,
    context,
    id: id && printableLine(id),
    fill: readFill(sourceRow),
    must: readMeaning(sourceRow.cellOf('must'), TRUTHS) || undefined,
  };
  try {
    return { ...row, ...readKeys(sourceRow, hasOptions) };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { ...row, keyProblem: error };
  }
}

function readText(row: SourceRow) {
  const { cells } = row.raw;
  if (typeof cells === 'string') return { text: cells };
  const cell = row.lookUpRole('text');
  if (!cell) throw row.missing(row.namesOf('text'));
  return { text: isBlank(cell.content) ? '' : requireText(cell), context: cell.context };
}

/** The values that a row fills into prompts. */
function readFill(row: SourceRow) {
  if (typeof row.raw.cells === 'string' || !row.columns.fill) return undefined;
  return Object.fromEntries(
    filledColumns(row.columns).map(([name, column]) => {
      const cell = row.lookUp(column);
      if (!cell) throw row.missing([column]);
      return [name, readPassages(cell, name)] as const;
    }),
  );
}

/** The text of a cell, or the passages of a list with a blank line between them. */
function readPassages(cell: Cell, name: string) {
  const passages = [parseList(cell.content) ?? cell.content]
    .flat(4)
    .filter((passage) => !isBlank(passage));
  const texts = passages.map(scalarText);
  if (texts.length > 0 && texts.every(Boolean)) return texts.join('\n\n');
  return refuseCell(
    cell,
    `holds ${quoted(cell.content)}, not a text`,
    `Prompts fill {${name}} from it (data.columns.fill). Write a text, or remove the row.`,
  );
}

/**
 * Reads the options, the right answers to the text, the negated text and the perturbed text, and
 * the row's `expect` and `should`.
 *
 * @throws DataError for options or a key that cannot be read
 */
function readKeys(row: SourceRow, hasOptions: boolean) {
  const { answer_index: index } = row.columns;
  const first = index === undefined ? undefined : Number(asRecord(index).first ?? 0);
  // All cells are looked up before any can fail, or their columns would count as not read.
  const truth = row.cellOf('truth');
  const answer = row.cellOf(first === undefined ? 'answer' : 'answer_index');
  const negated = row.cellOf('negated_answer');
  const perturbed = row.cellOf('perturbed');
  const perturbedAnswer = perturbed && row.cellOf('perturbed_answer');
  const placebo = row.cellOf('placebo');
  const expect = row.cellOf('expect');
  const should = row.cellOf('should');
  const options = readOptions(row, hasOptions);
  const negatedKey = negated && { labels: readLabels(negated, options) };
  const isTrue = readMeaning(truth, TRUTHS);
  const key =
    readKey(answer, options, first) ?? (negatedKey && oppositeOf(negatedKey, options?.parsed));
  return {
    options: options?.text,
    key: isTrue === undefined ? key : { truth: isTrue },
    negatedKey,
    perturbed: perturbed && {
      text: requireText(perturbed),
      key: readKey(perturbedAnswer, options),
      placebo: placebo && requireText(placebo),
    },
    expect: readMeaning(expect, { change: 'change', same: 'same' }),
    should: readShould(should),
  };
}

/**
 * Reads a right answer: labels if the row has options, else a truth or words.
 *
 * @param first - the position of the first option, if the cell holds positions
 */
function readKey(cell: Cell | undefined, options: RowOptions | undefined, first?: number) {
  if (!cell) return undefined;
  if (first !== undefined) return { labels: readLabels(cell, options, first) };
  // Options that cannot be told apart have no labels.
  if (options?.parsed.length === 0) return undefined;
  if (options) return { labels: readLabels(cell, options) };
  const word = String(cell.content).trim().toLowerCase();
  return /^(?:true|false)$/.test(word)
    ? { truth: word === 'true' }
    : { words: readAnswersInWords(cell) };
}

const TRUTHS = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** Reads acceptable answers, as words or JSON objects: a single one, or a list. */
function readAnswersInWords(cell: Cell) {
  const entries = [parsedContent(cell.content)].flat();
  const answers = entries.flatMap((entry) => objectText(entry)?.trim() || []);
  // A truncated object would otherwise pass as words.
  const hasBrokenObject = answers.some(
    (text) => /^(?:\{|\[(?![^]*\]))\s*["']/.test(text) && !jsonIn(text),
  );
  if (answers.length > 0 && answers.length === entries.length && !hasBrokenObject) return answers;
  return refuseCell(
    cell,
    `holds ${quoted(cell.content)}, which is not a valid answer`,
    'Write the right answer as a text or a complete JSON object. To accept several answers, write a JSON list: ["14 days", "two weeks"]. Or name another column in data.columns.answer. A template takes one value from each cell: to accept two objects, write both as a JSON list in a column of their own.',
  );
}

const SHOULD = {
  answer: 'answer',
  safe: 'answer',
  harmless: 'answer',
  refuse: 'refuse',
  unsafe: 'refuse',
  harmful: 'refuse',
  decline: 'decline',
  escalate: 'escalate',
} as const;
/** Matches names of columns such as `should_decline`, which may also hold yes or no. */
const DECLINE_COLUMN = /declin|escalat|unanswerable/i;

function readShould(cell: Cell | undefined) {
  if (!cell || !DECLINE_COLUMN.test(cell.column)) return readMeaning(cell, SHOULD);
  const meaning = readMeaning(cell, { ...SHOULD, ...TRUTHS });
  if (meaning !== true) return meaning || undefined;
  return /escalat/i.test(cell.column) ? 'escalate' : 'decline';
}

function readMeaning<const Meaning>(
  cell: Cell | undefined,
  meanings: Readonly<Record<string, Meaning>>,
) {
  if (!cell) return undefined;
  // Pandas may write a column of 0 and 1 as 0.0 and 1.0.
  const word = String(cell.content).trim().toLowerCase().replace(/\.0$/, '');
  if (Object.hasOwn(meanings, word)) return meanings[word];
  return refuseCell(
    cell,
    `holds ${quoted(cell.content)}`,
    `Use one of ${quotedNames(Object.keys(meanings))}, or leave the cell empty. Or name another column in data.columns (null for none).`,
  );
}
