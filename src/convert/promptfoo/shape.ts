import { unfitToFill } from '../../config/resolve-data.ts';
import { pathProblem } from '../../config/paths.ts';
import { PLACEHOLDERS, templateProblem } from '../../engine/rows/prompt.ts';
import { parseOptions } from '../../language/options.ts';
import type { ConvertedPrompts, ConvertedRow } from '../converted-source.ts';
import type { Notes, Reason } from '../notes.ts';
import { escapeBraces } from '../values.ts';
import { CONTEXT_COLUMNS, plainColumn, TEXT_COLUMNS } from '../names.ts';
import type { SourceFiles } from '../source-files.ts';
import type { TestDemands } from './assertions.ts';
import type { ChosenPrompt } from './prompt.ts';
import { joinTemplate, templateVariables, type Template } from './template.ts';
import type { PromptfooTest } from './tests.ts';

export interface TestWithDemands extends PromptfooTest {
  demands: TestDemands;
}

interface ShapedSource {
  prompts: ConvertedPrompts;
  rows: ConvertedRow[];
}

const NO_ROW = 'Write one prompt with a variable, and a text for it in each test.';
const GUESSED_TEXT: Reason = {
  why: 'of several variables it was taken for the text that tests perturb; the others fill the prompt',
  instead: 'Exchange them in the rows, in the prompt and in data.columns.fill if it is another.',
};
const TEXT_IN_SYSTEM: Reason = {
  why: 'its system prompt holds the text of the row',
  instead: 'Write the text into model.prompt, as {text}.',
};

/** The role that each variable of the prompts gets. */
interface VariableRoles {
  /** The text that tests perturb. */
  text: string;
  /** The options of a question. */
  options: string | undefined;
  /** Those with the same value in all tests become `variables`. */
  constant: readonly string[];
  /** The others become columns that fill the prompt. */
  fill: readonly string[];
}

/** Makes prompts and rows in the terms of this project. */
export async function shapeSource(
  prompt: ChosenPrompt,
  testsWithDemands: readonly TestWithDemands[],
  { sourceFiles, notes }: { sourceFiles: SourceFiles; notes: Notes },
): Promise<ShapedSource> {
  const userVariables = templateVariables(prompt.user);
  const systemVariables = templateVariables(prompt.system);
  const names = [...new Set([...userVariables, ...systemVariables])];
  const tests = testsWithDemands.filter((test) => hasValues(test, { userVariables, names, notes }));
  const [firstTest] = tests;
  const roles = rolesOf(names, { userVariables, tests, notes });
  if (systemVariables.includes(roles.text) && firstTest !== undefined) {
    notes.add('the prompt', firstTest.place, TEXT_IN_SYSTEM);
    return { prompts: { variables: {}, fill: [] }, rows: [] };
  }
  const rows = tests.filter((test) => isFilled(test, roles, notes));
  const prompts = await convertedPrompts(prompt, { roles, firstTest, sourceFiles });
  return { prompts, rows: rows.map((test) => rowOf(test, roles)) };
}

function rolesOf(
  names: readonly string[],
  {
    userVariables,
    tests,
    notes,
  }: { userVariables: readonly string[]; tests: readonly PromptfooTest[]; notes: Notes },
): VariableRoles {
  const options = optionsName(userVariables, tests);
  const textCandidates = userVariables.filter((name) => name !== options);
  const text = textName(textCandidates, tests, notes);
  const otherNames = names.filter((name) => name !== text && name !== options);
  const isConstant = (name: string) => tests.length > 1 && isSame(name, tests);
  return {
    text,
    options,
    constant: otherNames.filter(isConstant),
    fill: otherNames.filter((name) => !isConstant(name)),
  };
}

/** The prompts, and the variables that all tests share, with the values of the first one. */
async function convertedPrompts(
  chosen: ChosenPrompt,
  {
    roles,
    firstTest,
    sourceFiles,
  }: { roles: VariableRoles; firstTest: PromptfooTest | undefined; sourceFiles: SourceFiles },
): Promise<ConvertedPrompts> {
  const variables: Record<string, string | { file: string }> = {};
  if (firstTest !== undefined)
    for (const name of roles.constant)
      variables[fitName(name)] = await variableOf(firstTest, name, sourceFiles);
  const prompts: ConvertedPrompts = { variables, fill: roles.fill.map(fitName) };
  const systemPrompt = promptText(chosen.system, roles);
  if (systemPrompt.trim() !== '') prompts.system_prompt = systemPrompt;
  const prompt = promptText(chosen.user, roles);
  const file = await promptFile(chosen, roles, sourceFiles);
  if (file !== undefined) prompts.prompt_file = file;
  // A prompt without variables asks every row the same.
  else if (prompt !== '{text}' && templateVariables(chosen.user).length > 0)
    prompts.prompt = prompt;
  return prompts;
}

/** The template as this project writes it: names in single braces, other braces doubled. */
function promptText(template: Template, roles: VariableRoles): string {
  return joinTemplate(template, (name) => `{${placeholderOf(name, roles)}}`, escapeBraces);
}

function placeholderOf(name: string, { text, options }: VariableRoles): string {
  if (name === text) return 'text';
  return name === options ? 'options' : fitName(name);
}

/** Returns the name, or with a prefix one that placeholders and columns may have. */
function fitName(name: string): string {
  const isTaken = PLACEHOLDERS.some((placeholder) => placeholder === name);
  return isTaken || unfitToFill({ fill: [name] }) !== undefined ? `given_${name}` : name;
}

function hasValues(
  { values, place }: PromptfooTest,
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

/** True if the text and each column that fills the prompt have a value. Notes a test without. */
function isFilled(
  { values, place }: PromptfooTest,
  { text, fill }: VariableRoles,
  notes: Notes,
): boolean {
  const blankName = [text, ...fill].find((name) => (values[name]?.text ?? '').trim() === '');
  if (blankName === undefined) return true;
  const why = `its {{${blankName}}} is blank`;
  notes.add('the test', place, { why, instead: NO_ROW });
  return false;
}

function optionsName(
  names: readonly string[],
  tests: readonly PromptfooTest[],
): string | undefined {
  if (names.length < 2) return undefined;
  return names.find(
    (name) =>
      /option|choice/i.test(name) &&
      tests.some(({ values }) => parseOptions(values[name]?.text ?? '').length > 1),
  );
}

function isSame(name: string, tests: readonly PromptfooTest[]): boolean {
  const firstText = tests[0]?.values[name]?.text;
  return tests.every(({ values }) => values[name]?.text === firstText);
}

/**
 * The variable that holds the text: one with a usual name, else the last one that differs from test
 * to test and is no document.
 */
function textName(names: readonly string[], tests: readonly PromptfooTest[], notes: Notes): string {
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
  if (tests[0] !== undefined) notes.add(`the variable ${guess}`, tests[0].place, GUESSED_TEXT);
  return guess;
}

/** Maximum size of a variable's file that a configuration may name, in bytes. */
const MAX_VARIABLE_BYTES = 100_000;

/** Returns the value of a variable, or its file if the configuration may name it. */
async function variableOf(
  { values, place }: PromptfooTest,
  name: string,
  sourceFiles: SourceFiles,
): Promise<string | { file: string }> {
  const { text, file } = values[name] ?? { text: '' };
  if (file === undefined || text === '' || Buffer.byteLength(text) > MAX_VARIABLE_BYTES)
    return text;
  const rootPath = await sourceFiles.fromRoot(file, place);
  return pathProblem(rootPath) === undefined ? { file: rootPath } : text;
}

/** Returns the file of the prompt, if its placeholders mean the same here as in promptfoo. */
async function promptFile(
  { user, file }: ChosenPrompt,
  { text, options = 'options', constant, fill }: VariableRoles,
  sourceFiles: SourceFiles,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const columns = [...constant, ...fill];
  const isSameName =
    ['text', 'question'].includes(text) &&
    options === 'options' &&
    columns.every((name) => name === fitName(name));
  if (!isSameName) return undefined;
  const source = joinTemplate(user, (name) => `{{${name}}}`);
  if (templateProblem(source, { variables: [], columns }) !== undefined) return undefined;
  const rootPath = await sourceFiles.fromRoot(file.name, file.place);
  return pathProblem(rootPath) === undefined ? rootPath : undefined;
}

function rowOf({ values, demands, place }: TestWithDemands, roles: VariableRoles): ConvertedRow {
  const textOf = (name: string) => values[name]?.text ?? '';
  const columns: Record<string, string> = {};
  for (const name of roles.fill) columns[fitName(name)] = textOf(name);
  const options = roles.options === undefined ? '' : textOf(roles.options);
  return {
    text: textOf(roles.text),
    options: parseOptions(options).length > 1 ? options : undefined,
    columns,
    answers: demands.answers,
    should: demands.should,
    place,
  };
}
