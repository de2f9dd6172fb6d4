import type { Expectation } from '../sample.js';
import { COMPARED, type Compared, type DecisionRules } from './decision.js';
import { DEFAULT_MIN_STEADY, DEFAULT_MIN_VALID, DEFAULT_MIN_VALID_UNKEYED, VALID_MARGIN } from './triplet-run.js';
import type { TripletCase } from './cases.js';
import type { SequentialKeys, TripletRun } from './triplet-run.js';
import { makesPlacebo } from '../tests/test.js';

interface Stated extends SequentialKeys {
  minimum_pass_rate: number;
  /** Only of rows that are asked three ways. */
  minimum_valid_rate?: number | undefined;
  minimum_steady_rate?: number | undefined;
  compare?: { max_regression: number } | undefined;
}

interface Found {
  rows: number;
  compared: readonly Compared[];
  comparisons: number;
  needsContrast?: boolean;
}

export function rulesBy(
  { minimum_pass_rate, minimum_valid_rate, minimum_steady_rate, margin, alpha, beta, compare }: Stated,
  { rows, compared, comparisons, needsContrast = false }: Found,
): DecisionRules {
  const rates = { alpha, beta };
  return {
    rows,
    sensitive: { minimum: minimum_pass_rate, margin, ...rates },
    ...(minimum_valid_rate !== undefined && { valid: { minimum: minimum_valid_rate, margin: VALID_MARGIN, ...rates } }),
    ...(minimum_steady_rate !== undefined && { steady: { minimum: minimum_steady_rate, margin, ...rates } }),
    ...(needsContrast && { contrastAlpha: alpha }),
    comparisons: compared,
    ...(compare && compared.length > 0 && { comparison: { comparisons, delta: compare.max_regression, ...rates } }),
  };
}

/** By which rules a test is decided whose rows are asked three ways; V and U are held against their defaults where nothing is said. */
export function tripletRules(
  run: TripletRun,
  cases: readonly TripletCase[],
  found: Pick<Found, 'compared' | 'comparisons'>,
): DecisionRules {
  const rows = cases.map(({ key, sample: { expect } }) => ({ key, expect }));
  const needsContrast = lacksKey(rows);
  const { minimum_valid_rate = needsContrast ? DEFAULT_MIN_VALID_UNKEYED : DEFAULT_MIN_VALID, minimum_steady_rate = DEFAULT_MIN_STEADY } =
    run;
  const steady = hasSteadyStream(run.test, rows) ? minimum_steady_rate : undefined;
  return rulesBy({ ...run, minimum_valid_rate, minimum_steady_rate: steady }, { ...found, rows: rows.length, needsContrast });
}

/** Whether a harmless edit by itself can fail a test: without a key that is V, and without a placebo there is no edit. */
export function hasSteadyStream(test: TripletRun['test'], rows: readonly { key?: unknown }[]): boolean {
  return makesPlacebo(test) && rows.every(({ key }) => key !== undefined);
}

/** What of rows that are asked three ways can be compared: without a key nobody knows an answer. */
export function comparable(rows: readonly { key?: unknown }[]): readonly Compared[] {
  return COMPARED.filter((compared) => compared === 'sensitive' || rows.some(({ key }) => key));
}

/** Whether any of the rows is judged by how its answers differ: it has no key, and its answer should change. */
export function lacksKey(rows: readonly { key?: unknown; expect?: Expectation | undefined }[]): boolean {
  return rows.some(({ key, expect }) => !key && expect !== 'same');
}
