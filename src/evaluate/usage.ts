import type { Meter } from '../models/index.js';
import type { ShardBody } from '../trust/shard-file.js';

/** What was sent, and what was taken from earlier runs instead. */
type Sent = Omit<ShardBody['usage'], 'duration_ms'>;

/** By a run of this process. */
export function sentBy({ requests, prompt_tokens, completion_tokens, unreported, cost, recalled: { resume, cache } }: Meter): Sent {
  const costs = cost !== undefined && { cost };
  return { requests, prompt_tokens, completion_tokens, unreported, ...costs, from_resume: resume, from_cache: cache };
}

/** As a report has it, which says nothing of what was not. */
export function usageInReport({ requests, from_resume, from_cache, prompt_tokens, completion_tokens, unreported, cost }: Sent) {
  return {
    requests,
    ...(from_resume > 0 && { from_resume }),
    ...(from_cache > 0 && { from_cache }),
    prompt_tokens,
    completion_tokens,
    ...(unreported > 0 && { unreported }),
    ...(cost !== undefined && { cost }),
  };
}
