import type { Spoken } from '../engine/recall.js';
import type { ResultRow, Results } from '../engine/results.js';
import { run as askAll } from '../engine/run.js';
import { baseRulesOf, recallBefore, withBaseRules, type Answered } from './base-rules.js';
import { asked, askingOf, haltedNotice, openRun, untilClosed, type OpenRun } from './open-run.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { attributionOf } from './attribution.js';
import { endStore, identityOfRun } from './run-store.js';
import { mergeShards } from './merge.js';
import { withNotices } from './results.js';
import { servedBy, servedNotices } from './served.js';

/** Judges the model by its rules, and first by the base's rules if they differ. Equal prompts are asked once. */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const second = await baseRulesOf(options);
  if (second === undefined) return evaluateOnce(options);
  if ('error' in second) {
    const { results, config } = await evaluateOnce(options);
    return { config, results: withBaseRules(results, second) };
  }
  const base = await evaluateOnce(second.options, { isFirst: true });
  const { results, ...evaluation } = await evaluateOnce(options, { before: base.answered });
  base.endInStore?.(results.results);
  return { ...evaluation, results: withBaseRules(results, second, base.results) };
}

interface EvaluatedOnce extends Evaluation {
  answered?: Answered;
  /** Ends the run in the store after the second run; `rows` are those of the second run. */
  endInStore?: (rows: readonly ResultRow[]) => void;
}

/** Reads rules, data and models, then runs the engine. A user's mistake is returned as `problem`; only defects throw. */
async function evaluateOnce(
  options: EvaluateOptions,
  { before, isFirst = false }: { before?: Answered | undefined; isFirst?: boolean } = {},
): Promise<EvaluatedOnce> {
  const { merge, onProgress } = options;
  return openRun(options, async (run): Promise<EvaluatedOnce> => {
    const { config, tests, models, meter, store, need, changed } = run;
    if (merge !== undefined) return { config, results: await mergedResults(run, options, merge) };
    let spoken: Spoken | undefined;
    const onAnswered = isFirst ? (all: Spoken) => (spoken = all) : undefined;
    const asking = { ...askingOf(run, need.check), onAnswered };
    const recall = before && recallBefore(before, run);
    const ending = await asked(run, options, async () => {
      const found = await askAll(asking, { ...models, recall }, onProgress);
      return { run: found, attribution: isFirst ? undefined : await attributionOf(run, found) };
    });
    const rows = 'run' in ending ? ending.run.results : [];
    const endInStore = (others: readonly ResultRow[] = []) => endStore(store, [...rows, ...others]);
    // The second run reuses the answers, so they stay until it ends.
    const stored = isFirst ? [] : endInStore();
    const served = servedBy(models);
    const notices = [...stored, ...haltedNotice(run), ...servedNotices(run, served), ...run.notices];
    const results = run.ended({ ending, changed, notices, estimate: need.expected.estimate, usage: meter, served });
    return { config, base: run.base, results, ...(spoken && { endInStore, answered: { config, tests, models, spoken } }) };
  });
}

/** Returns the results of the whole run from the shards' answers. `folder` (absolute) holds their files. */
async function mergedResults(run: OpenRun, options: EvaluateOptions, folder: string): Promise<Results> {
  const { keys, models, need, changed, notices } = run;
  const asking = askingOf(run, need.estimate);
  const ending = await untilClosed(run, async () => {
    const found = await mergeShards({
      folder,
      run: identityOfRun(run, options),
      keys,
      asking,
      models,
      isSecondRun: options.isSecondRun === true,
    });
    const { recall, calibrations, shards } = found;
    // The shards have applied the cap.
    const whole = { ...asking, maxRequests: undefined, isPartial: shards.missing.length > 0 };
    return { found, run: await askAll(whole, { ...models, recall, calibrations }) };
  });
  const results = run.ended({ ending, changed, notices });
  if (!('found' in ending)) return results;
  const { shards, usage, notices: merged, warnings } = ending.found;
  return withNotices({ ...results, usage: { ...usage, estimate: need.expected.estimate }, shards }, { warnings, first: merged });
}
