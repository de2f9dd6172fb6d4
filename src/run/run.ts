import { configOf } from '../config/rules.ts';
import type { Attribution } from '../engine/attribution/schema.ts';
import type { Need } from '../engine/asking/budget.ts';
import type { Usage } from '../engine/results.ts';
import { runTests } from '../engine/run.ts';
import { attemptsOf, orProblem } from '../errors.ts';
import { sharedReplies, type Halt, type ReplyStore } from '../models/index.ts';
import { servedNotices } from '../report/story/run-notices.ts';
import { attributionOf } from './attribution.ts';
import { budgetProblem, estimateOf } from './budget.ts';
import { modelChangeOf } from './model-change.ts';
import type { EvaluateOptions, Evaluation, SingleRunOptions } from './options.ts';
import { engineOptionsOf, withOpenRun, type OpenRun } from './prepare.ts';
import { addNotices, modelIdentity, resultsOf, servedBy, type Ending } from './results.ts';
import { beginStore, digestOfSubject, endStore, openStore, reusedRun } from './run-store.ts';
import { addBaseRules, secondOptions } from './second-run.ts';

/** Judges by the head's rules and, if they differ, by the base's. Sends equal prompts once. */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { baseRules } = options.config;
  if (baseRules === undefined) return evaluateOnce(options);
  if ('problem' in baseRules) {
    const { problem, rules = [] } = baseRules;
    const head = await evaluateOnce(options);
    const unread = { name: 'the base', rules, rows: [], remarks: [] };
    return { ...head, results: addBaseRules(head.results, unread, { error: problem.message }) };
  }
  const repliesForRun = sharedReplies();
  const second = secondOptions(options, baseRules);
  const base = await evaluateOnce({ ...second, shared: repliesForRun() });
  const head = await evaluateOnce({ ...options, shared: repliesForRun() });
  endStore(base.openStore, [...base.results.results, ...head.results.results]);
  return { ...head, results: addBaseRules(head.results, baseRules, base.results) };
}

interface EvaluatedOnce extends Evaluation {
  /** The store of the second run, which is asked first: it stays open until the head has run. */
  openStore?: ReplyStore;
}

/**
 * Reads rules, data and models, then asks the models. Returns a user's mistake as `problem`. Only
 * defects throw.
 */
async function evaluateOnce(options: SingleRunOptions): Promise<EvaluatedOnce> {
  const { config: source, overrides } = options;
  const startedAt = new Date();
  const read = await orProblem(async () => ({ config: configOf(source.rules, source.path) }));
  if ('problem' in read)
    return { results: resultsOf({ source, overrides, startedAt, ending: read }) };
  const { config } = read;
  const evaluated = await orProblem(() =>
    withOpenRun(options, { config, store: openStore(config, options) }, (run) =>
      ask(run, startedAt),
    ),
  );
  const evaluation: EvaluatedOnce =
    'results' in evaluated
      ? evaluated
      : { config, results: resultsOf({ source, config, startedAt, ending: evaluated }) };
  if (options.headOfSecondRun) return evaluation;
  const change = modelChangeOf(options, config);
  return { ...evaluation, results: { ...evaluation.results, ...change } };
}

/** Asks the models, searches for the cause of a red verdict, and puts the results together. */
async function ask(run: OpenRun, startedAt: Date): Promise<EvaluatedOnce> {
  const { options, config, base, models, meter, subjectChanges } = run;
  const { store } = meter.run;
  const storeNotices = beginStore(store, run);
  const { ending, estimate } = await askTests(run, [...run.dataSentences, ...storeNotices]);
  // The verdict is final: from here on no step can change or lose it.
  const { attribution, warnings } = await searchCause(run, ending);
  const keptStore = options.headOfSecondRun ? store : undefined;
  const endNotices = keptStore ? [] : endStore(store, 'run' in ending ? ending.run.results : []);
  const notices = [...endNotices, ...haltNotices(run.halt)];
  const served = servedBy(models);
  const asks = { head: config.model, base: base?.model };
  const results = resultsOf({
    source: options.config,
    config,
    startedAt,
    ending,
    attribution,
    reused: reusedRun(meter),
    subjectChanges,
    notices: [...notices, ...servedNotices(asks, served), ...run.notices],
    estimate,
    usage: meter,
    served,
  });
  return {
    config,
    subject: digestOfSubject(config, options.overrides.baseUrl),
    results: addNotices(results, { warnings }),
    openStore: keptStore,
  };
}

/**
 * Asks the tests, unless a limit is too low for any verdict. Returns the estimate of tokens
 * together with the results.
 */
async function askTests(
  run: OpenRun,
  dataLines: string[],
): Promise<{ ending: Ending; estimate: Usage['estimate'] }> {
  const { options, config, base, tests, models, meter } = run;
  let estimate: Usage['estimate'];
  const onNeed = (need: Need) => {
    estimate = estimateOf(need.count, config, base?.model);
    const problem = budgetProblem(need, options.overrides, config);
    if (problem) throw problem;
  };
  options.onStart?.({
    model: modelIdentity(config),
    rows: tests.map(({ samples }) => samples.length),
    data: dataLines,
    pausedUntil: () => meter.accounts.refusedUntil,
  });
  const engineOptions = { ...engineOptionsOf(run), onNeed };
  const ending = await orProblem(async () => ({
    run: await runTests(engineOptions, models, options.onProgress),
  }));
  return { ending, estimate };
}

/** Searches for the changed part that broke the rows. A search that fails is a warning. */
async function searchCause(
  run: OpenRun,
  ending: Ending,
): Promise<{ attribution?: Attribution; warnings: string[] }> {
  const warnings: string[] = [];
  if (!('run' in ending) || run.options.headOfSecondRun) return { warnings };
  const attempt = attemptsOf((text) => warnings.push(`The cause was not searched for: ${text}`));
  const attribution = await attempt(() => attributionOf(run, ending.run));
  return { attribution, warnings };
}

function haltNotices({ reason }: Halt): string[] {
  if (reason === undefined) return [];
  return [`${reason.message} Rows without an answer are in error, and bound the verdict.`];
}
