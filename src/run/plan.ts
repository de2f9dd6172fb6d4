import { changedRules } from '../config/changed-rules.js';
import type { Config } from '../config/config.js';
import { configOf } from '../config/rules.js';
import { withTrustedSubject } from '../config/subject.js';
import { MOST_REQUESTS } from '../engine/attribution/search.js';
import { calibrationNeeds, needOf } from '../engine/budget.js';
import type { Case } from '../engine/case.js';
import { planOf } from '../engine/expected-requests.js';
import { Judges, judgeName, type CalibrationNeeds } from '../engine/judges/judges.js';
import { statedMinima } from '../engine/methods/sequential-figures.js';
import { contentOf } from '../engine/random.js';
import { SequentialTrial } from '../engine/sequential-trial.js';
import { startTests, subjectsOf } from '../engine/start-tests.js';
import type { Trial } from '../engine/trial.js';
import { Halt, Meter, paceOf } from '../models/index.js';
import type { Plan } from '../report/story/plan.js';
import type { PlannedTest } from '../report/story/planned.js';
import { findBase } from './baseline.js';
import { budgetProblem, checkBudget, estimateOf } from './budget.js';
import { changedParts } from './changed-parts.js';
import { nothingGatesNotices } from './check-rows.js';
import { connectModels, type ConnectedModels } from './connect-models.js';
import { connectionOf, type EvaluateOptions } from './options.js';
import { readTests } from './read-tests.js';
import { modelIdentity } from './results.js';
import { calibrationsIn, openStore } from './run-store.js';

type ModelName = Pick<Config['model'], 'hub' | 'name'>;

function otherAskedModels(
  { base, embedder }: Pick<ConnectedModels, 'base' | 'embedder'>,
  { tests }: Config,
): NonNullable<Plan['asked']> {
  const nameOf = ({ hub, name }: ModelName) => `${hub}/${name}`;
  const judges = tests.flatMap(({ judge }) => (judge ? nameOf(judge) : []));
  return {
    base: base && nameOf(base),
    embedder: embedder && nameOf(embedder),
    judges: [...new Set(judges)],
  };
}

/** Counts the requests that `evaluate` would send. Sends nothing to a model. */
export async function plan(options: EvaluateOptions): Promise<Plan> {
  const config = configOf(options.config.rules, options.config.path);
  const headPlan = await planRun(options, config);
  const basePlan = await planBaseRun(options, config);
  return basePlan ? { ...headPlan, beside: basePlan } : headPlan;
}

async function planBaseRun(options: EvaluateOptions, config: Config): Promise<Plan['beside']> {
  const { base } = options.config;
  if (base && 'problem' in base) throw base.problem;
  if (!base || !('config' in base.rules)) return undefined;
  const rules = changedRules(base.rules.config, config);
  if (rules.length === 0) return undefined;
  const sides = { rules: base.rules.config, head: config, texts: new Map<string, string>() };
  const { requests } = await planRun(options, withTrustedSubject(sides));
  return { name: base.name, rules, requests: requests.total };
}

async function planRun(options: EvaluateOptions, config: Config): Promise<Plan> {
  checkBudget(config);
  const connection = connectionOf(options, config);
  const base = findBase(config, options);
  const models = await connectModels(config, {
    connection,
    meter: new Meter(0, undefined, { halt: new Halt() }),
    base: base?.config,
    isPlan: true,
  });
  const { tests, dataSentences, notices } = await readTests(config, options, {
    models,
    base: base?.config,
  });
  const subjects = subjectsOf(models, base?.config?.template);
  const trials = startTests(tests, { seed: config.seed, ...subjects });
  const store = calibrationsIn(openStore(config, options), models.settingsOf);
  const judges = new Judges({ concurrency: 1, store, onReply: () => undefined });
  const judgeOptions = { judges, embeddingBatch: models.embedder?.batchSize ?? 1 };
  const need = await needOf(trials, judgeOptions);
  // `prove` asks the head alone, twice.
  const headTrials = startTests(
    tests.map(({ compare: _compare, ...run }) => run),
    { seed: config.seed, head: subjects.head },
  );
  const tokens = estimateOf(need.count, config, base?.config?.model);
  const baseNotices = base?.notices ?? [];
  return {
    model: modelIdentity(config),
    tests: await Promise.all(
      trials.map((trial) => plannedTest(trial, config, (needs) => judges.loadCalibrations(needs))),
    ),
    data: dataSentences,
    notices: [
      ...config.notices,
      ...nothingGatesNotices(config),
      ...baseNotices,
      ...models.notices,
      ...notices,
    ],
    requests: {
      ...need.count,
      least: need.least.total,
      cap: config.budget.max_requests,
      atATime: paceOf(config.concurrency),
    },
    attribution: attributionCost(base?.config, config),
    prove: 2 * (await needOf(headTrials, judgeOptions)).count.total,
    isRefused: budgetProblem(need, options, config) !== undefined,
    tokens,
    asked: otherAskedModels(models, config),
  };
}

/** Returns the maximum number of requests of the search for a cause; undefined without a search. */
function attributionCost(base: Config | undefined, config: Config): Plan['attribution'] {
  const isSearched = config.tests.some(
    ({ compare, attribution }) => compare?.with === 'base' && attribution,
  );
  const parts = base ? changedParts(base, config).length : 0;
  if (!isSearched || parts === 0) return undefined;
  return { parts, requests: Math.min(MOST_REQUESTS, config.budget.max_requests ?? Infinity) };
}

const EXAMPLES = 2;

async function plannedTest(
  trial: Trial,
  config: Config,
  calibrationOf: (needs: CalibrationNeeds[]) => Promise<number>,
): Promise<PlannedTest> {
  const { rows, run } = trial;
  const { test, scorer, minimum_pass_rate, samples, compare, side } = run;
  const isSequential = trial instanceof SequentialTrial;
  const sequence = isSequential ? await plannedSequence(trial, calibrationOf) : {};
  const [firstCase] = rows.cases;
  return {
    test_type: side ? `${test.name} (should ${side})` : test.name,
    scorer: scorer.name,
    minimum_pass_rate,
    rule: rows.rule,
    samples: samples.length,
    cases: rows.cases.length,
    texts: textsInRounds(rows.cases),
    not_applicable: [...rows.notApplicable],
    repeats: run.repeats,
    compare: compare?.with,
    ...sequence,
    prompt: firstCase && promptSent(trial, firstCase, config),
    examples: rows.cases.slice(0, EXAMPLES).map(({ sample, placebo, test_case }) => ({
      original: sample.text,
      placebo,
      test_case,
    })),
  };
}

function textsInRounds(cases: readonly Case[]): number | undefined {
  const isOnce = cases.every(({ round = 0 }) => round === 0);
  return isOnce ? undefined : new Set(cases.map(({ sample }) => contentOf(sample))).size;
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
  calibrationOf: (needs: CalibrationNeeds[]) => Promise<number>,
): Promise<Pick<PlannedTest, 'sequential' | 'minimum_valid_rate' | 'minimum_steady_rate'>> {
  const { rows, decider } = trial;
  const { judge } = rows.run;
  const calibration = await calibrationOf(calibrationNeeds(trial));
  const reading = rows.isReadByRule &&
    judge && { name: judgeName(judge), requests: rows.judgeCalls * rows.cases.length };
  return {
    ...statedMinima(decider),
    sequential: {
      ...planOf(trial),
      margin: decider.rules.sensitive.margin,
      calibration: calibration > 0 ? calibration : undefined,
      reading: reading || undefined,
      judged: rows.judgeRequests,
    },
  };
}
