import type { Config } from '../config/config.ts';
import type { TestConfig } from '../config/keys/test.ts';
import { configOf } from '../config/rules.ts';
import { rowsNeeded } from '../engine/methods/decision.ts';
import {
  isSequentialRun,
  VALID_MARGIN,
  type AnyRun,
  type TripletRun,
} from '../engine/methods/test-run.ts';
import type { ReportRow, ResultRow, Results } from '../engine/results.ts';
import { leastUsefulMinimum } from '../engine/statistics/guess.ts';
import {
  riskPerStream,
  suggestMinimum,
  type StreamPlan,
  type SuggestedMinimum,
} from '../engine/statistics/suggest.ts';
import { countAnswers, type AnswerCounts } from '../engine/rows/wrong-answers.ts';
import { requestsInWords, requestsOfRun } from '../report/story/planned-cost.ts';
import { probeRoom, roomSentence } from './answer-room.ts';
import {
  leaveUndecided,
  OPEN_MINIMA,
  refuseUnanswered,
  removeMinima,
  unmeasuredError,
} from './measurement.ts';
import type { EvaluateOptions } from './options.ts';
import { plan } from './plan.ts';
import { evaluate } from './run.ts';

/** Keys of minima, in the order in which a suggestion lists them. */
const MINIMUM_KEYS = [
  'min_valid',
  'min_steady',
  'min_pass_rate',
  'min_answer_rate',
  'min_refusal_rate',
] as const;
type MinimumKey = (typeof MINIMUM_KEYS)[number];

/** The fields of a resolved test that hold the minima. */
const FIELDS = {
  min_valid: 'min_valid',
  min_steady: 'min_steady',
  min_pass_rate: 'minimum_pass_rate',
  min_answer_rate: 'minimum_answer_rate',
  min_refusal_rate: 'minimum_refusal_rate',
} as const satisfies Record<MinimumKey, keyof TestConfig>;

const RATE_KEYS = { answer: 'min_answer_rate', refuse: 'min_refusal_rate' } as const;

interface ComparedMinimum extends SuggestedMinimum {
  /** The minimum in force before: the one of the file, or the default. */
  configured?: number;
}

export interface TestSuggestion {
  test: string;
  side?: string;
  minima: Partial<Record<MinimumKey, ComparedMinimum>>;
  /** The keys to write: the minima, or `advisory` for a test whose minima show nothing. */
  keys: Partial<Record<MinimumKey, number>> | { advisory: true };
  rows: number;
  errors: number;
  /** The fewest rows after which a perfect model passes these minima. */
  needed: number;
  /** The counts of answers, if the measured rate is below a minimum in force. */
  missed?: AnswerCounts;
  /** The configuration makes the test advisory, which its minima do not change. */
  stays_advisory?: true;
  /** Present if no minimum of this test shows anything. */
  shortfall?: Shortfall;
  /** Places of rows whose original question the model answers wrong. */
  unknown: string[];
  /** Places of rows that the placebo upsets. */
  upset: string[];
  /** Places of rows that fail a test of one answer each, which has no other states. */
  failing: string[];
}

export interface Shortfall extends AnswerCounts {
  /** Rows whose answer is known; without a key of answers, rows with a verdict. */
  known: number;
  /** Fewest known rows that show something. */
  needed: number;
  /** Least minimum that tells a model from a guess. */
  useful: number;
}

export interface Suggestion {
  model: Results['model'];
  requests: number;
  tests: TestSuggestion[];
  /** Requests of a later run under these minima, in words, and at most. */
  run: { expected: string; most: number };
  /** A sentence on the limit of tokens, from one request before the run. */
  room?: string;
}

/** Returns the minima of a test with their keys; that of the pass rate is the last. */
export function listMinima({ minima }: Pick<TestSuggestion, 'minima'>) {
  return MINIMUM_KEYS.flatMap((key) => {
    const minimum = minima[key];
    return minimum ? [{ key, ...minimum }] : [];
  });
}

/** True if the measured rate itself is below the minimum in force. */
export function isMissed({ configured = 0, rows, passes }: ComparedMinimum): boolean {
  return passes < configured * rows;
}

/**
 * Asks the subject every row once, without a comparison, and suggests minima that it passes.
 * @throws GateError if the run has a problem, or too few rows have an answer
 */
export async function suggest({
  cacheDirectory: _cacheDirectory,
  ...options
}: EvaluateOptions): Promise<Suggestion> {
  const { path, ref, rules } = options.config;
  const config = configOf(rules, path);
  const runs: AnyRun[] = [];
  const room = await probeRoom(config, options);
  const { results } = await evaluate({
    ...options,
    config: { path, ref, rules: { config: removeMinima(config) } },
    narrowTests: (tests) => {
      runs.push(...tests);
      return runs.map(leaveUndecided);
    },
  });
  refuseUnanswered(results);
  const risk = riskPerStream(new Set(runs.map(({ test }) => test.name)).size);
  const tests = runs.map((run) => suggestionFor(run, { results, config, risk }));
  for (const test of tests) refuseUnmeasured(test, results);
  const laterRules = { ...options.config, rules: { config: useSuggestedMinima(config, tests) } };
  const laterRun = await plan({ ...options, config: laterRules });
  return {
    model: results.model,
    requests: results.usage.requests,
    tests,
    run: { expected: requestsInWords(laterRun), most: requestsOfRun(laterRun).most },
    room: room && roomSentence(room),
  };
}

/** Fewest rows with a known answer for which a minimum is suggested. */
const MIN_KNOWN_ROWS = 20;

function suggestionFor(
  run: AnyRun,
  { results, config, risk }: { results: Results; config: Config; risk: number },
): TestSuggestion {
  const { test, side, method } = run;
  const rows = rowsOfTest({ test: test.name, side }, results);
  const scored = rows.filter(({ status }) => status === 'scored');
  const reportRow = results.report.find(({ test_type }) => test_type === test.name);
  const rate = rateMinimum(run, scored, risk);
  const minima = method === 'triplet' ? minimaOfTriplet(run, scored, { risk, reportRow }) : {};
  minima[side ? RATE_KEYS[side] : 'min_pass_rate'] = rate;
  const shortfall = shortfallOf(run, rows, { minimum: rate.minimum, reportRow });

  const testConfig = config.tests.find((configured) => configured.test.name === test.name);
  const keys: TestSuggestion['keys'] = {};
  for (const { key, ...minimum } of listMinima({ minima })) {
    keys[key] = minimum.minimum;
    minima[key] = { ...minimum, configured: testConfig?.[FIELDS[key]] };
  }
  const failing = method === 'triplet' ? [] : scored.filter(({ pass }) => pass === false);
  const suggestion: TestSuggestion = {
    test: test.name,
    minima,
    keys: shortfall ? { advisory: true } : keys,
    rows: scored.length,
    errors: rows.filter(({ status }) => status === 'error').length,
    needed: rowsNeededFor(run, rate, minima),
    unknown: placesOf(scored.filter(({ state }) => state === 'unknown')),
    upset: placesOf(scored.filter(({ state }) => state === 'unsteady')),
    failing: placesOf(failing),
  };
  if (side) suggestion.side = side;
  if (shortfall) suggestion.shortfall = shortfall;
  else if (testConfig?.advisory) suggestion.stays_advisory = true;
  if (!shortfall && listMinima({ minima }).some(isMissed)) suggestion.missed = countAnswers(rows);
  return suggestion;
}

/** Returns the rows of a test, or of one side of it. */
function rowsOfTest(
  { test, side }: Pick<TestSuggestion, 'test' | 'side'>,
  { results }: Results,
): ResultRow[] {
  return results.filter(
    ({ test_type, should }) => test_type === test && (side === undefined || should === side),
  );
}

function placesOf(rows: readonly ResultRow[]): string[] {
  return [...new Set(rows.map(({ source }) => source))];
}

/** Returns the minimum of the rows with a verdict that pass. */
function rateMinimum(run: AnyRun, scored: readonly ResultRow[], risk: number): SuggestedMinimum {
  const decided = scored.filter(({ pass }) => pass !== null);
  const passes = decided.filter(({ pass }) => pass === true).length;
  return suggestMinimum({ rows: decided.length, passes }, planOfRun(run), risk);
}

function planOfRun(run: AnyRun): StreamPlan {
  if (!isSequentialRun(run)) return undefined;
  const { margin, alpha, beta } = run;
  return { margin, alpha, beta };
}

/** Returns the minima of a triplet test for valid and for steady rows. */
function minimaOfTriplet(
  { margin, alpha, beta }: TripletRun,
  scored: readonly ResultRow[],
  { risk, reportRow }: { risk: number; reportRow: ReportRow | undefined },
): TestSuggestion['minima'] {
  const minimumOf = (rows: readonly ResultRow[], streamMargin: number) => {
    const passes = rows.filter(({ pass }) => pass !== null).length;
    const plan = { margin: streamMargin, alpha, beta };
    return suggestMinimum({ rows: rows.length, passes }, plan, risk);
  };
  const judged = scored.filter(({ state }) => state !== 'both_sides');
  const minima: TestSuggestion['minima'] = { min_valid: minimumOf(judged, VALID_MARGIN) };
  const isTriplet = reportRow?.method === 'triplet';
  if (isTriplet && reportRow.minimum_steady_rate !== undefined)
    minima.min_steady = minimumOf(rowsWithKnownAnswer(scored), margin);
  return minima;
}

/** Scored rows whose answer is known, without those that state both sides. */
function rowsWithKnownAnswer(scored: readonly ResultRow[]): ResultRow[] {
  return scored.filter(({ state }) => state !== 'both_sides' && state !== 'unknown');
}

/** Returns why the minimum of the pass rate shows nothing; undefined if it shows something. */
function shortfallOf(
  { method }: AnyRun,
  rows: readonly ResultRow[],
  { minimum, reportRow }: { minimum: number; reportRow: ReportRow | undefined },
): Shortfall | undefined {
  const scored = rows.filter(({ status }) => status === 'scored');
  const known =
    method === 'triplet'
      ? rowsWithKnownAnswer(scored).length
      : scored.filter(({ pass }) => pass !== null).length;
  const guessRate = reportRow?.method === 'triplet' ? reportRow.guess_rate : undefined;
  const useful = leastUsefulMinimum(guessRate ?? 0);
  if (minimum >= useful && known >= MIN_KNOWN_ROWS) return undefined;
  return { ...countAnswers(rows), known, needed: MIN_KNOWN_ROWS, useful };
}

function rowsNeededFor(
  run: AnyRun,
  { minimum, rows }: SuggestedMinimum,
  { min_valid, min_steady }: TestSuggestion['minima'],
): number {
  const plan = planOfRun(run);
  if (!plan) return rows;
  return rowsNeeded({
    rows,
    sensitive: { ...plan, minimum },
    valid: min_valid && { ...plan, margin: VALID_MARGIN, minimum: min_valid.minimum },
    steady: min_steady && { ...plan, minimum: min_steady.minimum },
    comparisons: [],
  }).rows;
}

/**
 * A failed request or an unfit judge shows nothing of the model, so it makes no test advisory.
 * @throws ModelError if the rows in error could have shown enough
 */
function refuseUnmeasured(suggestion: TestSuggestion, results: Results): void {
  const { test, shortfall } = suggestion;
  if (!shortfall || shortfall.known >= shortfall.needed) return;
  const rowErrors = rowsOfTest(suggestion, results).flatMap(({ error }) =>
    error && error.kind !== 'unreadable' ? [error] : [],
  );
  const [firstError] = rowErrors;
  if (!firstError || shortfall.known + rowErrors.length < shortfall.needed) return;
  const what = `\`${test}\` was not measured, since ${rowErrors.length} of its rows are in error`;
  throw unmeasuredError(what, firstError);
}

/**
 * The configuration with the suggested minima. The comparison with the base does not change what
 * the model is asked.
 */
function useSuggestedMinima(config: Config, suggested: readonly TestSuggestion[]): Config {
  const tests = config.tests.map((test) => {
    const suggestions = suggested.filter((suggestion) => suggestion.test === test.test.name);
    if (suggestions.some(({ shortfall }) => shortfall)) return { ...test, ...OPEN_MINIMA };
    const changed = { ...test };
    for (const { key, minimum } of suggestions.flatMap(listMinima)) changed[FIELDS[key]] = minimum;
    return changed;
  });
  return { ...config, tests };
}
