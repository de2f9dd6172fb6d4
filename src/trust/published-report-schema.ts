import { z } from 'zod';
import { SIDES } from '../engine/sample.js';
import { POLICIES } from '../engine/statistics/policy.js';
import { COMBINED_KINDS, SCALES, stated, type PassRule } from '../engine/scorers/rule.js';
import {
  type AccountLimit,
  type BaselineResult,
  type ControlResult,
  type LeftOutRow,
  type ReportRow,
  type ResultRow,
  type Results,
  type RowsChange,
  type RuleChange,
  type Usage,
} from '../engine/results.js';
import { MOST_SHARES } from '../engine/parse-share.js';
import { TEST_NAME } from '../engine/tests/custom.js';
import {
  confidence,
  count,
  listOf,
  MOST_ACCOUNTS,
  MOST_CHANGES,
  MOST_KEYS,
  MOST_NOTICES,
  MOST_ROWS,
  MOST_STEPS,
  MOST_TESTS,
  name,
  notice,
  rate,
  recordOf,
  text,
} from './published-fields.js';
import { baseline, calibration, divergence, divergenceFigure, interval, repeats, samples } from './published-figures.js';
import {
  keyReading,
  probabilities,
  readBy,
  reading,
  readings,
  sequentialFields,
  sequentialProblem,
  state,
} from './published-sequential-schema.js';
import { publishedHistory } from './history-file.js';
import { ruleByName } from './rule-by-name.js';

const limit = z.number();
const scale = z.enum(SCALES).exactOptional();
/** Beside the data of a rule, and made anew of them: whatever stands there is not read. */
const words = z.unknown().meta({ type: 'string' }).exactOptional();
const simpleRules = [
  z.object({ kind: z.literal('outside'), low: limit, high: limit, words }),
  z.object({ kind: z.enum(['at_most', 'below', 'above']), limit, scale, words }),
  z.object({ kind: z.literal('gates_nothing'), scale, words }),
] as const;
const rule: z.ZodType<PassRule> = z.discriminatedUnion('kind', [
  ...simpleRules,
  // What is combined is no combination itself.
  z.object({ kind: z.literal('three_arms'), key: z.boolean(), words }),
  z.object({ kind: z.literal('as_it_should'), words }),
  z.object({
    kind: z.enum(COMBINED_KINDS),
    scorers: recordOf(z.discriminatedUnion('kind', simpleRules), MOST_KEYS).exactOptional(),
    words,
  }),
]);

const side = z.enum(SIDES);

/** `own`: what only a side has, or only the whole. */
const rowWith = (own: { side: typeof side } | { sides: z.ZodType<ReportRow['sides']> }): z.ZodType<ReportRow> => {
  // Of `own` the checker of types knows no more than that it is one of two.
  const row: z.ZodType = z
    .object({
      category: name,
      test_type: name,
      named: z.string().regex(TEST_NAME).exactOptional(),
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
      divergence: divergenceFigure.exactOptional(),
      scorers: recordOf(z.object({ pass_count: count, fail_count: count, error_count: count }), MOST_KEYS).exactOptional(),
      calibration: calibration.exactOptional(),
      refusal_rate: rate.nullable().exactOptional(),
      ...own,
    })
    .superRefine((row, context) => {
      const problem = sequentialProblem(row);
      if (problem) context.addIssue({ code: 'custom', ...problem });
    })
    .transform((row) => ({ ...row, rule: stated(row.rule ?? ruleByName(row)) }));
  return row as z.ZodType<ReportRow>;
};

const sideRow = rowWith({ side });
const reportRow = rowWith({ sides: z.object({ answer: sideRow, refuse: sideRow }).exactOptional() });

const status = z.enum(['scored', 'error', 'not_applicable', 'undecided']);

const error = z.object({ kind: name, message: text });

/** How a row of any kind begins. */
const head = { category: name, test_type: name, source: text, original: text };

const answered = {
  expected_result: text.nullable(),
  actual_result: text.nullable(),
  eval_score: z.number().nullable(),
  pass: z.boolean().nullable(),
  status,
};

const control: z.ZodType<ControlResult> = z.object({
  result: text.nullable(),
  eval_score: z.number().nullable(),
  changed: z.boolean().nullable(),
});

const baselineResult: z.ZodType<BaselineResult> = z.object({
  ...answered,
  state: state.exactOptional(),
  readings: readings.exactOptional(),
  error: error.exactOptional(),
  unchanged: z.literal(true).exactOptional(),
});

const resultRow: z.ZodType<ResultRow> = z.object({
  ...head,
  test_case: text,
  options: text.exactOptional(),
  ...answered,
  error: error.exactOptional(),
  placebo: text.exactOptional(),
  placebo_result: text.nullable().exactOptional(),
  state: state.exactOptional(),
  upset: z.boolean().exactOptional(),
  readings: readings.exactOptional(),
  read_by: readBy.exactOptional(),
  judge_replies: z
    .object({ original: text.exactOptional(), placebo: text.exactOptional(), test_case: text.exactOptional() })
    .exactOptional(),
  reading_under_original: reading.exactOptional(),
  probabilities: probabilities.exactOptional(),
  key: z.object({ original: keyReading, test_case: keyReading }).exactOptional(),
  counted: z.boolean().exactOptional(),
  lint: z.object({ rule: name, message: text }).exactOptional(),
  expect: z.enum(['change', 'same']).exactOptional(),
  should: side.exactOptional(),
  cluster: text.exactOptional(),
  control: control.exactOptional(),
  repeats: z.object({ passes: count, fails: count, errors: count }).exactOptional(),
  changed: z.boolean().exactOptional(),
  judgement: z.object({ verdict: name, reason: text.exactOptional() }).exactOptional(),
  baseline: baselineResult.exactOptional(),
  cause: z.enum(['induced', 'baseline']).exactOptional(),
  expected_score: z.number().exactOptional(),
  categories: recordOf(rate, MOST_KEYS).exactOptional(),
  steps: listOf(text, MOST_STEPS).exactOptional(),
  scores: recordOf(z.object({ eval_score: z.number().nullable(), pass: z.boolean().nullable() }), MOST_KEYS).exactOptional(),
  refusal: z.boolean().exactOptional(),
  // A score may be a count of words, as the one above.
  samples: z.object({ toxic: count, scored: count, maximum: z.number().nullable() }).exactOptional(),
  divergence: divergence.exactOptional(),
});

const leftOutRow: z.ZodType<LeftOutRow> = z.object({
  ...head,
  should: side.exactOptional(),
  reason: text,
});

const accountLimit: z.ZodType<AccountLimit> = z.object({
  host: name,
  changes: listOf(
    z.object({
      seconds: z.number().nonnegative(),
      limit: z.int().positive(),
      cause: z.enum(['start', 'growth', '429', '503']),
    }),
    MOST_CHANGES,
  ),
});

const usage: z.ZodType<Usage> = z.object({
  requests: count,
  from_resume: count.optional(),
  from_cache: count.optional(),
  prompt_tokens: count,
  completion_tokens: count,
  unreported: count.optional(),
  cost: z.number().nonnegative().optional(),
  estimate: z.object({ prompt_tokens: count, completion_tokens: count.optional(), cost: z.number().nonnegative().optional() }).optional(),
  duration_ms: count,
  concurrency: listOf(accountLimit, MOST_ACCOUNTS).exactOptional(),
});

const ruleChange: z.ZodType<RuleChange> = z.object({ path: text, old: z.unknown(), new: z.unknown() });
const rowsChange: z.ZodType<RowsChange> = z.object({ source: text, added: count, removed: count, changed: count, common: count });

/** What one run of the engine says. */
export const oneVerdict = z.object({
  schema_version: z.literal(1),
  outcome: z.enum(['pass', 'fail', 'inconclusive', 'error', 'skipped']),
  model: z.object({ hub: name, name }),
  config: z.object({ path: name, ref: name, sha256: z.string().regex(/^(?:[0-9a-f]{64})?$/, 'is no SHA-256 in hexadecimal') }),
  changed_subject: listOf(name, MOST_KEYS).exactOptional(),
  rules_changed: listOf(ruleChange, MOST_CHANGES).exactOptional(),
  rows_changed: listOf(rowsChange, MOST_KEYS).exactOptional(),
  report: listOf(reportRow, MOST_TESTS),
  results: listOf(resultRow, MOST_ROWS),
  not_applicable: listOf(leftOutRow, MOST_ROWS),
  usage,
  shards: z.object({ of: count, missing: listOf(count, MOST_SHARES) }).exactOptional(),
  seed: z.int(),
  started_at: z.iso.datetime(),
  warnings: listOf(notice, MOST_NOTICES).exactOptional(),
  notices: listOf(notice, MOST_NOTICES),
  history: publishedHistory.exactOptional(),
  problem: z.object({ name, message: text, where: text.exactOptional(), remedy: text }).exactOptional(),
});

/**
 * The JSON report, as strict as what is known of it. Keys that are not known are dropped at every level, not refused: a later
 * version may add some without a new `schema_version`, and what is dropped cannot be published.
 */
export const publishedReportSchema: z.ZodType<Results> = oneVerdict.extend({
  base_rules: z.union([z.object({ error: text }), oneVerdict]).exactOptional(),
});
