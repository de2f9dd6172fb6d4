import { columnsShown, hasOptions, parseTemplate, type PromptNames } from '../engine/prompt.ts';
import { prepare, type Prepared } from '../engine/prepare.ts';
import type { Row, TestSetup } from '../engine/types.ts';
import { ConfigError, DataError, GateError, mergeErrors } from '../errors.ts';
import { quoted } from '../json.ts';
import { loadLines } from '../data/builtin.ts';
import type { Config, SubjectConfig, TestConfig } from '../config/config.ts';
import type { Judgement } from '../trust/judged.ts';

/** A test with its cases. */
export interface PreparedTest {
  config: TestConfig;
  setup: TestSetup;
  prepared: Prepared;
  /** Rows that were read. */
  rowCount: number;
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
  const columns = [...new Set(config.tests.flatMap(({ data }) => fillNames(data.columns.fill)))];
  const shown = promptColumns(config.subject, columns);
  const data = new Set<string>();
  const notices = new Set(columns.filter((name) => !shown.includes(name)).map(hiddenColumn));
  const problems: GateError[] = [];
  const tests: PreparedTest[] = [];
  for (const test of config.tests) {
    try {
      const loaded = await readRows(test.data);
      data.add(loaded.understood);
      for (const notice of [...loaded.notices, ...blankRows(loaded.blank)]) notices.add(notice);
      const { rows } = loaded;
      const setup = await setupOf(test, shown);
      const prepared = prepare(test.test, rows, setup);
      problems.push(...problemsOf(test, { config, rows, prepared, columns }));
      tests.push({ config: test, setup, prepared, rowCount: rows.length });
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      problems.push(error);
    }
  }
  problems.push(...nothingGates(config));
  const [first, ...others] = problems;
  if (first) throw mergeErrors([first, ...others], kindOf(first));
  return { tests, columns, data: [...data], notices: [...notices] };
}

function kindOf(error: GateError): typeof ConfigError | typeof DataError {
  return error instanceof DataError ? DataError : ConfigError;
}

function fillNames(fill: TestConfig['data']['columns']['fill'] = {}): string[] {
  return Object.keys(fill);
}

/** Columns that a prompt of the subject shows. */
function promptColumns(subject: SubjectConfig, columns: readonly string[]): string[] {
  return promptsOf(subject, columns).flatMap(({ text, names }) => columnsShown(text, names));
}

function hiddenColumn(name: string): string {
  return `No prompt has {${name}}: what data.columns.fill gives it is not sent.`;
}

interface NamedPrompt {
  key: 'prompt' | 'system_prompt';
  text: string;
  names: PromptNames;
}

function promptsOf(
  { prompt, system_prompt: system, variables }: SubjectConfig,
  columns: readonly string[],
): NamedPrompt[] {
  const named: NamedPrompt[] = [];
  const names = { variables: Object.keys(variables), columns };
  if (prompt) named.push({ key: 'prompt', text: prompt.text, names: { kind: 'prompt', ...names } });
  if (system)
    named.push({
      key: 'system_prompt',
      text: system.text,
      names: { kind: 'system_prompt', ...names },
    });
  return named;
}

async function setupOf({ setup, test }: TestConfig, placeholders: string[]): Promise<TestSetup> {
  const lines: Record<string, Awaited<ReturnType<typeof loadLines>>> = {};
  if (test.name === 'rules') lines.pressure = await loadLines('pressure');
  if (test.name === 'add_toxic_words') lines.provocations = await loadLines('provocations');
  return { ...setup, placeholders, lines };
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
  rows: readonly Row[];
  prepared: Prepared;
  columns: readonly string[];
}

/** All that makes a verdict of this test impossible. */
function problemsOf(test: TestConfig, read: ReadTest): GateError[] {
  const { name } = test.test;
  const configError = (message: string, remedy: string, where = test.place) =>
    new ConfigError(`${name}: ${message}`, { where, remedy });
  const problems: GateError[] = [...unreadKeys(test, read.rows)];
  if (problems.length > 0) return problems;
  problems.push(...unfilledPlaceholders(test, read), ...hiddenOptions(test, read));
  const worded = read.prepared.cases.filter(({ keys = {} }) =>
    Object.values(keys).some((key) => 'words' in key),
  ).length;
  if (worded > 0 && test.judge === 'off')
    problems.push(
      configError(
        `${worded} of ${read.prepared.cases.length} rows have an expected answer in words, and no judge compares answers with it`,
        'Name a model at the root: judge: { hub: openai, name: YOUR-JUDGE }, or leave `judge: off` out.',
      ),
    );
  for (const problem of read.prepared.problems)
    problems.push(configError(problem, commonReasons(read.prepared)));
  return problems;
}

/** Rows whose options or key cannot be read, in a test that needs them. */
function unreadKeys({ test }: TestConfig, rows: readonly Row[]): GateError[] {
  if (!test.sendsOptions && !test.keyOf) return [];
  const faulty = rows.find(({ keyProblem }) => keyProblem !== undefined);
  return faulty?.keyProblem ? [faulty.keyProblem] : [];
}

function commonReasons({ leftOut }: Prepared): string {
  const groups = [...Map.groupBy(leftOut, ({ reason }) => reason)];
  const common = groups.toSorted(([, a], [, b]) => b.length - a.length).slice(0, 3);
  if (common.length === 0) return 'Correct the data, or the minimum.';
  const reasons = common.map(([reason, { length }]) => `${length} × ${reason}`).join('; ');
  return `Rows that were left out: ${reasons}.`;
}

/** A placeholder that some row and no variable fills would be sent as it stands. */
function unfilledPlaceholders(test: TestConfig, { config, rows, columns }: ReadTest): GateError[] {
  const { subject } = config;
  return promptsOf(subject, columns).flatMap(({ key, text, names }) =>
    columnsShown(text, names).flatMap((name) => {
      if (Object.hasOwn(subject.variables, name)) return [];
      const row = rows.find(({ fill = {} }) => !Object.hasOwn(fill, name));
      if (!row) return [];
      const message = `${test.test.name}: nothing fills {${name}} of the ${key} for the row ${quoted(row.source)}`;
      const remedy = `Give every row the column of data.columns.fill.${name}, or a value for rows without it: model.variables: { ${name}: … }.`;
      return [new ConfigError(message, { where: subject.placeOf(key) ?? test.place, remedy })];
    }),
  );
}

/** A model that is not shown the options can only guess. */
function hiddenOptions(test: TestConfig, { config, rows, columns }: ReadTest): GateError[] {
  const [prompt] = promptsOf(config.subject, columns).filter(({ key }) => key === 'prompt');
  if (!test.test.sendsOptions || !prompt) return [];
  const shown = parseTemplate(prompt.text, prompt.names).map(({ name }) => name);
  const withOptions = rows.filter(hasOptions);
  const [first] = withOptions;
  if (!first || shown.includes('options')) return [];
  const message = `the prompt shows no options, and ${withOptions.length} of ${rows.length} rows of ${test.test.name} have some, the first at ${quoted(first.source)}`;
  const where = config.subject.placeOf('prompt') ?? test.place;
  return [new ConfigError(message, { where, remedy: 'Add {options} where they belong.' })];
}

/** A run in which no test can fail a change would be green on nothing. */
function nothingGates({ tests, path }: Config): GateError[] {
  const decides = ({ isAdvisory, setup, compare, test }: TestConfig) => {
    const minima = [setup.minPassRate, ...Object.values(setup.minBySide ?? {})];
    const isOpen = test.isObserved && minima.every((minimum) => minimum === 0);
    return !isAdvisory && (compare !== undefined || !isOpen);
  };
  if (tests.some(decides)) return [];
  const remedy = 'Raise min_pass_rate of a test, or take `advisory: true` out of one.';
  return [new ConfigError('No test of this configuration can fail', { where: path, remedy })];
}
