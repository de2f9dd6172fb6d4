import { z } from 'zod';
import { count, listOf, MOST_ACCOUNTS, MOST_CHANGES, name } from './bounds.js';

/** What a run took. */

const cost = z.number().nonnegative().optional();

/** Retries aside, with all rows asked. */
const tokenEstimate = z.object({
  prompt_tokens: count,
  /** Absent where nothing bounds an answer. */
  completion_tokens: count.optional(),
  /** At most, by the prices of the configuration; absent where one is missing, or a bound. */
  cost,
});
export type TokenEstimate = z.infer<typeof tokenEstimate>;

/** From then on, `seconds` since the run began, so many requests could be under way. A growth in many steps is one change. */
const limitChange = z.object({
  seconds: z.number().nonnegative(),
  limit: z.int().positive(),
  /** Where it began, that answers came without a refusal, or how the endpoint said that there were too many requests. */
  cause: z.enum(['start', 'growth', '429', '503']),
});
export type LimitChange = z.infer<typeof limitChange>;

/** An account of an endpoint: its host, and a key that nobody is told. */
const accountLimit = z.object({ host: name, changes: listOf(limitChange, MOST_CHANGES) });
export type AccountLimit = z.infer<typeof accountLimit>;

export const usageSchema = z.object({
  /** Requests sent to models, repeated and failed ones included. */
  requests: count,
  /** Stored replies that were used instead: of an interrupted run that this one resumes, and of the cache. */
  from_resume: count.optional(),
  from_cache: count.optional(),
  /** As servers reported them. */
  prompt_tokens: count,
  completion_tokens: count,
  /** Requests to models of which no server said what they took. */
  unreported: count.optional(),
  /** Of what was reported, by the prices of the configuration. */
  cost,
  /** What was expected before anybody was asked: about so many tokens in, at most so many out. */
  estimate: tokenEstimate.optional(),
  duration_ms: count,
  /** How many requests could be under way to each account that was asked, over the run; absent where none was. */
  concurrency: listOf(accountLimit, MOST_ACCOUNTS).exactOptional(),
});
export type Usage = z.infer<typeof usageSchema>;
