import { parseYaml, valueAt, type LocatedYaml, type Path } from '../../config/positions.ts';
import { asRecord, isMapping } from '../../json.ts';
import { dropSecrets, NOT_COPIED } from '../secrets.ts';
import { asList, scalarText } from '../values.ts';
import type { Notes, Reason } from '../notes.ts';
import { MAX_YAML_TOKENS, type SourceFiles } from '../source-files.ts';
import { cellAssertion } from './cell.ts';
import { nameForNote, type LocatedValue } from './prompt.ts';

/** A test as it is written, and the places of its assertions. */
export interface WrittenTestCase extends LocatedValue {
  placeOf: (assertion: number) => string;
}

/** A value of a variable, and the file that holds it. */
interface VariableValue {
  text: string;
  file?: string;
}

/** A test with the values of its variables. */
export interface PromptfooTest {
  values: Readonly<Record<string, VariableValue>>;
  assertions: readonly LocatedValue[];
  place: string;
}

export interface TestReader {
  sourceFiles: SourceFiles;
  notes: Notes;
}

/** Maximum number of tests that the lists of one test's variables make. */
const MAX_COMBINATIONS = 100;
const TOO_MANY: Reason = {
  why: `its variables make more than ${MAX_COMBINATIONS} tests`,
  instead: 'Write the combinations that matter as tests of their own.',
};
export const NOT_PLAIN: Reason = {
  why: 'it is no text with plain variables',
  instead: 'Write the text itself; tests as CSV, JSON Lines, YAML.',
};
export const NO_COUNTERPART: Reason = {
  why: 'there is nothing like it here',
  instead: 'Leave it out, or keep it in promptfoo.',
};
const SAME_FOR_ALL: Reason = { ...NO_COUNTERPART, why: 'all rows are asked alike' };
/** Keys of a test, and columns of a table, that change how it is asked or judged. */
const UNREAD_KEYS = ['provider', 'prompts', 'options', 'threshold', 'assertScoringFunction'];
const TESTS_FILE = /^[^:?]+\.(?:csv|tsv|jsonl?|ya?ml)$/i;
const DESCRIBING_COLUMNS = /^__(?:expected|description|metric|metadata)\d*$|^__metadata:/;

export function testsUnder(yaml: LocatedYaml, path: Path): WrittenTestCase[] {
  const value = valueAt(yaml.value, path);
  const isList = Array.isArray(value);
  return asList(value).map((entry, i) => {
    const entryPath = isList ? [...path, i] : path;
    const isListed = Array.isArray(asRecord(entry).assert);
    const placeOf = (assertion: number) =>
      yaml.placeOf(isListed ? [...entryPath, 'assert', assertion] : [...entryPath, 'assert']);
    return { value: entry, place: yaml.placeOf(entryPath), placeOf };
  });
}

/** Tests of an entry of `tests`: itself, or those of the files that it names. */
export async function testsOf(
  entry: WrittenTestCase,
  reader: TestReader,
): Promise<WrittenTestCase[]> {
  const { value, place } = entry;
  if (typeof value !== 'string') return [entry];
  const pattern = value.trim().replace(/^file:\/\//i, '');
  const isGlob = /[*[\]{}]/.test(pattern) && !pattern.includes(':');
  const files = isGlob ? await reader.sourceFiles.matching(pattern, place) : [pattern];
  const testCases: WrittenTestCase[] = [];
  for (const file of files) {
    if (TESTS_FILE.test(file))
      for (const testCase of await testsIn(file, place, reader)) testCases.push(testCase);
    else reader.notes.add(`tests ${nameForNote(file)}`, place, NOT_PLAIN);
  }
  return testCases;
}

/** Parses a file that the source names; places in it begin with its path from the root. */
export async function yamlOf(
  file: string,
  place: string,
  sourceFiles: SourceFiles,
): Promise<LocatedYaml> {
  const text = await sourceFiles.text(file, place);
  return parseYaml(text, await sourceFiles.fromRoot(file, place), MAX_YAML_TOKENS);
}

/** Columns of a table are variables; a column `__expected` is an assertion. */
async function testsIn(
  file: string,
  place: string,
  { sourceFiles, notes }: TestReader,
): Promise<WrittenTestCase[]> {
  if (/\.ya?ml$/i.test(file)) return testsUnder(await yamlOf(file, place, sourceFiles), []);
  const isTable = /\.[ct]sv$/i.test(file);
  const testCases: WrittenTestCase[] = [];
  for await (const { value, source, findPlace } of sourceFiles.rows(file, place)) {
    const rowPlace = findPlace?.() ?? source;
    const placeOf = () => rowPlace;
    testCases.push({
      value: isTable ? rowAsTest(value, rowPlace, notes) : value,
      place: rowPlace,
      placeOf,
    });
  }
  return testCases;
}

function rowAsTest(row: unknown, place: string, notes: Notes): Record<string, unknown> {
  const vars: Record<string, unknown> = {};
  const assert: unknown[] = [];
  for (const [name, cell] of Object.entries(asRecord(row))) {
    const isBlank = String(cell).trim() === '';
    if (name.startsWith('__expected') && !isBlank) assert.push(cellAssertion(String(cell).trim()));
    else if (!name.startsWith('__')) vars[name] = cell;
    else if (!isBlank && !DESCRIBING_COLUMNS.test(name))
      notes.add(`the column ${name}`, place, SAME_FOR_ALL);
  }
  return { vars, assert };
}

/**
 * Returns a test with its variables and assertions. A variable that is a list makes several tests,
 * as in promptfoo. Returns none, with a note, if a value is not a text.
 */
export async function readTest(
  { value, place, placeOf }: WrittenTestCase,
  shared: Readonly<Record<string, unknown>>,
  reader: TestReader,
): Promise<PromptfooTest[]> {
  const { notes } = reader;
  const test = asRecord(value);
  if (!isMapping(value) || typeof test.vars === 'string') {
    notes.add('the test', place, NOT_PLAIN);
    return [];
  }
  for (const key of UNREAD_KEYS.filter((name) => test[name] !== undefined))
    notes.add(key, place, SAME_FOR_ALL);
  const variables = { ...asRecord(shared.vars), ...asRecord(test.vars) };
  const publicVariables = dropSecrets(variables, (name) => {
    notes.add(`vars.${name}`, place, NOT_COPIED);
  });
  let combinations: Record<string, VariableValue>[] = [{}];
  for (const [name, variable] of Object.entries(publicVariables)) {
    const variableValues = await valuesOf(variable, place, reader.sourceFiles);
    const count = (variableValues?.length ?? 0) * combinations.length;
    if (variableValues === undefined || count === 0 || count > MAX_COMBINATIONS) {
      const reason = count > MAX_COMBINATIONS ? TOO_MANY : NOT_PLAIN;
      notes.add(`the test (vars.${name})`, place, reason);
      return [];
    }
    combinations = variableValues.flatMap((entry) =>
      combinations.map((values) => ({ ...values, [name]: entry })),
    );
  }
  const assertions = asList(test.assert).map((entry, i) => ({ value: entry, place: placeOf(i) }));
  return combinations.map((values) => ({ values, assertions, place }));
}

/** Returns the texts of a variable; undefined if one is not a text, or holds variables itself. */
async function valuesOf(
  variable: unknown,
  place: string,
  sourceFiles: SourceFiles,
): Promise<VariableValue[] | undefined> {
  const values: VariableValue[] = [];
  for (const entry of Array.isArray(variable) ? asList(variable) : [variable]) {
    const text = scalarText(entry ?? '');
    if (text === undefined || /\{[{%]/.test(text)) return undefined;
    const pattern = /^file:\/\/(.*)$/is.exec(text.trim())?.[1];
    if (pattern === undefined) {
      values.push({ text });
      continue;
    }
    const files = pattern.includes('*') ? await sourceFiles.matching(pattern, place) : [pattern];
    if (!files.every((file) => /\.(?:txt|md)$/i.test(file))) return undefined;
    for (const file of files)
      values.push({ text: (await sourceFiles.text(file, place)).trim(), file });
  }
  return values;
}
