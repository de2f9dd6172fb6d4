import type { Config } from '../config/config.js';
import { TEST_KEYS } from '../config/keys/test.js';
import { configOf } from '../config/rules.js';
import { rowsNeeded } from '../engine/methods/decision.js';
import { isSequentialRun, VALID_MARGIN, type AnyRun } from '../engine/methods/test-run.js';
import type { ResultRow, Results, RowError } from '../engine/results.js';
import { leastUsefulMinimum } from '../engine/statistics/guess.js';
import {
  riskPerStream,
  suggestMinimum,
  type StreamPlan,
  type SuggestedMinimum,
} from '../engine/statistics/suggest.js';
import { countAnswers, type AnswerCounts } from '../engine/wrong-answers.js';
import { ModelError, ReportedError } from '../errors.js';
import { asRecord } from '../json.js';
import { probeRoom, roomSentence } from './answer-room.js';
import type { EvaluateOptions } from './options.js';
import { plan } from './plan.js';
import { evaluate } from './run.js';
import { requestsInWords, requestsOfRun } from '../report/story/planned-cost.js';

export interface ComparedMinimum extends SuggestedMinimum {
  /** The minimum in force before: the one of the file, or the default. */
  configured?: number;
}

export interface TestSuggestion {
  test: string;
  side?: string;
  /** By the key of the configuration: `min_valid`, `min_steady`, `min_pass_rate`. */
  minima: Record<string, ComparedMinimum>;
  /** The keys to write: the minima, or `advisory` for a test whose minima show nothing. */
  keys: Record<string, number | boolean>;
  rows: number;
  errors: number;
  /** The fewest rows after which a perfect model passes these minima. */
  needed: number;
  /** The configuration makes the test advisory, which its minima do not change. */
  stays_advisory?: true;
  /** Present if no minimum of this test shows anything. */
  shortfall?: Shortfall;
  /**
   * Places of rows whose original question the model answers wrong, and of rows that the placebo
   * upsets.
   */
  unknown: string[];
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

/** Returns the test with a margin so small that no row decides: every row is asked. */
export function leaveUndecided(run: AnyRun): AnyRun {
  return isSequentialRun(run) ? { ...run, minimum_pass_rate: 0.5, margin: 1e-6 } : run;
}

/**
 * Asks the subject every row once, without a comparison. @throws GateError where the run has a
 * problem or no row an answer.
 */
export async function suggest({
  cacheDirectory: _cacheDirectory,
  ...options
}: EvaluateOptions): Promise<Suggestion> {
  const config = configOf(options.config.rules, options.config.path);
  const runs: AnyRun[] = [];
  const room = await probeRoom(config, options);
  const { results } = await evaluate({
    ...options,
    config: {
      path: options.config.path,
      ref: options.config.ref,
      rules: { config: removeMinima(config) },
    },
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
  const planned = await plan({ ...options, config: laterRules });
  const run = { expected: requestsInWords(planned), most: requestsOfRun(planned).most };
  const suggestion = { model: results.model, requests: results.usage.requests, tests, run };
  return { ...suggestion, room: room && roomSentence(room) };
}

/** @throws GateError where the run has a problem or no row an answer */
export function refuseUnanswered({ problem, results }: Results): void {
  if (problem) throw new ReportedError(problem);
  const rowError = results.find(({ error }) => error)?.error;
  if (!rowError || results.some(({ status }) => status === 'scored')) return;
  const message = `no row has an answer: ${rowError.message}`;
  throw new ModelError(message, { kind: 'network', remedy: remedyFor(rowError) });
}

/**
 * A failed request or an unfit judge shows nothing of the model, so it makes no test advisory.
 * @throws ModelError where the rows in error could have shown enough
 */
function refuseUnmeasured({ test, side, shortfall }: TestSuggestion, { results }: Results): void {
  if (!shortfall || shortfall.known >= shortfall.needed) return;
  const rowErrors = results.flatMap(({ test_type, should, error }) => {
    const isOwn = test_type === test && (side === undefined || should === side);
    return isOwn && error && error.kind !== 'unreadable' ? [error] : [];
  });
  const [firstError] = rowErrors;
  if (!firstError || shortfall.known + rowErrors.length < shortfall.needed) return;
  const message = `\`${test}\` was not measured, since ${rowErrors.length} of its rows are in error: ${firstError.message}`;
  throw new ModelError(message, { kind: 'network', remedy: remedyFor(firstError) });
}

/** For an unfit judge the message says what to do, and `doctor` finds no fault. */
function remedyFor({ kind }: RowError): string {
  return kind === 'judge_not_calibrated'
    ? 'Correct that, then ask again.'
    : 'Run `sensitivity doctor`, then ask again.';
}

const FIELDS: Readonly<Record<string, string>> = {
  min_pass_rate: TEST_KEYS.min_pass_rate.field,
  min_answer_rate: TEST_KEYS.min_answer_rate.field,
  min_refusal_rate: TEST_KEYS.min_refusal_rate.field,
};

/** Fewest rows with a known answer for which a minimum is suggested. */
const LEAST_KNOWN = 20;

/** Minima that replace those of the file during a measurement. */
const OPEN_MINIMA = {
  minimum_pass_rate: 1,
  minimum_answer_rate: 1,
  minimum_refusal_rate: 1,
  min_valid: 0,
  min_steady: 0,
};

/**
 * The configuration with the suggested minima. The comparison with the base does not change what
 * the model is asked.
 */
function useSuggestedMinima(config: Config, suggested: readonly TestSuggestion[]): Config {
  const tests = config.tests.map((test) => {
    const suggestions = suggested.filter((suggestion) => suggestion.test === test.test.name);
    if (suggestions.some(({ shortfall }) => shortfall)) return { ...test, ...OPEN_MINIMA };
    const minima: Record<string, number> = {};
    for (const [key, { minimum }] of suggestions.flatMap((suggestion) =>
      Object.entries(suggestion.minima),
    ))
      minima[FIELDS[key] ?? key] = minimum;
    return { ...test, ...minima };
  });
  return { ...config, tests };
}

/**
 * Removes the minima of the file, since one that the checks refuse would stop the measurement.
 */
export function removeMinima(config: Config): Config {
  const tests = config.tests.map((test) => ({ ...test, ...OPEN_MINIMA, compare: undefined }));
  return { ...config, tests };
}

const SIDE_KEYS = { answer: 'min_answer_rate', refuse: 'min_refusal_rate' } as const;

function suggestionFor(
  run: AnyRun,
  { results, config, risk }: { results: Results; config: Config; risk: number },
): TestSuggestion {
  const { side } = run;
  const ownRows = results.results.filter(
    ({ test_type, should }) =>
      test_type === run.test.name && (side === undefined || should === side),
  );
  const scoredRows = ownRows.filter(({ status }) => status === 'scored');
  const plan = planOfRun(run);
  const reportRow = results.report.find(({ test_type }) => test_type === run.test.name);
  const tripletRow = reportRow?.method === 'triplet' ? reportRow : undefined;
  const hasSteady = tripletRow?.minimum_steady_rate !== undefined;
  const decidedRows = scoredRows.filter(({ pass }) => pass !== null);
  const passes = decidedRows.filter(({ pass }) => pass === true).length;
  const sensitive = suggestMinimum({ rows: decidedRows.length, passes }, plan, risk);
  const minima: TestSuggestion['minima'] =
    run.method === 'triplet' ? minimaOfTriplet(scoredRows, { plan, risk, hasSteady }) : {};
  minima[side ? SIDE_KEYS[side] : 'min_pass_rate'] = sensitive;

  const shortfall: Shortfall = {
    ...countAnswers(ownRows),
    known: run.method === 'triplet' ? rowsWithKnownAnswer(scoredRows).length : decidedRows.length,
    needed: LEAST_KNOWN,
    useful: leastUsefulMinimum(tripletRow?.guess_rate ?? 0),
  };
  const isUseless = sensitive.minimum < shortfall.useful || shortfall.known < LEAST_KNOWN;
  const minimumByKey = Object.entries(minima).map(([key, { minimum }]) => [key, minimum] as const);
  const testConfig = config.tests.find(({ test }) => test.name === run.test.name);
  for (const [key, minimum] of Object.entries(minima)) {
    const configured = asRecord(testConfig)[FIELDS[key] ?? key];
    if (typeof configured === 'number') minimum.configured = configured;
  }
  const places = (state: ResultRow['state']) =>
    sourcesOf(scoredRows.filter((row) => row.state === state));
  const failing = scoredRows.filter(({ pass }) => pass === false);
  const suggestion: TestSuggestion = {
    test: run.test.name,
    minima,
    keys: isUseless ? { advisory: true } : Object.fromEntries(minimumByKey),
    rows: scoredRows.length,
    errors: ownRows.filter(({ status }) => status === 'error').length,
    needed: rowsNeededFor(sensitive, minima, plan),
    unknown: places('unknown'),
    upset: places('unsteady'),
    failing: run.method === 'triplet' ? [] : sourcesOf(failing),
  };
  if (side) suggestion.side = side;
  if (isUseless) suggestion.shortfall = shortfall;
  if (!isUseless && testConfig?.advisory) suggestion.stays_advisory = true;
  return suggestion;
}

function sourcesOf(rows: readonly ResultRow[]): string[] {
  return [...new Set(rows.map(({ source }) => source))];
}

/** The minima of a triplet test for valid and for steady rows. */
function minimaOfTriplet(
  scored: readonly ResultRow[],
  { plan, risk, hasSteady }: { plan: StreamPlan; risk: number; hasSteady: boolean },
): TestSuggestion['minima'] {
  if (!plan) return {};
  const minimumOf = (rows: readonly ResultRow[], streamPlan: StreamPlan) => {
    const passes = rows.filter(({ pass }) => pass !== null).length;
    return suggestMinimum({ rows: rows.length, passes }, streamPlan, risk);
  };
  const judgedRows = scored.filter(({ state }) => state !== 'both_sides');
  const minima: TestSuggestion['minima'] = {
    min_valid: minimumOf(judgedRows, { ...plan, margin: VALID_MARGIN }),
  };
  if (hasSteady) minima['min_steady'] = minimumOf(rowsWithKnownAnswer(scored), plan);
  return minima;
}

/** Scored rows whose answer is known, without those that state both sides. */
function rowsWithKnownAnswer(scored: readonly ResultRow[]): ResultRow[] {
  return scored.filter(({ state }) => state !== 'both_sides' && state !== 'unknown');
}

function planOfRun(run: AnyRun): StreamPlan {
  if (!isSequentialRun(run)) return undefined;
  const { margin, alpha, beta } = run;
  return { margin, alpha, beta };
}

function rowsNeededFor(
  { minimum, rows }: SuggestedMinimum,
  { min_valid, min_steady }: TestSuggestion['minima'],
  plan: StreamPlan,
): number {
  if (!plan) return rows;
  return rowsNeeded({
    rows,
    sensitive: { ...plan, minimum },
    valid: min_valid && { ...plan, margin: VALID_MARGIN, minimum: min_valid.minimum },
    steady: min_steady && { ...plan, minimum: min_steady.minimum },
    comparisons: [],
  }).rows;
}
