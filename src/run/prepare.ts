import { hasOptions, parseTemplate } from '../engine/prompt.ts';
import { prepare, type Prepared } from '../engine/prepare.ts';
import type { TestRun } from '../engine/run.ts';
import type { Row, TestSetup } from '../engine/types.ts';
import { ConfigError, DataError, GateError, mergeErrors } from '../errors.ts';
import { quoted } from '../json.ts';
import { loadLines } from '../data/builtin.ts';
import type { Config, SubjectConfig, TestConfig } from '../config/config.ts';
import type { Judgement } from '../trust/judged.ts';

/** A test with its cases. */
export interface PreparedTest {
  config: TestConfig;
  /** Rows that were read. */
  rowCount: number;
  /** What is asked, without the models. */
  run: Omit<TestRun, 'head'>;
}

export interface PreparedTests {
  tests: PreparedTest[];
  /** Placeholders that columns fill, by any test. */
  columns: readonly string[];
  /** For each source of rows, how it was read. */
  data: string[];
  notices: string[];
}

/**
 * Reads the rows of all tests, and makes their cases.
 *
 * @throws ConfigError or DataError that names all that makes a verdict impossible
 */
export async function prepareTests({ config, readRows }: Judgement): Promise<PreparedTests> {
  const filled = config.tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {}));
  const columns = [...new Set(filled)];
  const prompts = promptsOf(config.subject, columns);
  const shown = prompts.flatMap((prompt) => prompt.shown);
  const placeholders = columns.filter((name) => shown.includes(name));
  const data = new Set<string>();
  const notices = new Set<string>();
  for (const name of columns)
    if (!placeholders.includes(name))
      notices.add(`No prompt has {${name}}: what data.columns.fill gives it is not sent.`);
  const problems: GateError[] = [];
  const tests: PreparedTest[] = [];
  for (const test of config.tests) {
    try {
      const { rows, understood, blank, notices: ofRows } = await readRows(test.data);
      data.add(understood);
      for (const notice of [...ofRows, ...blankRows(blank)]) notices.add(notice);
      const lines = test.test.lines && (await loadLines(test.test.lines));
      const setup = { ...test.setup, placeholders, lines };
      const prepared = prepare(test.test, rows, setup);
      problems.push(...problemsOf(test, { config, prompts, columns, rows, prepared }));
      tests.push({ config: test, rowCount: rows.length, run: runOf(test, setup, prepared) });
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      problems.push(error);
    }
  }
  if (problems.length === 0) problems.push(...nothingGates(tests, config));
  const [first, ...others] = problems;
  if (!first) return { tests, columns, data: [...data], notices: [...notices] };
  throw mergeErrors([first, ...others], first instanceof DataError ? DataError : ConfigError);
}

function runOf(
  { test }: TestConfig,
  setup: TestSetup,
  { cases, rates, leftOut }: Prepared,
): PreparedTest['run'] {
  const { alpha, beta } = setup;
  const { isObserved } = test;
  return { test, tools: setup, plan: { cases, rates, alpha, beta, isObserved }, leftOut };
}

interface NamedPrompt {
  key: 'prompt' | 'system_prompt';
  /** Names of all that it shows. */
  shown: readonly string[];
}

function promptsOf(subject: SubjectConfig, columns: readonly string[]): NamedPrompt[] {
  const variables = Object.keys(subject.variables);
  return (['prompt', 'system_prompt'] as const).map((key) => {
    const pieces = parseTemplate(subject[key]?.text ?? '', { kind: key, variables, columns });
    return { key, shown: pieces.flatMap(({ name }) => name ?? []) };
  });
}

const MAX_PLACES = 5;

function blankRows(places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : '';
  const named = places.slice(0, MAX_PLACES).map(quoted).join(', ');
  return [`Rows without a text are left out: ${named}${more}.`];
}

interface ReadTest {
  config: Config;
  prompts: readonly NamedPrompt[];
  columns: readonly string[];
  rows: readonly Row[];
  prepared: Prepared;
}

/** All that makes a verdict of this test impossible. */
function problemsOf(test: TestConfig, read: ReadTest): GateError[] {
  const { name } = test.test;
  const { rows, prepared } = read;
  const unread = rows.find(({ keyProblem }) => keyProblem !== undefined)?.keyProblem;
  if (unread && (test.test.sendsOptions || test.test.keyOf)) return [unread];
  const problems: GateError[] = [...unfilledPlaceholders(test, read), ...hiddenOptions(test, read)];
  const add = (message: string, remedy: string) => {
    problems.push(new ConfigError(`${name}: ${message}`, { where: test.place, remedy }));
  };
  const worded = prepared.cases.filter(({ keys = {} }) =>
    Object.values(keys).some((key) => 'words' in key),
  ).length;
  if (worded > 0 && test.judge === 'off')
    add(
      `${worded} of ${prepared.cases.length} rows have an expected answer in words, and no judge compares answers with it`,
      'Name a model at the root: judge: { hub: openai, name: YOUR-JUDGE }, or leave `judge: off` out.',
    );
  for (const problem of prepared.problems) add(problem, commonReasons(prepared));
  return problems;
}

function commonReasons({ leftOut }: Prepared): string {
  const groups = [...Map.groupBy(leftOut, ({ reason }) => reason)];
  const common = groups.toSorted(([, a], [, b]) => b.length - a.length).slice(0, 3);
  if (common.length === 0) return 'Correct the data, or the minimum.';
  const reasons = common.map(([reason, { length }]) => `${length} × ${reason}`).join('; ');
  return `Rows that were left out: ${reasons}.`;
}

/** A placeholder that some row and no variable fills would be sent as it stands. */
function unfilledPlaceholders(
  { test, place }: TestConfig,
  { config: { subject }, prompts, columns, rows }: ReadTest,
): GateError[] {
  const unfilled = columns.filter((name) => !Object.hasOwn(subject.variables, name));
  return prompts.flatMap(({ key, shown }) =>
    unfilled.flatMap((name) => {
      const row = rows.find(({ fill = {} }) => !Object.hasOwn(fill, name));
      if (!row || !shown.includes(name)) return [];
      const message = `${test.name}: nothing fills {${name}} of the ${key} for the row ${quoted(row.source)}`;
      const remedy = `Give every row the column of data.columns.fill.${name}, or a value for rows without it: model.variables: { ${name}: … }.`;
      return [new ConfigError(message, { where: subject.placeOf(key) ?? place, remedy })];
    }),
  );
}

/** A model that is not shown the options can only guess. */
function hiddenOptions(
  { test, place }: TestConfig,
  { config: { subject }, prompts, rows }: ReadTest,
): GateError[] {
  const [prompt] = subject.prompt ? prompts : [];
  const [first, ...others] = test.sendsOptions ? rows.filter(hasOptions) : [];
  if (!first || !prompt || prompt.shown.includes('options')) return [];
  const message = `the prompt shows no options, and ${others.length + 1} of ${rows.length} rows of ${test.name} have some, the first at ${quoted(first.source)}`;
  const where = subject.placeOf('prompt') ?? place;
  return [new ConfigError(message, { where, remedy: 'Add {options} where they belong.' })];
}

/** A run in which no test can fail a change would be green on nothing. */
function nothingGates(tests: readonly PreparedTest[], { path }: Config): GateError[] {
  const decides = ({ config: { isAdvisory, compare }, run: { plan } }: PreparedTest) =>
    !isAdvisory && (compare !== undefined || plan.rates.some(({ minimum }) => minimum > 0));
  if (tests.some(decides)) return [];
  const remedy = 'Raise min_pass_rate of a test, or take `advisory: true` out of one.';
  return [new ConfigError('No test of this configuration can fail', { where: path, remedy })];
}
