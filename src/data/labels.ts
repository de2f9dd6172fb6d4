import type { AnswerOption } from '../language/options.ts';
import { entriesIn, shown } from './columns.ts';
import type { RowOptions } from './options.ts';
import { list } from './printable.ts';

/** The labels that a key names, each once, or a clause that says what is wrong with it. */
type NamedLabels = { labels: string[] } | { problem: string };

/** Reads a key by labels, by texts of options, by both, or by one mark (1 or true) an option. */
export function labelsNamed(content: unknown, { parsed, isLabelled }: RowOptions): NamedLabels {
  // A text that begins with a bracket may still be an option.
  const value = entriesIn(content) ?? content;
  const direct = isLabelled ? labelsGiven(value, parsed) : labelsMarked(value, parsed);
  if (direct) return { labels: direct };
  if (Array.isArray(value)) return labelsOfEntries(value, parsed);
  return typeof value === 'string' ? labelsInText(value, parsed) : labelOf(value, parsed);
}

/** The text as a whole comes first: an option may hold a separator. */
function labelsInText(text: string, options: readonly AnswerOption[]): NamedLabels {
  const whole = labelOf(text, options);
  if ('labels' in whole) return whole;
  // "B. gas" is no list of B and gas: white space separates bare labels only.
  const separators = [/[;\n]/, /,/];
  if (/^(?:[\p{L}\p{N}]{1,2}\s+)+[\p{L}\p{N}]{1,2}$/u.test(text.trim())) separators.push(/\s+/);
  for (const separator of separators) {
    const parts = text.split(separator).filter((part) => part.trim() !== '');
    if (parts.length < 2) continue;
    const several = labelsOfEntries(parts, options);
    if ('labels' in several) return several;
  }
  return whole;
}

function labelsOfEntries(
  entries: readonly unknown[],
  options: readonly AnswerOption[],
): NamedLabels {
  const labels = new Set<string>();
  for (const entry of entries) {
    const result = labelOf(entry, options);
    if ('problem' in result) return result;
    for (const label of result.labels) labels.add(label);
  }
  return { labels: [...labels] };
}

/** `(B) fruit`, `B. fruit`, `B`: a label, and the text behind it. */
const LABEL_AND_TEXT = /^[([]?([\p{L}\p{N}]{1,2})(?:[.):\]]+| [-–—])?(?: (.*))?$/su;

/** One option. A label that is the text of another option is ambiguous. */
function labelOf(entry: unknown, options: readonly AnswerOption[]): NamedLabels {
  const text = ['string', 'number'].includes(typeof entry) ? plain(String(entry)) : '';
  const [, label, labelled] = LABEL_AND_TEXT.exec(text) ?? [];
  const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const byLabel = options.filter(
    (option) =>
      option.label === label?.toUpperCase() &&
      (labelled === undefined || isAlike(plain(option.text), labelled)),
  );
  const byText = options.filter((option) => isAlike(plain(option.text), text));
  const labels = [...new Set([...byLabel, ...byText].map((option) => option.label))];
  if (labels.length === 1) return { labels };
  const names = list(options.map((option) => `${option.label}. ${option.text}`));
  const what = labels.length > 1 ? `may be ${labels.join(' or ')} of` : 'is none of';
  return { problem: `holds ${shown(entry)}, which ${what} ${names}` };
}

/** As `parseOptions` reads a text. */
function plain(text: string): string {
  return text.normalize('NFKC').replaceAll('**', '').replaceAll(/\s+/g, ' ').trim();
}

/** Labels that the data gives itself, in a key that holds nothing else. */
function labelsGiven(content: unknown, options: readonly AnswerOption[]): string[] | undefined {
  const entries: unknown[] = Array.isArray(content) ? content : [content];
  const labels = entries.map((label) => String(label).trim().toUpperCase());
  const isLabel = (label: string) => options.some((option) => option.label === label);
  return labels.length > 0 && labels.every(isLabel) ? labels : undefined;
}

/** Labels of the options that a list marks, one mark an option. */
function labelsMarked(content: unknown, options: readonly AnswerOption[]): string[] | undefined {
  if (!Array.isArray(content) || content.length !== options.length) return undefined;
  const isMark = (mark: unknown) => mark === 0 || mark === 1 || typeof mark === 'boolean';
  if (!content.every(isMark)) return undefined;
  return options.filter((_, i) => Boolean(content[i])).map(({ label }) => label);
}
