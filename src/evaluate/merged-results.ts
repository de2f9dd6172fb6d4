import type { Results } from '../engine/results.js';
import { run as askAll } from '../engine/run.js';
import { mergeShards } from './merge.js';
import { askingOf, untilClosed, type OpenRun } from './open-run.js';
import type { EvaluateOptions } from './options.js';
import { withNotices } from './results.js';
import { identityOfRun } from './run-identity.js';

/**
 * The very run that the shards are parts of, over what they were told in place of a model: verdicts and rows are as if it were one.
 * @param folder absolute: where the files of the shards are.
 */
export async function mergedResults(run: OpenRun, options: EvaluateOptions, folder: string): Promise<Results> {
  const { keys, models, expected, changed, notices } = run;
  const asking = askingOf(run, expected.look);
  const ending = await untilClosed(run, async () => {
    const found = await mergeShards({
      folder,
      run: identityOfRun(run, options),
      keys,
      asking,
      models,
      isBeside: options.isBeside === true,
    });
    const { recall, calibrations, shards } = found;
    // What a cap left out, its shard says.
    const whole = { ...asking, maxRequests: undefined, isPartial: shards.missing.length > 0 };
    return { found, run: await askAll(whole, { ...models, recall, calibrations }) };
  });
  const results = run.ended({ ending, changed, notices });
  if (!('found' in ending)) return results;
  const { shards, usage, notices: said, warnings } = ending.found;
  return withNotices({ ...results, usage: { ...usage, estimate: expected.estimate }, shards }, { warnings, first: said });
}
