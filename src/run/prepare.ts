import { allCases } from '../engine/must.ts';
import { hasOptions, parseTemplate } from '../engine/prompt.ts';
import { prepare, type Prepared } from '../engine/prepare.ts';
import type { TestRun } from '../engine/run.ts';
import { TESTS } from '../engine/tests/index.ts';
import type { Row, Test, Unfit } from '../engine/types.ts';
import { ConfigError, DataError, mergeErrors, orTell, type GateError } from '../errors.ts';
import { quoted } from '../json.ts';
import { loadLines } from '../data/builtin.ts';
import { list } from '../data/printable.ts';
import type { SubjectConfig, TestConfig } from '../config/config.ts';
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
  const { subject } = config;
  const filled = config.tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {}));
  const columns = [...new Set(filled)];
  const shown = shownIn(subject, columns);
  const { prompt, system_prompt: system } = shown;
  const placeholders = columns.filter((name) => prompt.has(name) || system.has(name));
  const unsent = columns.filter((name) => !placeholders.includes(name));
  const data = new Set<string>();
  const notices = new Set(
    unsent.map((name) => `No prompt has {${name}}: what data.columns.fill gives it is not sent.`),
  );
  const problems: GateError[] = [];
  const tests: PreparedTest[] = [];
  const mustRows = new MustRows();
  const prepareOne = async (one: TestConfig) => {
    const { test } = one;
    const { rows, understood, blank, notices: ofRows } = await readRows(one.data);
    data.add(understood);
    for (const notice of ofRows) notices.add(notice);
    if (blank.length > 0) notices.add(`Rows without a text are left out: ${list(blank)}.`);
    const lines = test.lines && (await loadLines(test.lines));
    const tools = { ...one.setup, placeholders, lines };
    const prepared = prepare(test, rows, tools);
    problems.push(...problemsOf(one, { subject, shown, columns, rows, prepared }));
    const { cases, must, rates, leftOut } = prepared;
    for (const notice of prepared.notices) notices.add(notice);
    mustRows.add(test, rows, leftOut);
    const { alpha, beta } = tools;
    const plan = { cases, must, rates, alpha, beta, isObserved: test.isObserved };
    tests.push({ config: one, rowCount: rows.length, run: { test, tools, plan, leftOut } });
  };
  for (const one of config.tests)
    await orTell(
      () => prepareOne(one),
      (problem) => problems.push(problem),
    );
  if (problems.length === 0) problems.push(...mustRows.unheld());
  const [first, ...others] = problems;
  if (!first) return { tests, columns, data: [...data], notices: [...notices] };
  throw mergeErrors([first, ...others], first instanceof DataError ? DataError : ConfigError);
}

/** Rows that must hold, and whether a test holds them: else a run would be green without them. */
class MustRows {
  private readonly held = new Set<string>();
  /** Why a test does not hold a row, by the place of the row. */
  private readonly reasons = new Map<string, string>();

  add({ name, holds }: Test, rows: readonly Row[], leftOut: readonly Unfit[]): void {
    for (const row of rows.filter(({ must }) => must)) {
      const left = leftOut.find((one) => one.row === row && !one.isRepeated);
      if (holds && !left) this.held.add(row.source);
      else this.reasons.set(row.source, left ? `${name}: ${left.reason}` : `${name} holds no rows`);
    }
  }

  unheld(): DataError[] {
    const rows = [...this.reasons].filter(([source]) => !this.held.has(source));
    const [first] = rows;
    if (!first) return [];
    const [where, reason] = first;
    const names = TESTS.filter(({ holds }) => holds).map(({ name }) => name);
    const message = `Rows that must hold, and that no test holds: ${rows.length}; the first, since ${reason}`;
    const remedy = `Correct the rows, add a test that holds them (${names.join(', ')}), or leave \`must\` out.`;
    return [new DataError(message, { where, remedy })];
  }
}

/** Names of all that each prompt shows. */
type Shown = Record<'prompt' | 'system_prompt', ReadonlySet<string | undefined>>;

function shownIn(subject: SubjectConfig, columns: readonly string[]): Shown {
  const variables = Object.keys(subject.variables);
  const namesIn = (kind: keyof Shown) =>
    new Set(
      parseTemplate(subject[kind]?.text ?? '', { kind, variables, columns }).map(
        ({ name }) => name,
      ),
    );
  return { prompt: namesIn('prompt'), system_prompt: namesIn('system_prompt') };
}

interface ReadTest {
  subject: SubjectConfig;
  shown: Shown;
  columns: readonly string[];
  rows: readonly Row[];
  prepared: Prepared;
}

/** All that makes a verdict of this test impossible. */
function problemsOf({ test, setup, judge, place }: TestConfig, read: ReadTest): GateError[] {
  const { subject, shown, columns, rows, prepared } = read;
  const { must, leftOut } = prepared;
  const cases = allCases(prepared);
  const unread = rows.find(({ keyProblem }) => keyProblem !== undefined)?.keyProblem;
  if (unread && (test.sendsOptions || test.keyOf)) return [unread];
  const problems: GateError[] = [];
  const add = (message: string, remedy: string, where = place) => {
    problems.push(new ConfigError(`${test.name}: ${message}`, { where, remedy }));
  };
  for (const key of ['prompt', 'system_prompt'] as const)
    for (const name of columns) {
      // It would be sent as it stands.
      const row = rows.find(({ fill = {} }) => !Object.hasOwn(fill, name));
      if (row && shown[key].has(name) && !Object.hasOwn(subject.variables, name))
        add(
          `nothing fills {${name}} of the ${key} for the row ${quoted(row.source)}`,
          `Give every row the column of data.columns.fill.${name}, or a value for rows without it: model.variables: { ${name}: … }.`,
          subject.placeOf(key),
        );
    }
  // A model that is not shown the options can only guess.
  const [first, ...others] = test.sendsOptions ? rows.filter(hasOptions) : [];
  if (first && subject.prompt && !shown.prompt.has('options'))
    add(
      `the prompt shows no options, and ${others.length + 1} of ${rows.length} rows have some, the first at ${quoted(first.source)}`,
      'Add {options} where they belong.',
      subject.placeOf('prompt'),
    );
  const worded = cases.filter(({ keys = {} }) => Object.values(keys).some((key) => 'words' in key));
  if (worded.length > 0 && judge === 'off')
    add(
      `${worded.length} of ${cases.length} rows have an expected answer in words, and no judge compares answers with it`,
      'Name a model at the root: judge: { hub: openai, name: YOUR-JUDGE }, or leave `judge: off` out.',
    );
  const asked = new Set(must.map(({ asksAgainst }) => asksAgainst));
  for (const { rule } of setup.rules?.filter((one) => one.must && !asked.has(one.rule)) ?? [])
    add(
      `the rule ${quoted(rule)} must hold, and no row asks against it`,
      'Add rows, or leave `pressure: false` out.',
    );
  for (const problem of prepared.problems) add(problem, commonReasons(leftOut));
  return problems;
}

function commonReasons(leftOut: Prepared['leftOut']): string {
  const groups = [...Map.groupBy(leftOut, ({ reason }) => reason)];
  const common = groups.toSorted(([, a], [, b]) => b.length - a.length).slice(0, 3);
  if (common.length === 0) return 'Correct the data, or the minimum.';
  const reasons = common.map(([reason, { length }]) => `${length} × ${reason}`).join('; ');
  return `Rows that were left out: ${reasons}.`;
}
