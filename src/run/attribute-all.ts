/** What each changed part does to rows, on a head that passes as well. */
import { configOf } from '../config/rules.js';
import {
  costOfAll,
  effectsOf,
  ROWS_OF_ALL,
  type PartEffects,
} from '../engine/attribution/effects.js';
import { interleave, sum } from '../engine/lists.js';
import { ConfigError } from '../errors.js';
import { Halt } from '../models/index.js';
import { startDeadline } from './interruption.js';
import { partInReport } from './changed-parts.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { PartAsker } from './part-asker.js';
import { prepare, type OpenRun } from './prepare.js';
import { resultsOf } from './results.js';

/** What is asked, before the first request. */
export interface EffectsPlan {
  parts: number;
  rows: number;
  /** The most requests, those to a judge included. */
  requests: number;
}

interface AllOptions extends EvaluateOptions {
  onPlan: (plan: EffectsPlan) => void;
}

export type EffectsFound = Evaluation & { effects: PartEffects };

/**
 * Asks 20 rows with each changed part reverted, beside two asks of the head. No stored reply is
 * used. @throws GateError
 */
export async function attributeAll(given: AllOptions): Promise<EffectsFound> {
  const { cacheDirectory: _, onPlan, ...options } = given;
  const config = configOf(options.config.rules, options.config.path);
  const started = new Date();
  const halt = options.halt ?? new Halt();
  const deadline = startDeadline(config.deadline, halt);
  try {
    const prepared = await prepare({ ...options, halt, store: undefined }, config);
    if (!('tests' in prepared)) throw nothingToAsk(prepared.skipped);
    const run: OpenRun = { ...prepared, options, config, started, halt };
    try {
      const effects = await askAllParts(run, onPlan);
      const ending = { skipped: 'Each changed part was reverted; no verdict was asked for.' };
      const results = resultsOf({ source: options.config, config, started, ending });
      return { config, results, effects };
    } finally {
      await prepared.meter.accounts.wire.close();
    }
  } finally {
    clearTimeout(deadline);
  }
}

async function askAllParts(run: OpenRun, onPlan: AllOptions['onPlan']): Promise<PartEffects> {
  const { base, tests, meter, models } = run;
  if (!base || !models.base) throw nothingToAsk('there is no base that can be asked');
  const asker = new PartAsker(run, { base, report: [], openRows: [] });
  const { parts, subjects } = asker;
  if (parts.length === 0) throw nothingToAsk('model and prompts are those of the base');
  const rows = interleave(
    tests.map((test) => (test.cases?.cases ?? []).map((row) => ({ test, row }))),
  ).slice(0, ROWS_OF_ALL);
  const costs = await Promise.all(rows.map(async (row) => asker.requestsOf(row)));
  const once = sum(costs, (cost) => cost);
  const plan = { parts: parts.length, rows: rows.length, requests: costOfAll(once, parts.length) };
  onPlan(plan);
  if (plan.requests > meter.left)
    throw new ConfigError(
      `asking each changed part needs ${plan.requests} requests, and the cap is ${meter.left}`,
      { where: 'budget.max_requests', remedy: 'Raise the cap, or change less at once.' },
    );
  const [control, again, ...reverted] = await Promise.all([
    asker.outcomes(rows, 'nothing', 1),
    asker.outcomes(rows, 'nothing', 2),
    ...parts.map(async (_part, i) => asker.outcomes(rows, i, 1)),
  ]);
  if (!Array.isArray(control) || !Array.isArray(again))
    throw nothingToAsk('the head cannot be asked');
  const effects = effectsOf(
    { control, again },
    parts.map((part, i) => ({
      part: partInReport(part, subjects),
      asked: reverted[i] ?? { untried: 'it was not asked' },
    })),
  );
  return { ...effects, requests: meter.requests };
}

function nothingToAsk(why: string): ConfigError {
  return new ConfigError(`no changed part can be reverted: ${why.replace(/\.$/, '')}`, {
    where: '--base',
    remedy:
      'Name a commit with another model or prompt (in a workflow: run it on a branch, with `compare: base` in the configuration).',
  });
}
