/** A night of `watch` is judged by its record, and not by the rules of the gate. */
import { judgeNight, type IssuePlace } from '../drift/night.ts';
import { addHistory } from '../drift/record.ts';
import { evaluateWatch } from '../drift/watch.ts';
import type { Results } from '../engine/results.ts';
import { ConfigError, GitHubError, attemptsOf, type GateError } from '../errors.ts';
import { gateIdentityOf } from '../github/comment.ts';
import { isNightly, isSettled } from '../github/event-kinds.ts';
import type { Evaluation } from '../run/options.ts';
import { endJob } from './end-job.ts';
import { evaluateChange } from './evaluate-change.ts';
import { finishRun } from './finish-run.ts';
import { docsUrl, type Job } from './job.ts';
import { publish } from './publish.ts';
import { keepRecord, readRecord, type RememberedRun } from './remember-run.ts';

export async function watchNight(job: Job): Promise<void> {
  refuseWithoutRecord(job);
  const run = await finishRun(evaluateChange(job, evaluateWatch), job);
  const { results, record } = await compareNight(run, job);
  await publish({ ...run, results }, job);
  // Without a record the next night has nothing to compare with, so the job fails.
  await keepRecord(record, job, job.environment.fail);
  await endJob(results, job);
}

/** Compares the night with the record. A night without its record shows nothing: an error. */
export async function compareNight(run: Evaluation, job: Job): Promise<RememberedRun> {
  const { interruption, warn } = job.environment;
  const comparison = attemptsOf(warn)(() => judgeByRecord(run, job));
  const night = await interruption.abandonWhenOver(comparison);
  return night ?? { results: failWithoutRecord(run.results, interruption.reason ?? UNREADABLE) };
}

const UNREADABLE = new GitHubError('the record of earlier nights cannot be read', {
  where: "input 'history'",
  remedy: 'Correct what the warning says, and run the job again.',
});

function failWithoutRecord(results: Results, { name, message, where, remedy }: GateError): Results {
  if (results.problem) return results;
  return { ...results, outcome: 'error', problem: { name, message, where, remedy } };
}

/**
 * Compares the night with the record, and keeps the issue up to date.
 * @throws GateError
 */
async function judgeByRecord({ results, config }: Evaluation, job: Job): Promise<RememberedRun> {
  const gateRecord = await readRecord(results, job, { isWatch: true });
  if (!gateRecord || config === undefined || results.outcome !== 'pass') return { results };
  const { current, earlier } = gateRecord;
  const judged = await judgeNight(
    { results, config },
    { records: earlier, baseUrl: job.inputs.baseUrl, place: issuePlace(job, current.series) },
  );
  if (judged.night === undefined) return { results: judged.results };
  const outcome = judged.results.outcome === 'fail' ? 'fail' : 'pass';
  const record = { ...current, outcome, watch: judged.night } as const;
  return { results: addHistory(judged.results, { ...gateRecord, current: record }), record };
}

/** The marker names the gate and its series: two legs of a matrix have an issue each. */
function issuePlace(job: Job, series: string): IssuePlace {
  const { inputs, event, client, environment } = job;
  const { id } = gateIdentityOf({ ...event, ...inputs });
  return {
    event,
    client,
    marker: `<!-- sensitivity-drift:${id}-${series} -->`,
    key: inputs.commentKey,
    docsUrl: docsUrl(job),
    say: environment.say,
    warn: environment.warn,
  };
}

/** True if the job is a night of `watch`, which needs the record of earlier nights. */
export function isNightOfWatch({ inputs, event }: Pick<Job, 'inputs' | 'event'>): boolean {
  const { watch, history, shard, merge, publishFrom } = inputs;
  const isPartOfRun = [shard, merge, publishFrom].some((input) => input !== undefined);
  return history !== undefined && !isPartOfRun && (watch ?? isNightly(event));
}

/** @throws ConfigError for `watch: true` on an event that keeps no record */
function refuseWithoutRecord({ inputs, event }: Job): void {
  if (inputs.watch !== true || isSettled(event)) return;
  throw new ConfigError(
    `\`watch: true\` does not work on the event ${event.name}, which keeps no record`,
    {
      where: "input 'watch'",
      remedy: 'Watch on `schedule`, or on `workflow_dispatch` on the default branch.',
    },
  );
}
