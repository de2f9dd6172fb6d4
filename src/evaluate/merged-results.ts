import type { Overrides } from '../config/config.js';
import type { Results } from '../engine/results.js';
import { run as askAll } from '../engine/run.js';
import { mergeShards } from './merge.js';
import { askingOf, untilClosed, type OpenRun } from './open-run.js';
import { withNotices } from './results.js';
import { identityOfRun, type Origin } from './run-identity.js';

export interface Merging {
  /** Absolute: where the files of the shards are. */
  folder: string;
  overrides: Overrides;
  origin?: Origin | undefined;
}

/** The very run that the shards are parts of, over what they were told in place of a model: verdicts and rows are as if it were one. */
export async function mergedResults(run: OpenRun, { folder, overrides, origin }: Merging): Promise<Results> {
  const { keys, models, expected, changed, notices } = run;
  const asking = askingOf(run, expected.look);
  const ending = await untilClosed(run, async () => {
    const found = await mergeShards({ folder, run: identityOfRun({ ...run, overrides, origin }), keys, asking, models });
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
