import type { RunRecord } from '../engine/history.js';
import type { Results } from '../engine/results.js';
import { ConfigError } from '../errors.js';
import type { Evaluation } from '../run/options.js';
import { historyIn, keepIn, recordOf, withHistory } from '../run/history.js';
import { isSettled } from '../github/event-kinds.js';
import { readBranchFile, writeBranchFile } from '../github/history-branch.js';
import { appended, readHistory, type ReadHistory } from '../trust/history-file.js';
import { quoted } from '../json.js';
import type { Job } from './evaluate-change.js';
import type { RecordPlace } from './read-input.js';
import { watchNight, withMovedProvider } from './watch.js';

const FILE = 'sensitivity-history.jsonl';

/**
 * Adds the record of earlier runs to the results. `keep` records this run; it is absent unless this is the repository's own run on the
 * default branch. @throws GateError if the record cannot be read
 */
export async function remember(
  evaluation: Evaluation,
  job: Job,
  isNight: boolean,
): Promise<{ results: Results; keep?: () => Promise<void> }> {
  const { inputs, event } = job;
  const { results, config } = evaluation;
  const { history: place } = inputs;
  if (place === undefined) return { results };
  // A published report was measured by another run.
  const isKept = isSettled(event) && inputs.publishFrom === undefined;
  const gate = { ...inputs, config: results.config.path };
  const { name, branch, headSha } = event;
  const about = { gate, event: name, branch, commit: headSha || undefined };
  const own = recordOf(results, { ...about, isWatch: isNight });
  if (own === undefined) return { results };
  const recordName = place === 'cache' ? "input 'cache-directory'" : `${FILE} on the branch ${place.branch}`;
  const read = await readFrom(place, job);
  const earlier = read.records.filter(({ series }) => series === own.series);
  if (isNight && config && results.outcome === 'pass') {
    const { results: told, night } = await watchNight({ results, config }, job, earlier);
    const record = { ...own, outcome: told.outcome, watch: night } as RunRecord;
    return { results: withHistory(told, { own: record, read, name: recordName }), keep: () => keep(record, place, job) };
  }
  const moved = withMovedProvider(evaluation, job, earlier);
  const withTrends = withHistory(moved, { own, read, name: recordName });
  return { results: withTrends, ...(isKept && !isNight && { keep: () => keep(own, place, job) }) };
}

/** A night of `watch` whose record cannot be read shows nothing. */
export function withoutRecord(results: Results): Results {
  const remedy = 'Correct what the warning says, and run the job again.';
  const problem = { name: 'GitHubError', message: 'the record of earlier nights cannot be read', where: "input 'history'", remedy };
  return results.problem ? results : { ...results, outcome: 'error', problem };
}

async function readFrom(place: RecordPlace, { inputs, event, client }: Job): Promise<ReadHistory> {
  if (place === 'cache') return historyIn(inputs.cacheDirectory);
  refuseCode(place.branch, event);
  const found = await readBranchFile(await client(), event, { ...place, file: FILE });
  if (found === undefined) return { records: [], dropped: 0 };
  return found.text === undefined ? { records: [], dropped: Infinity } : readHistory(found.text);
}

async function keep(record: RunRecord, place: RecordPlace, { inputs, event, client }: Job): Promise<void> {
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
    remedy: 'Use a branch for the record alone, which the first run creates: `history: branch sensitivity-history`.',
  });
}
