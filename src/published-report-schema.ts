import { z } from 'zod';
import type { Interval } from './engine/statistics/intervals.js';
import { POLICIES } from './engine/statistics/policy.js';
import type { LeftOutRow, Problem, ReportRow, ResultRow, Results, Usage } from './engine/results.js';

/** Far above what a run writes; whoever writes more wants to wear the reader out. */
const LONGEST_TEXT = 100_000;
const LONGEST_NAME = 1_000;
const LONGEST_NOTICE = 5_000;
const MOST_ROWS = 200_000;
const MOST_TESTS = 100;
const MOST_NOTICES = 200;

const text = z.string().max(LONGEST_TEXT);
/** What tables, annotations and outputs repeat. */
const name = z.string().max(LONGEST_NAME);
/** What the log prints in full. */
const notice = z.string().max(LONGEST_NOTICE);
const count = z.int().nonnegative();
const rate = z.number().min(0).max(1);

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

const interval: z.ZodType<Interval> = z.object({ method: z.enum(['wilson', 'clopper-pearson', 'jeffreys']), confidence: rate, low: rate, high: rate });

const reportRow: z.ZodType<ReportRow> = z.object({
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
  threshold: z.union([z.number(), z.tuple([z.number(), z.number()])]),
  decision: z.enum(POLICIES).optional(),
  interval: interval.optional(),
  exact_interval: interval.optional(),
  rows_to_decide: count.optional(),
});

const resultRow: z.ZodType<ResultRow> = z.object({
  category: name,
  test_type: name,
  source: text,
  original: text,
  test_case: text,
  options: text.optional(),
  expected_result: text.nullable(),
  actual_result: text.nullable(),
  eval_score: z.number().nullable(),
  pass: z.boolean().nullable(),
  status: z.enum(['scored', 'error', 'not_applicable', 'undecided']),
  error: z.object({ kind: name, message: text }).optional(),
  lint: z.object({ rule: name, message: text }).optional(),
});

const leftOutRow: z.ZodType<LeftOutRow> = z.object({ category: name, test_type: name, source: text, original: text, reason: text });

const usage: z.ZodType<Usage> = z.object({ requests: count, prompt_tokens: count, completion_tokens: count, duration_ms: count });

const problem: z.ZodType<Problem> = z.object({ name, message: text, where: text.optional(), remedy: text });

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
  notices: listOf(notice, MOST_NOTICES),
  problem: problem.optional(),
});
