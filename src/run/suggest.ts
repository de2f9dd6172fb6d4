import type { Config } from '../config/config.js';
import { configOf } from '../config/rules.js';
import type { ResultRow, Results, RowError } from '../engine/results.js';
import { leastUsefulMinimum } from '../engine/statistics/guess.js';
import {
  riskPerStream,
  suggestMinimum,
  type StreamPlan,
  type SuggestedMinimum,
} from '../engine/statistics/suggest.js';
import { countAnswers, type AnswerCounts } from '../engine/wrong-answers.js';
import { rowsNeeded } from '../engine/methods/decision.js';
import { isSequentialRun, VALID_MARGIN, type AnyRun } from '../engine/methods/test-run.js';
import { errorOf, ModelError } from '../errors.js';
import { OF_A_TEST } from '../config/keys/test.js';
import { probeRoom, roomSentence } from './answer-room.js';
import type { EvaluateOptions } from './options.js';
import { plan } from './plan.js';
import { evaluate } from './run.js';
import { requestsInWords, requestsOfRun } from '../report/story/planned-cost.js';

export interface TestSuggestion {
  test: string;
  side?: string;
  /** By the key of the configuration: `min_valid`, `min_steady`, `min_pass_rate`. */
  minima: Record<string, SuggestedMinimum>;
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
  /** What one request before shows of the room for an answer, in a sentence. */
  room?: string;
}

/** Returns the test with a margin so small that no row decides: every row is asked. */
export function undecided(run: AnyRun): AnyRun {
  return isSequentialRun(run) ? { ...run, minimum_pass_rate: 0.5, margin: 1e-6 } : run;
}

/**
 * Asks the subject every row once, without a comparison. @throws GateError where the run has a
 * problem or no row an answer.
 */
export async function suggest({
  cacheDirectory: _,
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
      rules: { config: withoutMinima(config) },
    },
    narrow: (tests) => {
      runs.push(...tests);
      return runs.map(undecided);
    },
  });
  refuseUnanswered(results);
  const risk = riskPerStream(new Set(runs.map(({ test }) => test.name)).size);
  const tests = runs.map((run) => suggestionFor(run, { results, config, risk }));
  for (const test of tests) refuseUnmeasured(test, results);
  const later = { ...options.config, rules: { config: withKeys(config, tests) } };
  const planned = await plan({ ...options, config: later });
  const run = { expected: requestsInWords(planned), most: requestsOfRun(planned).most };
  const suggestion = { model: results.model, requests: results.usage.requests, tests, run };
  return { ...suggestion, room: room && roomSentence(room) };
}

/** @throws GateError where the run has a problem or no row an answer */
export function refuseUnanswered({ problem, results }: Results): void {
  if (problem) throw errorOf(problem);
  const failed = results.find(({ error }) => error)?.error;
  if (!failed || results.some(({ status }) => status === 'scored')) return;
  const message = `no row has an answer: ${failed.message}`;
  throw new ModelError(message, { kind: 'network', remedy: remedyFor(failed) });
}

/**
 * A failed request or an unfit judge shows nothing of the model, so it makes no test advisory.
 * @throws ModelError where the rows in error could have shown enough
 */
function refuseUnmeasured({ test, side, shortfall }: TestSuggestion, { results }: Results): void {
  if (!shortfall || shortfall.known >= shortfall.needed) return;
  const failed = results.flatMap(({ test_type, should, error }) => {
    const isOwn = test_type === test && (side === undefined || should === side);
    return isOwn && error && error.kind !== 'unreadable' ? [error] : [];
  });
  const [first] = failed;
  if (!first || shortfall.known + failed.length < shortfall.needed) return;
  const message = `\`${test}\` was not measured, since ${failed.length} of its rows are in error: ${first.message}`;
  throw new ModelError(message, { kind: 'network', remedy: remedyFor(first) });
}

/** The message on an unfit judge says what to do: `doctor` finds no fault of its endpoint. */
function remedyFor({ kind }: RowError): string {
  return kind === 'judge_not_calibrated'
    ? 'Correct that, then ask again.'
    : 'Run `sensitivity doctor`, then ask again.';
}

const FIELDS: Readonly<Record<string, string>> = {
  min_pass_rate: OF_A_TEST.min_pass_rate.field,
  min_answer_rate: OF_A_TEST.min_answer_rate.field,
  min_refusal_rate: OF_A_TEST.min_refusal_rate.field,
};

/** Fewest rows with a known answer for which a minimum is suggested. */
const LEAST_KNOWN = 20;

/** Minima that replace those of the file during a measurement. */
const OPEN = {
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
function withKeys(config: Config, suggested: readonly TestSuggestion[]): Config {
  const tests = config.tests.map((test) => {
    const own = suggested.filter((one) => one.test === test.test.name);
    if (own.some(({ shortfall }) => shortfall)) return { ...test, ...OPEN };
    const minima: Record<string, number> = {};
    for (const [key, { minimum }] of own.flatMap((one) => Object.entries(one.minima)))
      minima[FIELDS[key] ?? key] = minimum;
    return { ...test, ...minima };
  });
  return { ...config, tests };
}

/**
 * Removes the minima of the file, since one that the checks refuse would stop the measurement.
 */
export function withoutMinima(config: Config): Config {
  const tests = config.tests.map((test) => ({ ...test, ...OPEN, compare: undefined }));
  return { ...config, tests };
}

const SIDE_KEYS = { answer: 'min_answer_rate', refuse: 'min_refusal_rate' } as const;

function suggestionFor(
  run: AnyRun,
  { results, config, risk }: { results: Results; config: Config; risk: number },
): TestSuggestion {
  const { side } = run;
  const own = results.results.filter(
    ({ test_type, should }) =>
      test_type === run.test.name && (side === undefined || should === side),
  );
  const all = own.filter(({ status }) => status === 'scored');
  const plan = planOfRun(run);
  const named = results.report.find(({ test_type }) => test_type === run.test.name);
  const reported = named?.method === 'triplet' ? named : undefined;
  const hasSteady = reported?.minimum_steady_rate !== undefined;
  const decided = all.filter(({ pass }) => pass !== null);
  const passes = decided.filter(({ pass }) => pass === true).length;
  const sensitive = suggestMinimum({ rows: decided.length, passes }, plan, risk);
  const minima = run.method === 'triplet' ? minimaOfTriplet(all, { plan, risk, hasSteady }) : {};
  minima[side ? SIDE_KEYS[side] : 'min_pass_rate'] = sensitive;

  const shortfall: Shortfall = {
    ...countAnswers(own),
    known: run.method === 'triplet' ? knownIn(all).length : decided.length,
    needed: LEAST_KNOWN,
    useful: leastUsefulMinimum(reported?.guess_rate ?? 0),
  };
  const isUseless = sensitive.minimum < shortfall.useful || shortfall.known < LEAST_KNOWN;
  const rules = Object.entries(minima).map(([key, { minimum }]) => [key, minimum] as const);
  const places = (state: ResultRow['state']) => sourcesOf(all.filter((row) => row.state === state));
  const suggestion: TestSuggestion = {
    test: run.test.name,
    minima,
    keys: isUseless ? { advisory: true } : Object.fromEntries(rules),
    rows: all.length,
    errors: own.filter(({ status }) => status === 'error').length,
    needed: neededBy(sensitive, minima, plan),
    unknown: places('unknown'),
    upset: places('unsteady'),
    failing: run.method === 'triplet' ? [] : sourcesOf(all.filter(({ pass }) => pass === false)),
  };
  if (side) suggestion.side = side;
  if (isUseless) suggestion.shortfall = shortfall;
  const written = config.tests.find(({ test }) => test.name === run.test.name);
  if (!isUseless && written?.advisory) suggestion.stays_advisory = true;
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
  const minimumOf = (rows: readonly ResultRow[], by: StreamPlan) => {
    const passes = rows.filter(({ pass }) => pass !== null).length;
    return suggestMinimum({ rows: rows.length, passes }, by, risk);
  };
  const judged = scored.filter(({ state }) => state !== 'both_sides');
  const minima: TestSuggestion['minima'] = {
    min_valid: minimumOf(judged, { ...plan, margin: VALID_MARGIN }),
  };
  if (hasSteady) minima['min_steady'] = minimumOf(knownIn(scored), plan);
  return minima;
}

/** Scored rows whose answer is known, without those that state both sides. */
function knownIn(scored: readonly ResultRow[]): ResultRow[] {
  return scored.filter(({ state }) => state !== 'both_sides' && state !== 'unknown');
}

function planOfRun(run: AnyRun): StreamPlan {
  if (!isSequentialRun(run)) return undefined;
  const { margin, alpha, beta } = run;
  return { margin, alpha, beta };
}

function neededBy(
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
