import { ownTests } from '../engine/share.js';
import type { ResultRow } from '../engine/results.js';
import { run as askAll } from '../engine/run.js';
import { Seal } from '../trust/seal.js';
import { baseRulesOf, withBaseRules } from './base-rules.js';
import { paceNotices } from './budget.js';
import { asked, askingOf, haltedNotice, openRun, untilClosed, type OpenRun } from './open-run.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { endStore, identityOfRun } from './run-store.js';
import { mergeShards } from './merge.js';
import { withNotices } from './results.js';
import { SameReplies } from './same-replies.js';

/**
 * Judges the model by its rules, and first by the base's rules if they differ. Equal prompts are asked once. For one share of the rows, the
 * results have no verdict: the merge of all shards decides.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const second = await baseRulesOf(options);
  if (second === undefined) return evaluateOnce(options);
  if ('error' in second) {
    const head = await evaluateOnce(options);
    return { ...head, results: withBaseRules(head.results, second) };
  }
  const replies = new SameReplies();
  const base = await evaluateOnce({ ...second.options, replies }, { isFirst: true });
  const { endInStore: _end, ...head } = await evaluateOnce({ ...options, replies });
  base.endInStore?.(head.results.results);
  return { ...head, results: withBaseRules(head.results, second, base.results) };
}

interface EvaluatedOnce extends Evaluation {
  /** Ends the run in the store after the second run; `rows` are those of the second run. */
  endInStore?: (rows: readonly ResultRow[]) => void;
}

/** Reads rules, data and models, then runs the engine. A user's mistake is returned as `problem`; only defects throw. */
async function evaluateOnce(options: EvaluateOptions, { isFirst = false } = {}): Promise<EvaluatedOnce> {
  const { merge, share, onProgress } = options;
  return openRun(options, async (run): Promise<EvaluatedOnce> => {
    const { config, tests, models, meter, store, need, changed, keys } = run;
    if (merge !== undefined) return merged(run, options, merge);
    const own = share ? ownTests({ tests, seed: config.seed }, share) : tests;
    const asking = { ...askingOf(run, need.check), tests: own, isShard: share !== undefined };
    const ending = await asked(run, options, async () => ({ run: await askAll(asking, models, onProgress) }));
    const rows = 'run' in ending ? ending.run.results : [];
    const endInStore = (others: readonly ResultRow[] = []) => endStore(store, [...rows, ...others]);
    // The second run reuses the answers, so they stay until it ends.
    const ofProcess = [...(isFirst ? [] : endInStore()), ...haltedNotice(run), ...(share ? paceNotices(config.concurrency, share) : [])];
    const shard = share && 'run' in ending && { ...share, run: identityOfRun(run, options), notices: ofProcess };
    const ended = { ending, changed, notices: [...ofProcess, ...run.notices], estimate: need.expected.estimate, usage: meter };
    return {
      config,
      results: run.ended({ ...ended, ...(shard && { shard }) }),
      endInStore,
      ...(shard && { sealed: (results) => new Seal(keys).close(results) }),
    };
  });
}

/** Returns the results of the whole run from the reports of the shards. `folder` (absolute) holds them. */
async function merged(run: OpenRun, options: EvaluateOptions, folder: string): Promise<Evaluation> {
  const { config, changed, keys, models, notices } = run;
  const asking = askingOf(run, undefined);
  const of = { folder, identity: identityOfRun(run, options), keys, isSecondRun: options.isSecondRun === true };
  const ending = await untilClosed(run, () => mergeShards(asking, models, of));
  const results = run.ended({ ending, changed, notices });
  if ('problem' in ending) return { config, results };
  const { usage, shards, notices: first, warnings } = ending;
  return { config, results: withNotices({ ...results, usage, shards }, { warnings, first }) };
}
