import { findBase } from './baseline.js';
import { connectModels } from './connect-models.js';
import { configOf } from '../config/rules.js';
import { admit, inTurns } from '../engine/budget.js';
import { Judges } from '../engine/judges.js';
import { timesAsked } from '../engine/questions.js';
import { ruleAt } from '../engine/scorers/rule.js';
import { calibrationNeeds } from '../engine/triplet/start.js';
import { startTrial, subjectsOf, undecidedRows } from '../engine/trial.js';
import { connectionOf, type EvaluateOptions } from './evaluate.js';
import { Meter } from '../models/index.js';
import { readTests } from './read-tests.js';
import { identity } from './results.js';
import type { Plan } from '../report/plan.js';

/** How many test cases of each test a plan shows. */
const EXAMPLES = 2;

/** What `evaluate` would send, found out without sending anything to a model. */
export async function plan(options: EvaluateOptions): Promise<Plan> {
  const config = configOf(options.config.rules, options.config.path);
  const base = await findBase({ config, overrides: options.overrides, base: options.config.base });
  const models = await connectModels(config, { connection: connectionOf(options, config), meter: new Meter(0), base: base?.config });
  const { tests, notices } = await readTests(config, { ...options, models, hasBase: models.base !== undefined });
  const subjects = subjectsOf(models, base?.config?.template);
  const trials = tests.map((test) => startTrial(test, { seed: config.seed, ...subjects }));
  const calibration = await new Judges({ concurrency: 1, onReply: () => undefined }).requestsFor(tests.map(calibrationNeeds));
  const { count } = admit(inTurns(trials.map((trial) => ({ trial, rows: undecidedRows(trial) }))), { embeddingBatch: models.embedder?.batchSize ?? 1, calibration });
  return {
    model: identity(config),
    tests: trials.map(({ run, run: { test, scorer, minimum_pass_rate, threshold, samples, decision, compare }, head: { prepared: { cases, notApplicable } } }) => ({
      test_type: test.name,
      scorer: scorer.name,
      minimum_pass_rate,
      rule: ruleAt(scorer.rule, threshold),
      samples: samples.length,
      cases: cases.length,
      not_applicable: notApplicable,
      control: cases.filter(({ controlled }) => controlled).length,
      decision,
      repeats: timesAsked(run),
      ...(compare && { compare: compare.with }),
      examples: cases.slice(0, EXAMPLES).map(({ sample, test_case }) => ({ original: sample.text, test_case })),
    })),
    notices: [...config.notices, ...notices],
    requests: { ...count, cap: config.maxRequests },
  };
}
