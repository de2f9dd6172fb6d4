import { sum } from '../lists.ts';
import type { Expectation } from '../sample.ts';
import { makesPlacebo, type SensitivityTest } from '../perturbations/definition.ts';
import type { DecisionRules } from './decision.ts';
import { COMPARED_FACTS, type ComparedFact } from './row-facts.ts';
import {
  DEFAULT_MIN_STEADY,
  DEFAULT_MIN_VALID,
  DEFAULT_MIN_VALID_UNKEYED,
  VALID_MARGIN,
  type SequentialKeys,
} from './test-run.ts';

/** The rules of three arms without the minimum of S (see `DecisionRules`). */
interface MinimumKeys {
  minimum_valid_rate?: number;
  minimum_steady_rate?: number;
  needsContrast?: boolean;
}

interface StatedKeys extends SequentialKeys, MinimumKeys {
  minimum_pass_rate: number;
  compare?: { max_regression: number };
}

interface ComparisonScope {
  rows: number;
  compared: readonly ComparedFact[];
  comparisons: number;
}

/**
 * Number of comparisons of a run, each a chance of a false alarm. Advisory tests decide nothing, so
 * theirs do not count.
 */
export function comparisonsIn(tests: readonly { advisory?: boolean; compared: number }[]): number {
  return Math.max(
    1,
    sum(tests, ({ advisory, compared }) => (advisory ? 0 : compared)),
  );
}

export function decisionRulesFor(
  {
    minimum_pass_rate,
    minimum_valid_rate,
    minimum_steady_rate,
    needsContrast = false,
    margin,
    alpha,
    beta,
    compare,
  }: StatedKeys,
  { rows, compared, comparisons }: ComparisonScope,
): DecisionRules {
  const rates = { alpha, beta };
  const rules: DecisionRules = {
    rows,
    sensitive: { minimum: minimum_pass_rate, margin, ...rates },
    comparisons: compared,
  };
  if (minimum_valid_rate !== undefined)
    rules.valid = { minimum: minimum_valid_rate, margin: VALID_MARGIN, ...rates };
  if (minimum_steady_rate !== undefined)
    rules.steady = { minimum: minimum_steady_rate, margin, ...rates };
  if (needsContrast) rules.contrastAlpha = alpha;
  if (compare && compared.length > 0)
    rules.comparison = { comparisons, delta: compare.max_regression, ...rates };
  return rules;
}

interface KeyedRow {
  key?: unknown;
  expect?: Expectation;
  /** The data brings a placebo of the row. */
  hasOwnPlacebo?: boolean;
}

/** Returns the minima of the streams V and U: as stated, or their defaults. */
export function tripletMinima(
  { minimum_valid_rate, minimum_steady_rate = DEFAULT_MIN_STEADY }: MinimumKeys,
  rows: readonly KeyedRow[],
  hasSteady: boolean,
): MinimumKeys {
  const needsContrast = lacksKey(rows);
  return {
    minimum_valid_rate:
      minimum_valid_rate ?? (needsContrast ? DEFAULT_MIN_VALID_UNKEYED : DEFAULT_MIN_VALID),
    minimum_steady_rate: hasSteady ? minimum_steady_rate : undefined,
    needsContrast,
  };
}

/**
 * Returns true if stream U exists. Without a key it would equal V, and without a placebo there is
 * no harmless edit to measure.
 */
export function hasSteadyStream(test: SensitivityTest, rows: readonly KeyedRow[]): boolean {
  const isEdited = makesPlacebo(test) || rows.every(({ hasOwnPlacebo }) => hasOwnPlacebo);
  return isEdited && rows.every(({ key }) => key !== undefined);
}

/**
 * Returns the facts of rows with three arms that can be compared: without a key no answer is known
 * to be right.
 */
export function comparable(rows: readonly KeyedRow[]): readonly ComparedFact[] {
  return COMPARED_FACTS.filter(
    (compared) => compared === 'sensitive' || rows.some(({ key }) => key),
  );
}

/**
 * Returns true if a row is judged by how its answers differ: it has no key, and its answer should
 * change.
 */
export function lacksKey(rows: readonly KeyedRow[]): boolean {
  return rows.some(({ key, expect }) => !key && expect !== 'same');
}
