import { changedRules } from '../config/changed-rules.ts';
import type { Config } from '../config/config.ts';
import { configOf } from '../config/rules.ts';
import { withTrustedSubject } from '../config/subject.ts';
import { MAX_REQUESTS } from '../engine/attribution/search.ts';
import { calibrationNeeds, needOf, type Need } from '../engine/asking/budget.ts';
import type { Case } from '../engine/rows/case.ts';
import { planOf } from '../engine/asking/expected-requests.ts';
import { Judges } from '../engine/judges/judges.ts';
import type { AnyRun } from '../engine/methods/test-run.ts';
import { SequentialTrial } from '../engine/asking/sequential-trial.ts';
import { startTests, subjectsOf } from '../engine/asking/start-tests.ts';
import type { Trial } from '../engine/asking/trial.ts';
import { Meter } from '../models/index.ts';
import type { Plan, PlannedSection } from '../report/story/plan.ts';
import type { PlannedTest } from '../report/story/planned-cost.ts';
import { findBase } from './baseline.ts';
import { tokensBySection } from './budget.ts';
import { changedParts } from './changed-parts.ts';
import { nothingGatesNotices } from './check-rows.ts';
import { connectionOf, type ConnectedModels } from './connect-models.ts';
import type { EvaluateOptions } from './options.ts';
import { connectAndRead } from './prepare.ts';
import { calibrationsIn, openStore } from './run-store.ts';

/** Counts the requests that `evaluate` would send. Sends nothing to a model. */
export async function plan(options: EvaluateOptions): Promise<Plan> {
  const config = configOf(options.config.rules, options.config.path);
  const headPlan = await planRun(options, config);
  const basePlan = await planBaseRun(options, config);
  return basePlan ? { ...headPlan, beside: basePlan } : headPlan;
}

/** Returns the requests of the second run, by the base's rules; undefined if they are the same. */
async function planBaseRun(options: EvaluateOptions, config: Config): Promise<Plan['beside']> {
  const { base } = options.config;
  if (base && 'problem' in base) throw base.problem;
  if (!base || !('config' in base.rules)) return undefined;
  const rules = changedRules({ base: base.rules.config, head: config });
  if (rules.length === 0) return undefined;
  const sides = { rules: base.rules.config, head: config, texts: new Map<string, string>() };
  const run = await openPlan(options, withTrustedSubject(sides));
  const { need } = await countRequests(run);
  return { name: base.name, rules, requests: need.count.total };
}

async function planRun(options: EvaluateOptions, config: Config): Promise<Plan> {
  const run = await openPlan(options, config);
  const { base, judges } = run;
  const { trials, need } = await countRequests(run);
  return {
    tests: await Promise.all(trials.map((trial) => plannedTest(trial, config, judges))),
    data: run.dataSentences,
    notices: [...config.notices, ...nothingGatesNotices(config), ...run.notices],
    requests: {
      calibration: need.count.calibration,
      unread: need.count.unread,
      total: need.count.total,
      least: need.least.total,
      cap: config.budget.max_requests,
    },
    attribution: attributionCost(base, config),
    sections: sectionsOf(need.count, run),
  };
}

/** A run whose rows are read and whose models are connected, for counting alone. */
interface OpenPlan {
  config: Config;
  base: Config | undefined;
  models: ConnectedModels;
  tests: readonly AnyRun[];
  dataSentences: string[];
  notices: string[];
  judges: Judges;
}

async function openPlan(options: EvaluateOptions, config: Config): Promise<OpenPlan> {
  const connection = connectionOf(options, config);
  const base = findBase(config, options);
  const { models, tests, dataSentences, notices } = await connectAndRead(config, options, {
    connection,
    meter: new Meter(0),
    base,
    isPlan: true,
  });
  const store = calibrationsIn(openStore(config, options), models.settingsOf);
  const judges = new Judges({ concurrency: 1, store, onReply: () => undefined });
  return { config, base: base?.config, models, tests, dataSentences, notices, judges };
}

async function countRequests(run: OpenPlan): Promise<{ trials: Trial[]; need: Need }> {
  const { config, base, models, tests } = run;
  const subjects = subjectsOf(models, base?.template);
  const trials = startTests(tests, { seed: config.seed, ...subjects });
  return { trials, need: await needOf(trials, judgeOptions(run)) };
}

function judgeOptions({ judges, models }: OpenPlan) {
  return { judges, embeddingBatch: models.embedder?.batchSize ?? 1 };
}

/** What each section of the configuration is asked. */
function sectionsOf(count: Need['count'], { config, base, models }: OpenPlan): PlannedSection[] {
  const { answers, base: baseAnswers, judge, calibration, unread, embeddings } = count;
  const nameOf = ({ hub, name }: Pick<Config['model'], 'hub' | 'name'>) => `${hub}/${name}`;
  const judges = config.tests.flatMap((test) => (test.judge ? nameOf(test.judge) : []));
  const tokens = tokensBySection(count, config, base?.model);
  const most = {
    model: answers - baseAnswers,
    base: baseAnswers,
    judge: judge + calibration,
    embeddings,
  };
  const names = {
    model: [nameOf(config.model)],
    base: models.base ? [nameOf(models.base)] : [],
    judge: [...new Set(judges)],
    embeddings: models.embedder ? [nameOf(models.embedder)] : [],
  };
  const sections = ['model', 'base', 'judge', 'embeddings'] as const;
  return sections
    .filter((section) => most[section] > 0)
    .map((section) => ({
      section,
      names: names[section],
      least: section === 'judge' ? most.judge - unread : most[section],
      most: most[section],
      prompt_tokens: tokens[section]?.prompt,
      completion_tokens: tokens[section]?.completion,
    }));
}

/** Returns the maximum number of requests of the search for a cause; undefined without a search. */
function attributionCost(base: Config | undefined, config: Config): Plan['attribution'] {
  const isSearched = config.tests.some(({ compare, attribution }) => compare && attribution);
  const parts = base ? changedParts(base, config).length : 0;
  if (!isSearched || parts === 0) return undefined;
  return { parts, requests: Math.min(MAX_REQUESTS, config.budget.max_requests ?? Infinity) };
}

async function plannedTest(trial: Trial, config: Config, judges: Judges): Promise<PlannedTest> {
  const { rows, run } = trial;
  const { test, scorer, minimum_pass_rate, samples, side } = run;
  const sequential =
    trial instanceof SequentialTrial ? await plannedSequence(trial, judges) : undefined;
  const [firstCase] = rows.cases;
  return {
    test_type: side ? `${test.name} (should ${side})` : test.name,
    scorer: scorer.name,
    minimum_pass_rate,
    samples: samples.length,
    cases: rows.cases.length,
    not_applicable: [...rows.notApplicable],
    sequential,
    prompt: firstCase && promptSent(trial, firstCase, config),
  };
}

/** Returns the prompts of a row as they are sent. */
function promptSent({ rows }: Trial, { sample }: Case, { model }: Config): PlannedTest['prompt'] {
  const [firstAsk] = rows.questionsFor(0, []);
  if (firstAsk === undefined || firstAsk.question.probe) return undefined;
  const { prompt, system = model.system_prompt } = firstAsk.question;
  return { source: sample.source, system, text: prompt };
}

async function plannedSequence(
  trial: SequentialTrial,
  judges: Judges,
): Promise<PlannedTest['sequential']> {
  const { rows } = trial;
  const reads = rows.isReadByRule && rows.run.judge !== undefined;
  return {
    ...planOf(trial),
    calibration: await judges.loadCalibrations(calibrationNeeds(trial)),
    read: reads ? rows.judgeCalls : 0,
    judged: rows.judgeRequests,
  };
}
