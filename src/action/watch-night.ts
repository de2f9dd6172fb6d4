/** A night of `watch` is judged by its record, and not by the rules of the gate. */
import { judgeNight, type IssuePlace } from '../drift/night.js';
import { addHistory } from '../drift/record.js';
import { evaluateWatch } from '../drift/watch.js';
import type { Results } from '../engine/results.js';
import type { RunRecord } from '../engine/run-record.js';
import { ConfigError, attemptsOf } from '../errors.js';
import { markerOf } from '../github/comment.js';
import { isNightly, isSettled } from '../github/event-kinds.js';
import type { Evaluation } from '../run/options.js';
import { endJob } from './end-job.js';
import { evaluateChange } from './evaluate-change.js';
import { finishRun } from './finish-run.js';
import { docsUrl, type Job } from './job.js';
import { publish } from './publish.js';
import { keepRecord, readRecord, type RememberedRun } from './remember-run.js';

export async function judgeOneNight(job: Job): Promise<void> {
  const { interruption, warn, fail } = job.world;
  const run = await finishRun(evaluateChange(job, evaluateWatch), job);
  const attempted = attemptsOf(warn)(() => rememberNight(run, job));
  const remembered = await interruption.abandonWhenOver(attempted);
  const { results, keep } = remembered ?? { results: failWithoutRecord(run.results) };
  await publish({ ...run, results }, job);
  // Without a record the next night has nothing to compare with, so the job fails.
  if (keep && !interruption.reason) await attemptsOf(fail)(keep);
  await endJob(results, job);
}

/**
 * Compares the night with the record, and keeps the issue up to date.
 * @throws GateError
 */
async function rememberNight({ results, config }: Evaluation, job: Job): Promise<RememberedRun> {
  const gateRecord = await readRecord(results, job, { isWatch: true });
  if (!gateRecord || config === undefined || results.outcome !== 'pass') return { results };
  const { own, earlier, place } = gateRecord;
  const { baseUrl } = job.inputs;
  const options = { records: earlier, baseUrl, place: issuePlace(job, own.series) };
  const judgement = await judgeNight({ results, config }, options);
  const { night } = judgement;
  if (night === undefined) return { results: judgement.results };
  const outcome = judgement.results.outcome === 'fail' ? 'fail' : 'pass';
  const record: RunRecord = { ...own, outcome, watch: night };
  return {
    results: addHistory(judgement.results, { ...gateRecord, own: record }),
    keep: () => keepRecord(record, place, job),
  };
}

/** The marker names the gate and its series: two legs of a matrix have an issue each. */
function issuePlace(job: Job, series: string): IssuePlace {
  const { inputs, event, client, world } = job;
  const { id } = markerOf({ ...event, ...inputs });
  return {
    event,
    client,
    marker: `<!-- sensitivity-drift:${id}-${series} -->`,
    key: inputs.commentKey,
    docsUrl: docsUrl(job),
    say: world.say,
    warn: world.warn,
  };
}

/** Turns the results into an error, since a night without its record shows nothing. */
export function failWithoutRecord(results: Results): Results {
  const remedy = 'Correct what the warning says, and run the job again.';
  const problem = {
    name: 'GitHubError',
    message: 'the record of earlier nights cannot be read',
    where: "input 'history'",
    remedy,
  };
  return results.problem ? results : { ...results, outcome: 'error', problem };
}

/**
 * True for a night of `watch`.
 * @throws ConfigError for `watch: true` on an event that keeps no record
 */
export function isWatch({ inputs, event }: Pick<Job, 'inputs' | 'event'>): boolean {
  const { watch, history, shard, merge, publishFrom } = inputs;
  if (
    history === undefined ||
    shard !== undefined ||
    merge !== undefined ||
    publishFrom !== undefined
  )
    return false;
  if (watch !== true || isSettled(event)) return watch ?? isNightly(event);
  throw new ConfigError(
    `\`watch: true\` does not work on the event ${event.name}, which keeps no record`,
    {
      where: "input 'watch'",
      remedy: 'Watch on `schedule`, or on `workflow_dispatch` on the default branch.',
    },
  );
}
