import { createClient } from '../github/client.ts';
import { loadEvent } from '../github/event.ts';
import { lazily } from '../github/lazily.ts';
import type { Evaluation } from '../run/options.ts';
import { evaluate } from '../run/run.ts';
import { readPublishedReport } from '../trust/published-report.ts';
import { endJob } from './end-job.ts';
import { evaluateChange } from './evaluate-change.ts';
import { finishRun } from './finish-run.ts';
import type { Inputs } from './input-table.ts';
import { failedEvaluation, type Job, type JobEnvironment } from './job.ts';
import { publish } from './publish.ts';
import { runShard } from './run-shard.ts';

/** Runs the job that the inputs ask for. Without such an input, the job is a gate. */
export async function runJob(inputs: Inputs, environment: JobEnvironment): Promise<void> {
  const event = await loadEvent(environment.env);
  const client = lazily(() => createClient({ token: inputs.githubToken, apiUrl: event.apiUrl }));
  const job = { inputs, event, client, environment };
  if (inputs.shard) return runShard(job);
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
  await publish(run, job);
  await endJob(run.results, job);
}

/** Reads the report of an earlier run that could not publish it. Sends no request to a model. */
async function readReport(file: string, { inputs }: Job): Promise<Evaluation> {
  try {
    return { results: await readPublishedReport(file, inputs.workspace) };
  } catch (error) {
    return failedEvaluation(inputs, error);
  }
}
