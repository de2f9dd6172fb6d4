import type { RunRecord } from '../engine/history.js';
import type { Results, WatchFigures } from '../engine/results.js';
import { ConfigError, attemptsOf } from '../errors.js';
import type { Evaluation } from '../run/options.js';
import { historyIn, keepIn, recordOf, withHistory } from '../run/history.js';
import { isSettled, isNightly, proposes } from '../github/event-kinds.js';
import { readBranchFile, writeBranchFile } from '../github/history-branch.js';
import { appended, readHistory, type ReadHistory } from '../trust/history-file.js';
import { quoted } from '../json.js';
import { type Job, docsUrl } from './evaluate-change.js';
import type { RecordPlace } from './read-input.js';
import { drawFrom } from '../engine/random.js';
import { besideRecord, movedProvider } from '../engine/drift.js';
import { recordFor, watchTonight, type WatchNight } from '../engine/watch.js';
import { markerOf } from '../github/comment.js';
import { findDriftIssue, writeDriftIssue } from '../github/drift-issue.js';
import { renderDriftIssue } from '../report/formats/drift-issue.js';
import { points, probability } from '../report/story/baseline.js';
import { watchSentences } from '../report/story/watch.js';
import { counted } from '../report/story/words.js';
import { withNotices } from '../run/results.js';
import { subjectDigest, watchedRows } from '../run/watch.js';

const FILE = 'sensitivity-history.jsonl';

/**
 * Adds the record of earlier runs. `keep` records a run of the repository on its default branch.
 * @throws GateError for a broken record
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
  const recordName =
    place === 'cache' ? "input 'cache-directory'" : `${FILE} on the branch ${place.branch}`;
  const read = await readFrom(place, job);
  const earlier = read.records.filter(({ series }) => series === own.series);
  if (isNight && config && results.outcome === 'pass') {
    const { results: told, night } = await watchNight({ results, config }, job, earlier);
    const record = { ...own, outcome: told.outcome, watch: night } as RunRecord;
    return {
      results: withHistory(told, { own: record, read, name: recordName }),
      keep: () => keep(record, place, job),
    };
  }
  const moved = withMovedProvider(evaluation, job, earlier);
  const withTrends = withHistory(moved, { own, read, name: recordName });
  return { results: withTrends, ...(isKept && !isNight && { keep: () => keep(own, place, job) }) };
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
 * Whether this run is a night of `watch`. @throws ConfigError for `watch: true` on an event that
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

/** Drawn from seed and night, so that ties are broken alike wherever the night is computed. */
const uniformOf = ({ seed, started_at }: Results): number =>
  drawFrom('watch', seed, started_at)(2 ** 24) / 2 ** 24;

const nightsIn = (records: readonly RunRecord[]) => records.flatMap(({ watch }) => watch ?? []);

/**
 * Compares tonight with the record, keeps the issue up to date, and returns the night to be
 * recorded.
 */
export async function watchNight(
  { results, config }: Required<Pick<Evaluation, 'results' | 'config'>>,
  job: Job,
  records: readonly RunRecord[],
): Promise<{ results: Results; night: WatchNight }> {
  const { inputs, event, client, world } = job;
  const marker = markerOf({ ...event, ...inputs }).marker.replace(
    'sensitivity-action',
    'sensitivity-drift',
  );
  const nights = nightsIn(records);
  const { rows, outcomes } = watchedRows(results, config!);
  const tonight = { subject: subjectDigest(config!, inputs.baseUrl), rows, outcomes };
  const record = recordFor(nights, tonight);
  const attempt = attemptsOf(world.warn);

  const before = record.isOpen
    ? await attempt(async () => findDriftIssue(await client(), event, marker))
    : undefined;
  const found = watchTonight(record, tonight, {
    u: uniformOf(results),
    isAccepted: before?.isClosed === true,
  });
  const figures: WatchFigures = {
    told: found.told,
    nights: record.nights,
    ...figuresOf(record.tallies, outcomes, found.told),
    ...(found.night.p !== undefined && { p: found.night.p }),
    dispersion: found.dispersion,
  };
  const told = withNotices({ ...results, watch: figures }, { first: watchSentences(figures) });
  const isWorse = figures.told === 'worse' || figures.told === 'still worse';
  const isLeft = nights.at(-1)?.level === 'worse' && !record.isOpen;
  const closing = isLeft ? 'other subject' : figures.told === 'recovered' ? 'recovered' : undefined;
  if (!isWorse && closing === undefined) return { results: told, night: found.night };

  const alarm = records[records.findLastIndex(({ watch }) => watch && watch.level !== 'worse') + 1];
  const since = (record.isOpen || isLeft ? alarm?.at : undefined) ?? results.started_at;
  const options = {
    marker,
    key: inputs.commentKey,
    since: since.slice(0, 10),
    runUrl: event.runUrl,
    docsUrl: docsUrl(job),
  };
  const text = renderDriftIssue(told, { ...options, closing: isWorse ? undefined : closing });
  const issue = await attempt(async () => writeDriftIssue(await client(), event, text));
  if (issue) world.say(`The issue on drift: ${issue.url}`);
  if (!isWorse) return { results: told, night: found.night };
  // Without an issue the job itself must tell.
  const shown: Results = issue
    ? { ...told, watch: { ...figures, issue: issue.url } }
    : { ...told, outcome: 'fail' };
  return { results: shown, night: found.night };
}

function figuresOf(
  tallies: Parameters<typeof besideRecord>[0],
  outcomes: string,
  told: WatchFigures['told'],
) {
  const isAlone = told === 'first' || told === 'accepted';
  if (!isAlone) return besideRecord(tallies, outcomes);
  return {
    rows: outcomes.replaceAll('-', '').length,
    passed: outcomes.replace(/[^1]/g, '').length,
  };
}

/**
 * Adds a warning to a pull request whose base, asked now, is worse than the record of the same
 * subject.
 */
function withMovedProvider(
  { results, config, base }: Evaluation,
  { inputs, event }: Job,
  records: readonly RunRecord[],
): Results {
  const nights = nightsIn(records);
  const last = nights.at(-1);
  if (config === undefined || last === undefined || !proposes(event)) return results;
  const watched = watchedRows(results, config);
  const isSubject = (one: typeof base) =>
    one !== undefined && subjectDigest(one, inputs.baseUrl) === last.subject;
  // A change of anything but the subject leaves the answers of the base as they are.
  const outcomes = isSubject(config)
    ? watched.outcomes
    : isSubject(base)
      ? watched.base
      : undefined;
  if (outcomes === undefined || watched.rows !== last.rows) return results;
  const record = recordFor(nights, last);
  const moved = movedProvider(record, outcomes, uniformOf(results));
  if (moved === undefined) return results;
  const { rows, passed, expected, p } = moved;
  const warning =
    `The provider moved: the base, asked now, passes ${passed} of ${counted(rows, 'row')}, where ${counted(record.nights, 'night')} of record ` +
    `expect ${expected.toFixed(1)} (−${points((expected - passed) / rows)}, ${probability(p)}). The comparison is between head and base, both asked now.`;
  return withNotices(results, { warnings: [warning] });
}
