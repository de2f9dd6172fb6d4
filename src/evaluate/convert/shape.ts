import { hasOptions } from './choices.js';
import type { Material, Notes, SourceRow } from './converted.js';
import { escaped, filledIn, rendered, variablesOf, type Template } from './template.js';

/** A row as ours: the text that is perturbed, and its options. */
export interface Asked {
  text: string;
  options?: string | undefined;
  source: SourceRow;
}

export interface Shape {
  system?: string | undefined;
  /** With `{text}` and `{options}`; absent where the text alone is sent, with its options below it. */
  prompt?: string | undefined;
  rows: Asked[];
  /** Of a set that is read where it lies: the column of the text, or several as a template. */
  column?: string | undefined;
}

/** What the text of a row is usually called, the likeliest first. */
const TEXTS = [
  'text',
  'question',
  'statement',
  'input',
  'query',
  'sentence',
  'user_input',
  'user_query',
  'prompt',
  'problem',
  'message',
  'request',
];
const OPTIONS = ['options', 'choices', 'alternatives', 'answer_choices', 'answers'];

/** The variable that is the text of a row. */
function textAmong(names: readonly string[]): string | undefined {
  const last = (name: string) => name.split('.').at(-1)!.toLowerCase();
  const usual = TEXTS.flatMap((text) => names.find((name) => last(name) === text) ?? [])[0];
  return usual ?? (names.length === 1 ? names[0] : undefined);
}

function optionsAmong(names: readonly string[]): string | undefined {
  return names.find((name) => OPTIONS.includes(name.split('.').at(-1)!.toLowerCase()));
}

/**
 * Prompts and rows: a variable that is the same everywhere becomes words of the prompt; of several others what stands from the first to the
 * last is the text of the row, so that the model is asked letter by letter what it was asked before.
 */
export function shapeOf({ prompt, system, rows: given }: Material, notes: Notes): Shape {
  if (prompt === undefined) return { ...systemOf(system, {}, notes), rows: plainRows(given, notes) };
  const names = variablesOf(prompt);
  const rows = given.filter((row) => {
    const missing = names.find((name) => !Object.hasOwn(row.values, name));
    if (missing !== undefined) {
      notes.add('the row', row.where, {
        why: `it has no text for {{${missing}}}, which the prompt asks for`,
        instead: 'Give it one, or leave the row out.',
      });
    }
    return missing === undefined;
  });
  const same = rows.length > 1 ? sameIn(prompt, rows) : {};
  const main = textAmong(names) ?? names.findLast((name) => !Object.hasOwn(same, name)) ?? names.at(-1);
  const template = filledIn(prompt, Object.fromEntries(Object.entries(same).filter(([name]) => name !== main)));
  const holdsOptions = (name: string) => rows.some(({ values }) => hasOptions(values[name]!));
  const optionsName = optionsAmong(variablesOf(template).filter((name) => name !== main && holdsOptions(name)));
  const others = variablesOf(template).filter((name) => name !== optionsName);
  const cut = others.length > 1 ? segment(template, optionsName) : undefined;
  const isInside = cut !== undefined && cut.text.some((piece) => 'variable' in piece && piece.variable === optionsName);
  const optionsVariable = isInside ? undefined : optionsName;
  if (cut !== undefined) {
    notes.add(
      `${others.length} variables in one prompt: ${others.map((name) => `{{${name}}}`).join(', ')}`,
      rows[0]?.where ?? 'the prompt',
      {
        why: 'a row has one text; all from the first variable to the last became that text, and the first verb in it is the one that is negated',
        instead: `Where only {{${main ?? others[0]!}}} should be perturbed, write the rest into model.prompt.`,
      },
    );
  }
  const pieces = cut === undefined ? template : [...cut.before, { variable: '\0text' }, ...cut.behind];
  const ours = pieces
    .map((piece) => ('text' in piece ? escaped(piece.text) : piece.variable === optionsVariable ? '{options}' : '{text}'))
    .join('');
  return {
    ...systemOf(system, system ? sameIn(system, rows) : {}, notes),
    column: cut === undefined ? main : cut.text.map((piece) => ('text' in piece ? piece.text : `{${piece.variable}}`)).join(''),
    ...(ours.trim() !== '{text}' && ours.includes('{text}') && { prompt: ours }),
    rows: rows.map((source) => ({
      text: cut === undefined ? (source.values[main ?? ''] ?? '') : rendered(cut.text, source.values)!,
      ...(optionsVariable !== undefined && hasOptions(source.values[optionsVariable]!) && { options: source.values[optionsVariable] }),
      source,
    })),
  };
}

/** Rows without a prompt: the text and, where there are some, the options. */
function plainRows(rows: readonly SourceRow[], notes: Notes): Asked[] {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const [text, options] = [textAmong(names), optionsAmong(names)];
  return rows.flatMap((source): Asked[] => {
    const { values, where } = source;
    const given = text === undefined ? undefined : values[text];
    if (given === undefined || given.trim() === '') {
      return notes.add('the row', where, {
        why: text === undefined ? `none of ${names.slice(0, 10).join(', ')} is known to be the text of a row` : `it has no ${text}`,
        instead: `Call the text of the rows ${TEXTS.slice(0, 4).join(', ')}, or give the file with the prompt, too.`,
      });
    }
    const choices = options === undefined ? undefined : values[options];
    return [{ text: given, ...(choices !== undefined && hasOptions(choices) && { options: choices }), source }];
  });
}

/** From the first of the variables to the last, the options at either end aside. */
function segment(template: Template, optionsName: string | undefined): { before: Template; text: Template; behind: Template } {
  const isOne = (piece: Template[number]) => 'variable' in piece && piece.variable !== optionsName;
  const [first, last] = [template.findIndex(isOne), template.findLastIndex(isOne)];
  return { before: template.slice(0, first), text: template.slice(first, last + 1), behind: template.slice(last + 1) };
}

/** Variables that have one value in all rows. */
function sameIn(template: Template, rows: readonly SourceRow[]): Record<string, string> {
  return Object.fromEntries(
    variablesOf(template).flatMap((name) => {
      const values = new Set(rows.map((row) => row.values[name]));
      const [value] = values;
      return values.size === 1 && value !== undefined ? [[name, value]] : [];
    }),
  );
}

function systemOf(system: Template | undefined, constants: Readonly<Record<string, string>>, notes: Notes): { system?: string } {
  if (system === undefined) return {};
  const text = rendered(system, constants);
  if (text !== undefined) return text.trim() === '' ? {} : { system: text };
  notes.add('the system prompt', 'the prompt', {
    why: `it holds variables that differ from row to row: ${variablesOf(system).join(', ')}`,
    instead: 'Write what is the same for all rows as model.system_prompt.',
  });
  return {};
}
