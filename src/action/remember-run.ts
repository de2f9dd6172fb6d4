/** The record of earlier runs of this gate, whose place the input `history` names. */
import { addMovedProviderWarning } from '../drift/night.ts';
import {
  readHistoryFile,
  keepInHistoryFile,
  recordOf,
  addHistory,
  type GateRecord,
} from '../drift/record.ts';
import type { Results } from '../engine/results.ts';
import type { RunRecord } from '../engine/drift/run-record.ts';
import { attemptsOf, ConfigError } from '../errors.ts';
import { isSettled, proposes } from '../github/event-kinds.ts';
import { readBranchFile, writeBranchFile } from '../github/history-branch.ts';
import { quoted } from '../json.ts';
import type { Evaluation } from '../run/options.ts';
import { appendRecord, readHistory, type ReadHistory } from '../trust/history-file.ts';
import type { Job, JobLog } from './job.ts';
import type { RecordPlace } from './read-job-input.ts';

const HISTORY_FILE_NAME = 'sensitivity-history.jsonl';

/** Results that were compared with the record of earlier runs. */
export interface RememberedRun {
  results: Results;
  /** The line that the run adds to the record; absent for a run that does not count. */
  record?: RunRecord;
}

/** Adds the trend of earlier runs. A record that cannot be read is a warning. */
export async function addTrend(evaluation: Evaluation, job: Job): Promise<RememberedRun> {
  const { interruption, warn } = job.environment;
  const comparison = attemptsOf(warn)(() => trendInRecord(evaluation, job));
  return (await interruption.abandonWhenOver(comparison)) ?? { results: evaluation.results };
}

async function trendInRecord(evaluation: Evaluation, job: Job): Promise<RememberedRun> {
  const { inputs, event } = job;
  const { results } = evaluation;
  const record = await readRecord(results, job, { isWatch: false });
  if (record === undefined) return { results };
  const { current, earlier } = record;
  const checkedResults = proposes(event)
    ? addMovedProviderWarning(evaluation, { records: earlier, baseUrl: inputs.baseUrl })
    : results;
  // Another run measured a published report, so this run does not record it.
  const counts = isSettled(event) && inputs.publishFrom === undefined;
  return { results: addHistory(checkedResults, record), record: counts ? current : undefined };
}

/**
 * Returns undefined without the input `history`, or without a verdict.
 * @throws GateError for a broken record
 */
export async function readRecord(
  results: Results,
  job: Job,
  { isWatch }: { isWatch: boolean },
): Promise<GateRecord | undefined> {
  const { inputs, event } = job;
  const { history: place } = inputs;
  if (place === undefined) return undefined;
  const current = recordOf(results, {
    gate: { ...inputs, config: results.config.path },
    event: event.name,
    branch: event.branch,
    commit: event.headSha || undefined,
    isWatch,
  });
  if (current === undefined) return undefined;
  const name =
    place === 'cache'
      ? "input 'cache-directory'"
      : `${HISTORY_FILE_NAME} on the branch ${place.branch}`;
  const { records, droppedLines } = await readHistoryAt(place, job);
  const earlier = records.filter(({ series }) => series === current.series);
  return { current, earlier, droppedLines, name };
}

async function readHistoryAt(
  place: RecordPlace,
  { inputs, event, client }: Job,
): Promise<ReadHistory> {
  if (place === 'cache') return readHistoryFile(inputs.cacheDirectory);
  refuseCodeBranch(place.branch, event);
  const branchFile = await readBranchFile(await client(), event, {
    ...place,
    file: HISTORY_FILE_NAME,
  });
  if (branchFile === undefined) return { records: [], droppedLines: 0 };
  return branchFile.text === undefined
    ? { records: [], droppedLines: Infinity }
    : readHistory(branchFile.text);
}

/** Adds a run to the record, unless it does not count. An error goes to `report`. */
export async function keepRecord(
  record: RunRecord | undefined,
  { inputs, event, client, environment }: Job,
  report: JobLog['warn' | 'fail'],
): Promise<void> {
  const { history: place, cacheDirectory } = inputs;
  if (record === undefined || place === undefined || environment.interruption.reason) return;
  await attemptsOf(report)(async () => {
    if (place === 'cache') return keepInHistoryFile(cacheDirectory, record);
    return writeBranchFile(await client(), event, {
      ...place,
      file: HISTORY_FILE_NAME,
      message: `Record a run${record.commit === undefined ? '' : ` at ${record.commit.slice(0, 7)}`}`,
      change: (text) => appendRecord(text, record),
    });
  });
}

function refuseCodeBranch(branch: string, event: Job['event']): void {
  if (![event.defaultBranch, event.branch, event.headBranch].includes(branch)) return;
  throw new ConfigError(`The branch ${quoted(branch)} holds code`, {
    where: "input 'history'",
    remedy:
      'Use a branch for the record alone, which the first run creates: `history: branch sensitivity-history`.',
  });
}
