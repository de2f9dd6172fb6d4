import { isMap, parseDocument } from 'yaml';
import { prepare } from '../engine/prepare.ts';
import { itemAt } from '../engine/random.ts';
import { countMust } from '../engine/must-and-doubts.ts';
import { createReportRow } from '../engine/report.ts';
import { observeRow, type ObservedRow, type TestRun } from '../engine/run.ts';
import { operatingCharacteristic, fewestRows, upperTail, wilson } from '../engine/statistics.ts';
import type { Case } from '../engine/row.ts';
import type { Test, TestSetup } from '../engine/test.ts';
import { ConfigError } from '../shared/errors.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import type { AskedTest, RunOptions } from './connect.ts';
import { planRun } from './check.ts';
import { evaluate } from './evaluate.ts';
import { countRequests } from './expected.ts';

/**
 * Largest share of runs of an unchanged model that fail by one suggested minimum. A test has three
 * rates at most, so all its minima together fail 5% of runs at most.
 */
export const MAX_FAILED_SHARE = 0.05 / 3;
/** Asks of each row that must hold. */
export const MUST_ASKS = 3;
/** One-sided 10% quantile of the normal distribution. */
const QUANTILE = -1.2815515655446004;
/** Fewest counted rows for which a minimum is suggested. */
const MIN_ROWS = 20;

/** The key of a minimum, by the name of its rate. Every other rate has `min_pass_rate`. */
const KEY_OF_RATE: Readonly<Record<string, string>> = {
  valid: 'min_valid',
  steady: 'min_steady',
  answer: 'min_answer_rate',
  refuse: 'min_refusal_rate',
  declined: 'min_decline_rate',
};

/** Changes the tests so that they ask all rows and compare nothing. */
function withAllRows(ruling: Ruling) {
  const tests = ruling.config.tests.map((config) => ({
    ...config,
    setup: { ...config.setup, compare: 'off' as const },
    test: { ...config.test, isObserved: true },
  }));
  return { ...ruling, config: { ...ruling.config, tests } };
}

/**
 * Forecasts the requests of `suggestMinima`: if rules read what they can, and if the judge reads
 * each answer.
 */
export async function forecastSuggest(ruling: Ruling, options: RunOptions) {
  const { tests } = await planRun(withAllRows(ruling), options);
  const mustRepeats = MUST_ASKS - 1;
  return [
    countRequests(tests, { mustRepeats }),
    countRequests(tests, { mustRepeats, judgeReadsAll: true }),
  ];
}

/**
 * Asks the subject every row, and rows that must hold `MUST_ASKS` times. Suggests the highest
 * minima that the measured rates support; none if the run has a problem.
 */
export async function suggestMinima(ruling: Ruling, options: RunOptions) {
  let tests: TestSuggestion[] = [];
  const onAsked = async (asked: readonly AskedTest[]) => {
    tests = await Promise.all(
      asked.map((test, i) =>
        suggestForTest(test, itemAt(ruling.config.tests, i).test, MAX_FAILED_SHARE / asked.length),
      ),
    );
  };
  const results = await evaluate(withAllRows(ruling), { ...options, onAsked });
  return { results, tests };
}

/**
 * Asks a row `MUST_ASKS` times, and counts the answers that hold or fail. The first answer is that
 * of the run.
 */
async function askRepeatedly(run: TestRun, asking: Case) {
  const answers: ObservedRow[] = [];
  for (let { head } = run; answers.length < MUST_ASKS; head = head.afresh())
    answers.push(await observeRow({ ...run, head }, asking));
  return { text: asking.onlyRule ?? asking.row.text, ...countMust(answers) };
}

/** The minima that a test supports, and how often its rows that must hold did so. */
export type TestSuggestion = Awaited<ReturnType<typeof suggestForTest>>;

export type Minimum = TestSuggestion['minima'][number];

/** @param test - the test as a run asks it, which may stop before all rows are asked */
async function suggestForTest(asked: AskedTest, test: Test, risk: number) {
  const { run, rows: allRows } = asked;
  const report = createReportRow(asked);
  // The names that the test may have in the file, our own first.
  const names = [test.name].concat(test.aliases ?? []);
  const problemWith = (values: Partial<TestSetup>) =>
    prepare(test, allRows, { ...run.tools, ...values }).problems[0];
  // Rows that must hold do not count: the others may be too few for what the file asks.
  const refusal = problemWith({});
  const measured = report.rates.map(({ name, passes, rows, minimum: now, verdict }) => ({
    key: KEY_OF_RATE[name] ?? 'min_pass_rate',
    passes,
    rows,
    now,
    verdict,
    // A model that passes every row keeps a minimum that its rows support.
    suggested: Math.max(
      passes === rows && !refusal ? now : 0,
      highestMinimum(test, { ...run.tools, passes, rows, risk }),
    ),
  }));
  // A run refuses a minimum that guessing reaches, or that needs more rows than there are.
  const problem = problemWith(
    Object.fromEntries(measured.map(({ key, suggested }) => [key, suggested])),
  );
  // If the test supports no minimum, `shortfall` says why.
  const weak = measured.find(({ rows, suggested }) => rows < MIN_ROWS || !suggested);
  const shortfall = weak ? weaknessOf(weak, report.error_count) : problem;
  return {
    names,
    refusal,
    minima: measured.map((rate) => {
      const hasTooFewRows = fewestRows({ ...run.tools, minimum: rate.now }) > rate.rows;
      // No minimum mends a test that a run refuses at every one.
      const isRefused = refusal !== undefined && (hasTooFewRows || shortfall !== undefined);
      return { ...rate, names, shortfall, isMissed: rate.verdict === 'bad' || isRefused };
    }),
    report,
    // The rows that must hold, with the counts of their answers.
    tried: await Promise.all(run.plan.must.map((asking) => askRepeatedly(run, asking))),
  };
}

/** Why the counted rows of a rate support no minimum. */
function weaknessOf({ passes, rows }: Pick<Measured, 'passes' | 'rows'>, errors: number) {
  return errors > 0
    ? `questions that ended in error: ${errors}. Correct the cause below first.`
    : `${passes} of ${rows} counted rows passed. A minimum needs at least ${MIN_ROWS} counted rows, and more that pass: add rows, correct those that fail, or write \`must: all\` (answers, rules, refusal, output_toxicity).`;
}

type Measured = TestSetup & { passes: number; rows: number; risk: number };

/** The highest minimum that this model misses with at most this risk; 0 if there is none. */
function highestMinimum({ isObserved }: Test, { passes, rows, risk, ...setup }: Measured) {
  const rate = wilson(passes, rows, QUANTILE);
  // 100 would allow no failing row.
  for (let hundredths = 99; hundredths > 0; hundredths -= 1) {
    const plan = { ...setup, minimum: hundredths / 100 };
    if (fewestRows(plan) > rows) continue;
    // 0.55 * 100 is more than 55.
    const chance = isObserved
      ? upperTail(Math.ceil((hundredths * rows) / 100), rows, rate)
      : operatingCharacteristic(plan, rows, rate).passed;
    if (chance >= 1 - risk) return plan.minimum;
  }
  return 0;
}

/** Sets minima in the text of a file, and keeps its comments. @throws ConfigError */
export function writeMinima(
  text: string,
  file: string,
  minima: readonly Pick<Minimum, 'names' | 'key' | 'suggested'>[],
) {
  const document = parseDocument(text);
  for (const { names, key, suggested } of minima) {
    const test = names.map((name) => document.getIn(['tests', 'sensitivity', name])).find(isMap);
    if (!test)
      throw new ConfigError(`${key} cannot be set automatically`, {
        where: file,
        remedy: `Write \`${key}: ${suggested}\` under ${names[0]} yourself.`,
      });
    test.set(key, suggested);
  }
  const written = document.toString({ lineWidth: 0 });
  return text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written;
}
