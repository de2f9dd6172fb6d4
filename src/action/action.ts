import { attemptsOf } from '../errors.js';
import { createClient } from '../github/client.js';
import { loadEvent } from '../github/event.js';
import type { Evaluation } from '../run/options.js';
import { evaluate } from '../run/run.js';
import { readPublishedReport } from '../trust/published-report.js';
import { lazily } from '../trust/rules-reader.js';
import { endJob } from './end-job.js';
import { evaluateChange } from './evaluate-change.js';
import { finishRun } from './finish-run.js';
import type { Inputs } from './input-table.js';
import { failedEvaluation, type Job, type World } from './job.js';
import { attributeChanges, proveGate, runShard } from './other-jobs.js';
import { publish } from './publish.js';
import { rememberRun } from './remember-run.js';
import { isWatch, judgeOneNight } from './watch-night.js';

export async function runJob(inputs: Inputs, world: World): Promise<void> {
  const event = await loadEvent(world.env);
  const client = lazily(() => createClient({ token: inputs.githubToken, apiUrl: event.apiUrl }));
  const job = { inputs, event, client, world };
  if (inputs.prove) return proveGate(job, inputs.prove);
  if (inputs.attribute) return attributeChanges(job);
  if (inputs.shard) return runShard(job, inputs.shard);
  if (isWatch(job)) return judgeOneNight(job);
  return gate(job);
}

/** Judges the change, or reads the report of an earlier run, and publishes the verdict. */
async function gate(job: Job): Promise<void> {
  const { inputs, world } = job;
  const { interruption, warn } = world;
  const work =
    inputs.publishFrom === undefined
      ? evaluateChange(job, evaluate)
      : readReport(inputs, inputs.publishFrom);
  const run = await finishRun(work, job);
  // The verdict is final: each later step is an attempt, which can neither change nor lose it.
  const attempt = attemptsOf(warn);
  const remembered = await interruption.abandonWhenOver(attempt(() => rememberRun(run, job)));
  const { results, keep } = remembered ?? { results: run.results };
  await publish({ ...run, results }, job);
  // Last, since it may wait for other runs.
  if (keep && !interruption.reason) await attempt(keep);
  await endJob(results, job);
}

/** Reads the report of an earlier run that could not publish it. Sends no request to a model. */
async function readReport(inputs: Inputs, file: string): Promise<Evaluation> {
  try {
    return { results: await readPublishedReport(file, inputs.workspace) };
  } catch (error) {
    return failedEvaluation(inputs, error);
  }
}
