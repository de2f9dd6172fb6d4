import type { Config } from '../config/config.js';
import type { Share } from '../engine/parse-share.js';
import { paceOf } from '../models/index.js';

/** What is left of a whole number for one share: all of them together have no more than there is. */
function partOf(whole: number, { index, of }: Share): number {
  return Math.floor((whole + of - index) / of);
}

/** The configuration with this share of each cap; the others have the rest of it. Whoever is no shard has all of it. */
export function shareOfCap<T extends Pick<Config, 'budget'>>(config: T, share: Share | undefined): T {
  if (share === undefined) return config;
  const { max_requests, max_tokens, max_cost, ...rest } = config.budget;
  const budget = {
    ...rest,
    max_requests: max_requests && partOf(max_requests, share),
    max_tokens: max_tokens && partOf(max_tokens, share),
    max_cost: max_cost && max_cost / share.of,
  };
  return { ...config, budget };
}

/** How many requests may be under way in one share, at first and at most. One has to be. */
export function shareOfPace(concurrency: Config['concurrency'], share: Share | undefined): ReturnType<typeof paceOf> {
  const { start, ceiling } = paceOf(concurrency);
  if (share === undefined) return { start, ceiling };
  return { start: Math.max(1, partOf(start, share)), ceiling: Math.max(1, partOf(ceiling, share)) };
}

/** What there is to say where the parts cannot keep to the whole. */
export function paceNotices(concurrency: Config['concurrency'], { of }: Share): string[] {
  const { ceiling } = paceOf(concurrency);
  if (ceiling >= of) return [];
  return [
    `concurrency: ${ceiling} requests at a time cannot be divided among ${of} shards: each sends one at a time. Let no more than ${ceiling} of them run at once (\`max-parallel: ${ceiling}\` in the matrix).`,
  ];
}
