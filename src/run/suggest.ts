import { holdingOf } from '../engine/must.ts';
import { prepare } from '../engine/prepare.ts';
import { itemAt } from '../engine/random.ts';
import { reportRow, resultRows } from '../engine/report.ts';
import { observeRow, type ObservedRow, type TestRun } from '../engine/run.ts';
import { fateOf, leastRows, observedVerdict, wilson } from '../engine/statistics.ts';
import { onlyRuleOf } from '../engine/tests/rules.ts';
import type { Case, Test } from '../engine/types.ts';
import type { TestConfig } from '../config/config.ts';
import type { Judged } from '../trust/judged.ts';
import type { AskedTest, RunOptions } from './connect.ts';
import { planRun } from './check.ts';
import { evaluate } from './evaluate.ts';
import { requestsOf } from './expected.ts';
import { rangeOf } from './results.ts';

/** Probability that a run of an unchanged model fails by its minima, shared by all rates. */
const FALSE_ALARMS = 0.05;
/** Rates of a test at most: valid, steady and sensitive rows. */
const MOST_RATES = 3;
/** Minima have two decimals. */
const STEPS = 100;
/** Fewest counted rows for which a minimum is suggested. */
const MIN_ROWS = 20;

/** Keys of the minima by the name of the rate; that of any other is `min_pass_rate`. */
const KEYS: Readonly<Record<string, string>> = {
  valid: 'min_valid',
  steady: 'min_steady',
  answer: 'min_answer_rate',
  refuse: 'min_refusal_rate',
  declined: 'min_decline_rate',
};

/** All rows are asked, without a comparison, and the rates that are observed at the end count. */
function withAllRows(judged: Judged): Judged {
  const { config } = judged;
  const tests = config.tests.map((test) => {
    const setup = { ...test.setup, compare: 'off' as const };
    return { ...test, setup, test: { ...test.test, isObserved: true } };
  });
  return { ...judged, base: undefined, preview: undefined, config: { ...config, tests } };
}

/** Rows that must hold are asked so often, and those of a test that has so few. */
export const MUST_ASKS = 3;

function triedCases({ test, plan: { must, cases } }: TestRun): readonly Case[] {
  return test.holds && cases.length <= MIN_ROWS ? [...must, ...cases] : must;
}

/** How many requests `suggestMinima` sends: `60`, or `60 to 190`. */
export async function requestsOfSuggestion(judged: Judged, options: RunOptions): Promise<string> {
  const { tests, expected } = await planRun(withAllRows(judged), options);
  const again = tests.map(({ run }) => ({
    run: { ...run, plan: { ...run.plan, must: triedCases(run), cases: [] } },
  }));
  return rangeOf(expected, 'pass', (MUST_ASKS - 1) * requestsOf(again, 0).pass);
}

/**
 * Asks the subject every row once, and some `MUST_ASKS` times. Suggests the highest minima that the
 * measured rates support; nothing if the run has a problem.
 */
export async function suggestMinima(judged: Judged, options: RunOptions) {
  const tests: TestSuggestion[] = [];
  const held: HeldRow[] = [];
  const onAsked = async (asked: readonly AskedTest[]) => {
    const risk = FALSE_ALARMS / (MOST_RATES * asked.length);
    for (const [i, one] of asked.entries())
      tests.push(suggestionFor(one, itemAt(judged.config.tests, i).test, risk));
    const tried = asked.flatMap(({ run }) => triedCases(run).map((one) => askAgain(run, one)));
    held.push(...(await Promise.all(tried)));
  };
  const { problem } = await evaluate(withAllRows(judged), { ...options, onAsked });
  return { problem, tests, held };
}

/** A row, and how many of its asks passed. */
export type HeldRow = Awaited<ReturnType<typeof askAgain>>;

/** Each time afresh, but for what the run has asked. A failed request is no pass. */
async function askAgain(run: TestRun, one: Case) {
  const asked: Promise<ObservedRow>[] = [];
  let { head } = run;
  while (asked.length < MUST_ASKS) {
    asked.push(observeRow({ ...run, head, base: undefined }, one));
    head = head.afresh();
  }
  const passed = (await Promise.all(asked)).filter((row) => holdingOf(row) === 'held');
  const { must: isMust = false, row } = one;
  const few = 'few rows: with `must: all` each has to hold';
  const rule = onlyRuleOf(one, run.tools);
  const held = rule === undefined ? 'these rows must hold' : `“${rule}”`;
  const of = `\`${run.test.name}\` (${isMust ? held : few})`;
  return { of, isMust, source: row.source, passes: passed.length };
}

/** What a test shows: where it supports no minimum, its `shortfall` says why. */
export type TestSuggestion = ReturnType<typeof suggestionFor>;

/** @param test - as a run asks it, which may stop before all rows are asked */
function suggestionFor(asked: AskedTest, test: Test, risk: number) {
  const { setup } = asked.config;
  const { aliases = [] } = test;
  const { rates, error_count: rowsInError } = reportRow(asked);
  const results = resultRows(asked);
  const minima = rates.map(({ name, passes, rows, minimum: now }) => {
    // A model that passes every row speaks for the minimum that it has.
    const isKept = passes === rows && leastRows({ ...setup, minimum: now }) <= rows;
    const rate = wilson(passes, rows, Z);
    const highest = highestMinimum({ test, setup }, { rate, rows, risk });
    const suggested = Math.max(isKept ? now : 0, highest);
    return { key: KEYS[name] ?? 'min_pass_rate', passes, rows, now, suggested };
  });
  const shortfall = shortfallOf();
  return {
    /** Under which the test may stand in the file, the usual one first. */
    names: [test.name, ...aliases],
    minima,
    shortfall: shortfall && `${test.name}: ${shortfall}`,
    rowsInError,
    /** Places of rows that did not pass. */
    failing: results.flatMap(({ pass, source }) => (pass === false ? [source] : [])),
    isAdvisory: setup.advisory,
  };

  function shortfallOf(): string | undefined {
    const counted = Math.min(...minima.map(({ rows }) => rows));
    const why = results.find(({ error }) => error)?.error?.message ?? '';
    if (counted < MIN_ROWS)
      return `${counted} rows count, and ${MIN_ROWS} are needed. ${why}`.trimEnd();
    const useless = minima.find(({ suggested }) => suggested === 0);
    if (useless)
      return `the model passes ${useless.passes} of ${useless.rows} rows, too few for any ${useless.key}.`;
    const raised = minima.find(({ key }) => key === 'min_pass_rate');
    const raisedSetup = { ...asked.run.tools, min_pass_rate: raised?.suggested ?? 0 };
    // A run refuses a minimum that a guess reaches.
    return prepare(test, asked.rows, raisedSetup).problems[0];
  }
}

/** One-sided 10 % quantile of the normal distribution. */
const Z = -1.2815515655446004;

/** The highest minimum that a model of this rate passes with a probability of 1 - risk. */
function highestMinimum(
  { test, setup }: Pick<TestConfig, 'test' | 'setup'>,
  { rate, rows, risk }: { rate: number; rows: number; risk: number },
): number {
  // One of 1 allows no failing row.
  for (let step = STEPS - 1; step > 0; step -= 1) {
    const plan = { ...setup, minimum: step / STEPS };
    const isReached = test.isObserved
      ? observedVerdict(plan, Math.floor(rate * rows), rows) === 'good'
      : leastRows(plan) <= rows && fateOf(plan, rows, rate).passed >= 1 - risk;
    if (isReached) return plan.minimum;
  }
  return 0;
}
