import { unfitToFill } from '../../config/fill.js';
import { pathProblem } from '../../config/paths.js';
import { PLACEHOLDERS, templateProblem } from '../../engine/prompt.js';
import { parseOptions } from '../../language/options.js';
import type { ConvertedPrompts, ConvertedRow } from '../converted-source.js';
import type { Notes, Reason } from '../notes.js';
import { escaped } from '../values.js';
import { CONTEXT_COLUMNS, plainColumn, TEXT_COLUMNS } from '../names.js';
import type { SourceFiles } from '../source-files.js';
import type { TestDemands } from './assertions.js';
import type { ChosenPrompt } from './prompt.js';
import { joinTemplate, templateVariables, type Template } from './template.js';
import type { ReadTest } from './tests.js';

export interface DemandedTest extends ReadTest {
  demands: TestDemands;
}

interface ShapedSource {
  prompts: ConvertedPrompts;
  rows: ConvertedRow[];
}

const NO_ROW = 'Write one prompt with a variable, and a text for it in each test.';
const GUESSED: Reason = {
  why: 'of several variables it was taken for the text that tests perturb; the others fill the prompt',
  instead: 'Exchange them in the rows, in the prompt and in data.columns.fill if it is another.',
};
const TEXT_IN_SYSTEM: Reason = {
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
  demandedTests: readonly DemandedTest[],
  { sourceFiles, notes }: { sourceFiles: SourceFiles; notes: Notes },
): Promise<ShapedSource> {
  const { user, system } = chosen;
  const userVariables = templateVariables(user);
  const names = [...new Set([...userVariables, ...templateVariables(system)])];
  const tests = demandedTests.filter((test) => hasValues(test, { userVariables, names, notes }));
  const options = optionsName(userVariables, tests);
  const text = textName(
    userVariables.filter((name) => name !== options),
    tests,
    notes,
  );
  const otherNames = names.filter((name) => name !== text && name !== options);
  if (templateVariables(system).includes(text) && tests[0] !== undefined) {
    notes.add('the prompt', tests[0].place, TEXT_IN_SYSTEM);
    return { prompts: { variables: {}, fill: [] }, rows: [] };
  }
  const constant = otherNames.filter((name) => tests.length > 1 && isSame(name, tests));
  const filled = otherNames.filter((name) => !constant.includes(name));
  const roles = new Map<string, string>(otherNames.map((name) => [name, fitName(name)]));
  roles.set(text, 'text');
  if (options !== undefined) roles.set(options, 'options');

  const filledTests = tests.filter((test) => isFilled(test, { text, filled, notes }));
  const variables: Record<string, string | { file: string }> = {};
  const [firstTest] = tests;
  if (firstTest !== undefined)
    for (const name of constant)
      variables[fitName(name)] = await variableOf(firstTest, name, sourceFiles);
  const prompts: ConvertedPrompts = { variables, fill: filled.map(fitName) };
  const systemPrompt = promptText(system, roles);
  if (systemPrompt.trim() !== '') prompts.system_prompt = systemPrompt;
  const prompt = promptText(user, roles);
  const file = await promptFile(chosen, { text, options, roles, sourceFiles });
  if (file !== undefined) prompts.prompt_file = file;
  else if (prompt !== '{text}' && userVariables.length > 0) prompts.prompt = prompt;
  return { prompts, rows: filledTests.map((test) => rowOf(test, { text, options, filled })) };
}

/** The template as this project writes it: names in single braces, other braces doubled. */
function promptText(template: Template, roles: ReadonlyMap<string, string>): string {
  return joinTemplate(template, (name) => `{${roles.get(name) ?? name}}`, escaped);
}

/** A name that a placeholder and a column may have beside those of the sample. */
function fitName(name: string): string {
  const isTaken = PLACEHOLDERS.some((placeholder) => placeholder === name);
  return isTaken || unfitToFill({ fill: [name] }) !== undefined ? `given_${name}` : name;
}

function hasValues(
  { values, place }: ReadTest,
  {
    userVariables,
    names,
    notes,
  }: { userVariables: readonly string[]; names: readonly string[]; notes: Notes },
): boolean {
  const missing = names.find((name) => !Object.hasOwn(values, name));
  if (userVariables.length > 0 && missing === undefined) return true;
  const why =
    missing === undefined
      ? 'no prompt asks for its variables'
      : `it has no {{${missing}}}, which the prompt asks for`;
  notes.add('the test', place, { why, instead: NO_ROW });
  return false;
}

/** A row needs a text, and a text for each column that fills the prompt. */
function isFilled(
  { values, place }: ReadTest,
  { text, filled, notes }: { text: string; filled: readonly string[]; notes: Notes },
): boolean {
  const blank = [text, ...filled].find((name) => (values[name]?.text ?? '').trim() === '');
  if (blank === undefined) return true;
  const why = `its {{${blank}}} is blank`;
  notes.add('the test', place, { why, instead: NO_ROW });
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
  const firstText = tests[0]?.values[name]?.text;
  return tests.every(({ values }) => values[name]?.text === firstText);
}

/**
 * The variable that holds the text: one with a usual name, else the last one that differs from test
 * to test and is no document.
 */
function textName(names: readonly string[], tests: readonly ReadTest[], notes: Notes): string {
  const textColumns = TEXT_COLUMNS.map(plainColumn);
  const textNames = textColumns.flatMap(
    (column) => names.find((name) => plainColumn(name) === column) ?? [],
  );
  const [firstName = '', ...furtherNames] = textNames.length > 0 ? textNames.slice(0, 1) : names;
  if (furtherNames.length === 0) return firstName;
  const contexts = CONTEXT_COLUMNS.map(plainColumn);
  const candidates = names.filter((name) => !contexts.includes(plainColumn(name)));
  const guess =
    candidates.findLast((name) => /quer|quest|messag|input|prompt|text/i.test(name)) ??
    candidates.findLast((name) => !isSame(name, tests)) ??
    candidates.at(-1) ??
    firstName;
  if (tests[0] !== undefined) notes.add(`the variable ${guess}`, tests[0].place, GUESSED);
  return guess;
}

/** Largest file of a variable that a configuration may name, in bytes. */
const MOST_VARIABLE_BYTES = 100_000;

/** The value of a variable, or its file where the configuration may name it. */
async function variableOf(
  { values, place }: ReadTest,
  name: string,
  sourceFiles: SourceFiles,
): Promise<string | { file: string }> {
  const { text, file } = values[name] ?? { text: '' };
  if (file === undefined || text === '' || Buffer.byteLength(text) > MOST_VARIABLE_BYTES)
    return text;
  const way = await sourceFiles.fromRoot(file, place);
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
  const otherNames = [...roles].filter(([name]) => name !== text && name !== options);
  const isSameName = otherNames.every(([name, role]) => name === role);
  if (!isSameName || (options ?? 'options') !== 'options') return undefined;
  const source = joinTemplate(user, (name) => `{{${name}}}`);
  const columns = otherNames.map(([name]) => name);
  if (templateProblem(source, { variables: [], columns }) !== undefined) return undefined;
  const way = await sourceFiles.fromRoot(file.name, file.place);
  return pathProblem(way) === undefined ? way : undefined;
}

function rowOf(
  { values, demands, place }: DemandedTest,
  names: { text: string; options: string | undefined; filled: readonly string[] },
): ConvertedRow {
  const columns: Record<string, string> = {};
  for (const name of names.filled) columns[fitName(name)] = values[name]?.text ?? '';
  const optionsText = names.options === undefined ? undefined : values[names.options]?.text;
  const isList = optionsText !== undefined && parseOptions(optionsText).length > 1;
  return {
    text: values[names.text]?.text ?? '',
    options: isList ? optionsText : undefined,
    columns,
    answers: demands.answers,
    should: demands.should,
    place,
  };
}
