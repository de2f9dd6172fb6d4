import { labelsOf, type AnswerOption } from './options.ts';
import { bareText } from './text.ts';

/** Matches a separator between labels in a list. */
const SEPARATOR = / ?[,;\n] ?(?:(?:and|und|&) )?| (?:and|und|&) /;
const LABEL_NOUN = /^(?:option|choice|letter|label|answer)s?\s+/i;
const LINE_BULLET = /^(?:[-*•]\s+)/;

/** Reads a text in which each part is a label, the text of an option, or both. */
export function readLabelList(
  text: string,
  options: readonly AnswerOption[],
): readonly string[] | undefined {
  const [textMatch, secondMatch] = findByText(text, options);
  if (secondMatch) return undefined;
  const labels = readList(text, options);
  if (!textMatch) return labels;
  // The text of an option may read as labels of others.
  return labels && labels.join() !== textMatch.label ? undefined : [textMatch.label];
}

function readList(text: string, options: readonly AnswerOption[]) {
  const single = readPart(text, options);
  if (single) return [single.label];
  const parts = readParts(text, options);
  if (!parts) return undefined;
  const labels = labelsOf(options).filter((label) => parts.some((part) => part?.label === label));
  // A list names each label once. A list of all labels may only repeat the question.
  if (labels.length < parts.length || labels.length === options.length) return undefined;
  // If an option speaks of others, `A and B` may mean that option.
  return options.some(({ text: option }) => NAMES_LABELS.test(option)) ? undefined : labels;
}

/**
 * Reads the parts of a text: its lines, else the labels in a line; undefined if one is unreadable.
 */
function readParts(text: string, options: readonly AnswerOption[]) {
  // A text with more parts than options repeats a label and is rejected, so the rest is not read.
  const limit = options.length + 1;
  const lines = text
    .split('\n', limit)
    .map((line) => readPart(line.replace(LINE_BULLET, ''), options));
  if (lines.every((part) => part !== undefined)) return lines;
  const pieces = splitLetters(text) ?? text.split(SEPARATOR, limit);
  const parts = pieces.map((piece) => readPart(piece, options));
  // Within a line, only labels count: `Yes and no.` names two options but chooses neither.
  return parts.every((part) => part?.isLabelled) ? parts : undefined;
}

/** Matches an option that refers to other options: `Both A and C`, `None of these`. */
const NAMES_LABELS =
  /^(?:(?:both|only|neither|either) )?\(?[A-Z\d]\)?(?:,| and| or| nor| &)|^(?:both|all|none|neither|either|some) of /i;
/** Matches labels without separators: `ABD`. */
const LETTER_RUN = /^\(?([A-Z]{2,26})[).!]*$/;
const SPACED_LETTERS = /^[A-Z](?: [A-Z])+[.!]?$/;

/** The letters of `ABD` or `A B D`; undefined unless they are in alphabetical order. */
function splitLetters(text: string) {
  const spaced = SPACED_LETTERS.test(text) ? text.replace(/[ .!]/g, '') : '';
  const run = LETTER_RUN.exec(text)?.[1] ?? spaced;
  const letters = [...new Set(run)].sort();
  return run !== '' && letters.join('') === run ? letters : undefined;
}

/** Matches a label, perhaps in brackets or quotes and with punctuation or a tick after it. */
const LABEL_ALONE =
  /^[(["'“`<{_]{0,2}([\p{L}\p{N}]{1,2})[)\]"'”`>}_]{0,3}[.:!)。]?(?: ?[✅✔☑]\uFE0F?)?$/u;
const LABEL_WITH_TEXT = /^[([]?([\p{L}\p{N}]{1,2})[)\]]?(?:[.:)]|\s[-–—])?\s+(\S[^]*)$/u;

/** Reads one label, one option's text, or both of the same option. */
function readPart(text: string, options: readonly AnswerOption[]) {
  const part = text.trim().replace(LABEL_NOUN, '');
  const labelAlone = LABEL_ALONE.exec(part)?.[1];
  const [, label = '', labelledText = ''] = LABEL_WITH_TEXT.exec(part) ?? [];
  const labelled = options.find((option) => option.label === (labelAlone ?? label).toUpperCase());
  if (labelled && (labelAlone || bareText(labelled.text) === bareText(labelledText)))
    return { label: labelled.label, isLabelled: true };
  const [textMatch, secondMatch] = findByText(part, options);
  return textMatch && !secondMatch ? { label: textMatch.label, isLabelled: false } : undefined;
}

function findByText(text: string, options: readonly AnswerOption[]) {
  const bare = bareText(text);
  return options.filter((option) => bareText(option.text) === bare);
}
