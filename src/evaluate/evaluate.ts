import { run as askAll } from '../engine/run.js';
import { mergedResults } from './merged-results.js';
import { asked, askingOf, haltedNotice, openRun } from './open-run.js';
import type { EvaluateOptions, Evaluation } from './options.js';

/** Rules, data, models, engine, in this order. Whatever a user can get wrong comes back as `problem`; only our own defects throw. */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { merge, onProgress } = options;
  return openRun(options, async (run) => {
    const { config, models, meter, memory, expected, changed } = run;
    if (merge !== undefined) return { config, results: await mergedResults(run, options, merge) };
    const asking = askingOf(run, expected.check);
    const ending = await asked(run, options, async () => ({ run: await askAll(asking, models, onProgress) }));
    const said = memory.end('run' in ending ? ending.run.results : []);
    const notices = [...said, ...haltedNotice(run), ...(meter.run.batches?.notices ?? []), ...run.notices];
    return { config, results: run.ended({ ending, changed, notices, estimate: expected.estimate, usage: meter }) };
  });
}
