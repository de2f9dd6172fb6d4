import { fateOf, leastRows, observedVerdict, type RatePlan } from '../engine/statistics.ts';
import { RowError, type TestSetup } from '../engine/types.ts';
import { orTell, ReportedError } from '../errors.ts';
import type { TestConfig } from '../config/config.ts';
import { openStore, sealOf } from '../models/store.ts';
import type { Judged } from '../trust/judged.ts';
import { Models, openRun, withDoor } from './connect.ts';
import { evaluate } from './evaluate.ts';
import { prepareTests } from './prepare.ts';
import type { Results } from './results.ts';
import type { RunOptions } from './types.ts';

/** Probability that a run of an unchanged model fails by its minima, shared by all rates. */
const FALSE_ALARMS = 0.05;
/** Rates of a test at most: valid, steady and sensitive rows. */
const MOST_RATES = 3;
/** Minima have two decimals. */
const STEPS = 100;
/** Fewest counted rows for which a minimum is suggested. */
const MIN_ROWS = 20;

/** Keys of the minima by the name of the rate; any other rate is that of `min_pass_rate`. */
const KEYS: Readonly<Record<string, string>> = {
  valid: 'min_valid',
  steady: 'min_steady',
  answer: 'min_answer_rate',
  refuse: 'min_refusal_rate',
  declined: 'min_decline_rate',
};

export interface SuggestedMinimum {
  /** `min_pass_rate`, `min_valid`, `min_steady`, `min_answer_rate`, `min_refusal_rate`. */
  key: string;
  passes: number;
  rows: number;
  /** The value in force, and the highest that the measured rows support. */
  now: number;
  suggested: number;
}

export interface TestSuggestion {
  /** Names under which the test may stand in the file, the usual one first. */
  names: readonly string[];
  minima: readonly SuggestedMinimum[];
  /** Why no minimum of this test shows anything. */
  shortfall?: string;
  rowsInError: number;
  /** What it misses fails no run. */
  isAdvisory: boolean;
  /** Places of rows that did not pass. */
  failing: readonly string[];
}

/** All rows are asked, without a comparison, and the rates that are observed at the end count. */
export function withAllRows(judged: Judged): Judged {
  const { config } = judged;
  const tests = config.tests.map((test) => {
    return { ...test, compare: undefined, test: { ...test.test, isObserved: true } };
  });
  return { ...judged, base: undefined, preview: undefined, config: { ...config, tests } };
}

/**
 * Asks the subject every row once, and suggests the highest minima that the measured rates support.
 *
 * @throws GateError if the run has a problem
 */
export async function suggestMinima(
  judged: Judged,
  options: RunOptions,
): Promise<TestSuggestion[]> {
  const { config, readRows } = judged;
  const { tests } = config;
  const results = await evaluate(withAllRows(judged), options);
  if (results.problem) throw new ReportedError(results.problem);
  const risk = FALSE_ALARMS / (MOST_RATES * tests.length);
  const suggested: TestSuggestion[] = [];
  for (const [index, test] of config.tests.entries()) {
    const suggestion = suggestionFor(test, results, { index, risk });
    const { min_pass_rate = 0 } = Object.fromEntries(
      suggestion.minima.map(({ key, suggested: minimum }) => [key, minimum]),
    );
    // A run refuses a minimum that a guess reaches.
    const raised = { ...test, setup: { ...test.setup, min_pass_rate } };
    const judgement = { config: { ...config, tests: [raised] }, readRows };
    await orTell(
      () => prepareTests(judgement),
      ({ message }) => {
        suggestion.shortfall ??= message;
      },
    );
    suggested.push(suggestion);
  }
  return suggested;
}

function suggestionFor(
  { test, setup, isAdvisory }: TestConfig,
  { report, results }: Results,
  { index, risk }: { index: number; risk: number },
): TestSuggestion {
  const { rates = [], error_count: rowsInError = 0 } = report[index] ?? {};
  const rows = results.filter(({ test_type }) => test_type === test.name);
  const minima = rates.map(({ name, passes, rows: count, minimum: now }) => {
    const rule = { setup, isObserved: test.isObserved, risk };
    // A model that passes every row speaks for the minimum that it has.
    const least = passes === count && leastRows({ ...setup, minimum: now }) <= count ? now : 0;
    const suggested = Math.max(least, highestMinimum({ passes, rows: count }, rule));
    return { key: KEYS[name] ?? 'min_pass_rate', passes, rows: count, now, suggested };
  });
  const failing = rows.flatMap(({ pass, source }) => (pass === false ? [source] : []));
  const counted = Math.min(...minima.map(({ rows: count }) => count));
  const useless = minima.find(({ suggested }) => suggested === 0);
  const why = rows.find(({ error }) => error)?.error?.message ?? '';
  let shortfall: string | undefined;
  if (counted < MIN_ROWS)
    shortfall = `Rows that count: ${counted}; ${MIN_ROWS} are needed. ${why}`.trimEnd();
  else if (useless) shortfall = `The model reaches no ${useless.key} above 0.`;
  const { aliases = [] } = test;
  const names = [test.name, ...aliases];
  return { names, minima, shortfall, rowsInError, failing, isAdvisory };
}

/** A row that must hold, and how many of its asks passed. */
export interface MustSuggestion {
  name: string;
  source: string;
  passes: number;
}

export const MUST_ASKS = 3;

/** Asks each row that must hold three times, each time afresh. A failed request is no pass. */
export async function askMust(judged: Judged, options: RunOptions): Promise<MustSuggestion[]> {
  const prepared = await prepareTests(judged);
  if (prepared.tests.every(({ run }) => run.plan.must.length === 0)) return [];
  const { store: place, grants } = options;
  const seal = await sealOf(grants.secrets);
  // The judge has been calibrated by the run before.
  const store = place && seal && openStore(place, seal, { digest: 'must' });
  const asked = withDoor(judged.config, options, async (door) => {
    const models = new Models({ ...door, store }, options.log);
    const { tests } = await openRun(withAllRows(judged), prepared, models);
    const rows = tests.flatMap(({ run }) => run.plan.must.map((one) => ({ run, one })));
    return Promise.all(
      rows.map(async ({ run: { test, tools, head }, one }) => {
        const again = head.afresh();
        const scores = [head, again, again.afresh()].map((subject) =>
          test.observe(one, subject, tools).catch(orRowError),
        );
        const passed = (await Promise.all(scores)).filter((score) => score?.pass === true);
        return { name: test.name, source: one.row.source, passes: passed.length };
      }),
    );
  });
  return asked.finally(() => {
    store?.finish('pass');
    store?.close();
  });
}

function orRowError(error: unknown): undefined {
  if (!(error instanceof RowError)) throw error;
}

/** One-sided 90 % quantile of the normal distribution. */
const Z = 1.2815515655446004;

/** Wilson's lower bound of the true rate (J. Am. Stat. Assoc. 22 (1927) 209-212). */
function lowerBound(passes: number, rows: number): number {
  if (rows === 0) return 0;
  const share = passes / rows;
  const spread = Z * Math.sqrt((share * (1 - share)) / rows + Z ** 2 / (4 * rows ** 2));
  return Math.max(0, (share + Z ** 2 / (2 * rows) - spread) / (1 + Z ** 2 / rows));
}

interface Rule {
  setup: Pick<TestSetup, 'margin' | 'alpha' | 'beta'>;
  isObserved: boolean | undefined;
  risk: number;
}

/** The highest minimum that a model of the measured rate passes with a probability of 1 - risk. */
function highestMinimum({ passes, rows }: { passes: number; rows: number }, rule: Rule): number {
  const rate = lowerBound(passes, rows);
  const { margin, alpha, beta } = rule.setup;
  const holds = (minimum: number) => {
    const plan: RatePlan = { minimum, margin, alpha, beta };
    if (rule.isObserved) return observedVerdict(plan, Math.floor(rate * rows), rows) === 'good';
    return leastRows(plan) <= rows && fateOf(plan, rows, rate).passed >= 1 - rule.risk;
  };
  // A minimum of 0 always holds, and one of 1 allows no failing row.
  let [held, refused] = [0, rows === 0 ? 1 : STEPS];
  while (refused - held > 1) {
    const middle = Math.floor((held + refused) / 2);
    if (holds(middle / STEPS)) held = middle;
    else refused = middle;
  }
  return held / STEPS;
}
