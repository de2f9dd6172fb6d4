import { rowKind } from '../../engine/lint/kind.js';
import { parseOptions } from '../../language/options.js';
import { entryOf } from './converted.js';

const LABELLED = /^\s*(?:[([](?:[A-Za-z]|\d{1,2})[)\]]|(?:[A-Za-z]|\d{1,2})[).:])\s+\S/;

/** A question whose options stand in the text itself, a line each. */
export interface Split {
  text: string;
  options: string;
  /** Between the two, and behind the options: the same in every row, it belongs into the prompt. */
  between: string;
  behind: string;
}

/** Undefined where the text holds no options that can be told with certainty, or nothing before them. */
export function splitChoices(text: string): Split | undefined {
  const lines = text.split('\n');
  const first = lines.findIndex((line, i) => i > 0 && LABELLED.test(line) && LABELLED.test(lines[i + 1] ?? ''));
  if (first === -1) return undefined;
  const length = lines.slice(first).findIndex((line) => !LABELLED.test(line));
  const last = length === -1 ? lines.length : first + length;
  const options = lines.slice(first, last).join('\n');
  if (parseOptions(options).length !== last - first) return undefined;
  const before = lines.slice(0, first).join('\n');
  const question = before.trimEnd();
  if (question === '') return undefined;
  return {
    text: question,
    options,
    between: `${before.slice(question.length)}\n`,
    behind: last === lines.length ? '' : `\n${lines.slice(last).join('\n')}`,
  };
}

export function hasOptions(options: string): boolean {
  return parseOptions(options).length > 1;
}

/** The label of the one option that a text names: by its label, its text, or both. */
function namedOption(value: string, options: string): string | undefined {
  const given = plain(value);
  const found = parseOptions(options).filter(({ label, text }) => {
    const forms = [label, `(${label})`, `[${label}]`, `${label})`, `${label}.`, `${label}:`, text];
    const both = [`(${label}) ${text}`, `${label}) ${text}`, `${label}. ${text}`, `${label}: ${text}`, `${label} ${text}`];
    return [...forms, ...both].some((form) => plain(form) === given);
  });
  return found.length === 1 ? found[0]!.label : undefined;
}

/** The labels of all that are named; undefined where none is, or every one. */
export function namedOptions(values: readonly string[], options: string): string[] | undefined {
  const labels = [...new Set(values.flatMap((value) => namedOption(value, options) ?? []))];
  return labels.length > 0 && labels.length < parseOptions(options).length ? labels : undefined;
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

const TRUTHS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Whether a statement is said to be true; of a question "true" would be an answer, and no key of ours. */
export function truthOf(values: readonly string[], text: string): boolean | undefined {
  if (rowKind(text, false) !== 'statement') return undefined;
  const found = new Set(values.map((value) => entryOf(TRUTHS, plain(value).replace(/\.$/, ''))));
  return found.size === 1 ? [...found][0] : undefined;
}
