import { unfitToFill } from '../../config/fill.js';
import { pathProblem } from '../../config/paths.js';
import { PLACEHOLDERS, templateProblem } from '../../engine/prompt.js';
import { parseOptions } from '../../language/options.js';
import {
  escaped,
  type ConvertedPrompts,
  type ConvertedRow,
  type Notes,
  type Reason,
} from '../material.js';
import { CONTEXT_COLUMNS, plainColumn, TEXT_COLUMNS } from '../names.js';
import type { SourceFiles } from '../read.js';
import type { TestDemands } from './assertions.js';
import type { ChosenPrompt } from './prompt.js';
import { templateVariables, type Template } from './template.js';
import type { ReadTest } from './tests.js';

export interface DemandedTest extends ReadTest {
  demands: TestDemands;
}

interface Shaped {
  prompts: ConvertedPrompts;
  rows: ConvertedRow[];
}

const NO_ROW = 'Write one prompt with a variable, and a text for it in each test.';
const GUESSED: Reason = {
  why: 'of several variables it was taken for the text that tests perturb; the others fill the prompt',
  instead: 'Exchange them in the rows, in the prompt and in data.columns.fill if it is another.',
};
const IN_SYSTEM: Reason = {
  why: 'its system prompt holds the text of the row',
  instead: 'Write the text into model.prompt, as {text}.',
};

/**
 * Makes prompts and rows. One variable is the text that tests perturb, one may hold options; of the
 * others, those that are the same everywhere become variables, and the rest columns that fill the
 * prompt.
 */
export async function shaped(
  chosen: ChosenPrompt,
  given: readonly DemandedTest[],
  { sourceFiles, notes }: { sourceFiles: SourceFiles; notes: Notes },
): Promise<Shaped> {
  const { user, system } = chosen;
  const inUser = templateVariables(user);
  const names = [...new Set([...inUser, ...templateVariables(system)])];
  const tests = given.filter((test) => hasValues(test, { inUser, names, notes }));
  const options = optionsName(inUser, tests);
  const text = textName(
    inUser.filter((name) => name !== options),
    tests,
    notes,
  );
  const others = names.filter((name) => name !== text && name !== options);
  if (templateVariables(system).includes(text) && tests[0] !== undefined) {
    notes.add('the prompt', tests[0].where, IN_SYSTEM);
    return { prompts: { variables: {}, fill: [] }, rows: [] };
  }
  const constant = others.filter((name) => tests.length > 1 && isSame(name, tests));
  const filled = others.filter((name) => !constant.includes(name));
  const roles = new Map<string, string>(others.map((name) => [name, fitName(name)]));
  roles.set(text, 'text');
  if (options !== undefined) roles.set(options, 'options');

  const kept = tests.filter((test) => isFilled(test, { text, filled, notes }));
  const variables: Record<string, string | { file: string }> = {};
  const [first] = tests;
  if (first !== undefined)
    for (const name of constant)
      variables[fitName(name)] = await variableOf(first, name, sourceFiles);
  const prompts: ConvertedPrompts = { variables, fill: filled.map(fitName) };
  if (system.join('').trim() !== '') prompts.system_prompt = written(system, roles);
  const prompt = written(user, roles);
  const file = await promptFile(chosen, { text, options, roles, sourceFiles });
  if (file !== undefined) prompts.prompt_file = file;
  else if (prompt !== '{text}' && inUser.length > 0) prompts.prompt = prompt;
  return { prompts, rows: kept.map((test) => rowOf(test, { text, options, filled })) };
}

/** The template as this project writes it: names in single braces, other braces doubled. */
function written(template: Template, roles: ReadonlyMap<string, string>): string {
  return template
    .map((piece, i) => (i % 2 === 0 ? escaped(piece) : `{${roles.get(piece) ?? piece}}`))
    .join('');
}

/** A name that a placeholder and a column may have beside those of the sample. */
function fitName(name: string): string {
  const isTaken = PLACEHOLDERS.some((one) => one === name);
  return isTaken || unfitToFill({ fill: [name] }) !== undefined ? `given_${name}` : name;
}

function hasValues(
  { values, where }: ReadTest,
  { inUser, names, notes }: { inUser: readonly string[]; names: readonly string[]; notes: Notes },
): boolean {
  const missing = names.find((name) => !Object.hasOwn(values, name));
  if (inUser.length > 0 && missing === undefined) return true;
  const why =
    missing === undefined
      ? 'no prompt asks for its variables'
      : `it has no {{${missing}}}, which the prompt asks for`;
  notes.add('the test', where, { why, instead: NO_ROW });
  return false;
}

/** A row needs a text, and a text for each column that fills the prompt. */
function isFilled(
  { values, where }: ReadTest,
  { text, filled, notes }: { text: string; filled: readonly string[]; notes: Notes },
): boolean {
  const blank = [text, ...filled].find((name) => (values[name]?.text ?? '').trim() === '');
  if (blank === undefined) return true;
  const why = `its {{${blank}}} is blank`;
  notes.add('the test', where, { why, instead: NO_ROW });
  return false;
}

function optionsName(names: readonly string[], tests: readonly ReadTest[]): string | undefined {
  if (names.length < 2) return undefined;
  return names.find(
    (name) =>
      /option|choice/i.test(name) &&
      tests.some(({ values }) => parseOptions(values[name]?.text ?? '').length > 1),
  );
}

function isSame(name: string, tests: readonly ReadTest[]): boolean {
  const first = tests[0]?.values[name]?.text;
  return tests.every(({ values }) => values[name]?.text === first);
}

/**
 * The variable that holds the text: one with a usual name, else the last one that differs from test
 * to test and is no document.
 */
function textName(names: readonly string[], tests: readonly ReadTest[], notes: Notes): string {
  const usual = TEXT_COLUMNS.map(plainColumn);
  const named = usual.flatMap((known) => names.find((name) => plainColumn(name) === known) ?? []);
  const [only = '', ...more] = named.length > 0 ? named.slice(0, 1) : names;
  if (more.length === 0) return only;
  const contexts = CONTEXT_COLUMNS.map(plainColumn);
  const asked = names.filter((name) => !contexts.includes(plainColumn(name)));
  const guess =
    asked.findLast((name) => /quer|quest|messag|input|prompt|text/i.test(name)) ??
    asked.findLast((name) => !isSame(name, tests)) ??
    asked.at(-1) ??
    only;
  if (tests[0] !== undefined) notes.add(`the variable ${guess}`, tests[0].where, GUESSED);
  return guess;
}

/** Largest file of a variable that a configuration may name, in bytes. */
const MOST_VARIABLE_BYTES = 100_000;

/** The value of a variable, or its file where the configuration may name it. */
async function variableOf(
  { values, where }: ReadTest,
  name: string,
  sourceFiles: SourceFiles,
): Promise<string | { file: string }> {
  const { text, file } = values[name] ?? { text: '' };
  if (file === undefined || text === '' || Buffer.byteLength(text) > MOST_VARIABLE_BYTES)
    return text;
  const way = await sourceFiles.fromRoot(file, where);
  return pathProblem(way) === undefined ? { file: way } : text;
}

interface PromptFileAsked {
  text: string;
  options: string | undefined;
  roles: ReadonlyMap<string, string>;
  sourceFiles: SourceFiles;
}

/** The file of the prompt, if its placeholders mean here what they mean in promptfoo. */
async function promptFile(
  { user, file }: ChosenPrompt,
  { text, options, roles, sourceFiles }: PromptFileAsked,
): Promise<string | undefined> {
  if (file === undefined || (text !== 'text' && text !== 'question')) return undefined;
  const others = [...roles].filter(([name]) => name !== text && name !== options);
  const isSameName = others.every(([name, role]) => name === role);
  if (!isSameName || (options ?? 'options') !== 'options') return undefined;
  const source = user.map((piece, i) => (i % 2 === 0 ? piece : `{{${piece}}}`)).join('');
  const columns = others.map(([name]) => name);
  if (templateProblem(source, { variables: [], columns }) !== undefined) return undefined;
  const way = await sourceFiles.fromRoot(file.name, file.where);
  return pathProblem(way) === undefined ? way : undefined;
}

function rowOf(
  { values, demands, where }: DemandedTest,
  names: { text: string; options: string | undefined; filled: readonly string[] },
): ConvertedRow {
  const columns: Record<string, string> = {};
  for (const name of names.filled) columns[fitName(name)] = values[name]?.text ?? '';
  const listed = names.options === undefined ? undefined : values[names.options]?.text;
  const isList = listed !== undefined && parseOptions(listed).length > 1;
  return {
    text: values[names.text]?.text ?? '',
    options: isList ? listed : undefined,
    columns,
    answers: demands.answers,
    should: demands.should,
    where,
  };
}
