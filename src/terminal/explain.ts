import { fillRow } from '../engine/prompt.js';
import type { Config } from '../config/config.js';
import type { LeftOutRow, ResultRow, Results } from '../engine/results.js';
import type { Sample } from '../engine/sample.js';
import { DataError, ReportedError } from '../errors.js';
import { evaluate } from '../run/run.js';
import type { EvaluateOptions } from '../run/options.js';
import { readEarlierReport } from '../run/baseline.js';
import { findTest } from '../engine/perturbations/index.js';
import { oneLine, shortName } from '../report/story/truncate.js';
import { explainRow } from '../report/formats/explain-row.js';
import { decidingRow } from '../report/story/deciding-row.js';
import { isOfTest } from '../report/story/states.js';
import { quantity, formatNumber, placeWords } from '../report/story/words.js';
import { redact } from '../secrets.js';
import { evaluateOptions } from './evaluate-options.js';
import { EXIT, type CommandLine, type Terminal, paragraph } from './command.js';
import { nameOptionsInResults } from './option-names.js';
import { usageError } from './options.js';
import { lastReport } from './output-files.js';
import { forOneSample, type AnyRun } from '../engine/methods/test-run.js';
import path from 'node:path';

const MOST_EXPLAINED = 4;
const MOST_NAMED = 10;

export async function runExplain(
  { options, words: [wantedRow] }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { printJson, secrets, root } = terminal;
  const { test, cacheDirectory } = options;
  const workingOptions = await evaluateOptions(options, terminal);
  let { report } = options;
  if (options.fresh) report = undefined;
  else report ??= await lastReport({ cacheDirectory, root });
  let name: string | undefined;
  let foundResults: Results;
  if (report !== undefined) {
    const way = path.relative(root, report);
    name = way.startsWith('..') ? report : way;
    foundResults = await readEarlierReport(report, { name, use: 'be explained' });
  } else if (wantedRow !== undefined)
    foundResults = await askRowAgain(wantedRow, workingOptions, test);
  else
    throw usageError(
      'explain without ROW needs a report',
      'Run `sensitivity run` first, name a report with --report, or name a row.',
    );
  const results = nameOptionsInResults(redact(foundResults, secrets));
  if (results.problem) throw new ReportedError(results.problem);
  const selection = {
    ...rowsToExplain(results, { wantedRow, test, report: name }),
    report: name,
  };
  const { fittingRows, leftOut } = selection;
  if (fittingRows.length === 0 && leftOut.length === 0)
    throw noSuchRow(wantedRow, name ?? 'the data', test);
  if (options.json) {
    printJson({ rows: fittingRows.map(({ row }) => row), not_applicable: leftOut });
    return 0;
  }
  const { rules } = workingOptions.config;
  printRows(
    results,
    { ...selection, config: 'config' in rules ? rules.config : undefined },
    terminal,
  );
  return fittingRows.some(({ row }) => row.status === 'error') && name === undefined
    ? EXIT.error
    : 0;
}

interface RowRequest {
  wantedRow: string | undefined;
  test: string | undefined;
  /** Name of the report; undefined for a row that was asked again. */
  report: string | undefined;
}

interface Selection {
  fittingRows: { row: ResultRow; index: number }[];
  leftOut: Results['not_applicable'];
}

function rowsToExplain(results: Results, { wantedRow, test, report }: RowRequest): Selection {
  // A test may be given by an alias.
  let testName = test;
  if (test !== undefined) {
    const namedTest = findTest(test);
    if (namedTest?.aliases?.includes(test)) testName = namedTest.name;
  }
  const { results: askedRows, not_applicable } = results;
  const isNamedRow =
    report === undefined || wantedRow === undefined
      ? () => true
      : rowFinder(wantedRow, [...askedRows, ...not_applicable]);
  const isWanted = (row: RowHead, index: number) =>
    (testName === undefined || row.test_type === testName) &&
    isNamedRow({ source: row.source, id: row.id, text: row.original }, index);
  const fitting = askedRows
    .map((row, index) => ({ row, index }))
    .filter(({ row, index }) => isWanted(row, index));
  if (wantedRow === undefined) {
    const rows = fitting.map(({ row }) => row);
    const deciding = decidingRow(results, rows);
    return { fittingRows: fitting.filter(({ row }) => row === deciding), leftOut: [] };
  }
  // A number in a report counts the rows that were asked.
  return { fittingRows: fitting, leftOut: not_applicable.filter((row) => isWanted(row, -1)) };
}

function printRows(
  results: Results,
  {
    fittingRows,
    leftOut,
    report,
    config,
  }: Selection & Pick<RowRequest, 'report'> & { config?: Config },
  { print, note, complain, layout }: Terminal,
): void {
  if (report !== undefined) {
    note(paragraph(`From ${report}, a run of ${results.started_at}.`, layout));
    if (config && config.origin.sha256 !== results.config.sha256)
      complain(
        'The configuration has changed since that run, and the prompts below are those of the present configuration. Ask the row again with --fresh.',
      );
  }
  for (const { row, index } of fittingRows.slice(0, MOST_EXPLAINED)) {
    const test = results.report.find((reported) => isOfTest(row, reported));
    if (!test) continue;
    const place = report === undefined ? undefined : index + 1;
    print(
      `\n${explainRow({ row, test, number: place, asking: config && askingOf(row, config) }, layout)}`,
    );
  }
  for (const row of leftOut.slice(0, MOST_EXPLAINED)) {
    const { test_type, reason } = row;
    const sentence = `${shortName(test_type)}: ${oneLine(placeWords(row), 200)} was left out: ${reason}`;
    print(`\n${paragraph(sentence, layout)}`);
  }
  const furtherRows = fittingRows.slice(MOST_EXPLAINED);
  if (furtherRows.length === 0) return;
  const places = furtherRows
    .slice(0, MOST_NAMED)
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

async function askRowAgain(
  wantedRow: string,
  { cacheDirectory: _, ...options }: EvaluateOptions,
  test: string | undefined,
): Promise<Results> {
  let { rules } = options.config;
  if ('config' in rules) {
    const { tests } = rules.config;
    const unlimitedTests = tests.map((test) => ({
      ...test,
      data: { ...test.data, limit: undefined },
    }));
    rules = { config: { ...rules.config, tests: unlimitedTests } };
  }
  const { results } = await evaluate({
    ...options,
    config: { ...options.config, rules },
    narrowTests: (tests) => {
      const narrowedTests = narrowToRow(tests, { wantedRow, test });
      if (narrowedTests.length === 0) throw noSuchRow(wantedRow, 'the data', test);
      return narrowedTests;
    },
  });
  return results;
}

function noSuchRow(
  wantedRow: string | undefined,
  where: string,
  test: string | undefined,
): DataError {
  const testClause = test === undefined ? '' : ` under the test ${shortName(test)}`;
  const waysToName =
    'its number, its place as the report names it (evals/questions.jsonl:3), its id, or how its text begins.';
  if (wantedRow === undefined)
    return new DataError(`no row fails in ${where}${testClause}`, {
      where: 'explain',
      remedy: `Name a row: ${waysToName}`,
    });
  return new DataError(`there is no row '${shortName(wantedRow)}' in ${where}${testClause}`, {
    where: 'explain',
    remedy: `Give ${waysToName}`,
  });
}

type RowHead = Pick<LeftOutRow, 'source' | 'id' | 'original' | 'test_type'>;
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
  { wantedRow, test }: { wantedRow: string; test: string | undefined },
): AnyRun[] {
  const isWanted = rowFinder(
    wantedRow,
    tests.flatMap(({ samples }) => samples),
  );
  return tests
    .filter(
      (run) => test === undefined || run.test.name === test || run.test.aliases?.includes(test),
    )
    .flatMap((run): AnyRun[] => {
      const sample = run.samples.find((candidate, index) => isWanted(candidate, index));
      return sample ? [forOneSample(run, sample)] : [];
    });
}
