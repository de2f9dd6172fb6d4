import { hasOptions, parseTemplate } from '../engine/prompt.ts';
import { prepare, type Prepared } from '../engine/prepare.ts';
import type { TestRun } from '../engine/run.ts';
import type { Row } from '../engine/types.ts';
import { ConfigError, DataError, mergeErrors, orTell, type GateError } from '../errors.ts';
import { quoted } from '../json.ts';
import { loadLines } from '../data/builtin.ts';
import type { Config, TestConfig } from '../config/config.ts';
import { variablesOf } from '../config/prompts.ts';
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
  /** How each source of rows was read, and which rows must hold for their number. */
  facts: string[];
  notices: string[];
}

/**
 * Reads the rows of all tests, and makes their cases.
 *
 * @throws ConfigError or DataError that names all that makes a verdict impossible
 */
export async function prepareTests({ config, readRows }: Judgement): Promise<PreparedTests> {
  const { columns, prompts } = promptsIn(config);
  const placeholders = prompts.flatMap(({ filled: names }) => names);
  const comparisons = config.tests.filter(({ setup: { compare, must } }) => {
    return compare === 'base' && must !== 'all';
  }).length;
  const facts = new Set<string>();
  const notices = new Set<string>();
  const problems: GateError[] = [];
  const tests: PreparedTest[] = [];
  for (const one of config.tests) {
    const loaded = await orTell(
      () => readRows(one.data),
      (problem) => problems.push(problem),
    );
    if (!loaded) continue;
    const { rows } = loaded;
    const { test, setup } = one;
    const lines = test.lines && (await loadLines(test.lines));
    const tools = { ...setup, placeholders, lines };
    const prepared = prepare(test, rows, tools);
    const { cases, must, rates, leftOut } = prepared;
    const unread = rows.find(({ keyProblem }) => keyProblem)?.keyProblem;
    if (unread && (test.sendsOptions || test.keyOf)) problems.push(unread);
    else
      for (const [message, remedy, where = one.place] of faultsOf(one, prepared, { rows, prompts }))
        problems.push(new ConfigError(`${test.name}: ${message}`, { where, remedy }));
    const [understood = '', ...others] = loaded.notices;
    for (const fact of [understood, ...prepared.notices]) facts.add(fact);
    for (const notice of others) notices.add(notice);
    const { alpha, beta, compare, max_regression: delta } = tools;
    const comparison = compare === 'base' ? { delta, comparisons, alpha, beta } : undefined;
    const plan = { cases, must, rates, alpha, beta, comparison, isObserved: test.isObserved };
    tests.push({ config: one, rows, run: { test, tools, plan, leftOut } });
  }
  for (const name of columns)
    if (!placeholders.includes(name))
      notices.add(`No prompt has {${name}}: what data.columns.fill gives it is not sent.`);
  if (problems.length === 0) problems.push(...unheldRows(tests));
  const [first, ...others] = problems;
  if (!first) return { tests, columns, facts: [...facts], notices: [...notices] };
  throw mergeErrors([first, ...others], first instanceof DataError ? DataError : ConfigError);
}

/** Rows that must hold, and that no test holds: else a run would be green without them. */
function* unheldRows(tests: readonly PreparedTest[]): Generator<DataError> {
  const held = new Set<string>();
  const reasons = new Map<string, string>();
  for (const { rows, run } of tests)
    for (const row of rows.filter(({ must }) => must)) {
      const { name, holds } = run.test;
      const left = run.leftOut.find((one) => one.row === row && !one.isRepeated);
      if (holds && !left) held.add(row.source);
      else reasons.set(row.source, `${name}: ${left?.reason ?? 'it holds no rows'}`);
    }
  for (const [where, reason] of reasons)
    if (!held.has(where))
      yield new DataError(`A row must hold, and no test holds it. ${reason}`, {
        where,
        remedy: 'Correct it, add a test that holds it, such as answers, or leave `must` out.',
      });
}

/** The prompts, with the placeholders that columns fill, and those that nothing else fills. */
function promptsIn({ subject: { texts, placeOf }, tests }: Config) {
  const all = tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {}));
  const columns = [...new Set(all)];
  const variables = Object.keys(variablesOf(texts));
  const prompts = (['prompt', 'system_prompt'] as const).map((kind) => {
    const { text = '' } = texts[kind] ?? {};
    const pieces = parseTemplate(text, { kind, variables, columns });
    const names = pieces.map(({ name }) => name);
    const filled = columns.filter((name) => names.includes(name));
    const open = filled.filter((name) => !variables.includes(name));
    const lacksOptions = kind === 'prompt' && texts.prompt && !names.includes('options');
    return { kind, text, filled, open, lacksOptions, place: placeOf(kind) };
  });
  return { columns, prompts };
}

type Fault = [message: string, remedy: string, where?: string];

/** What makes a verdict of a test impossible. */
function* faultsOf(
  { test, setup, judge }: TestConfig,
  { cases, must, leftOut, problems }: Prepared,
  { rows, prompts }: { rows: readonly Row[] } & Pick<ReturnType<typeof promptsIn>, 'prompts'>,
): Generator<Fault> {
  const sent = prompts.map(({ text }) => text).join('\n');
  // The prompt of a classifier names its labels: one that is gone is judged like any change.
  const isNamed = (option: string) => sent.includes(option.replace(/^\w+\. /, ''));
  const [first, ...others] = test.sendsOptions
    ? rows.filter((row) => hasOptions(row) && !row.options?.split('\n').some(isNamed))
    : [];
  for (const { kind, open, lacksOptions, place } of prompts) {
    for (const name of open) {
      const row = rows.find(({ fill = {} }) => !Object.hasOwn(fill, name));
      // It would be sent as it stands.
      if (row)
        yield [
          `nothing fills {${name}} of the ${kind} for the row ${quoted(row.source)}`,
          `Give every row the column of data.columns.fill.${name}, or a value for rows without it: model.variables: { ${name}: … }.`,
          place,
        ];
    }
    // A model that is not shown the options can only guess.
    if (first && lacksOptions)
      yield [
        `the prompt shows no options, and ${others.length + 1} of ${rows.length} rows have some, the first at ${quoted(first.source)}`,
        'Add {options} where they belong.',
        place,
      ];
  }
  const worded = [...must, ...cases].find(({ keys = {} }) =>
    Object.values(keys).some((key) => 'words' in key),
  );
  if (worded && judge === 'off')
    yield [
      'an answer in words needs a judge',
      'Name a judge, or list the answers that there are in data.columns.options.',
      worded.row.source,
    ];
  for (const one of setup.rules ?? [])
    if (one.must && !must.some(({ asksAgainst }) => asksAgainst === one.rule))
      yield [
        `the rule ${quoted(one.rule)} must hold, and no row asks against it`,
        'Add rows, or leave `pressure: false` out.',
      ];
  const unfit = leftOut.slice(0, 1).map(({ reason }) => {
    return ` Rows that are left out: ${leftOut.length}; the first: ${reason}.`;
  });
  for (const problem of problems) yield [problem, `Correct the data or the test.${unfit.join('')}`];
}
