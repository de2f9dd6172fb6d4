/** The effect of each changed part on the rows, measured even if the head passes. */
import { configOf } from '../config/rules.ts';
import {
  costOfAll,
  effectsOf,
  outcomeOfRow,
  ROWS_OF_ALL,
  type PartEffects,
  type RowOutcome,
} from '../engine/attribution/effects.ts';
import type { HarmlessEdit } from '../engine/attribution/harmless-edit.ts';
import type { RevertedParts } from '../engine/attribution/search.ts';
import { interleave, sum } from '../engine/lists.ts';
import { ConfigError } from '../errors.ts';
import { partInReport } from './changed-parts.ts';
import type { EvaluateOptions, Evaluation } from './options.ts';
import { withOpenRun, type OpenRun } from './prepare.ts';
import { resultsOf } from './results.ts';
import { mostlyAnswered, SubjectAsker, type AskedRow, type Unasked } from './subject-asker.ts';

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

type EffectsEvaluation = Evaluation & { effects: PartEffects };

/**
 * Asks 20 rows twice of the head, and once with each changed part reverted. Uses no stored reply.
 * @throws GateError
 */
export async function attributeAll({
  onPlan,
  ...options
}: AttributeAllOptions): Promise<EffectsEvaluation> {
  const config = configOf(options.config.rules, options.config.path);
  const startedAt = new Date();
  const effects = await withOpenRun(options, { config, store: undefined }, (run) =>
    askAllParts(run, onPlan),
  );
  if ('skipped' in effects) throw nothingToAsk(effects.skipped);
  const ending = { skipped: 'Each changed part was reverted; no verdict was asked for.' };
  const results = resultsOf({ source: options.config, config, startedAt, ending });
  return { config, results, effects };
}

async function askAllParts(
  run: OpenRun,
  onPlan: AttributeAllOptions['onPlan'],
): Promise<PartEffects> {
  const { base, tests, meter, models } = run;
  if (!base || !models.base) throw nothingToAsk('there is no base that can be asked');
  const asker = new SubjectAsker(run, base);
  const { parts, subjects } = asker;
  if (parts.length === 0) throw nothingToAsk('model and prompts are those of the base');
  const rows = interleave(
    tests.map((test) => (test.cases?.cases ?? []).map((row) => ({ test, row }))),
  ).slice(0, ROWS_OF_ALL);
  await announceCost(rows, { asker, left: meter.left, onPlan });
  const [control, controlAgain, ...reverted] = await Promise.all([
    outcomesOf(rows, { asker, reverted: 'nothing', edit: 1 }),
    outcomesOf(rows, { asker, reverted: 'nothing', edit: 2 }),
    ...parts.map(async (_part, i) => outcomesOf(rows, { asker, reverted: i, edit: 1 })),
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

/** @throws ConfigError if the cap leaves fewer requests than asking every part may need */
async function announceCost(
  rows: readonly AskedRow[],
  {
    asker,
    left,
    onPlan,
  }: { asker: SubjectAsker; left: number; onPlan: AttributeAllOptions['onPlan'] },
): Promise<void> {
  const counts = await Promise.all(rows.map(async (row) => asker.countRequests(row)));
  const requestsOfOneAsk = sum(
    counts,
    ({ answers, embeddings, judge }) => answers + embeddings + judge,
  );
  const parts = asker.parts.length;
  const requests = costOfAll(requestsOfOneAsk, parts);
  onPlan({ parts, rows: rows.length, requests });
  if (requests <= left) return;
  throw new ConfigError(
    `asking each changed part needs ${requests} requests, and the cap is ${left}`,
    { where: 'budget.max_requests', remedy: 'Raise the cap, or change less at once.' },
  );
}

/** Returns the outcome of each row, or why the subject cannot be asked. */
async function outcomesOf(
  rows: readonly AskedRow[],
  { asker, reverted, edit }: { asker: SubjectAsker; reverted: RevertedParts; edit: HarmlessEdit },
): Promise<RowOutcome[] | Unasked> {
  const results = await asker.resultsOf(rows, reverted, edit);
  if ('untried' in results) return results;
  const outcomes = results.map(outcomeOfRow);
  return mostlyAnswered(outcomes, ({ answerKey }) => answerKey !== undefined, results);
}

function nothingToAsk(reason: string): ConfigError {
  return new ConfigError(`no changed part can be reverted: ${reason.replace(/\.$/, '')}`, {
    where: '--base',
    remedy:
      'Name a commit with another model or prompt (in a workflow: run it on a branch, with `compare: base` in the configuration).',
  });
}
