import { allCases } from '../engine/must.ts';
import { hasOptions, parseTemplate } from '../engine/prompt.ts';
import { prepare, type Prepared } from '../engine/prepare.ts';
import type { TestRun } from '../engine/run.ts';
import type { Row } from '../engine/types.ts';
import { ConfigError, DataError, mergeErrors, orTell, type GateError } from '../errors.ts';
import { quoted } from '../json.ts';
import { loadLines } from '../data/builtin.ts';
import { list } from '../data/printable.ts';
import type { SubjectConfig, TestConfig } from '../config/config.ts';
import { variablesOf } from '../config/texts.ts';
import type { Judgement } from '../trust/judged.ts';

/** A test with its cases. */
export interface PreparedTest {
  config: TestConfig;
  /** As they were read. */
  rows: readonly Row[];
  /** What is asked, without the models. */
  run: Omit<TestRun, 'head'>;
}

export interface PreparedTests {
  tests: PreparedTest[];
  /** Placeholders that columns fill, by any test. */
  columns: readonly string[];
  /** How each source of rows was read, and what else is to be said. */
  notices: string[];
}

/**
 * Reads the rows of all tests, and makes their cases.
 *
 * @throws ConfigError or DataError that names all that makes a verdict impossible
 */
export async function prepareTests({ config, readRows }: Judgement): Promise<PreparedTests> {
  const all = config.tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {}));
  const columns = [...new Set(all)];
  const prompts = promptsIn(config.subject, columns);
  const placeholders = prompts.flatMap(({ filled: names }) => names);
  const notices = new Set<string>();
  const problems: GateError[] = [];
  const tests: PreparedTest[] = [];
  for (const one of config.tests) {
    const loaded = await orTell(
      () => readRows(one.data),
      (problem) => problems.push(problem),
    );
    if (!loaded) continue;
    const { rows, understood, blank } = loaded;
    const { test, setup } = one;
    const lines = test.lines && (await loadLines(test.lines));
    const tools = { ...setup, placeholders, lines };
    const prepared = prepare(test, rows, tools);
    const { cases, must, rates, leftOut } = prepared;
    problems.push(...problemsOf(one, prepared, { rows, prompts, subject: config.subject }));
    for (const notice of [understood, ...loaded.notices, ...prepared.notices]) notices.add(notice);
    if (blank.length > 0) notices.add(`Rows without a text are left out: ${list(blank)}.`);
    const { alpha, beta } = tools;
    const plan = { cases, must, rates, alpha, beta, isObserved: test.isObserved };
    tests.push({ config: one, rows, run: { test, tools, plan, leftOut } });
  }
  for (const name of columns)
    if (!placeholders.includes(name))
      notices.add(`No prompt has {${name}}: what data.columns.fill gives it is not sent.`);
  if (problems.length === 0) problems.push(...unheldRows(tests));
  const [first, ...others] = problems;
  if (!first) return { tests, columns, notices: [...notices] };
  throw mergeErrors([first, ...others], first instanceof DataError ? DataError : ConfigError);
}

/** Rows that must hold, and that no test holds: else a run would be green without them. */
function unheldRows(tests: readonly PreparedTest[]): DataError[] {
  const held = new Set<string>();
  const reasons = new Map<string, string>();
  for (const { rows, run } of tests)
    for (const row of rows.filter(({ must }) => must)) {
      const { name, holds } = run.test;
      const left = run.leftOut.find((one) => one.row === row && !one.isRepeated);
      if (holds && !left) held.add(row.source);
      else reasons.set(row.source, `${name}: ${left?.reason ?? 'it holds no rows'}`);
    }
  const [first, ...others] = [...reasons].filter(([source]) => !held.has(source));
  if (!first) return [];
  const [where, reason] = first;
  const count = others.length + 1;
  return [
    new DataError(
      `Rows that must hold, and that no test holds: ${count}; the first, since ${reason}`,
      {
        where,
        remedy:
          'Correct the rows, add a test that holds them, such as answers, or leave `must` out.',
      },
    ),
  ];
}

/** The prompts, with the placeholders of each that columns fill. */
function promptsIn(subject: SubjectConfig, columns: readonly string[]) {
  const variables = Object.keys(variablesOf(subject.texts));
  return (['prompt', 'system_prompt'] as const).map((kind) => {
    const pieces = parseTemplate(subject.texts[kind]?.text ?? '', { kind, variables, columns });
    const names = pieces.map(({ name }) => name);
    const filled = columns.filter((name) => names.includes(name));
    return { kind, filled, showsOptions: names.includes('options') };
  });
}

interface ReadTest {
  rows: readonly Row[];
  prompts: ReturnType<typeof promptsIn>;
  subject: SubjectConfig;
}

/** All that makes a verdict of this test impossible. */
function problemsOf(one: TestConfig, prepared: Prepared, read: ReadTest): GateError[] {
  const { test, place } = one;
  const unread = read.rows.find(({ keyProblem }) => keyProblem)?.keyProblem;
  if (unread && (test.sendsOptions || test.keyOf)) return [unread];
  return [...promptFaults(one, read), ...keyFaults(one, prepared)].map(
    ([message, remedy, where = place]) =>
      new ConfigError(`${test.name}: ${message}`, { where, remedy }),
  );
}

type Fault = [message: string, remedy: string, where?: string];

function* promptFaults(
  { test }: TestConfig,
  { rows, prompts, subject }: ReadTest,
): Generator<Fault> {
  for (const { kind, filled } of prompts)
    for (const name of filled) {
      const row = rows.find(({ fill = {} }) => !Object.hasOwn(fill, name));
      // It would be sent as it stands.
      if (row && !Object.hasOwn(variablesOf(subject.texts), name))
        yield [
          `nothing fills {${name}} of the ${kind} for the row ${quoted(row.source)}`,
          `Give every row the column of data.columns.fill.${name}, or a value for rows without it: model.variables: { ${name}: … }.`,
          subject.placeOf(kind),
        ];
    }
  // A model that is not shown the options can only guess.
  const [first, ...others] = test.sendsOptions ? rows.filter(hasOptions) : [];
  if (first && subject.texts.prompt && !prompts.some(({ showsOptions }) => showsOptions))
    yield [
      `the prompt shows no options, and ${others.length + 1} of ${rows.length} rows have some, the first at ${quoted(first.source)}`,
      'Add {options} where they belong.',
      subject.placeOf('prompt'),
    ];
}

function* keyFaults({ setup, judge }: TestConfig, prepared: Prepared): Generator<Fault> {
  const cases = allCases(prepared);
  const worded = cases.filter(({ keys = {} }) => Object.values(keys).some((key) => 'words' in key));
  if (worded.length > 0 && judge === 'off')
    yield [
      `${worded.length} of ${cases.length} rows have an expected answer in words, and no judge compares answers with it`,
      'Name a model at the root: judge: { hub: openai, name: YOUR-JUDGE }, or leave `judge: off` out.',
    ];
  for (const { rule, must } of setup.rules ?? [])
    if (must && !prepared.must.some(({ asksAgainst }) => asksAgainst === rule))
      yield [
        `the rule ${quoted(rule)} must hold, and no row asks against it`,
        'Add rows, or leave `pressure: false` out.',
      ];
  const [first] = prepared.leftOut;
  const remedy = first
    ? `Rows that were left out: ${prepared.leftOut.length}; the first: ${first.reason}.`
    : 'Correct the data, or the minimum.';
  for (const problem of prepared.problems) yield [problem, remedy];
}
