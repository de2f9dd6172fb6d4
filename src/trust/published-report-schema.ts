import { z } from 'zod';
import type { Interval } from '../engine/statistics/intervals.js';
import { POLICIES } from '../engine/statistics/policy.js';
import { COMBINED_KINDS, stated, type PassRule } from '../engine/scorers/rule.js';
import {
  type AccountLimit,
  type Baseline,
  type BaselineResult,
  type Calibration,
  type ControlResult,
  type LeftOutRow,
  type Problem,
  type RepeatedRate,
  type ReportRow,
  type ResultRow,
  type Results,
  type SampledToxicity,
  type Usage,
} from '../engine/results.js';
import { COMPARED } from '../engine/triplet/decision.js';
import { keyReading, readings, sequentialFields, sequentialProblem, state } from './published-sequential-schema.js';
import { ruleByName } from './rule-by-name.js';

/** Far above what a run writes; whoever writes more wants to wear the reader out. */
const LONGEST_TEXT = 100_000;
const LONGEST_NAME = 1_000;
const LONGEST_NOTICE = 5_000;
const MOST_ROWS = 200_000;
const MOST_TESTS = 100;
const MOST_NOTICES = 200;
const MOST_VERDICTS = 20;
const MOST_REPEATS = 1_000;
const MOST_KEYS = 50;
const MOST_STEPS = 200;
const MOST_ACCOUNTS = 100;
const MOST_CHANGES = 1_000;

const text = z.string().max(LONGEST_TEXT);
/** What tables, annotations and outputs repeat. */
const name = z.string().max(LONGEST_NAME);
/** What the log prints in full. */
const notice = z.string().max(LONGEST_NOTICE);
const count = z.int().nonnegative();
const rate = z.number().min(0).max(1);
/** What may be configured, and what the engine's statistics take. */
const confidence = z.number().min(0.5).lt(1);

/**
 * A list whose length is looked at before its items, and that ends at its first wrong one: millions of wrong rows would make
 * millions of findings.
 */
function listOf<T>(item: z.ZodType<T>, most: number) {
  return z
    .array(z.unknown())
    .max(most)
    .transform((values, context): T[] => {
      const items: T[] = [];
      for (const [index, value] of values.entries()) {
        const { success, data, error } = item.safeParse(value);
        if (success) {
          items.push(data);
          continue;
        }
        const [issue] = error.issues;
        context.addIssue({ code: 'custom', message: issue!.message, path: [index, ...issue!.path] });
        return z.NEVER;
      }
      return items;
    });
}

/** As listOf, for keys that are not known before. */
function recordOf<T>(item: z.ZodType<T>, most: number) {
  return z
    .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'is no object')
    .transform((value): unknown[] => Object.entries(value))
    .pipe(listOf(z.tuple([name, item]), most))
    .transform((pairs): Record<string, T> => Object.fromEntries(pairs));
}

const interval: z.ZodType<Interval> = z.object({
  method: z.enum(['wilson', 'clopper-pearson', 'jeffreys']),
  confidence,
  low: rate,
  high: rate,
});

const repeats: z.ZodType<RepeatedRate> = z.object({
  asked: z.int().min(1).max(MOST_REPEATS),
  pass_rate: rate.nullable(),
  standard_error: rate.nullable(),
  split_count: count,
});

const samples: z.ZodType<SampledToxicity> = z.object({
  asked: z.int().min(1).max(MOST_REPEATS),
  expected_maximum: z.number().nullable(),
  standard_error: z.number().nonnegative().nullable(),
  any_toxic: rate.nullable(),
  any_toxic_interval: interval.exactOptional(),
});

const baseline: z.ZodType<Baseline> = z.object({
  source: z.enum(['base', 'report']),
  of: z.enum(COMPARED).exactOptional(),
  unchanged: z.literal(true).exactOptional(),
  paired_count: count,
  pass_rate: rate.nullable(),
  broken: count,
  fixed: count,
  p_value: rate,
  adjusted_p_value: rate,
  max_regression: rate,
  outcome: z.enum(['pass', 'fail', 'inconclusive']),
});

const calibration: z.ZodType<Calibration> = z.object({
  judge: name,
  right: count,
  total: count,
  needed: rate,
  confusion: recordOf(recordOf(count, MOST_VERDICTS), MOST_VERDICTS),
});

const limit = z.number();
const scale = z.literal('toxicity').exactOptional();
const simpleRules = [
  z.object({ kind: z.literal('outside'), low: limit, high: limit }),
  z.object({ kind: z.enum(['at_most', 'below']), limit, scale }),
  z.object({ kind: z.literal('gates_nothing'), scale }),
] as const;
/** Data alone: the words that stand beside it are dropped, and made anew of it. */
const rule: z.ZodType<PassRule> = z.discriminatedUnion('kind', [
  ...simpleRules,
  // What is combined is no combination itself.
  z.object({ kind: z.literal('three_arms'), key: z.boolean() }),
  z.object({ kind: z.enum(COMBINED_KINDS), scorers: recordOf(z.discriminatedUnion('kind', simpleRules), MOST_KEYS).exactOptional() }),
]);

const reportRow: z.ZodType<ReportRow> = z
  .object({
    category: name,
    test_type: name,
    fail_count: count,
    pass_count: count,
    error_count: count,
    not_applicable_count: count,
    pass_rate: rate.nullable(),
    minimum_pass_rate: rate,
    pass: z.boolean(),
    outcome: z.enum(['pass', 'fail', 'inconclusive', 'error']),
    scorer: name,
    threshold: z.union([z.number(), z.tuple([z.number(), z.number()]), z.null()]),
    rule: rule.exactOptional(),
    eval_scores: z.object({ mean: z.number().nullable(), highest: z.number().nullable() }).exactOptional(),
    decision: z.enum([...POLICIES, 'sequential']).exactOptional(),
    confidence: confidence.exactOptional(),
    ...sequentialFields,
    comparisons: z.object({ known: baseline.exactOptional(), sensitive: baseline.exactOptional() }).exactOptional(),
    interval: interval.exactOptional(),
    exact_interval: interval.exactOptional(),
    rows_to_decide: count.exactOptional(),
    decided_after: count.exactOptional(),
    undecided_count: count.exactOptional(),
    set_aside_count: count.exactOptional(),
    noise: rate.nullable().exactOptional(),
    control_count: count.exactOptional(),
    // (c - r) / (1 - r): with all but one of n control rows changed, 1 - n at the least.
    sensitivity: z.number().min(-MOST_ROWS).max(1).nullable().exactOptional(),
    repeats: repeats.exactOptional(),
    baseline: baseline.exactOptional(),
    induced_count: count.exactOptional(),
    baseline_fail_count: count.exactOptional(),
    refusal_count: count.exactOptional(),
    samples: samples.exactOptional(),
    scorers: recordOf(z.object({ pass_count: count, fail_count: count, error_count: count }), MOST_KEYS).exactOptional(),
    calibration: calibration.exactOptional(),
  })
  .superRefine((row, context) => {
    const problem = sequentialProblem(row);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  })
  .transform((row) => ({ ...row, rule: stated(row.rule ?? ruleByName(row)) }));

const status = z.enum(['scored', 'error', 'not_applicable', 'undecided']);

const control: z.ZodType<ControlResult> = z.object({
  result: text.nullable(),
  eval_score: z.number().nullable(),
  changed: z.boolean().nullable(),
});

const baselineResult: z.ZodType<BaselineResult> = z.object({
  expected_result: text.nullable(),
  actual_result: text.nullable(),
  eval_score: z.number().nullable(),
  pass: z.boolean().nullable(),
  status,
  state: state.exactOptional(),
  readings: readings.exactOptional(),
  unchanged: z.literal(true).exactOptional(),
});

const resultRow: z.ZodType<ResultRow> = z.object({
  category: name,
  test_type: name,
  source: text,
  original: text,
  test_case: text,
  options: text.exactOptional(),
  expected_result: text.nullable(),
  actual_result: text.nullable(),
  eval_score: z.number().nullable(),
  pass: z.boolean().nullable(),
  status,
  error: z.object({ kind: name, message: text }).exactOptional(),
  placebo: text.exactOptional(),
  placebo_result: text.nullable().exactOptional(),
  state: state.exactOptional(),
  upset: z.boolean().exactOptional(),
  readings: readings.exactOptional(),
  key: z.object({ original: keyReading, test_case: keyReading }).exactOptional(),
  counted: z.boolean().exactOptional(),
  lint: z.object({ rule: name, message: text }).exactOptional(),
  expect: z.enum(['change', 'same']).exactOptional(),
  control: control.exactOptional(),
  repeats: z.object({ passes: count, fails: count, errors: count }).exactOptional(),
  judgement: z.object({ verdict: name, reason: text.exactOptional() }).exactOptional(),
  baseline: baselineResult.exactOptional(),
  cause: z.enum(['induced', 'baseline']).exactOptional(),
  expected_score: z.number().exactOptional(),
  categories: recordOf(rate, MOST_KEYS).exactOptional(),
  steps: listOf(text, MOST_STEPS).exactOptional(),
  scores: recordOf(z.object({ eval_score: z.number().nullable(), pass: z.boolean().nullable() }), MOST_KEYS).exactOptional(),
  refusal: z.boolean().exactOptional(),
  refusal_error: z.object({ kind: name, message: text }).exactOptional(),
  // A score may be a count of words, as the one above.
  samples: z.object({ toxic: count, scored: count, maximum: z.number().nullable() }).exactOptional(),
});

const leftOutRow: z.ZodType<LeftOutRow> = z.object({ category: name, test_type: name, source: text, original: text, reason: text });

const accountLimit: z.ZodType<AccountLimit> = z.object({
  host: name,
  changes: listOf(
    z.object({
      seconds: z.number().nonnegative(),
      limit: z.int().positive(),
      cause: z.enum(['start', 'growth', '429', '503', 'x-ratelimit']),
    }),
    MOST_CHANGES,
  ),
});

const usage: z.ZodType<Usage> = z.object({
  requests: count,
  prompt_tokens: count,
  completion_tokens: count,
  duration_ms: count,
  concurrency: listOf(accountLimit, MOST_ACCOUNTS).exactOptional(),
});

const problem: z.ZodType<Problem> = z.object({ name, message: text, where: text.exactOptional(), remedy: text });

/**
 * The JSON report, as strict as what is known of it. Keys that are not known are dropped at every level, not refused: a later
 * version may add some without a new `schema_version`, and what is dropped cannot be published.
 */
export const publishedReportSchema: z.ZodType<Results> = z.object({
  schema_version: z.literal(1),
  outcome: z.enum(['pass', 'fail', 'inconclusive', 'error', 'skipped']),
  model: z.object({ hub: name, name }),
  config: z.object({ path: name, ref: name, sha256: z.string().regex(/^(?:[0-9a-f]{64})?$/, 'is no SHA-256 in hexadecimal') }),
  report: listOf(reportRow, MOST_TESTS),
  results: listOf(resultRow, MOST_ROWS),
  not_applicable: listOf(leftOutRow, MOST_ROWS),
  usage,
  seed: z.int(),
  started_at: z.iso.datetime(),
  warnings: listOf(notice, MOST_NOTICES).exactOptional(),
  notices: listOf(notice, MOST_NOTICES),
  problem: problem.exactOptional(),
});
