import { z } from 'zod';
import { attributionSchema } from './attribution/schema.ts';
import { OUTCOMES, reportRowSchema } from './verdict/report-row.ts';
import { countSchema } from './number-schemas.ts';
import { leftOutRowSchema, resultRow } from './rows/result-row.ts';

/** The shape of the JSON report. One schema gives the TypeScript types and the JSON Schema. */

export type * from './verdict/report-row.ts';
export type * from './rows/result-row.ts';
export type { StatedRule, Threshold } from './scorers/rule.ts';

/** Retries aside, with all rows asked. */
const tokenEstimate = z.object({
  prompt_tokens: countSchema,
  /** Absent where nothing bounds an answer. */
  completion_tokens: countSchema.optional(),
});
export type TokenEstimate = z.infer<typeof tokenEstimate>;

/**
 * The limit of requests in flight from `seconds` after the start on. A growth in several steps is
 * one change.
 */
const limitChange = z.object({
  seconds: z.number().nonnegative(),
  limit: z.int().positive(),
  /**
   * The cause: the start, answers without a refusal, or the status by which the endpoint refused.
   */
  cause: z.enum(['start', 'growth', '429', '503']),
});

/** An account of an endpoint: its host, and a key that is not reported. */
const accountLimit = z.object({
  host: z.string(),
  changes: z.array(limitChange).readonly(),
});

/**
 * A model that replies name as theirs, with the number of its replies. Not every server gives a
 * fingerprint.
 */
const servedModel = z.object({
  /** Present for the base's own model. */
  side: z.literal('base').exactOptional(),
  model: z.string(),
  fingerprint: z.string().exactOptional(),
  replies: countSchema,
});
export type ServedBy = z.infer<typeof servedModel>;

/** The parts of an earlier run of the same gate and pull request that a run uses. */
const reusedRun = z.object({
  /** The workflow run, as GitHub numbers it. */
  run: z.string().exactOptional(),
  /** Age of that run, in minutes. */
  minutes: countSchema,
  /** Answers that are used again, and requests that were sent beside them. */
  answers: countSchema,
  requests: countSchema,
  /** The differences from that run although the subject is the same: `base`, `data`. */
  differs: z.string().exactOptional(),
});
export type ReusedRun = z.infer<typeof reusedRun>;

const usageSchema = z.object({
  /** Requests sent to models, repeated and failed ones included. */
  requests: countSchema,
  /** Stored replies of an earlier run of the same subject, rules and rows, used instead. */
  from_resume: countSchema.optional(),
  prompt_tokens: countSchema,
  completion_tokens: countSchema,
  /** Requests to models of which no server said what they took. */
  unreported: countSchema.optional(),
  /** The estimate before the first request: about this many tokens in, at most this many out. */
  estimate: tokenEstimate.optional(),
  duration_ms: countSchema,
  /**
   * How many requests could be under way to each account that was asked, over the run; absent where
   * none was.
   */
  concurrency: z.array(accountLimit).readonly().exactOptional(),
  served: z.array(servedModel).readonly().exactOptional(),
});
export type Usage = z.infer<typeof usageSchema>;

const problem = z.object({
  name: z.string(),
  message: z.string(),
  where: z.string().optional(),
  remedy: z.string(),
});
export type Problem = z.infer<typeof problem>;

/** A key of the rules whose value differs from the base's; `null` where a side does not have it. */
const ruleChange = z.object({
  /** `tests.sensitivity.add_negation.min_pass_rate`, or the path of a file that the rules name. */
  path: z.string(),
  old: z.unknown(),
  new: z.unknown(),
});
export type RuleChange = z.infer<typeof ruleChange>;

const rowsChange = z.object({
  source: z.string(),
  added: countSchema,
  removed: countSchema,
  changed: countSchema,
  common: countSchema,
});
export type RowsChange = z.infer<typeof rowsChange>;

export const oneVerdict = z.object({
  schema_version: z.literal(2),
  outcome: z.enum(OUTCOMES),
  model: z.object({ hub: z.string(), name: z.string() }),
  /** `ref` says whose configuration decided: `head`, `base`, `split`, or `local` in a terminal. */
  config: z.object({
    path: z.string(),
    ref: z.string(),
    sha256: z.string().regex(/^(?:[0-9a-f]{64})?$/),
  }),
  /**
   * How the subject differs from that of the base, by key: `system_prompt`, `temperature`,
   * `prompt`.
   */
  changed_subject: z.array(ruleChange).readonly().exactOptional(),
  /**
   * The same in a sentence, on a pull request with a known base. `moves`: the model is asked at
   * another host than the base's, or answers in the job itself.
   */
  model_change: z.object({ sentence: z.string(), moves: z.boolean() }).exactOptional(),
  reused: reusedRun.exactOptional(),
  /** Which part of the changed subject broke the rows. */
  attribution: attributionSchema.exactOptional(),
  /** The differences of a pull request's own rules from those of the base, and of the rows. */
  rules_changed: z.array(ruleChange).readonly().exactOptional(),
  rows_changed: z.array(rowsChange).readonly().exactOptional(),
  report: z.array(reportRowSchema).readonly(),
  results: z.array(resultRow).readonly(),
  not_applicable: z.array(leftOutRowSchema).readonly(),
  usage: usageSchema,
  seed: z.int(),
  started_at: z.iso.datetime(),
  /**
   * Sentences that stand right below the verdict, such as how a pull request changes its own gate.
   */
  warnings: z.array(z.string()).readonly().exactOptional(),
  notices: z.array(z.string()).readonly(),
  problem: problem.exactOptional(),
});

/**
 * The verdict on the same subject by the base's rules and rows, where these differ; or why it is
 * not known.
 */
const base_rules = z.union([z.object({ error: z.string() }), oneVerdict]).exactOptional();

export const resultsSchema = oneVerdict.extend({ base_rules });

/** Built once, by one function in `run/`; additions make a new object. */
export interface Results extends Readonly<z.infer<typeof oneVerdict>> {
  readonly base_rules?: Results | { readonly error: string };
}
