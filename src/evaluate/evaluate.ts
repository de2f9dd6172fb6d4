import type { Spoken } from '../engine/recall.js';
import type { ResultRow } from '../engine/results.js';
import { run as askAll } from '../engine/run.js';
import { baseRulesOf, recalled, withBaseRules, type Answered } from './base-rules.js';
import { mergedResults } from './merged-results.js';
import { asked, askingOf, haltedNotice, openRun } from './open-run.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { endStore } from './run-store.js';

/**
 * Judges the subject by the rules that decide. Where a pull request is judged by its own and they differ from the base's, it is judged by
 * the base's first, in the same run: answers to the same prompt are asked for once.
 */
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
  /** Absent where no model was asked. */
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
