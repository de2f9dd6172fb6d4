import type { ResultRow, Results } from '../engine/results.js';
import { ConfigError, DataError } from '../errors.js';
import { evaluate } from '../run/run.js';
import type { EvaluateOptions } from '../run/options.js';
import { readEarlierReport } from '../run/baseline.js';
import { findTest } from '../engine/tests/index.js';
import { oneLine, shortName } from '../report/formats/escape.js';
import { explainRow } from '../report/formats/explain-row.js';
import { say } from '../report/formats/layout.js';
import { decidingRow } from '../report/story/deciding-row.js';
import { isOf } from '../report/story/states.js';
import { counted, number } from '../report/story/words.js';
import { redact } from '../secrets.js';
import { evaluateOptions } from './evaluate-options.js';
import { EXIT, type CommandLine, type Terminal, resultsInFlags } from './command.js';
import { usageError } from './options.js';
import { lastReport } from './output-files.js';
import { forOneSample, type AnyRun } from '../engine/methods/test-run.js';
import path from 'node:path';

const MOST_EXPLAINED = 4;
const MOST_NAMED = 10;

export async function runExplain(
  { options, words: [wanted] }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { print, printJson, note, complain, layout, secrets, root } = terminal;
  const { test, cacheDirectory } = options;
  const asked = await evaluateOptions(options, terminal);
  const config = 'config' in asked.config.rules ? asked.config.rules.config : undefined;
  const report = options.fresh
    ? undefined
    : (options.report ?? (await lastReport({ cacheDirectory, root })));
  if (wanted === undefined && report === undefined) {
    throw usageError(
      'explain without ROW needs a report',
      'Run `sensitivity run` first, name a report with --report, or name a row.',
    );
  }
  const way = report === undefined ? '' : path.relative(root, report);
  const name = way.startsWith('..') ? report! : way;
  const given =
    report === undefined
      ? await askAnew(wanted!, asked, test)
      : await readEarlierReport(report, { name, use: 'be explained' });
  const results = resultsInFlags(redact(given, secrets));
  if (results.problem) {
    const { where, message, remedy } = results.problem;
    throw new (results.problem.name === 'DataError' ? DataError : ConfigError)(message, {
      where,
      remedy,
    });
  }
  const known = test === undefined ? undefined : findTest(test);
  // A test may be given by an alias.
  const testName = known?.aliases?.includes(test!) ? known.name : test;
  const fits = report === undefined || wanted === undefined ? () => true : rowFinder(wanted);
  const isWanted = (
    { source, original: text, test_type }: Pick<ResultRow, 'source' | 'original' | 'test_type'>,
    index: number,
  ) => (testName === undefined || test_type === testName) && fits({ source, text }, index);
  const fitting = results.results
    .map((row, index) => ({ row, index }))
    .filter(({ row, index }) => isWanted(row, index));
  const deciding = decidingRow(
    results,
    fitting.map(({ row }) => row),
  );
  const found = wanted === undefined ? fitting.filter(({ row }) => row === deciding) : fitting;
  // A number in a report counts the rows that were asked.
  const leftOut =
    wanted === undefined || (report !== undefined && /^#?\d+$/.test(wanted))
      ? []
      : results.not_applicable.filter(isWanted);
  if (found.length === 0 && leftOut.length === 0)
    throw noRow(wanted, report === undefined ? 'the data' : name, test);
  if (options.json) {
    printJson({ rows: found.map(({ row }) => row), not_applicable: leftOut });
    return 0;
  }
  const paragraph = (text: string) => `${say(text, layout, 0).join('\n')}\n`;
  if (report !== undefined) note(paragraph(`From ${name}, a run of ${results.started_at}.`));
  if (report !== undefined && config && config.origin.sha256 !== results.config.sha256)
    complain(
      'The configuration has changed since that run, and the prompts below are those of the present configuration. Ask the row again with --fresh.',
    );
  for (const { row, index } of found.slice(0, MOST_EXPLAINED)) {
    const ofRow = results.report.find((one) => isOf(row, one));
    if (!ofRow) continue;
    const written = config?.tests.find(({ test: { name } }) => name === row.test_type);
    const asking = config && {
      asking: {
        template: written?.template ?? config.template,
        systemPrompt: config.model.system_prompt,
      },
    };
    print(
      `\n${explainRow({ row, test: ofRow, number: report === undefined ? undefined : index + 1, ...asking }, layout)}`,
    );
  }
  for (const { source, test_type, reason } of leftOut.slice(0, MOST_EXPLAINED))
    print(
      `\n${paragraph(`${shortName(test_type)}: ${oneLine(source, 200)} was left out: ${reason}`)}`,
    );
  const rest = found.slice(MOST_EXPLAINED);
  if (rest.length > 0) {
    const places = rest
      .slice(0, MOST_NAMED)
      .map(({ row, index }) => `${number(index + 1)} (${shortName(row.source)})`);
    const more = rest.length > places.length ? ' …' : '';
    print(
      `\n${paragraph(`${counted(rest.length, 'more row')} would fit: ${places.join(', ')}${more}.`)}`,
    );
  }
  return found.some(({ row }) => row.status === 'error') && report === undefined ? EXIT.error : 0;
}

async function askAnew(
  wanted: string,
  { cacheDirectory: _, ...asked }: EvaluateOptions,
  test: string | undefined,
): Promise<Results> {
  const { rules } = asked.config;
  const whole =
    'config' in rules
      ? {
          config: {
            ...rules.config,
            tests: rules.config.tests.map((one) => ({
              ...one,
              data: { ...one.data, limit: undefined },
            })),
          },
        }
      : rules;
  const { results } = await evaluate({
    ...asked,
    config: { ...asked.config, rules: whole },
    narrow: (tests) => {
      const found = narrowTo(tests, { wanted, test });
      if (found.length === 0) throw noRow(wanted, 'the data', test);
      return found;
    },
  });
  return results;
}

function noRow(wanted: string | undefined, where: string, test: string | undefined): DataError {
  const under = test === undefined ? '' : ` under the test ${shortName(test)}`;
  const by =
    'its number, its place as the report names it (evals/questions.jsonl:3), or how its text begins.';
  const [what, remedy] =
    wanted === undefined
      ? [`no row fails in ${where}`, `Name a row: ${by}`]
      : [`there is no row '${shortName(wanted)}' in ${where}`, `Give ${by}`];
  return new DataError(`${what}${under}`, { where: 'explain', remedy });
}

/**
 * Returns a predicate for the wanted row: by its number from 1, its place in the data, or the start
 * of its text.
 */
export function rowFinder(
  wanted: string,
): (row: { source: string; text: string }, index: number) => boolean {
  const number = /^#?(\d{1,9})$/.exec(wanted)?.[1];
  if (number !== undefined) return (_, index) => index === Number(number) - 1;
  const lower = wanted.toLowerCase().trim();
  return ({ source, text }) =>
    source.toLowerCase() === lower ||
    source.toLowerCase().endsWith(lower) ||
    text.toLowerCase().trimStart().startsWith(lower);
}

/** Returns the tests with one row each, and without minima, since one row cannot decide a test. */
function narrowTo(
  tests: readonly AnyRun[],
  { wanted, test }: { wanted: string; test: string | undefined },
): AnyRun[] {
  const isWanted = rowFinder(wanted);
  return tests
    .filter(
      (run) => test === undefined || run.test.name === test || run.test.aliases?.includes(test),
    )
    .flatMap((run): AnyRun[] => {
      const sample = run.samples.find((one, index) => isWanted(one, index));
      return sample ? [forOneSample(run, sample)] : [];
    });
}
