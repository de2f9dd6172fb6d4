import { createClient } from '../github/client.ts';
import { loadEvent } from '../github/event.ts';
import { lazily } from '../github/lazily.ts';
import { endJob } from './end-job.ts';
import { evaluateChange } from './evaluate-change.ts';
import { finishRun } from './finish-run.ts';
import type { Inputs } from './input-table.ts';
import type { Job, JobEnvironment } from './job.ts';
import { publish } from './publish.ts';

/** Runs the job that the inputs ask for. Without such an input, the job is a gate. */
export async function runJob(inputs: Inputs, environment: JobEnvironment): Promise<void> {
  const event = await loadEvent(environment.env);
  const client = lazily(() => createClient({ token: inputs.githubToken, apiUrl: event.apiUrl }));
  const job = { inputs, event, client, environment };
  return gateChange(job);
}

/**
 * Judges the change and publishes the verdict. No step after `finishRun` can change or lose the
 * verdict.
 */
async function gateChange(job: Job): Promise<void> {
  const run = await finishRun(evaluateChange(job), job);
  await publish(run, job);
  await endJob(run.results, job);
}
