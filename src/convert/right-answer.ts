import { rowKind } from '../engine/lint/kind.ts';
import { parseOptions, type AnswerOption } from '../language/options.ts';
import type { ConvertedRow } from './converted-source.ts';
import type { Notes, Reason } from './notes.ts';

/** The right answer of a row: labels of options, the truth of a statement, or words. */
export interface RightAnswer {
  answer?: string | readonly string[];
  truth?: boolean;
}

const NO_OPTION: Reason = {
  why: 'it names no option, or all of them',
  instead: 'Write the label of the right option as answer.',
};

const LABELLED = /^\s*(?:[([](?:[A-Za-z]|\d{1,2})[)\]]|(?:[A-Za-z]|\d{1,2})[).:])\s+\S/;

/** Moves options at the end of the text, each on a line of its own, into `options`. */
export function splitOptions(row: ConvertedRow): ConvertedRow {
  const lines = row.text.split('\n');
  const firstOption = lines.findIndex((line, i) => i > 0 && LABELLED.test(line));
  const text = lines.slice(0, firstOption).join('\n').trimEnd();
  const options = lines.slice(firstOption).join('\n');
  const isSplit =
    row.options === undefined &&
    firstOption > 0 &&
    text !== '' &&
    parseOptions(options).length === lines.length - firstOption;
  return isSplit ? { ...row, text, options } : row;
}

/** Returns the right answer of a row; undefined if the source has none. */
export function rightAnswer(
  { text, options, answers, place }: ConvertedRow,
  notes: Notes,
): RightAnswer | undefined {
  if (answers.length === 0) return undefined;
  if (options !== undefined) {
    const labels = labelsOf(options, answers);
    if (labels === undefined) notes.add('the right answer', place, NO_OPTION);
    return labels && { answer: oneOrMore(labels) };
  }
  const [truth, ...otherAnswers] = new Set(
    answers.map((answer) => normalize(answer).replace(/\.$/, '')),
  );
  const isTruth = (truth === 'true' || truth === 'false') && otherAnswers.length === 0;
  if (isTruth && rowKind(text, false) === 'statement') return { truth: truth === 'true' };
  return { answer: oneOrMore([...new Set(answers)]) };
}

/** Returns the labels of the right options; undefined if the answers name none or all. */
function labelsOf(options: string, answers: readonly string[]): string[] | undefined {
  const parsedOptions = parseOptions(options);
  const rightOptions = parsedOptions.filter((option) =>
    answers.some((answer) => isNameOf(answer, option)),
  );
  return rightOptions.length > 0 && rightOptions.length < parsedOptions.length
    ? rightOptions.map(({ label }) => label)
    : undefined;
}

function isNameOf(answer: string, { label, text }: AnswerOption): boolean {
  const forms = [label, `(${label})`, `[${label}]`, `${label})`, `${label}.`, `${label}:`];
  const allForms = [text, ...forms, ...forms.map((form) => `${form} ${text}`)];
  return allForms.some((form) => normalize(form) === normalize(answer));
}

function normalize(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

function oneOrMore(values: readonly string[]): string | readonly string[] {
  const [firstValue = '', ...furtherValues] = values;
  return furtherValues.length === 0 ? firstValue : values;
}
