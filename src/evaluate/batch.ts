import type { Config } from '../config/config.js';
import type { Share } from '../engine/parse-share.js';
import { ConfigError } from '../errors.js';
import { BatchesOfRun, checkBatches } from '../models/index.js';
import type { EvaluateOptions } from './options.js';

type Asked = Pick<EvaluateOptions, 'batch' | 'merge'> & { share?: Share | undefined };

/** @throws ConfigError where a run cannot go in batches. */
export function checkBatch({ share, merge }: Asked, { model }: Config): void {
  const other = share ? 'shard' : merge === undefined ? undefined : 'merge';
  if (other) {
    throw new ConfigError(`\`batch\` and \`${other}\` do not go together.`, {
      where: "input 'batch'",
      remedy: 'A batch is asked by the endpoint, as many rows at once as there are: one job sends all of it. Leave one of the two out.',
    });
  }
  checkBatches(model);
}

export function batchesOf({ batch }: Asked, { budget }: Pick<Config, 'budget'>): BatchesOfRun | undefined {
  return batch ? new BatchesOfRun({ isPartial: budget.on_budget === 'partial' }) : undefined;
}
