import type { AnswerOption } from '../language/options.ts';
import { quoted } from '../shared/json.ts';
import { didYouMean } from '../language/nearest.ts';
import { plainText } from '../language/text.ts';
import { entriesIn, isBlank, refuseCell, scalarText, type Cell } from './columns.ts';
import type { RowOptions } from './options.ts';
import { quotedNames, withoutBreaks } from './printable.ts';

const FORMS =
  'Write the text of an option, its label where the data gives one, or a list of several (["fruit", "stone"]); or name another column in data.columns, where null reads none.';

/**
 * The labels that a cell names. With `first`, the cell holds positions, counted from `first`.
 *
 * @throws DataError for content that names no option, or all
 */
export function readLabels(cell: Cell, options: RowOptions | undefined, first?: number) {
  if (!options?.parsed[0]) return refuseCell(cell, 'names options, and the row has none', FORMS);
  const { parsed } = options;
  const labels = first === undefined ? labelsNamed(cell, options) : labelsAt(cell, parsed, first);
  if (!labels) return refuseLabels(cell, options);
  const distinct = [...new Set(labels)];
  if (distinct[0] && distinct.length < parsed.length) return distinct;
  return refuseCell(
    cell,
    `names ${distinct.length} of ${parsed.length} options`,
    'Name at least one option, and leave at least one out.',
  );
}

/** Refuses a cell that names no option. @throws DataError with the options that it could name */
function refuseLabels(cell: Cell, { parsed, labelsFrom }: RowOptions) {
  const { content, column } = cell;
  const texts = parsed.map(({ text }) => text);
  const shown = parsed.map(({ label, text }) =>
    labelsFrom === 'program' ? text : `${label}. ${text}`,
  );
  const guess = didYouMean(String(content), texts) || '.';
  const positions = `A position counted from 0 is data.columns.answer_index: ${column}, and one counted from 1 answer_index: { column: ${column}, first: 1 }. `;
  return refuseCell(
    cell,
    `holds ${quoted(content)}${guess} It must name one of the options, without doubt: ${quotedNames(shown)}`,
    `${/\d/.test(String(content)) ? positions : ''}${FORMS}`,
  );
}

function labelsAt({ content }: Cell, options: readonly AnswerOption[], first: number) {
  const positions = entriesIn(content) ?? [content];
  const labels = positions.map((position) => {
    // `Number` takes an empty text for 0.
    const number = Number(scalarText(position)?.trim() || NaN);
    return options[number - first]?.label;
  });
  return labels.every((label) => label !== undefined) ? labels : undefined;
}

/**
 * The labels of the options that a cell names: by labels, by texts of options, by both, or by a
 * list with a mark (1 or true) for each option.
 */
function labelsNamed(cell: Cell, options: RowOptions) {
  // A text that begins with a bracket may still be an option.
  const value = entriesIn(cell.content) ?? cell.content;
  const { parsed, labelsFrom } = options;
  const isLabelled = labelsFrom === 'data';
  const isMark = (mark: unknown) => mark === 0 || mark === 1 || typeof mark === 'boolean';
  if (!isLabelled && Array.isArray(value) && value.length === parsed.length && value.every(isMark))
    return parsed.filter((_, i) => Boolean(value[i])).map(({ label }) => label);
  // The whole text is tried first, since an option may hold a separator.
  const lists: unknown[][] = [[value].flat()];
  if (typeof value === 'string') {
    lists.push(value.split(/[;\n]/), value.split(/,| and | & /));
    // White space separates bare labels only: "B. gas" is no list of B and gas.
    if (/^\s*(?:[\p{L}\p{N}]{1,2}\s+)+[\p{L}\p{N}]{1,2}\s*$/u.test(value))
      lists.push(value.split(/\s+/));
  }
  for (const entries of lists) {
    const filled = entries.filter((entry) => !isBlank(entry));
    // Each entry is compared with each option, and a text may be megabytes of commas.
    if (filled.length > parsed.length) continue;
    const labels = filled.map((entry) => labelOf(entry, options, cell));
    if (labels.every((label) => label !== undefined)) return labels;
  }
  return undefined;
}

/**
 * Matches a label, and the text behind it: `(B) fruit`, `B. fruit`, `B`, `Option B`, `option_b`.
 */
const LABEL_AND_TEXT =
  /^(?:(?:option|choice|answer)[ _])?[([]?([\p{L}\p{N}]{1,2})(?:[.):\]]+| [-–—])?(?: (.*))?$/isu;

/**
 * The label of an option; undefined if the entry is ambiguous. Without labels in the data, an entry
 * is ambiguous if it is the label of one option and the text of another, or if it is a number that
 * may be a text or a position.
 */
function labelOf(entry: unknown, { parsed, labelsFrom }: RowOptions, { row }: Cell) {
  const isLabelled = labelsFrom === 'data';
  const text = comparable(scalarText(entry) ?? '');
  const [, label, textBehind] = LABEL_AND_TEXT.exec(text) ?? [];
  const hasText = (option: AnswerOption, wanted: string) => comparable(option.text) === wanted;
  const byLabel = parsed.filter(
    (option) =>
      option.label === label?.toUpperCase() &&
      (textBehind === undefined || hasText(option, textBehind)),
  );
  if (isLabelled && textBehind === undefined && byLabel[0]) return byLabel[0].label;
  const byText = parsed.filter((option) => hasText(option, text));
  // All cells of a table are texts, so a text of digits may stand for a number.
  const isNumber = /^\d+$/.test(text) && (typeof entry === 'number' || row.isOfTable);
  const mayBePosition = isNumber && (parsed[Number(text)] ?? parsed[Number(text) - 1]);
  if (!isLabelled && byText.length > 0 && mayBePosition) return undefined;
  const labels = new Set([...byLabel, ...byText].map((option) => option.label));
  return labels.size === 1 ? [...labels][0] : undefined;
}

/** A text in the form in which options are compared: as `parseOptions` reads it, in lower case. */
function comparable(text: string) {
  return withoutBreaks(plainText(text)).toLowerCase();
}
