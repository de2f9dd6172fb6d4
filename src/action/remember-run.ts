/** The record of earlier runs of this gate, whose place the input `history` names. */
import { withMovedProvider } from '../drift/moved-provider.js';
import { historyIn, keepIn, recordOf, withHistory, type GateRecord } from '../drift/record.js';
import type { Results } from '../engine/results.js';
import type { RunRecord } from '../engine/run-record.js';
import { ConfigError } from '../errors.js';
import { isSettled, proposes } from '../github/event-kinds.js';
import { readBranchFile, writeBranchFile } from '../github/history-branch.js';
import { quoted } from '../json.js';
import type { Evaluation } from '../run/options.js';
import { appended, readHistory, type ReadHistory } from '../trust/history-file.js';
import type { Job } from './job.js';
import type { RecordPlace } from './read-input.js';

const FILE = 'sensitivity-history.jsonl';

/** Results with their trend in the record. */
export interface Remembered {
  results: Results;
  /** Adds the run to the record; absent for a run that does not count. */
  keep?: () => Promise<void>;
}

/** Adds the trend of earlier runs. @throws GateError for a broken record */
export async function rememberRun(evaluation: Evaluation, job: Job): Promise<Remembered> {
  const { inputs, event } = job;
  const { results } = evaluation;
  const record = await readRecord(results, job, { isWatch: false });
  if (record === undefined) return { results };
  const { own, earlier, place } = record;
  const moved = proposes(event)
    ? withMovedProvider(evaluation, { records: earlier, baseUrl: inputs.baseUrl })
    : results;
  const remembered: Remembered = { results: withHistory(moved, record) };
  // A published report was measured by another run.
  if (isSettled(event) && inputs.publishFrom === undefined)
    remembered.keep = () => keepRecord(own, place, job);
  return remembered;
}

/** Returns undefined without the input, and for results that make no record. @throws GateError */
export async function readRecord(
  results: Results,
  job: Job,
  { isWatch }: { isWatch: boolean },
): Promise<(GateRecord & { place: RecordPlace }) | undefined> {
  const { inputs, event } = job;
  const { history: place } = inputs;
  if (place === undefined) return undefined;
  const gate = { ...inputs, config: results.config.path };
  const { name: eventName, branch, headSha } = event;
  const about = { gate, event: eventName, branch, commit: headSha || undefined, isWatch };
  const own = recordOf(results, about);
  if (own === undefined) return undefined;
  const name =
    place === 'cache' ? "input 'cache-directory'" : `${FILE} on the branch ${place.branch}`;
  const { records, dropped } = await readFrom(place, job);
  const earlier = records.filter(({ series }) => series === own.series);
  return { own, earlier, dropped, name, place };
}

async function readFrom(place: RecordPlace, { inputs, event, client }: Job): Promise<ReadHistory> {
  if (place === 'cache') return historyIn(inputs.cacheDirectory);
  refuseCode(place.branch, event);
  const found = await readBranchFile(await client(), event, { ...place, file: FILE });
  if (found === undefined) return { records: [], dropped: 0 };
  return found.text === undefined ? { records: [], dropped: Infinity } : readHistory(found.text);
}

/** Keeps a run of the repository on its default branch. @throws GateError */
export async function keepRecord(
  record: RunRecord,
  place: RecordPlace,
  { inputs, event, client }: Job,
): Promise<void> {
  if (place === 'cache') return keepIn(inputs.cacheDirectory, record);
  await writeBranchFile(await client(), event, {
    ...place,
    file: FILE,
    message: `Record a run${record.commit === undefined ? '' : ` at ${record.commit.slice(0, 7)}`}`,
    change: (text) => appended(text, record),
  });
}

function refuseCode(branch: string, event: Job['event']): void {
  if (![event.defaultBranch, event.branch, event.headBranch].includes(branch)) return;
  throw new ConfigError(`The branch ${quoted(branch)} holds code`, {
    where: "input 'history'",
    remedy:
      'Use a branch for the record alone, which the first run creates: `history: branch sensitivity-history`.',
  });
}
