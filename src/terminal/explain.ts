import { fillRow } from '../engine/rows/prompt.ts';
import type { Config } from '../config/config.ts';
import type { LeftOutRow, ResultRow, Results } from '../engine/results.ts';
import type { Sample } from '../engine/sample.ts';
import { DataError, ReportedError } from '../errors.ts';
import { evaluate } from '../run/run.ts';
import type { EvaluateOptions } from '../run/options.ts';
import { findTest } from '../engine/perturbations/index.ts';
import { oneLine, shortName } from '../report/story/truncate.ts';
import { explainRow } from '../report/formats/explain-row.ts';
import { decidingRow } from '../report/story/deciding-row.ts';
import { isOfTest } from '../report/story/states.ts';
import { quantity, formatNumber, placeWords } from '../report/story/words.ts';
import { distinctBy } from '../engine/lists.ts';
import { quoted } from '../json.ts';
import { columnWithId } from './id-column.ts';
import { scalar } from './init/scalar.ts';
import { leadsOut } from '../path-safety.ts';
import { redact } from '../secrets.ts';
import { evaluateOptions } from './evaluate-options.ts';
import { EXIT, type CommandLine, type Terminal, paragraph } from './command.ts';
import { nameOptionsInResults } from './option-names.ts';
import { usageError, type Options } from './options.ts';
import { lastReport, readReport } from './saved-reports.ts';
import { forOneSample, type AnyRun } from '../engine/methods/test-run.ts';
import path from 'node:path';

/** Most rows that are explained in full, and most further ones that are named. */
const MAX_EXPLAINED_ROWS = 4;
const MAX_NAMED_ROWS = 10;

/** The row and the test that the user names; undefined for any. */
interface Wanted {
  row: string | undefined;
  /** The name of the test, not an alias. */
  test: string | undefined;
}

/** A report that is read. Its name is the path as the user would write it. */
interface ReportFile {
  file: string;
  name: string;
}

export async function runExplain(
  { options, words: [row] }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { printJson, secrets } = terminal;
  const workingOptions = await evaluateOptions(options, terminal);
  const wanted: Wanted = { row, test: testName(options.test) };
  const report = await reportToRead(options, terminal);
  const rawResults = report
    ? await readReport(report.file, report.name)
    : await askRowAgain(wanted, workingOptions, terminal);
  const results = nameOptionsInResults(redact(rawResults, secrets));
  if (results.problem) throw new ReportedError(results.problem);
  const selection = selectRows(results, wanted, report);
  const { selected, leftOut } = selection;
  if (selected.length + leftOut.length === 0) {
    const idColumn = await idColumnFor(wanted, workingOptions, terminal);
    throw noSuchRow(wanted, { where: report?.name ?? 'the data', idColumn });
  }
  if (options.json)
    printJson({ rows: selected.map((entry) => entry.row), not_applicable: leftOut });
  else {
    const { rules } = workingOptions.config;
    const config = 'config' in rules ? rules.config : undefined;
    if (report) noteReport(results, { report, config }, terminal);
    printRows(results, { ...selection, config, isNumbered: report !== undefined }, terminal);
  }
  const isInError = selected.some((entry) => entry.row.status === 'error');
  return isInError && !report ? EXIT.error : 0;
}

function testName(nameOrAlias: string | undefined): string | undefined {
  const test = nameOrAlias === undefined ? undefined : findTest(nameOrAlias);
  return test?.aliases?.includes(nameOrAlias ?? '') ? test.name : nameOrAlias;
}

/** The report that an option names, or that of the last run; undefined to ask the row again. */
async function reportToRead(
  { report, fresh, cacheDirectory }: Options,
  { root }: Terminal,
): Promise<ReportFile | undefined> {
  if (fresh) return undefined;
  const file = report ?? (await lastReport({ cacheDirectory, root }));
  if (file === undefined) return undefined;
  const way = path.relative(root, file);
  return { file, name: leadsOut(way) ? file : way };
}

interface Selection {
  selected: { row: ResultRow; index: number }[];
  leftOut: readonly LeftOutRow[];
}

/** Selects the rows that are wanted; without a name of one, the row that decided the run. */
function selectRows(results: Results, wanted: Wanted, report: ReportFile | undefined): Selection {
  const { results: askedRows, not_applicable } = results;
  const isOfWantedTest = ({ test_type }: { test_type: string }) =>
    wanted.test === undefined || test_type === wanted.test;
  const rows = askedRows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => isOfWantedTest(row));
  if (wanted.row === undefined) {
    const deciding = decidingRow(
      results,
      rows.map(({ row }) => row),
    );
    return { selected: rows.filter(({ row }) => row === deciding), leftOut: [] };
  }
  const leftOutOfTest = not_applicable.filter(isOfWantedTest);
  // The run asked only the wanted row of the data.
  if (!report) return { selected: rows, leftOut: leftOutOfTest };
  const isNamed = rowFinder(wanted.row, [...askedRows, ...not_applicable]);
  return {
    selected: rows.filter(({ row, index }) => isNamed({ ...row, text: row.original }, index)),
    // A number in a report counts the rows that were asked.
    leftOut: leftOutOfTest.filter((row) => isNamed({ ...row, text: row.original }, -1)),
  };
}

/** Says which run the report is of, and whether the configuration has changed since. */
function noteReport(
  { started_at, config: { sha256 } }: Results,
  { report, config }: { report: ReportFile; config: Config | undefined },
  { note, complain, layout }: Terminal,
): void {
  note(paragraph(`From ${report.name}, a run of ${started_at}.`, layout));
  if (config && config.origin.sha256 !== sha256)
    complain(
      'The configuration has changed since that run, and the prompts below are those of the present configuration. Ask the row again with --fresh.',
    );
}

function printRows(
  { report }: Results,
  {
    selected,
    leftOut,
    config,
    isNumbered,
  }: Selection & { config: Config | undefined; isNumbered: boolean },
  { print, layout }: Terminal,
): void {
  for (const { row, index } of selected.slice(0, MAX_EXPLAINED_ROWS)) {
    const test = report.find((reported) => isOfTest(row, reported));
    if (!test) continue;
    const number = isNumbered ? index + 1 : undefined;
    const asking = config && askingOf(row, config);
    print(`\n${explainRow({ row, test, number, asking }, layout)}`);
  }
  for (const row of leftOut.slice(0, MAX_EXPLAINED_ROWS)) {
    const { test_type, reason } = row;
    const sentence = `${shortName(test_type)}: ${oneLine(placeWords(row), 200)} was left out: ${reason}`;
    print(`\n${paragraph(sentence, layout)}`);
  }
  const furtherRows = selected.slice(MAX_EXPLAINED_ROWS);
  if (furtherRows.length === 0) return;
  const places = furtherRows
    .slice(0, MAX_NAMED_ROWS)
    .map(({ row, index }) => `${formatNumber(index + 1)} (${shortName(row.source)})`);
  const more = furtherRows.length > places.length ? ' …' : '';
  const sentence = `${quantity(furtherRows.length, 'more row')} would fit: ${places.join(', ')}${more}.`;
  print(`\n${paragraph(sentence, layout)}`);
}

function askingOf(
  { test_type, filled }: ResultRow,
  { template, model: { system_prompt, system_fill }, tests, variables }: Config,
) {
  const testConfig = tests.find(({ test }) => test.name === test_type);
  const systemPrompt =
    system_fill && system_prompt !== undefined
      ? fillRow(system_prompt, { ...variables, ...filled })
      : system_prompt;
  return { template: testConfig?.template ?? template, systemPrompt, variables };
}

/** @throws ConfigError without a row, DataError for a row that no test has */
async function askRowAgain(
  wanted: Wanted,
  { cacheDirectory: _, ...options }: EvaluateOptions,
  terminal: Terminal,
): Promise<Results> {
  if (wanted.row === undefined)
    throw usageError(
      'explain without ROW needs a report',
      'Run `sensitivity run` first, name a report with --report, or name a row.',
    );
  const name = wanted.row;
  let { rules } = options.config;
  if ('config' in rules) {
    const tests = rules.config.tests.map((test) => ({
      ...test,
      data: { ...test.data, limit: undefined },
    }));
    rules = { config: { ...rules.config, tests } };
  }
  const idColumn = await idColumnFor(wanted, options, terminal);
  const { results } = await evaluate({
    ...options,
    config: { ...options.config, rules },
    narrowTests: (tests) => {
      const narrowedTests = narrowToRow(tests, { row: name, test: wanted.test });
      if (narrowedTests.length === 0) throw noSuchRow(wanted, { where: 'the data', idColumn });
      return narrowedTests;
    },
  });
  return results;
}

/** The column that has the wanted row's name among its unique values, and is not read as ids. */
async function idColumnFor(
  { row }: Wanted,
  { config: { rules } }: Pick<EvaluateOptions, 'config'>,
  { root }: Terminal,
): Promise<string | undefined> {
  if (row === undefined || !('config' in rules)) return undefined;
  for (const data of distinctBy(
    rules.config.tests.map(({ data }) => data),
    ({ source }) => source,
  )) {
    const column = await columnWithId(data, { id: row, root });
    if (column !== undefined) return column;
  }
  return undefined;
}

/** @param idColumn a column that has the row's name, but is not configured as that of the ids */
function noSuchRow(
  { row, test }: Wanted,
  { where, idColumn }: { where: string; idColumn: string | undefined },
): DataError {
  const testClause = test === undefined ? '' : ` under the test ${shortName(test)}`;
  const waysToName =
    'its number, its place as the report names it (evals/questions.jsonl:3), its id, or how its text begins.';
  if (row === undefined)
    return new DataError(`no row fails in ${where}${testClause}`, {
      where: 'explain',
      remedy: `Name a row: ${waysToName}`,
    });
  const idClause =
    idColumn === undefined
      ? ''
      : ` The column ${quoted(idColumn)} has that name: write \`columns: { id: ${scalar(idColumn)} }\` under \`data\`, then run again, and \`explain\` finds rows by it.`;
  return new DataError(`there is no row '${shortName(row)}' in ${where}${testClause}`, {
    where: 'explain',
    remedy: `Give ${waysToName}${idClause}`,
  });
}

type NamedRow = Pick<Sample, 'source' | 'id' | 'text'>;

/**
 * Returns a predicate for the wanted row: by its name in the data, else its number from 1, its
 * place in the data, or the start of its text.
 */
export function rowFinder(
  wantedRow: string,
  rows: readonly Pick<NamedRow, 'id'>[] = [],
): (row: NamedRow, index: number) => boolean {
  if (rows.some(({ id }) => id === wantedRow)) return ({ id }) => id === wantedRow;
  const number = /^#?(\d{1,9})$/.exec(wantedRow)?.[1];
  if (number !== undefined) return (_, index) => index === Number(number) - 1;
  const wantedStart = wantedRow.toLowerCase().trim();
  return ({ source, text }) =>
    source.toLowerCase() === wantedStart ||
    source.toLowerCase().endsWith(wantedStart) ||
    text.toLowerCase().trimStart().startsWith(wantedStart);
}

/** Returns the tests with one row each, and without minima, since one row cannot decide a test. */
function narrowToRow(
  tests: readonly AnyRun[],
  { row, test }: { row: string; test: string | undefined },
): AnyRun[] {
  const isWanted = rowFinder(
    row,
    tests.flatMap(({ samples }) => samples),
  );
  return tests
    .filter((run) => test === undefined || run.test.name === test)
    .flatMap((run): AnyRun[] => {
      const sample = run.samples.find((candidate, index) => isWanted(candidate, index));
      return sample ? [forOneSample(run, sample)] : [];
    });
}
