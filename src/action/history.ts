import type { Config } from '../config/config.js';
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
import {
  recordFor,
  silenceOf,
  watchTonight,
  type Silence,
  type Watched,
  type WatchRecord,
  type WatchNight,
} from '../engine/watch.js';
import { markerOf } from '../github/comment.js';
import {
  findDriftIssue,
  isAcceptedSince,
  writeDriftIssue,
  type DriftIssue,
} from '../github/drift-issue.js';
import { renderDriftIssue } from '../report/formats/drift-issue.js';
import { points, probability } from '../report/story/baseline.js';
import { isWorse, watchSentences } from '../report/story/watch.js';
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
    const { results: told, night } = await watchNight({ results, config }, job, {
      series: own.series,
      records: earlier,
    });
    if (night === undefined) return { results: told };
    const outcome = told.outcome === 'fail' ? 'fail' : 'pass';
    const record: RunRecord = { ...own, outcome, watch: night };
    return {
      results: withHistory(told, { own: record, read, name }),
      keep: () => keep(record, place, job),
    };
  }
  const moved = withMovedProvider(evaluation, job, earlier);
  const remembered: Remembered = { results: withHistory(moved, { own, read, name }) };
  if (isKept) remembered.keep = () => keep(own, place, job);
  return remembered;
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

/**
 * Compares tonight with the record, keeps the issue up to date, and returns the night to be
 * recorded: none where too few rows have an answer.
 */
async function watchNight(
  { results, config }: { results: Results; config: Config },
  job: Job,
  { series, records }: { series: string; records: readonly RunRecord[] },
): Promise<{ results: Results; night?: WatchNight }> {
  const nights = records.filter(isNightRecord);
  const { rows, outcomes, silent } = watchedRows(results, config);
  const tonight = { subject: subjectDigest(config, job.inputs.baseUrl), rows, outcomes };
  const earlier = nights.map(({ watch }) => watch);
  const record = recordFor(earlier, tonight);
  const silence = silenceOf(record, { outcomes, silent });
  if (silence.isTooMuch) return { results: notCompared(results, record, silence) };

  const marker = driftMarker(job, series);
  const alarm = lastAlarm(nights);
  const isAccepted = record.isOpen && (await isAlarmAccepted(job, marker, alarm));
  const found = watchTonight(record, tonight, { u: uniformOf(results), isAccepted });
  const { told, night } = found;
  const isScored = results.results.some(({ status }) => status === 'scored');
  if (!isScored && !isWorse(told)) {
    const all = outcomes.length;
    return { results: notCompared(results, record, { usual: all, silent: all }) };
  }

  const figures = figuresOf(found, record, silence);
  const compared = withNotices({ ...results, watch: figures }, { first: watchSentences(figures) });
  const closing = closingOf(told, tonight, alarm);
  if (!isWorse(told) && closing === undefined) return { results: compared, night };

  const about = { marker, alarm, isFresh: told === 'worse', closing };
  const written = await keepIssue(compared, job, about);
  const issue = written?.issue;
  // An issue that could not be written, or closed, is tried again the next night.
  const open = isWorse(told) || !written ? (issue?.number ?? alarm?.issue) : undefined;
  if (open !== undefined) night.issue = open;
  if (!isWorse(told)) return { results: compared, night };
  // Without an issue the job itself must tell.
  if (!issue) return { results: { ...compared, outcome: 'fail' }, night };
  return { results: { ...compared, watch: { ...figures, issue: issue.url } }, night };
}

/** Whether a person has closed the issue since the alarm. An alarm without an issue is open. */
async function isAlarmAccepted(
  { event, client, world }: Job,
  marker: string,
  alarm: Alarm | undefined,
): Promise<boolean> {
  if (alarm?.issue === undefined) return false;
  const { issue: number, at } = alarm;
  const found = await attemptsOf(world.warn)(async () =>
    findDriftIssue(await client(), event, { marker, number }),
  );
  return found !== undefined && isAcceptedSince(found, at);
}

interface IssueChange {
  marker: string;
  alarm: Alarm | undefined;
  /** The alarm is tonight's. */
  isFresh: boolean;
  closing: 'recovered' | 'other subject' | undefined;
}

/** Writes or closes the issue. Returns undefined if GitHub refuses, which is a warning. */
async function keepIssue(
  results: Results,
  job: Job,
  { marker, alarm, isFresh, closing }: IssueChange,
): Promise<{ issue: DriftIssue | undefined } | undefined> {
  const { inputs, event, client, world } = job;
  const since = isFresh ? undefined : alarm?.at;
  const text = renderDriftIssue(results, {
    marker,
    number: alarm?.issue,
    key: inputs.commentKey,
    since: since ?? results.started_at,
    runUrl: event.runUrl,
    docsUrl: docsUrl(job),
    closing,
  });
  const written = await attemptsOf(world.warn)(async () => ({
    issue: await writeDriftIssue(await client(), event, text),
  }));
  if (written?.issue) world.say(`The issue on drift: ${written.issue.url}`);
  return written;
}

/**
 * The results of a night that says nothing of the model. No test has a verdict; the rows say why
 * they have no answer.
 */
function notCompared(
  results: Results,
  { nights }: WatchRecord,
  { usual, silent }: Pick<Silence, 'usual' | 'silent'>,
): Results {
  const watch: WatchFigures = {
    told: 'not compared',
    nights,
    rows: usual,
    passed: 0,
    silent,
    dispersion: 1,
  };
  const error: Results = { ...results, report: [], outcome: 'error', watch };
  return withNotices(error, { warnings: watchSentences(watch) });
}

/** The gate and the series of its record: two legs of a matrix have an issue each. */
function driftMarker({ inputs, event }: Job, series: string): string {
  const { id } = markerOf({ ...event, ...inputs });
  return `<!-- sensitivity-drift:${id}-${series} -->`;
}

type NightRecord = RunRecord & { watch: WatchNight };

const isNightRecord = (record: RunRecord): record is NightRecord => record.watch !== undefined;

interface Alarm extends Pick<WatchNight, 'subject' | 'rows'> {
  /** Start of the night that raised it. */
  at: string;
  issue: number | undefined;
}

/** The last alarm, if it is open, or if its issue still has to be closed. */
function lastAlarm(nights: readonly NightRecord[]): Alarm | undefined {
  const last = nights.at(-1)?.watch;
  if (last === undefined || (last.level !== 'worse' && last.issue === undefined)) return undefined;
  const isRaised = ({ watch }: NightRecord, i: number) =>
    watch.level === 'worse' && nights[i - 1]?.watch.level !== 'worse';
  const raised = nights.findLast(isRaised);
  if (raised === undefined) return undefined;
  const { at, watch } = raised;
  return { at, subject: watch.subject, rows: watch.rows, issue: last.issue };
}

/** Why the issue on the last alarm is to be closed; undefined if it stays as it is. */
function closingOf(
  told: Watched['told'],
  { subject, rows }: Pick<WatchNight, 'subject' | 'rows'>,
  alarm: Alarm | undefined,
): 'recovered' | 'other subject' | undefined {
  if (alarm === undefined || isWorse(told) || told === 'accepted') return undefined;
  const isSame = alarm.subject === subject && alarm.rows === rows;
  return isSame ? 'recovered' : 'other subject';
}

function figuresOf(
  { told, night, dispersion }: Watched,
  { nights, tallies }: WatchRecord,
  { silent }: Silence,
): WatchFigures {
  const { outcomes, p } = night;
  const isAlone = told === 'first' || told === 'accepted';
  const alone = {
    rows: outcomes.replaceAll('-', '').length,
    passed: outcomes.replace(/[^1]/g, '').length,
  };
  const counts = isAlone ? alone : besideRecord(tallies, outcomes);
  const figures: WatchFigures = { told, nights, ...counts, silent, dispersion };
  if (p !== undefined) figures.p = p;
  return figures;
}

/**
 * Adds a warning to a pull request whose base, asked now, is worse than the record of the same
 * subject.
 */
export function withMovedProvider(
  { results, config, base }: Evaluation,
  { inputs, event }: Job,
  records: readonly RunRecord[],
): Results {
  const nights = records.flatMap(({ watch }) => watch ?? []);
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
