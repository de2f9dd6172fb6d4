import type { Spoken } from '../engine/recall.js';
import type { ResultRow, Results } from '../engine/results.js';
import { run as askAll } from '../engine/run.js';
import { baseRulesOf, recalled, withBaseRules, type Answered } from './base-rules.js';
import { asked, askingOf, haltedNotice, openRun, untilClosed, type OpenRun } from './open-run.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { endStore, identityOfRun } from './run-store.js';
import { mergeShards } from './merge.js';
import { withNotices } from './results.js';

/** Judges the subject by the rules that decide, and by the base's first where they differ. Equal prompts are asked once. */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const beside = await baseRulesOf(options);
  if (beside === undefined) return evaluateOnce(options);
  if ('error' in beside) {
    const { results, config } = await evaluateOnce(options);
    return { config, results: withBaseRules(results, beside) };
  }
  const base = await evaluateOnce(beside.options, { isFirst: true });
  const { results, config } = await evaluateOnce(options, { before: base.answered });
  base.forget?.(results.results);
  return { config, results: withBaseRules(results, beside, base.results) };
}

interface EvaluatedOnce extends Evaluation {
  answered?: Answered;
  /** Ends a run whose answers another one takes up in the store; `rows` are the other's. */
  forget?: (rows: readonly ResultRow[]) => void;
}

/** Rules, data, models, engine, in this order. Whatever a user can get wrong comes back as `problem`; only our own defects throw. */
async function evaluateOnce(
  options: EvaluateOptions,
  { before, isFirst = false }: { before?: Answered | undefined; isFirst?: boolean } = {},
): Promise<EvaluatedOnce> {
  const { merge, onProgress } = options;
  return openRun(options, async (run): Promise<EvaluatedOnce> => {
    const { config, tests, models, meter, store, expected, changed } = run;
    if (merge !== undefined) return { config, results: await mergedResults(run, options, merge) };
    let spoken: Spoken | undefined;
    const onAnswered = isFirst ? (all: Spoken) => (spoken = all) : undefined;
    const asking = { ...askingOf(run, expected.check), onAnswered };
    const recall = before && recalled(before, run);
    const ending = await asked(run, options, async () => ({ run: await askAll(asking, { ...models, recall }, onProgress) }));
    const rows = 'run' in ending ? ending.run.results : [];
    const forget = (others: readonly ResultRow[] = []) => endStore(store, [...rows, ...others]);
    // What a second run takes up is kept until that one ends.
    const said = isFirst ? [] : forget();
    const notices = [...said, ...haltedNotice(run), ...run.notices];
    const results = run.ended({ ending, changed, notices, estimate: expected.estimate, usage: meter });
    return { config, results, ...(spoken && { forget, answered: { config, tests, models, spoken } }) };
  });
}

/** The run that the shards are parts of, over what they were told in place of a model. `folder` (absolute) holds their files. */
async function mergedResults(run: OpenRun, options: EvaluateOptions, folder: string): Promise<Results> {
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
