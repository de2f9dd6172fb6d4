import { plainText } from './text.ts';

export interface AnswerOption {
  /** A letter in upper case, or a number: `A`, `2`, `Б`. */
  label: string;
  text: string;
}

export const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The letters of Russian options, which skip Ё and Й. */
const CYRILLIC = 'АБВГДЕЖЗ';
const LABEL_SEQUENCES = [[...LATIN], [...CYRILLIC], numbersFrom(1), numbersFrom(0)];

const LABEL = `([A-Za-z${CYRILLIC}${CYRILLIC.toLowerCase()}]|\\d{1,2})`;
/**
 * Styles of a label: `(A)`, `A.` and so on. All labels of a set share one style, so the `E.` of
 * `(A) E. coli (B) yeast` is not a label.
 */
const STYLES = [
  `\\(${LABEL}\\)`,
  `\\[${LABEL}\\]`,
  `${LABEL} ?\\)`,
  `${LABEL}\\.`,
  `${LABEL}:`,
  `${LABEL} [-–—]`,
];

/** Patterns of a label at the start of a line (first), and anywhere in a line (second). */
const BEGINS_LINE = STYLES.map((style) => new RegExp(`^${style}(?:\\s+|$)`));
const LABELS_IN_LINE = STYLES.map((style) => new RegExp(`(?<=^|[\\s,;|/])${style}\\s+`, 'g'));

const HEADER = /^\s*(?:the\s+)?(?:answer\s+)?(?:options|choices)\s*:\s*/i;
const BULLET = /^(?:[-*•]\s+)+/;
const TRAILING_SEPARATOR = /(?:[,;|/]|(?:[,;]\s*)?\b(?:or|and))$/i;

export function labelsOf(options: readonly AnswerOption[]) {
  return options.map(({ label }) => label);
}

function numbersFrom(start: number) {
  return Array.from({ length: 26 }, (_, index) => String(index + start));
}

/**
 * Parses options: labelled lines, labels within a line, or lines without labels, which get letters.
 * Gives an empty list if the options cannot be told apart with certainty.
 */
export function parseOptions(options = ''): AnswerOption[] {
  const lines = plainText(options)
    .replace(HEADER, '')
    .split('\n')
    .map((line) => line.trim().replace(BULLET, ''))
    .filter(Boolean);
  const parsed =
    parseLabelledLines(lines) ?? parseInlineLabels(lines.join('\n')) ?? labelByPosition(lines);
  return parsed?.every(({ text }) => text !== '') ? parsed : [];
}

/** Parses options if all lines begin with labels of one style. */
function parseLabelledLines(lines: readonly string[]) {
  for (const start of BEGINS_LINE) {
    const matches = lines.map((line) => start.exec(line));
    if (!matches.every((match) => match !== null)) continue;
    const parsed = matches.map(({ input, 0: sign, 1: label = '' }) => ({
      label: label.toUpperCase(),
      text: input.slice(sign.length),
    }));
    // Labels may be out of order, but not have gaps: `C. elegans` above `E. coli` has no labels.
    const sorted = labelsOf(parsed).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (isSequence(sorted)) return parsed;
  }
  return undefined;
}

/** Parses options if the text begins with a label, and all labels of that style are in order. */
function parseInlineLabels(body: string) {
  for (const style of LABELS_IN_LINE) {
    const matches = Array.from(body.matchAll(style));
    const parsed = matches.map(({ index, 0: sign, 1: label = '' }, i) => {
      const nextMatch = matches[i + 1];
      const segment = body.slice(index + sign.length, nextMatch?.index).trim();
      const text = nextMatch ? segment.replace(TRAILING_SEPARATOR, '').trim() : segment;
      return { label: label.toUpperCase(), text: text.replace(/\s+/g, ' ') };
    });
    if (matches[0]?.index === 0 && isSequence(labelsOf(parsed))) return parsed;
  }
  return undefined;
}

/**
 * Matches a line with any label, even in a style that is not supported, such as `II.`. Such a line
 * gets no letter, since an answer could name either label.
 */
const LOOKS_LABELLED = /^(?:[([][^\s)\]]{1,4}[)\]]|(?:\p{L}|\d{1,2}|[ivxIVX]{2,4})[.):])(?:\s|$)/u;

function labelByPosition(lines: readonly string[]) {
  const hasLetters = lines.length >= 2 && lines.length <= LATIN.length;
  if (!hasLetters || lines.some((line) => LOOKS_LABELLED.test(line))) return undefined;
  return lines.map((text, index) => ({ label: LATIN.charAt(index), text }));
}

function isSequence(labels: readonly string[]) {
  return (
    labels.length > 1 &&
    LABEL_SEQUENCES.some((sequence) => labels.every((label, i) => label === sequence[i]))
  );
}
