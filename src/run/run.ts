import type { Config } from '../config/config.js';
import { configOf } from '../config/rules.js';
import type { BaseRules, RulesComparison } from '../config/rules-comparison.js';
import { testsOfShard } from '../engine/shards.js';
import type { Need } from '../engine/budget.js';
import type { ResultRow, Usage, Results } from '../engine/results.js';
import { runTests } from '../engine/run.js';
import { attemptsOf, orProblem } from '../errors.js';
import { Halt, sharedReplies, type Accounts } from '../models/index.js';
import { Seal } from '../trust/hostile-file.js';
import { budgetProblem, estimateOf, withBudgetOfShard } from './budget.js';
import { startDeadline } from './interruption.js';
import { connectionOf, type EvaluateOptions, type Evaluation } from './options.js';
import { attributionOf } from './attribution.js';
import { secretsOfRun } from './connect-models.js';
import { modelChangeOf } from './model-change.js';
import { askingOf, prepare, type OpenRun } from './prepare.js';
import {
  beginStore,
  endStore,
  identityOfRun,
  openStore,
  reusedRun,
  digestOfSubject,
} from './run-store.js';
import { mergeShards } from './merge.js';
import {
  identity,
  resultsOf,
  withNotices,
  servedBy,
  usageInReport,
  servedTogether,
} from './results.js';
import { gateSentences } from '../report/story/changed-gate.js';
import { reusedWords } from '../report/story/reused.js';
import { servedNotices } from '../report/story/run-notices.js';

/**
 * Judges by the head's rules and, if they differ, by the base's. Sends equal prompts once. One
 * shard of a run has no verdict.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { baseRules } = options.config;
  if (baseRules === undefined) return evaluateOnce(options);
  if ('problem' in baseRules) {
    const { problem, rules = [] } = baseRules;
    const head = await evaluateOnce(options);
    const unknown = { name: 'the base', rules, rows: [], remarks: [] };
    return { ...head, results: withBaseRules(head.results, unknown, { error: problem.message }) };
  }
  const ofRun = sharedReplies();
  const second = secondOptions(options, baseRules);
  const base = await evaluateOnce({ ...second, shared: ofRun() });
  const { endInStore: _end, ...head } = await evaluateOnce({ ...options, shared: ofRun() });
  base.endInStore?.(head.results.results);
  return { ...head, results: withBaseRules(head.results, baseRules, base.results) };
}

interface EvaluatedOnce extends Evaluation {
  endInStore?: (rows: readonly ResultRow[]) => void;
}

/**
 * Reads rules, data and models, then asks or merges. A user's mistake is returned as `problem`;
 * only defects throw.
 */
async function evaluateOnce(options: EvaluateOptions): Promise<EvaluatedOnce> {
  const { config: source, overrides } = options;
  const started = new Date();
  const known = await orProblem(async () => ({ config: configOf(source.rules, source.path) }));
  if ('problem' in known)
    return { results: resultsOf({ source, overrides, started, ending: known }) };
  const { config } = known;
  const evaluated = await evaluateRules(options, { config, started });
  if (options.secondTo) return evaluated;
  const change = modelChangeOf(options, config);
  return { ...evaluated, results: { ...evaluated.results, ...change } };
}

async function evaluateRules(
  options: EvaluateOptions,
  { config, started }: { config: Config; started: Date },
): Promise<EvaluatedOnce> {
  const { config: source } = options;
  const halt = options.halt ?? new Halt();
  let accounts: Accounts | undefined;
  const deadline = startDeadline(config.deadline, halt, () => accounts?.lastRefusal);
  try {
    const prepared = await orProblem(async () =>
      prepare({ ...options, halt, store: openStore(config, options) }, config),
    );
    if (!('tests' in prepared))
      return { config, results: resultsOf({ source, config, started, ending: prepared }) };
    ({ accounts } = prepared.meter);
    const run = { ...prepared, options, config, started, halt };
    try {
      return await (options.merge === undefined ? ask(run) : merge(run, options.merge));
    } finally {
      // Open connections would keep the process alive.
      await prepared.meter.accounts.wire.close();
    }
  } finally {
    clearTimeout(deadline);
  }
}

async function ask(run: OpenRun): Promise<EvaluatedOnce> {
  const { options, config, base, started, halt, tests, models, meter, changed, keys, understood } =
    run;
  const { config: source, shard, secondTo } = options;
  const { store } = meter.run;
  const expected: Pick<Usage, 'estimate'> = {};
  const onNeed = (need: Need) => {
    const capped = withBudgetOfShard(config, shard);
    expected.estimate = estimateOf(need.count, capped, base?.model);
    const problem = budgetProblem(need, options, capped);
    if (problem) throw problem;
  };
  const data = [...understood, ...beginStore(store, run, options)];
  options.onStart?.({
    model: identity(config),
    rows: tests.map(({ samples }) => samples.length),
    data,
    pausedUntil: () => meter.accounts.refusedUntil,
  });
  const own = shard ? testsOfShard({ tests, seed: config.seed }, shard) : tests;
  const engineOptions = { ...askingOf(run), tests: own, onNeed, isShard: shard !== undefined };
  const ending = await orProblem(async () => ({
    run: await runTests(engineOptions, models, options.onProgress),
  }));
  // The verdict is final: from here on no step can change or lose it.
  const warnings: string[] = [];
  const attempt = attemptsOf((text) => warnings.push(`The cause was not searched for: ${text}`));
  const isSearched = 'run' in ending && !secondTo && !shard;
  const attribution = isSearched ? await attempt(() => attributionOf(run, ending.run)) : undefined;
  const rows = 'run' in ending ? ending.run.results : [];
  const endInStore = (others: readonly ResultRow[] = []) => endStore(store, [...rows, ...others]);
  const halted = halt.reason
    ? [`${halt.reason.message} Rows without an answer are in error, and bound the verdict.`]
    : [];
  // The run by the base's rules is asked first. Its answers stay until the other run has ended.
  const ofProcess: string[] = [];
  if (!secondTo) ofProcess.push(...endInStore());
  ofProcess.push(...halted);
  const reused = reusedRun(meter);
  const ofShard = shard && reused ? [...ofProcess, reusedWords(reused)] : ofProcess;
  const shardOfReport =
    shard && 'run' in ending
      ? {
          index: shard.index,
          of: shard.count,
          run: identityOfRun(run, options),
          notices: ofShard,
        }
      : undefined;
  const served = servedBy(models);
  const asks = { head: config.model, base: base?.model };
  const results = resultsOf({
    source,
    config,
    started,
    ending,
    attribution,
    reused,
    changed,
    notices: [...ofProcess, ...servedNotices(asks, served), ...run.notices],
    ...expected,
    shard: shardOfReport,
    usage: meter,
    served,
  });
  return {
    config,
    base,
    subject: digestOfSubject(config, options.overrides.baseUrl),
    results: withNotices(results, { warnings }),
    endInStore,
    digests: run.digests,
    sealed: shardOfReport && ((results) => new Seal(keys).close(results)),
  };
}

/**
 * Returns the results of the whole run from the reports of the shards. `folder` (absolute) holds
 * them.
 */
async function merge(run: OpenRun, folder: string): Promise<Evaluation> {
  const { options, config, started, changed, models, notices, digests } = run;
  // The keys of the head's models seal a shard's file, with the rows of both runs in it.
  const head = options.secondTo ?? config;
  const of = {
    folder,
    identity: identityOfRun(run, options),
    keys: secretsOfRun(head, connectionOf(options, head)),
    isSecondRun: options.secondTo !== undefined,
  };
  const ending = await orProblem(() => mergeShards(askingOf(run), models, of));
  const isSearched = 'run' in ending && !options.secondTo;
  const attribution = isSearched ? await attributionOf(run, ending.run) : undefined;
  const { config: source } = options;
  const results = resultsOf({ source, config, started, ending, attribution, changed, notices });
  if ('problem' in ending) return { config, results };
  const { usage, shards, notices: first, warnings } = ending;
  const merged = withNotices({ ...results, usage, shards }, { warnings, first });
  const subject = digestOfSubject(config, options.overrides.baseUrl);
  return { config, subject, digests, results: merged };
}

/** The options of the second run, by the base's rules. */
function secondOptions(options: EvaluateOptions, { config, root }: BaseRules): EvaluateOptions {
  const { onStart: _onStart, isTracked, ...common } = options;
  const { path, ref, rules, reviewed, base } = options.config;
  const comparison: RulesComparison = { path, ref, rules: { config }, reviewed, base };
  // A skipped run would give no second verdict.
  if (base && !('problem' in base)) comparison.base = { ...base, dataChanged: true };
  return {
    ...common,
    secondTo: configOf(rules, path),
    root,
    // A temporary folder holds only files of the base's commit.
    isTracked: root === options.root ? isTracked : undefined,
    halt: (options.halt ?? new Halt()).child(),
    config: comparison,
  };
}

function withBaseRules(
  head: Results,
  { name, rules, rows, remarks }: Pick<BaseRules, 'name' | 'rules' | 'rows' | 'remarks'>,
  base: Results | { error: string },
): Results {
  const isUnknown = 'error' in base;
  // The merge of all shards adds the usages and compares the rows.
  if (head.shard) return isUnknown ? head : { ...head, base_rules: base };
  const results: Results = {
    ...head,
    rules_changed: rules.length > 0 ? rules : undefined,
    rows_changed: rows.length > 0 ? rows : undefined,
    base_rules: base,
    usage: isUnknown ? head.usage : sumOf(head.usage, base.usage),
  };
  const { warnings, notices } = gateSentences(results, name);
  return withNotices(results, { warnings: [...warnings, ...remarks], first: notices });
}

function sumOf(one: Usage, other: Usage): Usage {
  return {
    ...one,
    ...usageInReport(one, other),
    served: servedTogether(one.served, other.served),
    duration_ms: one.duration_ms + other.duration_ms,
  };
}
