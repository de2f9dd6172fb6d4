import { BARE_PROMPT, parseTemplate, rowNames } from '../engine/prompt.ts';
import { prepare, type Prepared } from '../engine/prepare.ts';
import type { TestRun } from '../engine/run.ts';
import { ConfigError, DataError, orTell, throwMerged, type GateError } from '../errors.ts';
import { quoted } from '../json.ts';
import { loadLines } from '../data/builtin.ts';
import { isFileSource } from '../data/files.ts';
import { list } from '../data/printable.ts';
import type { LoadedRows } from '../data/rows.ts';
import type { Config, TestConfig } from '../config/config.ts';
import { variablesOf } from '../config/prompts.ts';
import type { Judgement } from '../trust/judged.ts';
import { isFilledIn } from '../plain-text.ts';

export type PreparedTests = Awaited<ReturnType<typeof prepareTests>>;
/** A test with its cases. */
export type PreparedTest = Awaited<ReturnType<typeof prepareTest>>;

/**
 * Reads the rows of all tests, and makes their cases.
 *
 * @throws ConfigError or DataError that names all that makes a verdict impossible
 */
export async function prepareTests({ config, readRows }: Judgement) {
  const shared = sharedBy(config);
  const { names, placeholders } = shared;
  const tests: PreparedTest[] = [];
  const problems: GateError[] = [...variableFaults(shared)];
  for (const test of config.tests)
    await orTell(
      async () => tests.push(await prepareTest(test, await readRows(test.data), shared)),
      (problem) => problems.push(problem),
    );
  // Tests that read the same faulty rows have one problem.
  throwMerged([...new Set(problems)]);
  throwMerged([...unusedRows(tests)]);
  const notices = tests.flatMap((test) => test.notices);
  for (const name of names.columns)
    if (!placeholders.includes(name))
      notices.push(`No prompt has {${name}}: what data.columns.fill gives it is not sent.`);
  /** How each source of rows was read, and which rows must hold for their number. */
  const facts = new Set(tests.flatMap((test) => test.facts));
  const warnings = tests.flatMap(({ config: { data }, rows, run: { test, leftOut } }) => {
    const { length } = leftOut.filter((one) => !one.isRepeated);
    if (test.holds || length === 0 || !isFileSource(data.source)) return [];
    return `${test.name} leaves out ${length} of ${rows.length} rows: \`sensitivity check\` says why.`;
  });
  return { tests, names, facts: [...facts], warnings, notices: [...new Set(notices)] };
}

/** Variables that are not written yet, or that no prompt shows. */
function* variableFaults({ values, prompts, placeholders, placeOf }: Shared) {
  const inBraces = prompts.flatMap(({ text }) => text.match(/\{+\s*\w+\s*\}+/g) ?? []);
  const shown = list(inBraces) || 'nothing else';
  for (const [name, value] of Object.entries(values)) {
    const where = placeOf(`variables.${name}`);
    if (!isFilledIn(value))
      yield new ConfigError(`model.variables.${name} is what \`init\` leaves open`, {
        where,
        remedy: 'Write a text, { file: PATH } or { files: GLOB }.',
      });
    if (placeholders.includes(name)) continue;
    yield new ConfigError(`No prompt shows model.variables.${name}, but ${shown}`, {
      where,
      remedy: `Write {${name}} where it belongs, in the style of the others, or remove the variable.`,
    });
  }
}

type Shared = ReturnType<typeof sharedBy>;

/** The prompts of a model without any. */
const USUAL = { prompt: BARE_PROMPT, system_prompt: '' };

/** The names and values that the tests of a run have in common. */
function sharedBy({ subject: { texts, placeOf }, tests }: Config) {
  const names = rowNames(tests.map(({ data }) => data.columns));
  const values = variablesOf(texts);
  const variables = Object.keys(values);
  const prompts = (['prompt', 'system_prompt'] as const).map((kind) => {
    const { text = USUAL[kind] } = texts[kind] ?? {};
    const pieces = parseTemplate(text, { ...names, variables });
    return { kind, text, names: pieces.map(({ name = '' }) => name) };
  });
  const compared = tests.filter(
    ({ setup: { compare, must } }) => compare === 'base' && must !== 'all',
  );
  return {
    /** Placeholders that rows fill, by any test. */
    names,
    prompts,
    values,
    placeOf,
    placeholders: prompts.flatMap(({ names }) => names),
    /** Placeholders that rows alone fill. */
    unset: names.columns.filter((name) => !variables.includes(name)),
    comparisons: compared.length,
  };
}

/** @throws GateError for rows that cannot be read, and for all that makes a verdict impossible */
async function prepareTest(config: TestConfig, loaded: LoadedRows, shared: Shared) {
  const { rows, fact, notices } = loaded;
  const { test, setup, place } = config;
  const unread = rows.find(({ keyProblem }) => keyProblem)?.keyProblem;
  if (unread && (test.sendsOptions || test.keyOf)) throw unread;
  const { placeholders, comparisons } = shared;
  const lines = test.lines && (await loadLines(test.lines));
  const tools = { ...setup, placeholders, lines };
  const prepared = prepare(test, rows, tools);
  throwMerged([...faultsOf(config, prepared, { rows, ...shared })]);
  const { cases, must, rates, leftOut } = prepared;
  const { alpha, beta, compare, max_regression: delta } = setup;
  const comparison = compare === 'base' ? { delta, comparisons, alpha, beta } : undefined;
  const plan = { cases, must, rates, alpha, beta, comparison, isObserved: test.isObserved };
  /** What is asked, without the models. */
  const run: Omit<TestRun, 'head'> = { test, tools, plan, leftOut };
  return {
    config,
    rows,
    run,
    place,
    isAdvisory: setup.advisory,
    facts: [fact, ...prepared.notices],
    notices,
  };
}

/** The faults that make a verdict of a test impossible. */
function* faultsOf(
  { test, setup, judge, place }: TestConfig,
  { cases, must, leftOut, problems }: Prepared,
  { rows, prompts, placeholders, unset, placeOf }: Pick<PreparedTest, 'rows'> & Shared,
) {
  const fault = (message: string, remedy: string, where = place) =>
    new ConfigError(`${test.name}: ${message}`, { where, remedy });
  const sent = prompts.map(({ text }) => text).join('\n');
  // The prompt of a classifier names its labels: one that is gone is judged like any change.
  const isNamed = (option: string) => sent.includes(option.replace(/^\w+\. /, ''));
  const unshown = rows.filter(({ options }) => options && !options.split('\n').some(isNamed));
  for (const { kind, names } of prompts)
    for (const name of unset.filter((one) => names.includes(one))) {
      const row = rows.find(({ fill = {} }) => !Object.hasOwn(fill, name));
      // It would be sent as it stands.
      if (row)
        yield fault(
          `nothing fills {${name}} of the ${kind} for the row ${quoted(row.source)}`,
          `Give every row the column of data.columns.fill.${name}, or a value for rows without it: model.variables: { ${name}: … }.`,
          placeOf(kind),
        );
    }
  const [first] = unshown;
  // A model that is not shown the options can only guess.
  if (first && test.sendsOptions && !placeholders.includes('options'))
    yield fault(
      `the prompt shows no options, and ${unshown.length} of ${rows.length} rows have some, the first at ${quoted(first.source)}`,
      'Add {options} where they belong.',
      placeOf('prompt'),
    );
  const worded = [...must, ...cases].find(({ keys = {} }) =>
    Object.values(keys).some((key) => 'words' in key),
  );
  if (worded && judge === 'off')
    yield fault(
      'an answer in words needs a judge',
      'Name a judge, or list the answers that there are in data.columns.options.',
      worded.row.source,
    );
  for (const one of setup.rules ?? [])
    if (one.must && !must.some(({ asksAgainst }) => asksAgainst === one.rule))
      yield fault(
        `the rule ${quoted(one.rule)} must hold, and no row asks against it`,
        'Add rows, or leave `pressure: false` out.',
      );
  const unfit = leftOut
    .slice(0, 1)
    .map(({ reason }) => ` Rows that are left out: ${leftOut.length}; the first: ${reason}.`);
  for (const problem of problems)
    yield fault(problem, `Correct the data or the test.${unfit.join('')}`);
}

/**
 * Rows that must hold and that no test holds, and rows of the team's own that say to no test of
 * questions what is right: else a run would be green without them.
 */
function* unusedRows(tests: readonly PreparedTest[]) {
  const used = new Set<string>();
  const reasons = new Map<string, string>();
  for (const { config, rows, run } of tests) {
    const { name, holds } = run.test;
    const isOfQuestions = holds && run.test.keyOf && isFileSource(config.data.source);
    for (const row of rows.filter(({ must }) => must ?? isOfQuestions)) {
      const left = run.leftOut.find((one) => one.row === row && !one.isRepeated);
      if (holds && !left) used.add(row.source);
      else
        reasons.set(
          row.source,
          `${name}: ${left?.reason ?? 'rows that must hold are for answers, rules, refusal and output_toxicity'}`,
        );
    }
  }
  const unused = [...reasons].filter(([source]) => !used.has(source));
  for (const [reason, rows] of Map.groupBy(unused, (one) => one[1])) {
    const places = rows.map(([source]) => source);
    yield new DataError(`${reason}. So no test decides by ${list(places)}`, {
      where: places[0],
      remedy:
        'Write there what is right. Rows of another test stand in a file of their own, under its `data`.',
    });
  }
}
