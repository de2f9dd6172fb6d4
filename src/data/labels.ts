import type { AnswerOption } from '../language/options.ts';
import { quoted } from '../shared/json.ts';
import { didYouMean } from '../language/nearest.ts';
import { plainText } from '../language/text.ts';
import { isBlank, parseList, refuseCell, scalarText, type Cell } from './columns.ts';
import type { RowOptions } from './options.ts';
import { quotedNames, withoutBreaks } from './printable.ts';

const KEY_FORMS =
  'Write the text of an option, its label if the data has labels, or a list of several (["fruit", "stone"]). Or name another column in data.columns (null for none).';

/**
 * Reads the labels that a cell names.
 *
 * @param first - the position of the first option, if the cell holds positions
 * @throws DataError if the cell names no option, or all
 */
export function readLabels(cell: Cell, options: RowOptions | undefined, first?: number) {
  if (!options || options.parsed.length === 0)
    return refuseCell(cell, 'names options, but the row has none', KEY_FORMS);
  const { parsed } = options;
  const labels =
    first === undefined ? labelsByName(cell, options) : labelsByPosition(cell, parsed, first);
  if (!labels) return refuseLabels(cell, options);
  const distinct = [...new Set(labels)];
  if (distinct.length > 0 && distinct.length < parsed.length) return distinct;
  return refuseCell(
    cell,
    `names ${distinct.length} of ${parsed.length} options`,
    'Name at least one option, but not all of them.',
  );
}

/** Rejects a cell that names no option. @throws DataError with the options to choose from */
function refuseLabels(cell: Cell, { parsed, labelsFrom }: RowOptions) {
  const { content, column } = cell;
  const shown = parsed.map(({ label, text }) =>
    labelsFrom === 'program' ? text : `${label}. ${text}`,
  );
  const texts = parsed.map(({ text }) => text);
  const positions = `If the column holds positions, write data.columns.answer_index: ${column} for counting from 0, or answer_index: { column: ${column}, first: 1 } for counting from 1. `;
  return refuseCell(
    cell,
    `holds ${quoted(content)}${didYouMean(String(content), texts)}. It must clearly name one of the options: ${quotedNames(shown)}`,
    `${/\d/.test(String(content)) ? positions : ''}${KEY_FORMS}`,
  );
}

function labelsByPosition({ content }: Cell, options: readonly AnswerOption[], first: number) {
  const positions = parseList(content) ?? [content];
  // `Number('')` is 0.
  const labels = positions.map(
    (position) => options[Number(scalarText(position)?.trim() || NaN) - first]?.label,
  );
  return labels.every((label) => label !== undefined) ? labels : undefined;
}

/**
 * The labels of the options that a cell names: by labels, by texts of options, by both, or by a
 * list with a mark (1 or true) for each option.
 */
function labelsByName(cell: Cell, options: RowOptions) {
  // A text that begins with a bracket may still be an option.
  const value = parseList(cell.content) ?? cell.content;
  const { parsed, labelsFrom } = options;
  const isMark = (mark: unknown) => mark === 0 || mark === 1 || typeof mark === 'boolean';
  if (
    labelsFrom !== 'data' &&
    Array.isArray(value) &&
    value.length === parsed.length &&
    value.every(isMark)
  )
    return parsed.flatMap(({ label }, i) => (value[i] ? label : []));
  // The whole text is tried first, since an option may contain a separator.
  const lists: unknown[][] = [[value].flat()];
  if (typeof value === 'string') {
    lists.push(value.split(/[;\n]/), value.split(/,| and | & /));
    // Spaces separate bare labels only: "B. gas" is not a list of B and gas.
    if (/^\s*(?:[\p{L}\p{N}]{1,2}\s+)+[\p{L}\p{N}]{1,2}\s*$/u.test(value))
      lists.push(value.split(/\s+/));
  }
  for (const entries of lists) {
    const filled = entries.filter((entry) => !isBlank(entry));
    // A text may be megabytes of commas, and each entry is compared with each option.
    if (filled.length > parsed.length) continue;
    const labels = filled.map((entry) => findLabel(entry, options, cell));
    if (labels.every((label) => label !== undefined)) return labels;
  }
  return undefined;
}

/**
 * Matches a label and the text after it: `(B) fruit`, `B. fruit`, `B`, `Option B`, `option_b`.
 */
const LABEL_AND_TEXT =
  /^(?:(?:option|choice|answer)[ _])?[([]?([\p{L}\p{N}]{1,2})(?:[.):\]]+| [-–—])?(?: (.*))?$/isu;

/**
 * Finds the option that an entry names; undefined if there is none, or if the entry is ambiguous.
 * If the data has no labels, an entry is ambiguous if it is the label of one option and the text of
 * another, or a number that may be a text or a position.
 */
function findLabel(entry: unknown, { parsed, labelsFrom }: RowOptions, { row }: Cell) {
  const text = comparable(scalarText(entry) ?? '');
  const [, label, textBehind] = LABEL_AND_TEXT.exec(text) ?? [];
  const byLabel = parsed.filter(
    (option) =>
      option.label === label?.toUpperCase() &&
      (textBehind === undefined || comparable(option.text) === textBehind),
  );
  const [labelled] = byLabel;
  if (labelsFrom === 'data' && textBehind === undefined && labelled) return labelled.label;
  const byText = parsed.filter((option) => comparable(option.text) === text);
  // All cells of a table are texts, so a text of digits may stand for a number.
  const isNumber =
    /^\d+$/.test(text) && (typeof entry === 'number' || row.raw.header !== undefined);
  const atPosition = isNumber && (parsed[Number(text)] ?? parsed[Number(text) - 1]);
  if (labelsFrom !== 'data' && byText.length > 0 && atPosition) return undefined;
  const [only, ...others] = new Set([...byLabel, ...byText].map((option) => option.label));
  return others.length > 0 ? undefined : only;
}

/** A text in the form in which options are compared: as `parseOptions` reads it, in lower case. */
function comparable(text: string) {
  return withoutBreaks(plainText(text)).toLowerCase();
}
