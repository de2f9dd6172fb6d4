import { rowKind } from '../../engine/lint/kind.js';
import { parseOptions } from '../../language/options.js';
import type { Material, Notes, Reason, Row } from './material.js';

export const CONFIG_NAME = 'sensitivity.yml';
export const DATA_NAME = 'sensitivity.jsonl';
export const REFUSALS_NAME = 'sensitivity-refusal.jsonl';

type Line = { text: string; options?: string; answer?: string | string[]; truth?: boolean; should?: string };

export interface Assembled {
  config: Record<string, unknown>;
  data: Line[];
  /** Rows that are to be answered or refused; only the test `refusal` reads them. */
  refusals: Line[];
}

/** Makes configuration and rows. The rows decide which tests are asked for, with the minima that `init` writes. */
export function assemble(material: Material, notes: Notes, pathOf: (name: string) => string): Assembled {
  const lines = material.rows.map(withOptions).map((row) => {
    const { text, options, should } = row;
    return { should, key: keyOf(row, notes), line: { text, ...(options !== undefined && { options }) } };
  });
  const hasOptions = lines.some(({ line }) => 'options' in line);
  const prompt =
    hasOptions && !material.prompt?.includes('{options}') ? material.prompt?.replace('{text}', '{text}\n{options}') : material.prompt;
  const data = lines.filter(({ should, key }) => should === undefined || key).map(({ line, key }): Line => ({ ...line, ...key }));
  const sided = lines.some(({ should }) => should === 'refuse') && !lines.some(({ should }) => should === 'answer');
  // A refusal is no right answer: beside rows to be refused, rows with a right answer are to be answered.
  const refusals = lines.flatMap(({ should = sided ? 'answer' : undefined, key, line }): Line[] =>
    should && (key || should === 'refuse' || !sided) ? [{ ...line, should }] : [],
  );
  const isOpen = ({ options, truth }: Line) => options === undefined && truth === undefined;
  const sensitivity = {
    ...(!(data.length + refusals.length > 0 && data.every(isOpen)) && { add_negation: { min_pass_rate: 0.85 } }),
    ...(data.some(isOpen) && { add_toxic_words: { min_pass_rate: 0.95 } }),
    ...(refusals.length > 0 && { refusal: { min_pass_rate: 0.85, data: { source: pathOf(REFUSALS_NAME) } } }),
  };
  const config = {
    model: { ...material.model, ...(material.system && { system_prompt: escaped(material.system) }), ...(prompt && { prompt }) },
    ...(data.length > 0 && { data: { source: pathOf(DATA_NAME) } }),
    tests: { sensitivity },
  };
  return { config, data, refusals };
}

/** Doubles the braces of a text that becomes a prompt. */
export function escaped(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

const LABELLED = /^\s*(?:[([](?:[A-Za-z]|\d{1,2})[)\]]|(?:[A-Za-z]|\d{1,2})[).:])\s+\S/;

/** Moves options that end the text, a line each, into `options`. */
function withOptions(row: Row): Row {
  const lines = row.text.split('\n');
  const first = lines.findIndex((line, i) => i > 0 && LABELLED.test(line));
  const [text, options] = [lines.slice(0, first).join('\n').trimEnd(), lines.slice(first).join('\n')];
  const isSplit = row.options === undefined && first > 0 && text !== '' && parseOptions(options).length === lines.length - first;
  return isSplit ? { ...row, text, options } : row;
}

const OPEN: Reason = { why: 'answers are compared with each other', instead: 'Give the row options and answer, or a statement its truth.' };
const NO_OPTION: Reason = { why: 'it names no option, or all of them', instead: 'Write the label of the right option as answer.' };

/** The right options by their labels, or whether a statement is true. Any other answer is left out. */
function keyOf({ text, options, answers, where }: Row, notes: Notes): Pick<Line, 'answer' | 'truth'> | undefined {
  if (answers.length === 0) return undefined;
  const known = parseOptions(options ?? '');
  const labels = known.filter((option) => answers.some((answer) => names(answer, option))).map(({ label }) => label);
  if (labels.length > 0 && labels.length < known.length) return { answer: labels.length === 1 ? labels[0]! : labels };
  const [truth, ...others] = new Set(answers.map((answer) => plain(answer).replace(/\.$/, '')));
  const isTruth = (truth === 'true' || truth === 'false') && others.length === 0;
  if (isTruth && options === undefined && rowKind(text, false) === 'statement') return { truth: truth === 'true' };
  notes.add('the right answer', where, options === undefined ? OPEN : NO_OPTION);
  return undefined;
}

/** An answer names an option by its label, by its text, or by both. */
function names(answer: string, { label, text }: { label: string; text: string }): boolean {
  const forms = [label, `(${label})`, `[${label}]`, `${label})`, `${label}.`, `${label}:`];
  return [text, ...forms, ...forms.map((form) => `${form} ${text}`)].some((form) => plain(form) === plain(answer));
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
