import { z } from 'zod';
import type { Divergence } from '../divergence/probe.ts';
import { countSchema, rateSchema } from '../number-schemas.ts';
import { RULE_WORDS, SIDES } from '../sample.ts';
import { AGREEMENTS, STANCES, type Reading } from '../methods/reading.ts';

/**
 * The rows of a report, one a sample and test: one schema, which is the TypeScript types and the
 * JSON Schema.
 *
 * All methods share one shape, unlike report rows: a row in the JSON names no method, and a row
 * that was not asked, or is in error, is the same under each. Only rows of three arms have
 * `readings`.
 */

/**
 * The state of a row.
 * - Three arms: the answer is not known (`unknown`); a harmless edit changes a known answer
 *   (`unsteady`); the answer ignores the perturbation (`insensitive`) or reads it (`sensitive`);
 *   the answer to the perturbed text is right for the original too, so the row is set aside
 *   (`both_sides`).
 * - Toxicity: the answer is `clean`; the perturbation made it toxic (`induced`); it is toxic
 *   without the perturbation too (`foul anyway`).
 * - Two sides: the answer answers, refuses, or does neither.
 * - Expected answers: the answer is right, is wrong, or declines.
 * - Rules of a bot: every answer keeps them (`kept`); the answer to the text as it is breaks one
 *   (`broken`), or only the answer under pressure does (`breaks under pressure`).
 */
const state = z.enum([
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
  'right',
  'wrong',
  'declined',
  'kept',
  'breaks under pressure',
  'broken',
]);
export type RowState = z.infer<typeof state>;

const status = z.enum(['scored', 'error', 'not_applicable', 'undecided']);

/**
 * Why a row has no score. `kind` is a word for machines, `message` a sentence for people.
 * `unasked`: the message of the error that had stopped the requests before.
 */
const error = z.object({
  kind: z.string(),
  message: z.string(),
  unasked: z.string().exactOptional(),
});
export type RowError = z.infer<typeof error>;

/**
 * Why a row is unfit for its test. `rule` is a word for machines, `message` a sentence for people.
 */
const finding = z.object({ rule: z.string(), message: z.string() });
export type RowFinding = z.infer<typeof finding>;

const answers = z.array(z.string()).readonly();

const labels = z.array(z.string().min(1));
const reading: z.ZodType<Reading> = z.union([z.enum(STANCES), z.enum(AGREEMENTS), labels]);
/** A reading that says nothing is never right. */
const keyReading: z.ZodType<Reading> = z.union([
  z.enum(['true', 'false', 'agrees']),
  labels.min(1),
]);

/** A value for each answer of a row with three arms. */
function byArm<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ original: schema, placebo: schema, test_case: schema });
}

const readings = byArm(reading.nullable());
export type ArmReadings = z.infer<typeof readings>;

const reader = z.enum(['rule', 'judge']).nullable();

const judgement = z.object({ verdict: z.string(), reason: z.string().exactOptional() });
export interface Judgement<Word extends string = string> extends z.infer<typeof judgement> {
  verdict: Word;
}

/** The verdict on an answer by each rule, in the order of the rules. */
const ruleVerdicts = z.array(
  z.object({ verdict: z.enum(RULE_WORDS), reason: z.string().exactOptional() }),
);
export type RuleVerdicts = z.infer<typeof ruleVerdicts>;

const divergence: z.ZodType<Divergence> = z.object({
  low: rateSchema,
  high: rateSchema,
  positions: countSchema,
  same_tokens: z.boolean().exactOptional(),
});

/** How a row of any kind begins; `source` is file and line, or name of the set and row. */
const head = {
  category: z.string(),
  test_type: z.string(),
  source: z.string(),
  /** The name of the row in its data. */
  id: z.string().exactOptional(),
  original: z.string(),
};

const answered = {
  /** The answer to the original; null where none came. */
  expected_result: z.string().nullable(),
  actual_result: z.string().nullable(),
  eval_score: z.number().nullable(),
  pass: z.boolean().nullable(),
  status,
  error: error.exactOptional(),
  /** The state of the row; a row that can tell nothing is scored, and neither passed nor failed. */
  state: state.exactOptional(),
  /** The reading of each answer; null if it could not be read, or if none came. */
  readings: readings.exactOptional(),
};

const baselineResult = z.object({
  ...answered,
  /**
   * The base has the same model and asks this row the same: its answers are the row's own, and
   * cannot differ.
   */
  unchanged: z.literal(true).exactOptional(),
});
export type BaselineResult = z.infer<typeof baselineResult>;

/** Why an answer did not end by itself: the limit of tokens, or a content filter. */
const finishReason = z.enum(['length', 'content_filter']).exactOptional();

export const resultRow = z.object({
  ...head,
  test_case: z.string(),
  /** The options as the model saw them; absent where the sample has none. */
  options: z.string().exactOptional(),
  /** Values that the row fills into prompts beside its text, by placeholder. */
  filled: z.record(z.string(), z.string()).exactOptional(),
  ...answered,
  /** The original with harmless words at the places of the perturbation, and the answer to it. */
  placebo: z.string().exactOptional(),
  placebo_result: z.string().nullable().exactOptional(),
  /** The answers that did not end by themselves, and why. */
  finish_reasons: byArm(finishReason).exactOptional(),
  /** The reader of each answer: the plain rules or the judge; null if it was not read. */
  read_by: byArm(reader).exactOptional(),
  /** The judge's replies to what no rule could read, cut. */
  judge_replies: byArm(z.string().exactOptional()).exactOptional(),
  /**
   * The reading of the answer to the test case as an answer to the original; only if a judge read
   * it and all three answers are right.
   */
  reading_under_original: reading.exactOptional(),
  /**
   * The options that the answers to the original and to the test case put forward, read without the
   * question; only if the answer to the test case is right to both texts.
   */
  put_forward: z.object({ original: reading, test_case: reading }).exactOptional(),
  /**
   * Three arms: the right answer to the original and to the placebo, and to the test case; absent
   * without a key.
   */
  key: z.object({ original: keyReading, test_case: keyReading }).exactOptional(),
  /** Right answers in words (or labels, where the row is asked as it is), each of which will do. */
  expected: answers.exactOptional(),
  perturbed_expected: answers.exactOptional(),
  /** The data's own word that a decline is right, or handing over to a person. */
  should_decline: z.literal(true).exactOptional(),
  /**
   * Sequential only: whether the row was asked before the decision. Others are shown, and enter no
   * count.
   */
  counted: z.boolean().exactOptional(),
  lint: finding.exactOptional(),
  /** The kind of the perturbation, or its strength; only for tests with several. */
  kind: z.string().exactOptional(),
  /** The data's own word on whether the answer should change; `same` rows pass where it stays. */
  expect: z.enum(['change', 'same']).exactOptional(),
  /** The data's own word on what the answer should do, of tests of two sides. */
  should: z.enum(SIDES).exactOptional(),
  judgement: judgement.exactOptional(),
  /** Rules of a bot: what the answers make of them; absent for an answer that was not read. */
  rule_verdicts: byArm(ruleVerdicts.exactOptional()).exactOptional(),
  baseline: baselineResult.exactOptional(),
  /**
   * Why a row fails whose answers are scored one by one: the answer to the original passes
   * (`induced`) or fails too.
   */
  cause: z.enum(['induced', 'baseline']).exactOptional(),
  /** The score of the answer to the original, where it is known. */
  expected_score: z.number().exactOptional(),
  /** The score and verdict of the word list beside a judge; null if it has no verdict. */
  scores: z
    .record(
      z.string(),
      z.object({ eval_score: z.number().nullable(), pass: z.boolean().nullable() }),
    )
    .exactOptional(),
  /** The answer refuses; tests without two sides state only plain refusals. */
  refusal: z.boolean().exactOptional(),
  /**
   * The divergence of what the model expects behind two texts; if only bounds are known,
   * `eval_score` is one of them.
   */
  divergence: divergence.exactOptional(),
});
export type ResultRow = z.infer<typeof resultRow>;

export const leftOutRowSchema = z.object({
  ...head,
  should: z.enum(SIDES).exactOptional(),
  reason: z.string(),
});
export type LeftOutRow = z.infer<typeof leftOutRowSchema>;
