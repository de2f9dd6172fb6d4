/** The effect of each changed part on the rows, measured even if the head passes. */
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
import { partInReport } from './changed-parts.js';
import { startDeadline } from './interruption.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { PartAsker } from './part-asker.js';
import { prepare, type OpenRun } from './prepare.js';
import { resultsOf } from './results.js';

/** The size of the measurement, known before the first request. */
export interface EffectsPlan {
  parts: number;
  rows: number;
  /** Maximum number of requests, including those to a judge. */
  requests: number;
}

interface AttributeAllOptions extends EvaluateOptions {
  onPlan: (plan: EffectsPlan) => void;
}

export type EffectsEvaluation = Evaluation & { effects: PartEffects };

/**
 * Asks 20 rows twice of the head, and once with each changed part reverted. Uses no stored reply.
 * @throws GateError
 */
export async function attributeAll({
  cacheDirectory: _cacheDirectory,
  onPlan,
  ...options
}: AttributeAllOptions): Promise<EffectsEvaluation> {
  const config = configOf(options.config.rules, options.config.path);
  const startedAt = new Date();
  const halt = options.halt ?? new Halt();
  const deadline = startDeadline(config.deadline, halt);
  try {
    const prepared = await prepare({ ...options, halt, store: undefined }, config);
    if (!('tests' in prepared)) throw nothingToAsk(prepared.skipped);
    const run: OpenRun = { ...prepared, options, config, startedAt, halt };
    try {
      const effects = await askAllParts(run, onPlan);
      const ending = { skipped: 'Each changed part was reverted; no verdict was asked for.' };
      const results = resultsOf({ source: options.config, config, startedAt, ending });
      return { config, results, effects };
    } finally {
      await prepared.meter.accounts.wire.close();
    }
  } finally {
    clearTimeout(deadline);
  }
}

async function askAllParts(
  run: OpenRun,
  onPlan: AttributeAllOptions['onPlan'],
): Promise<PartEffects> {
  const { base, tests, meter, models } = run;
  if (!base || !models.base) throw nothingToAsk('there is no base that can be asked');
  const asker = new PartAsker(run, { base, report: [], openRows: [] });
  const { parts, subjects } = asker;
  if (parts.length === 0) throw nothingToAsk('model and prompts are those of the base');
  const rows = interleave(
    tests.map((test) => (test.cases?.cases ?? []).map((row) => ({ test, row }))),
  ).slice(0, ROWS_OF_ALL);
  const costs = await Promise.all(rows.map(async (row) => asker.requestsOf(row)));
  const requestsOfOneAsk = sum(costs, (cost) => cost);
  const plan = {
    parts: parts.length,
    rows: rows.length,
    requests: costOfAll(requestsOfOneAsk, parts.length),
  };
  onPlan(plan);
  if (plan.requests > meter.left)
    throw new ConfigError(
      `asking each changed part needs ${plan.requests} requests, and the cap is ${meter.left}`,
      { where: 'budget.max_requests', remedy: 'Raise the cap, or change less at once.' },
    );
  const [control, controlAgain, ...reverted] = await Promise.all([
    asker.outcomes(rows, 'nothing', 1),
    asker.outcomes(rows, 'nothing', 2),
    ...parts.map(async (_part, i) => asker.outcomes(rows, i, 1)),
  ]);
  if (!Array.isArray(control) || !Array.isArray(controlAgain))
    throw nothingToAsk('the head cannot be asked');
  const effects = effectsOf(
    { control, again: controlAgain },
    parts.map((part, i) => ({
      part: partInReport(part, subjects),
      outcomes: reverted[i] ?? { untried: 'it was not asked' },
    })),
  );
  return { ...effects, requests: meter.requests };
}

function nothingToAsk(reason: string): ConfigError {
  return new ConfigError(`no changed part can be reverted: ${reason.replace(/\.$/, '')}`, {
    where: '--base',
    remedy:
      'Name a commit with another model or prompt (in a workflow: run it on a branch, with `compare: base` in the configuration).',
  });
}
