import { z } from 'zod';
import { STANCES } from '../engine/triplet/reading.js';
import { MEASURES } from '../engine/triplet/triplet-run.js';
import { count, rate } from './published-fields.js';

/** What the report of a test has that was asked until it was decided, or in three ways. */

const MOST_LABELS = 50;
const LONGEST_LABEL = 100;

const labels = z.array(z.string().min(1).max(LONGEST_LABEL)).max(MOST_LABELS);
export const reading = z.union([z.enum(STANCES), labels]);
export const readings = z.object({ original: reading.nullable(), placebo: reading.nullable(), test_case: reading.nullable() });
const reader = z.enum(['rule', 'judge']).nullable();
export const readBy = z.object({ original: reader, placebo: reader, test_case: reader });
/** What is right: a reading that says nothing is not. */
export const keyReading = z.union([z.enum(['true', 'false']), labels.min(1)]);
export const state = z.enum([
  'unknown',
  'unsteady',
  'insensitive',
  'sensitive',
  'both_sides',
  'clean',
  'induced',
  'foul anyway',
  'answered',
  'refused',
  'neither',
]);

/** What may be configured. */
const share = z.number().positive().lt(0.5);

const verdict = z.enum(['good', 'bad']).exactOptional();

export const sequentialFields = {
  method: z.literal('triplet').exactOptional(),
  asked_count: count.exactOptional(),
  known_count: count.exactOptional(),
  steady_count: count.exactOptional(),
  both_sides_count: count.exactOptional(),
  read_counts: z.object({ rule: count, judge: count }).exactOptional(),
  valid_rate: rate.nullable().exactOptional(),
  minimum_valid_rate: rate.exactOptional(),
  steady_rate: rate.nullable().exactOptional(),
  minimum_steady_rate: rate.exactOptional(),
  streams: z.object({ valid: verdict, steady: verdict, sensitive: verdict }).exactOptional(),
  guess_rate: rate.exactOptional(),
  guesses: z.object({ g: rate, h: rate }).exactOptional(),
  placebo: z.object({ changed: count, p_value: rate }).exactOptional(),
  same: z.object({ pass_count: count, fail_count: count }).exactOptional(),
  clusters: z.object({ right: count, total: count }).exactOptional(),
  margin: share.exactOptional(),
  alpha: share.exactOptional(),
  beta: share.exactOptional(),
  plan_error: z
    .object({ failed_if_good: rate, passed_if_bad: rate, good: rate, bad: rate, otherwise: rate.exactOptional() })
    .exactOptional(),
  uncounted_count: count.exactOptional(),
  drift: z
    .object({ checked: count, changed: count })
    .refine(({ checked, changed }) => changed <= checked, 'more rows changed than were checked')
    .exactOptional(),
  upset_count: count.exactOptional(),
  measure: z.enum(MEASURES).exactOptional(),
};

const ALWAYS = ['margin', 'alpha', 'beta', 'asked_count', 'streams', 'undecided_count'] as const;
const OF_TRIPLETS = ['minimum_valid_rate', 'valid_rate', 'steady_count', 'placebo'] as const;
const OF_PAIRS = ['interval', 'repeats'] as const;

/** What a row of the report lacks, or has that does not go with how its test was decided. */
export function sequentialProblem(row: Readonly<Record<string, unknown>>): { path: string[]; message: string } | undefined {
  const isTriplet = row.method === 'triplet';
  const has = (key: string) => row[key] !== undefined;
  if (row.decision !== 'sequential') {
    const key = ['method', 'comparisons', ...Object.keys(sequentialFields)].find(has);
    return key === undefined ? undefined : { path: [key], message: 'belongs to a sequential decision' };
  }
  const missing = [...ALWAYS, ...(isTriplet ? OF_TRIPLETS : [])].find((key) => !has(key));
  if (missing) return { path: [missing], message: 'is missing beside a sequential decision' };
  const strange = isTriplet
    ? [...OF_PAIRS, 'measure', 'upset_count', 'induced_count', 'baseline_fail_count']
    : [...OF_TRIPLETS, 'steady_rate', 'minimum_steady_rate'];
  const extra = strange.find(has);
  if (extra) return { path: [extra], message: 'belongs to another kind of test' };
  if (isTriplet !== ((row.rule as { kind: string } | undefined)?.kind === 'three_arms') && has('rule'))
    return { path: ['rule'], message: 'is not that of how the rows were asked' };
  if (has('baseline') !== has('comparisons')) return { path: ['comparisons'], message: 'does not go with the baseline' };
  return undefined;
}
