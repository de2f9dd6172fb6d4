import { filledColumns } from '../engine/prompt.ts';
import { oppositeOf } from '../engine/tests/arms.ts';
import type { Row } from '../engine/types.ts';
import { DataError } from '../shared/errors.ts';
import { jsonIn, quoted } from '../shared/json.ts';
import { isBlankText } from '../language/text.ts';
import {
  cellOf,
  entriesIn,
  filledCell,
  findCell,
  isBlank,
  missingColumn,
  objectText,
  refuseCell,
  scalarText,
  textIn,
  type Cell,
  type ConfiguredRow,
  type RawRow,
} from './columns.ts';
import { readLabels } from './labels.ts';
import { optionsOfRow, type RowOptions } from './options.ts';
import { printableLine, quotedNames } from './printable.ts';
import { ANSWER_NAMES, type Columns, type Role } from './settings.ts';

/** A row with its columns. The column of the right answer may have a usual name. */
export function withColumns(row: RawRow, columns: Columns): ConfiguredRow {
  const {
    answer_index: index,
    answer = index ? undefined : ANSWER_NAMES.find((known) => findCell(row, known)),
  } = columns;
  return { ...row, columns: { ...columns, answer } };
}

/**
 * Makes a row from its cells; undefined for a blank text. If the key cannot be read, the row keeps
 * the error, which a test that needs the key reports.
 *
 * @throws DataError for a column that is missing, truncated, or not of its type
 */
export function readRow(raw: ConfiguredRow): Row | undefined {
  const { text, context } = readText(raw);
  if (isBlankText(text)) return undefined;
  const id = scalarText(cellOf(raw, 'id')?.content);
  const row: Row = {
    source: raw.source,
    text,
    context,
    id: id && printableLine(id),
    fill: readFill(raw),
    must: meaningOf(cellOf(raw, 'must'), TRUTHS) || undefined,
  };
  try {
    const options = optionsOfRow(raw);
    row.options = options?.text;
    return { ...row, ...readKeys(raw, options) };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { ...row, keyProblem: error };
  }
}

function readText(raw: ConfiguredRow) {
  if (typeof raw.cells === 'string') return { text: raw.cells };
  const { text } = raw.columns;
  const names = text === undefined ? ['text', 'question'] : [text];
  // The columns are looked up one by one, since a column that is looked up counts as read.
  const cell = names
    .values()
    .map((name) => filledCell(raw, name))
    .find(Boolean);
  if (!cell) throw missingColumn(raw, names);
  return { text: isBlank(cell.content) ? '' : textIn(cell), context: cell.context };
}

/** The values that a row fills into prompts. */
function readFill(raw: ConfiguredRow) {
  if (typeof raw.cells === 'string' || !raw.columns.fill) return undefined;
  const filled = filledColumns(raw.columns).map(([name, column]) => {
    const cell = findCell(raw, column);
    if (!cell) throw missingColumn(raw, [column]);
    return [name, passagesIn(cell, name)] as const;
  });
  return Object.fromEntries(filled);
}

/** The text of a cell, or the passages of a list with a blank line between them. */
function passagesIn(cell: Cell, name: string) {
  const { content } = cell;
  const passages = (entriesIn(content)?.flat(3) ?? [content]).filter(
    (passage) => !isBlank(passage),
  );
  const texts = passages.flatMap((passage) => scalarText(passage) ?? []);
  if (texts[0] && texts.length === passages.length) return texts.join('\n\n');
  return refuseCell(
    cell,
    `holds ${quoted(content)}, not a text`,
    `Prompts fill {${name}} from it (data.columns.fill): write a text, or take the row out.`,
  );
}

/**
 * The right answers of a row to its text, to the negated text and to the perturbed text, and the
 * settings of the row.
 *
 * @throws DataError for a key that cannot be read
 */
function readKeys(row: ConfiguredRow, options: RowOptions | undefined) {
  const cell = (role: Role) => cellOf(row, role);
  const truth = meaningOf(cell('truth'), TRUTHS);
  const negated = cell('negated_answer');
  const negatedKey = negated && { labels: readLabels(negated, options) };
  const answer =
    readAnswer(row, options) ?? (negatedKey && oppositeOf(negatedKey, options?.parsed));
  const perturbed = cell('perturbed');
  const placebo = cell('placebo');
  return {
    key: truth === undefined ? answer : { truth },
    negatedKey,
    perturbed: perturbed && {
      text: textIn(perturbed),
      key: readKey(cell('perturbed_answer'), options),
      placebo: placebo && textIn(placebo),
    },
    expect: meaningOf(cell('expect'), EXPECT),
    should: readShould(cell('should')),
  };
}

/** The key in the column of the answer, or of its position. */
function readAnswer(row: ConfiguredRow, options: RowOptions | undefined) {
  const { answer_index: index } = row.columns;
  if (index === undefined) return readKey(cellOf(row, 'answer'), options);
  const positions = cellOf(row, 'answer_index');
  const first = typeof index === 'object' ? (index.first ?? 0) : 0;
  return positions && { labels: readLabels(positions, options, first) };
}

/** The right answer in a cell: labels if the row has options, else a truth or answers in words. */
function readKey(cell: Cell | undefined, options: RowOptions | undefined) {
  // If the options cannot be told apart, no label can be named.
  if (!cell || options?.parsed.length === 0) return undefined;
  if (options) return { labels: readLabels(cell, options) };
  const word = String(cell.content).trim().toLowerCase();
  return /^(?:true|false)$/.test(word) ? { truth: word === 'true' } : { words: answersIn(cell) };
}

const TRUTHS = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** Right answers in words or objects, of which any is right; several stand in a list. */
function answersIn(cell: Cell) {
  const entries = entriesIn(cell.content) ?? [cell.content];
  const answers = entries.flatMap((entry) => objectText(entry)?.trim() || []);
  // An object that lacks a brace or a quote would be taken for words.
  const isBroken = answers.some((one) => /^\{\s*"/.test(one) && !jsonIn(one));
  if (answers[0] && answers.length === entries.length && !isBroken) return answers;
  return refuseCell(
    cell,
    `holds ${quoted(cell.content)}, and no answers in words`,
    'Write the right answer as a text, as a whole JSON object, or several, of which any is right, as a JSON list: ["14 days", "two weeks"]; or name another column in data.columns.answer. A template takes one value from a cell: for two right objects, write both as a JSON list into a column of their own.',
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
/** Matches columns such as `should_decline`, which may say yes or no, too. */
const DECLINES = /declin|escalat|unanswerable/i;

function readShould(cell: Cell | undefined) {
  if (!cell || !DECLINES.test(cell.column)) return meaningOf(cell, SHOULD);
  const meaning = meaningOf(cell, { ...SHOULD, ...TRUTHS });
  if (meaning !== true) return meaning || undefined;
  return /escalat/i.test(cell.column) ? 'escalate' : 'decline';
}

const EXPECT = { change: 'change', same: 'same' } as const;

function meaningOf<Meaning>(cell: Cell | undefined, meanings: Readonly<Record<string, Meaning>>) {
  if (!cell) return undefined;
  // Pandas may write a column of 0 and 1 as 0.0 and 1.0.
  const word = String(cell.content).trim().toLowerCase().replace(/\.0$/, '');
  if (Object.hasOwn(meanings, word)) return meanings[word];
  return refuseCell(
    cell,
    `holds ${quoted(cell.content)}`,
    `Allowed are ${quotedNames(Object.keys(meanings))}, or an empty cell. Or name another column in data.columns (null: no column).`,
  );
}
