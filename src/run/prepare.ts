import { BARE_PROMPT, parseTemplate } from '../engine/prompt.ts';
import { prepare, type Prepared } from '../engine/prepare.ts';
import { parseRowOptions, type Row } from '../engine/row.ts';
import { isInWords } from '../engine/read.ts';
import type { TestRun } from '../engine/run.ts';
import { ConfigError, DataError, tryStep, throwMerged, type GateError } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { loadLines } from '../data/builtin.ts';
import { isFileSource } from '../data/files.ts';
import { quotedNames } from '../data/printable.ts';
import type { LoadedRows } from '../data/rows.ts';
import type { Config, TestConfig } from '../config/config.ts';
import { PROMPT_KINDS, promptNames, variablesOf } from '../config/prompts.ts';
import { isFilledIn } from '../models/settings.ts';
import type { RulesAndRows } from '../trust/ruling-types.ts';

export type PreparedTests = Awaited<ReturnType<typeof prepareTests>>;
export type PreparedTest = Awaited<ReturnType<typeof prepareTest>>;

/**
 * Reads the rows of all tests, and makes their cases.
 *
 * @throws ConfigError or DataError that names all that makes a verdict impossible
 */
export async function prepareTests({ config, readRows }: RulesAndRows) {
  const shared = collectShared(config);
  const tests: PreparedTest[] = [];
  const problems: GateError[] = [...variableFaults(shared)];
  for (const test of config.tests)
    await tryStep(
      async () => tests.push(await prepareTest(test, await readRows(test.data), shared)),
      (problem) => problems.push(problem),
    );
  // Tests that read the same faulty rows report the problem once.
  throwMerged([...new Map(problems.map((problem) => [problem.describe(), problem])).values()]);
  throwMerged([...unusedRowFaults(tests)]);
  return {
    config,
    tests,
    names: shared.names,
    // How each source was read, and which tests have so few rows that each row must hold.
    facts: [...new Set(tests.flatMap(({ facts }) => facts))],
    notices: [...new Set(tests.flatMap(({ notices }) => notices))],
  };
}

/** Faults of variables: a placeholder of `init`, or a name that no prompt uses. */
function* variableFaults({ values, shown, placeOf }: Shared) {
  for (const [name, value] of Object.entries(values)) {
    const where = placeOf(`variables.${name}`);
    if (!isFilledIn(value))
      yield new ConfigError(`model.variables.${name} still has the placeholder of \`init\``, {
        where,
        remedy: 'Replace it with a text, { file: PATH } or { files: GLOB }.',
      });
    if (!shown.includes(name))
      yield new ConfigError(`No prompt uses model.variables.${name}`, {
        where,
        remedy: `Write {${name}} where it belongs, in the same braces as the other names, or remove the variable.`,
      });
  }
}

type Shared = ReturnType<typeof collectShared>;

/** Collects what all tests of a run share: names, prompts and values. */
function collectShared({ subject: { model, texts, placeOf }, tests }: Config) {
  const names = promptNames(texts, tests);
  const prompts = PROMPT_KINDS.map((kind) => {
    const text = texts[kind]?.text ?? (kind === 'prompt' ? BARE_PROMPT : '');
    const shown = parseTemplate(text, names).map(({ name = '' }) => name);
    // Placeholders that no variable fills, so each row must.
    const columns = names.columns.filter(
      (name) => shown.includes(name) && !names.variables.includes(name),
    );
    return { kind, text, shown, columns };
  });
  return {
    // An app knows its own options.
    isApp: model.hub === 'http',
    // The placeholders that rows of any test fill.
    names,
    prompts,
    values: variablesOf(texts),
    placeOf,
    // The placeholders of both prompts.
    shown: prompts.flatMap(({ shown }) => shown),
    comparisons: tests.filter(({ setup }) => setup.compare === 'base' && setup.must !== 'all')
      .length,
  };
}

/**
 * Most rows that are reported because their answer is not an option. One cause may affect all rows.
 */
const MAX_KEY_PROBLEMS = 5;

/** @throws GateError for rows that cannot be read, and for all that makes a verdict impossible */
async function prepareTest(
  config: TestConfig,
  { rows, fact, notices }: LoadedRows,
  shared: Shared,
) {
  const { test, setup, place } = config;
  if (test.sendsOptions || test.keyOf)
    throwMerged(rows.flatMap((row) => row.keyProblem ?? []).slice(0, MAX_KEY_PROBLEMS));
  const tools = {
    ...setup,
    placeholders: shared.shown,
    lines: test.lines && (await loadLines(test.lines)),
  };
  const prepared = prepare(test, rows, tools);
  throwMerged([...promptFaults(config, rows, shared), ...caseFaults(config, prepared)]);
  const { alpha, beta, compare, max_regression: delta } = setup;
  // The questions, without the models.
  const run: Omit<TestRun, 'head'> = {
    test,
    tools,
    plan: {
      ...prepared,
      alpha,
      beta,
      isObserved: test.isObserved,
      comparison:
        compare === 'base' ? { delta, comparisons: shared.comparisons, alpha, beta } : undefined,
    },
    leftOut: prepared.leftOut,
  };
  return {
    config,
    rows,
    run,
    place,
    unfit: prepared.unfit,
    isAdvisory: setup.advisory,
    facts: [fact, ...prepared.notices],
    notices,
  };
}

/**
 * Makes a function that creates the faults of a test, at the place of the test by default.
 */
function createFaultMaker({ test, place }: TestConfig) {
  return (message: string, remedy: string, where = place) =>
    new ConfigError(`${test.name}: ${message}`, { where, remedy });
}

/** Faults of prompts: a placeholder that no value fills, or options that are not shown. */
function* promptFaults(
  config: TestConfig,
  rows: readonly Row[],
  { isApp, prompts, shown, placeOf }: Shared,
) {
  const fault = createFaultMaker(config);
  for (const { kind, columns } of prompts)
    for (const name of columns) {
      const row = rows.find(({ fill = {} }) => !Object.hasOwn(fill, name));
      if (row)
        yield fault(
          `nothing fills {${name}} in the ${kind} for the row ${quoted(row.source)}`,
          `Give every row the column of data.columns.fill.${name}, or set a default: model.variables: { ${name}: … }.`,
          placeOf(kind),
        );
    }
  // The prompt of a classifier may list its labels: it then contains at least two. One alone proves
  // nothing: "know" contains "no". If a change deletes a label, the rows judge that.
  const written = prompts.map(({ text }) => text.toLowerCase()).join();
  const unshown = rows.find(
    (row) =>
      row.options &&
      !parseRowOptions(row)?.filter(({ text }) => written.includes(text.toLowerCase()))[1],
  );
  // A model that is not shown the options can only guess.
  if (unshown && !isApp && config.test.sendsOptions && !shown.includes('options'))
    yield fault(
      `the prompt shows no options, and the row ${quoted(unshown.source)} has some`,
      'Add {options} where they belong. If the answers are free text, remove `options` from data.columns.',
      placeOf('prompt'),
    );
}

/** Faults of cases: too few, none for a rule that must hold, or answers that nothing can read. */
function* caseFaults(config: TestConfig, { cases, must, leftOut, problems }: Prepared) {
  const fault = createFaultMaker(config);
  const inWords = [...must, ...cases].find(({ keys = {} }) => Object.values(keys).some(isInWords));
  if (inWords && config.judge === 'off')
    yield fault(
      'an answer in words needs a judge',
      'Name a judge, or list the possible answers in data.columns.options.',
      inWords.row.source,
    );
  for (const { rule, must: mustHold } of config.setup.rules ?? [])
    if (mustHold && !must.some(({ asksAgainst }) => asksAgainst === rule))
      yield fault(
        `the rule ${quoted(rule)} must hold, but no row asks against it`,
        'Add rows, or remove `pressure: false`.',
      );
  const [first] = leftOut;
  const unfit = first ? ` Rows left out: ${leftOut.length}; the first: ${first.reason}.` : '';
  for (const problem of problems) yield fault(problem, `Correct the data or the test.${unfit}`);
}

/**
 * Faults of rows that must hold, and of a team's own questions, if no test decides by them. Without
 * these faults, a run could pass without such rows.
 */
function* unusedRowFaults(tests: readonly PreparedTest[]) {
  const decisive = tests.flatMap(({ config, rows, unfit, run: { test } }) => {
    const isOfQuestions = test.holds && test.keyOf && isFileSource(config.data.source);
    const reasons = new Map(unfit.map(({ row, reason }) => [row, reason]));
    return rows
      .filter(({ must }) => must ?? isOfQuestions)
      .map((row) => {
        const why = test.holds
          ? reasons.get(row)
          : 'rows that must hold are for answers, rules, refusal and output_toxicity';
        return { place: row.source, reason: why && `${test.name}: ${why}` };
      });
  });
  const used = new Set(decisive.flatMap(({ place, reason }) => (reason ? [] : place)));
  const unused = decisive.filter(({ place }) => !used.has(place));
  for (const [reason, rows] of Map.groupBy(unused, (row) => row.reason)) {
    const places = rows.map(({ place }) => place);
    yield new DataError(`${reason}. So no test would decide by ${quotedNames(places)}`, {
      where: places[0],
      remedy:
        'Write the right answer there. Keep the rows of another test in a separate file, under its `data`.',
    });
  }
}
