/** Reads the content of a key as labels of options: by label, by text, or by marks. */
import { jsonIn, quoted } from '../json.ts';
import type { AnswerOption } from '../language/options.ts';
import { list, typeInWords } from './printable.ts';

/** The labels that a key names, each once, or a clause that says what is wrong with the key. */
export type NamedLabels = { labels: string[] } | { problem: string };

export function labelsNamed(
  content: unknown,
  options: readonly AnswerOption[],
  isLabelled: boolean,
): NamedLabels {
  // A text that begins with a bracket may still be an option.
  const parsedContent =
    typeof content === 'string' && content.trim().startsWith('[')
      ? (jsonIn(content) ?? content)
      : content;
  const labels = isLabelled ? labelsGiven(parsedContent, options) : marksIn(parsedContent, options);
  if (labels) return { labels };
  if (typeof parsedContent === 'string') return labelsInText(parsedContent, options);
  return Array.isArray(parsedContent)
    ? labelsOfEntries(parsedContent, options)
    : labelOfEntry(parsedContent, options);
}

/** Tries the whole text as one key first: an option's text may hold a separator. */
function labelsInText(text: string, options: readonly AnswerOption[]): NamedLabels {
  const asOneEntry = labelOfEntry(text, options);
  if ('labels' in asOneEntry || /^\s*[[{]/.test(text)) return asOneEntry;
  const lists = [/[;\n]/, /,/].map((sign) => text.split(sign).filter((part) => part.trim() !== ''));
  // "B. gas" is no list of B and gas: white space separates bare labels only.
  lists.push(capitalLabels(text) ?? []);
  for (const parts of lists.filter(({ length }) => length > 1)) {
    const asList = labelsOfEntries(parts, options);
    if ('labels' in asList) return asList;
  }
  return asOneEntry;
}

/** Returns the labels of all entries, or the problem of the first entry that has one. */
function labelsOfEntries(
  entries: readonly unknown[],
  options: readonly AnswerOption[],
): NamedLabels {
  const labels = new Set<string>();
  for (const entry of entries) {
    const result = labelOfEntry(entry, options);
    if ('problem' in result) return result;
    for (const label of result.labels) labels.add(label);
  }
  return { labels: [...labels] };
}

/** `(B) fruit`, `B. fruit`, `B`: a label, and the text behind it. */
const LABEL_AND_TEXT = /^[([]?([\p{L}\p{N}]{1,2})(?:[.):\]]+| [-–—])?(?: (.*))?$/su;

/**
 * One option by its label, its text, or both; a label that is the text of another option is
 * ambiguous.
 */
function labelOfEntry(entry: unknown, options: readonly AnswerOption[]): NamedLabels {
  if (typeof entry !== 'string' && typeof entry !== 'number')
    return { problem: `holds ${typeInWords(entry)}, not an option` };
  const text = normalizeText(String(entry));
  const [, label, labelledText] = LABEL_AND_TEXT.exec(text) ?? [];
  const labelMatches = options.filter(
    (option) =>
      option.label === label?.toUpperCase() &&
      (labelledText === undefined || isSameText(option.text, labelledText)),
  );
  const exactMatches = options.filter((option) => normalizeText(option.text) === text);
  const textMatches =
    exactMatches.length > 0
      ? exactMatches
      : options.filter((option) => isSameText(option.text, text));
  const labels = [...new Set([...labelMatches, ...textMatches].map((option) => option.label))];
  if (labels.length === 1) return { labels };
  const names = list(options.map(optionLine));
  const problem =
    labels.length > 1
      ? `holds ${describeContent(entry)}, which may be ${labels.join(' or ')} of ${names}`
      : `holds ${describeContent(entry)}, which is none of ${names}`;
  return { problem };
}

export function optionLine({ label, text }: AnswerOption): string {
  return `${label}. ${text}`;
}

/** Returns labels that name some of the options, but not all; undefined for other content. */
export function properSubset(
  content: unknown,
  options: readonly AnswerOption[],
  isLabelled = false,
): string[] | undefined {
  if (content === undefined) return undefined;
  const result = labelsNamed(content, options, isLabelled);
  if ('problem' in result) return undefined;
  const { labels } = result;
  return labels.length > 0 && labels.length < options.length ? labels : undefined;
}

export function otherLabels(labels: readonly string[], options: readonly AnswerOption[]): string[] {
  return options.map(({ label }) => label).filter((label) => !labels.includes(label));
}

/** The labels in a key of options whose labels the data gives; undefined for other content. */
function labelsGiven(content: unknown, options: readonly AnswerOption[]): string[] | undefined {
  const labels = (Array.isArray(content) ? content : [content]).map((label) =>
    String(label).trim().toUpperCase(),
  );
  const isLabel = (label: string) => options.some((option) => option.label === label);
  return labels.length > 0 && labels.every(isLabel) ? labels : undefined;
}

/** Labels of the options that a list marks with 1 or true, one mark an option. */
export function marksIn(content: unknown, options: readonly AnswerOption[]): string[] | undefined {
  if (!Array.isArray(content) || content.length !== options.length) return undefined;
  const isMark = (mark: unknown) => mark === 0 || mark === 1 || typeof mark === 'boolean';
  if (!content.every(isMark)) return undefined;
  return options.filter((_, i) => Boolean(content[i])).map(({ label }) => label);
}

/** Bare labels in capitals, from a list or one text; undefined for any other content. */
export function capitalLabels(content: unknown): string[] | undefined {
  const entries = typeof content === 'string' ? content.split(/[\s,;]+/) : content;
  const labels: unknown[] = Array.isArray(entries) ? entries : [entries];
  const bareLabels = labels.flatMap((label) =>
    typeof label === 'string' && /^[\p{L}\p{N}]{1,2}$/u.test(label.trim())
      ? [label.trim().toUpperCase()]
      : [],
  );
  return bareLabels.length === labels.length && bareLabels.length > 0 ? bareLabels : undefined;
}

/** Normalized as `parseOptions` does: NFKC, no emphasis, single spaces. */
export function normalizeText(text: string): string {
  return text.normalize('NFKC').replaceAll('**', '').replace(/\s+/g, ' ').trim();
}

function isSameText(option: string, text: string): boolean {
  return normalizeText(option).toLowerCase() === text.toLowerCase();
}

export function describeContent(content: unknown): string {
  return typeof content === 'string' || typeof content === 'number'
    ? quoted(content)
    : typeInWords(content);
}
