import type { Config } from '../config/config.js';
import type { Results } from '../engine/results.js';
import { run, type RunModels, type RunOptions } from '../engine/run.js';
import type { Meter } from '../models/index.js';
import { mergeShards } from './merge.js';
import type { Expected } from './expected.js';
import { withWire } from './with-wire.js';
import { orProblem } from './or-problem.js';
import { resultsOf, withNotices, type Evaluated } from './results.js';
import { identityOfRun, type Identified } from './run-identity.js';

export interface Merging extends Identified {
  source: Evaluated['source'];
  config: Config;
  /** Absolute: where the files of the shards are. */
  folder: string;
  keys: readonly string[];
  asking: RunOptions;
  expected: Expected;
  models: RunModels;
  meter: Meter;
  changed: readonly string[];
  notices: string[];
  started: Date;
}

/** The very run that the shards are parts of, over what they were told in place of a model: verdicts and rows are as if it were one. */
export async function mergedResults({
  source,
  folder,
  keys,
  asking,
  expected,
  models,
  meter,
  changed,
  notices,
  started,
  ...of
}: Merging): Promise<Results> {
  const { config } = of;
  const merged = async () => {
    const found = await mergeShards({ folder, run: identityOfRun(of), keys, asking, models });
    const { recall, calibrations, shards } = found;
    // What a cap left out, its shard says.
    const whole = { ...asking, maxRequests: undefined, isPartial: shards.missing.length > 0 };
    return { found, run: await run(whole, { ...models, recall, calibrations }) };
  };
  const ending = await withWire(meter, () => orProblem(merged));
  const results = resultsOf({ source, config, started, ending, changed, notices });
  if (!('found' in ending)) return results;
  const { shards, usage, notices: said, warnings } = ending.found;
  return withNotices({ ...results, usage: { ...usage, estimate: expected.estimate }, shards }, { warnings, first: said });
}
