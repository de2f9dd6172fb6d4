import { judgeNight, type IssuePlace } from '../drift/night.js';
import { withMovedProvider } from '../drift/moved-provider.js';
import { historyIn, keepIn, recordOf, withHistory } from '../drift/record.js';
import type { RunRecord } from '../engine/run-record.js';
import type { Results } from '../engine/results.js';
import { ConfigError } from '../errors.js';
import { markerOf } from '../github/comment.js';
import { isNightly, isSettled, proposes } from '../github/event-kinds.js';
import { readBranchFile, writeBranchFile } from '../github/history-branch.js';
import { quoted } from '../json.js';
import type { Evaluation } from '../run/options.js';
import { appended, readHistory, type ReadHistory } from '../trust/history-file.js';
import { docsUrl, type Job } from './evaluate-change.js';
import type { RecordPlace } from './read-input.js';

const FILE = 'sensitivity-history.jsonl';

/**
 * Adds the record of earlier runs. `keep` records a run of the repository on its default branch.
 * @throws GateError for a broken record
 */
export async function remember(
  evaluation: Evaluation,
  job: Job,
  isNight: boolean,
): Promise<Remembered> {
  const { inputs, event } = job;
  const { results, config } = evaluation;
  const { history: place } = inputs;
  if (place === undefined) return { results };
  // A published report was measured by another run.
  const isKept = isSettled(event) && inputs.publishFrom === undefined;
  const gate = { ...inputs, config: results.config.path };
  const { name: eventName, branch, headSha } = event;
  const about = { gate, event: eventName, branch, commit: headSha || undefined };
  const own = recordOf(results, { ...about, isWatch: isNight });
  if (own === undefined) return { results };
  const name =
    place === 'cache' ? "input 'cache-directory'" : `${FILE} on the branch ${place.branch}`;
  const read = await readFrom(place, job);
  const earlier = read.records.filter(({ series }) => series === own.series);

  if (isNight) {
    if (config === undefined || results.outcome !== 'pass') return { results };
    const { baseUrl } = inputs;
    const issues = issuePlace(job, own.series);
    const options = { records: earlier, baseUrl, place: issues };
    const { results: told, night } = await judgeNight({ results, config }, options);
    if (night === undefined) return { results: told };
    const outcome = told.outcome === 'fail' ? 'fail' : 'pass';
    const record: RunRecord = { ...own, outcome, watch: night };
    return {
      results: withHistory(told, { own: record, read, name }),
      keep: () => keep(record, place, job),
    };
  }
  const moved = proposes(event)
    ? withMovedProvider(evaluation, { records: earlier, baseUrl: inputs.baseUrl })
    : results;
  const remembered: Remembered = { results: withHistory(moved, { own, read, name }) };
  if (isKept) remembered.keep = () => keep(own, place, job);
  return remembered;
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

interface Remembered {
  results: Results;
  keep?: () => Promise<void>;
}

/** A night of `watch` whose record cannot be read shows nothing. */
export function withoutRecord(results: Results): Results {
  const remedy = 'Correct what the warning says, and run the job again.';
  const problem = {
    name: 'GitHubError',
    message: 'the record of earlier nights cannot be read',
    where: "input 'history'",
    remedy,
  };
  return results.problem ? results : { ...results, outcome: 'error', problem };
}

async function readFrom(place: RecordPlace, { inputs, event, client }: Job): Promise<ReadHistory> {
  if (place === 'cache') return historyIn(inputs.cacheDirectory);
  refuseCode(place.branch, event);
  const found = await readBranchFile(await client(), event, { ...place, file: FILE });
  if (found === undefined) return { records: [], dropped: 0 };
  return found.text === undefined ? { records: [], dropped: Infinity } : readHistory(found.text);
}

async function keep(
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

/**
 * True for a night of `watch`. @throws ConfigError for `watch: true` on an event that
 * keeps no record
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
