import { createClient } from '../github/client.js';
import { loadEvent } from '../github/event.js';
import type { Evaluation } from '../run/options.js';
import { evaluate } from '../run/run.js';
import { readPublishedReport } from '../trust/published-report.js';
import { lazily } from '../trust/rules-reader.js';
import { attributeChanges } from './attribute-changes.js';
import { endJob } from './end-job.js';
import { evaluateChange } from './evaluate-change.js';
import { finishRun } from './finish-run.js';
import type { Inputs } from './input-table.js';
import { failedEvaluation, type Job, type World } from './job.js';
import { proveGate } from './prove-gate.js';
import { publish } from './publish.js';
import { addTrend, keepRecord } from './remember-run.js';
import { runShard } from './run-shard.js';
import { isWatch, watchNight } from './watch-night.js';

/** Runs the job that the inputs ask for. Without such an input, the job is a gate. */
export async function runJob(inputs: Inputs, world: World): Promise<void> {
  const event = await loadEvent(world.env);
  const client = lazily(() => createClient({ token: inputs.githubToken, apiUrl: event.apiUrl }));
  const job = { inputs, event, client, world };
  if (inputs.prove) return proveGate(job, inputs.prove);
  if (inputs.attribute) return attributeChanges(job);
  if (inputs.shard) return runShard(job);
  if (isWatch(job)) return watchNight(job);
  return gateChange(job);
}

/**
 * Judges the change, or reads the report of an earlier run, and publishes the verdict. No step
 * after `finishRun` can change or lose the verdict.
 */
async function gateChange(job: Job): Promise<void> {
  const { publishFrom } = job.inputs;
  const evaluation =
    publishFrom === undefined ? evaluateChange(job, evaluate) : readReport(publishFrom, job);
  const run = await finishRun(evaluation, job);
  const { results, record } = await addTrend(run, job);
  await publish({ ...run, results }, job);
  // Recorded late, since a write to a branch may wait for other runs.
  await keepRecord(record, job, job.world.warn);
  await endJob(results, job);
}

/** Reads the report of an earlier run that could not publish it. Sends no request to a model. */
async function readReport(file: string, { inputs }: Job): Promise<Evaluation> {
  try {
    return { results: await readPublishedReport(file, inputs.workspace) };
  } catch (error) {
    return failedEvaluation(inputs, error);
  }
}
