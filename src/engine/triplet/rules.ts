import type { Expectation } from '../sample.js';
import { COMPARED, type Compared, type DecisionRules } from './decision.js';
import { VALID_MARGIN, type SequentialKeys } from './triplet-run.js';

/** What a sequential test says of its decision, in its run or in its row of a report. */
interface Stated extends SequentialKeys {
  minimum_pass_rate: number;
  /** Only of rows that are asked three ways. */
  minimum_valid_rate?: number | undefined;
  compare?: { max_regression: number } | undefined;
}

/** What its rows and the rest of the run say of it. */
interface Found {
  rows: number;
  compared: readonly Compared[];
  /** Comparisons of the whole run. */
  comparisons: number;
  needsContrast?: boolean;
}

/** By which rules a test is decided. */
export function rulesBy(
  { minimum_pass_rate, minimum_valid_rate, margin, alpha, beta, compare }: Stated,
  { rows, compared, comparisons, needsContrast = false }: Found,
): DecisionRules {
  const rates = { alpha, beta };
  return {
    rows,
    sensitive: { minimum: minimum_pass_rate, margin, ...rates },
    ...(minimum_valid_rate !== undefined && { valid: { minimum: minimum_valid_rate, margin: VALID_MARGIN, ...rates } }),
    ...(needsContrast && { contrastAlpha: alpha }),
    comparisons: compared,
    ...(compare && compared.length > 0 && { comparison: { comparisons, delta: compare.max_regression, ...rates } }),
  };
}

/** What of rows that are asked three ways can be compared: without a key nobody knows an answer. */
export function comparable(rows: readonly { key?: unknown }[]): readonly Compared[] {
  return COMPARED.filter((compared) => compared === 'sensitive' || rows.some(({ key }) => key));
}

/** Whether any of the rows is judged by how its answers differ: it has no key, and its answer should change. */
export function lacksKey(rows: readonly { key?: unknown; expect?: Expectation | undefined }[]): boolean {
  return rows.some(({ key, expect }) => !key && expect !== 'same');
}
