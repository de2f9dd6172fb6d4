import type { Config } from '../config/config.ts';
import { compareWithRecord, movedProvider } from '../engine/drift/drift.ts';
import { drawFrom } from '../engine/random.ts';
import type { Results, WatchFigures } from '../engine/results.ts';
import type { RunRecord } from '../engine/drift/run-record.ts';
import {
  recordFor,
  silenceOf,
  watchTonight,
  type Silence,
  type WatchVerdict,
  type WatchNight,
  type WatchRecord,
} from '../engine/drift/watch.ts';
import { attemptsOf } from '../errors.ts';
import type { Client } from '../github/client.ts';
import type { EventContext } from '../github/event.ts';
import { renderDriftIssue } from '../report/formats/drift-issue.ts';
import { pointsWords, probabilityWords } from '../report/story/baseline.ts';
import { isWorse, watchSentences } from '../report/story/watch.ts';
import { quantity } from '../report/story/words.ts';
import type { Evaluation } from '../run/options.ts';
import { addNotices } from '../run/results.ts';
import { findDriftIssue, isAcceptedSince, writeDriftIssue, type DriftIssue } from './issue.ts';
import { subjectDigest, watchedRows } from './watch.ts';

/** The issue of a record, and the client that reaches it. */
export interface IssuePlace {
  event: EventContext;
  client: () => Promise<Client>;
  /** Names the gate and the series of its record: two legs of a matrix have an issue each. */
  marker: string;
  /** The input `comment-key`. */
  key: string | undefined;
  docsUrl: string | undefined;
  say: (line: string) => void;
  warn: (text: string) => void;
}

interface NightOptions {
  /** Records of the same series, oldest first. */
  records: readonly RunRecord[];
  baseUrl: string | undefined;
  place: IssuePlace;
}

export interface JudgedNight {
  results: Results;
  /** The night for the record; absent if too few rows have an answer. */
  night?: WatchNight;
}

/** Compares tonight with the record and keeps the issue up to date. */
export async function judgeNight(
  { results, config }: { results: Results; config: Config },
  { records, baseUrl, place }: NightOptions,
): Promise<JudgedNight> {
  const nights = records.flatMap(({ at, watch }) => (watch ? [{ at, watch }] : []));
  const { rows, outcomes, silent } = watchedRows(results, config);
  const tonight = { subject: subjectDigest(config, baseUrl), rows, outcomes };
  const earlier = nights.map(({ watch }) => watch);
  const record = recordFor(earlier, tonight);
  const silence = silenceOf(record, { outcomes, silent });
  if (silence.isTooMuch) return { results: uncomparedResults(results, record, silence) };

  const alarm = lastAlarm(nights);
  const isAccepted = record.isOpen && (await isAlarmAccepted(place, alarm));
  const judgement = watchTonight(record, tonight, { u: uniformOf(results), isAccepted });
  const isScored = results.results.some(({ status }) => status === 'scored');
  if (!isScored && !isWorse(judgement.told)) {
    const allSilent = { usualCount: outcomes.length, silent: outcomes.length };
    return { results: uncomparedResults(results, record, allSilent) };
  }
  const figures = figuresOf(judgement, record, silence);
  const compared = addNotices(
    { ...results, watch: figures },
    { firstNotices: watchSentences(figures) },
  );
  return reportInIssue({ results: compared, figures, judgement }, alarm, place);
}

interface ComparedNight {
  results: Results;
  figures: WatchFigures;
  judgement: WatchVerdict;
}

/** Writes the issue for an alarm, and closes that of an alarm which has ended. */
async function reportInIssue(
  { results, figures, judgement }: ComparedNight,
  alarm: Alarm | undefined,
  place: IssuePlace,
): Promise<JudgedNight> {
  const { told, night } = judgement;
  const closing = closingReason(told, night, alarm);
  if (!isWorse(told) && closing === undefined) return { results, night };

  const writing = await keepIssue(results, place, { alarm, isFresh: told === 'worse', closing });
  const issue = writing?.issue;
  const nightOfIssue = { ...night, issue: issue?.number ?? alarm?.issue };
  // The next night tries again to close an issue that GitHub did not let close.
  if (!isWorse(told)) return { results, night: writing ? night : nightOfIssue };
  // Without an issue only the failed job reports the alarm.
  if (!issue) return { results: { ...results, outcome: 'fail' }, night: nightOfIssue };
  return { results: { ...results, watch: { ...figures, issue: issue.url } }, night: nightOfIssue };
}

/** True if a person closed the issue since the alarm. An alarm without an issue is open. */
async function isAlarmAccepted(
  { event, client, marker, warn }: IssuePlace,
  alarm: Alarm | undefined,
): Promise<boolean> {
  if (alarm?.issue === undefined) return false;
  const { issue: number, at: alarmTime } = alarm;
  const existing = await attemptsOf(warn)(async () =>
    findDriftIssue(await client(), event, { marker, number }),
  );
  // If that issue is gone, the search finds another one, which does not belong to this alarm.
  return existing?.number === number && isAcceptedSince(existing, alarmTime);
}

interface IssueChange {
  alarm: Alarm | undefined;
  /** True if tonight raised the alarm. */
  isFresh: boolean;
  closing: 'recovered' | 'other subject' | undefined;
}

/** Writes or closes the issue. Returns undefined if GitHub refuses, which is a warning. */
async function keepIssue(
  results: Results,
  { event, client, marker, key, docsUrl, say, warn }: IssuePlace,
  { alarm, isFresh, closing }: IssueChange,
): Promise<{ issue: DriftIssue | undefined } | undefined> {
  const earlierAlarmTime = isFresh ? undefined : alarm?.at;
  const text = renderDriftIssue(results, {
    marker,
    number: alarm?.issue,
    key,
    since: earlierAlarmTime ?? results.started_at,
    runUrl: event.runUrl,
    docsUrl,
    closing,
  });
  const writing = await attemptsOf(warn)(async () => ({
    issue: await writeDriftIssue(await client(), event, text),
  }));
  if (writing?.issue) say(`The issue on drift: ${writing.issue.url}`);
  return writing;
}

/**
 * Returns the results of a night in which the endpoint failed. No test has a verdict, and each row
 * has the reason for its missing answer.
 */
function uncomparedResults(
  results: Results,
  { nights }: WatchRecord,
  { usualCount: rows, silent }: Pick<Silence, 'usualCount' | 'silent'>,
): Results {
  const watch: WatchFigures = {
    told: 'not compared',
    nights,
    rows,
    passed: 0,
    silent,
    dispersion: 1,
  };
  const errorResults: Results = { ...results, report: [], outcome: 'error', watch };
  return addNotices(errorResults, { warnings: watchSentences(watch) });
}

type NightRecord = Pick<RunRecord, 'at'> & { watch: WatchNight };

interface Alarm extends Pick<WatchNight, 'subject' | 'rows'> {
  /** Start of the night that raised the alarm. */
  at: string;
  issue: number | undefined;
}

/** Returns the last alarm; undefined unless it is open or its issue still has to be closed. */
function lastAlarm(nights: readonly NightRecord[]): Alarm | undefined {
  const lastNight = nights.at(-1)?.watch;
  if (lastNight === undefined || (lastNight.level !== 'worse' && lastNight.issue === undefined))
    return undefined;
  const alarmNight = nights.findLast(
    ({ watch }, i) => watch.level === 'worse' && nights[i - 1]?.watch.level !== 'worse',
  );
  if (alarmNight === undefined) return undefined;
  const { at, watch } = alarmNight;
  return { at, subject: watch.subject, rows: watch.rows, issue: lastNight.issue };
}

/** Returns the reason to close the issue on the last alarm; undefined if it stays open. */
function closingReason(
  told: WatchVerdict['told'],
  { subject, rows }: Pick<WatchNight, 'subject' | 'rows'>,
  alarm: Alarm | undefined,
): 'recovered' | 'other subject' | undefined {
  if (alarm === undefined || isWorse(told) || told === 'accepted') return undefined;
  const isSame = alarm.subject === subject && alarm.rows === rows;
  return isSame ? 'recovered' : 'other subject';
}

function figuresOf(
  { told, night, dispersion }: WatchVerdict,
  { nights, tallies }: WatchRecord,
  { silent }: Silence,
): WatchFigures {
  const { outcomes, p } = night;
  const isWithoutRecord = told === 'first' || told === 'accepted';
  const countsOfNight = {
    rows: outcomes.replaceAll('-', '').length,
    passed: outcomes.replace(/[^1]/g, '').length,
  };
  const counts = isWithoutRecord ? countsOfNight : compareWithRecord(tallies, outcomes);
  const figures: WatchFigures = { told, nights, ...counts, silent, dispersion };
  if (p !== undefined) figures.p = p;
  return figures;
}

/** Adds a warning if the base, asked now, is worse than the record of the same subject. */
export function addMovedProviderWarning(
  { results, config, base }: Evaluation,
  { records, baseUrl }: Pick<NightOptions, 'records' | 'baseUrl'>,
): Results {
  const nights = records.flatMap(({ watch }) => watch ?? []);
  const lastNight = nights.at(-1);
  if (config === undefined || lastNight === undefined) return results;
  const watchedNow = watchedRows(results, config);
  const isWatchedSubject = (subject: typeof base) =>
    subject !== undefined && subjectDigest(subject, baseUrl) === lastNight.subject;
  // Only a change of the subject changes the answers of the base.
  if (watchedNow.rows !== lastNight.rows || !(isWatchedSubject(config) || isWatchedSubject(base)))
    return results;
  const outcomes = isWatchedSubject(config) ? watchedNow.outcomes : watchedNow.base;
  const record = recordFor(nights, lastNight);
  const moved = movedProvider(record, outcomes, uniformOf(results));
  if (moved === undefined) return results;
  const { rows, passed, expected, p } = moved;
  const warning =
    `The provider moved: the base, asked now, passes ${passed} of ${quantity(rows, 'row')}, where ${quantity(record.nights, 'night')} of record ` +
    `expect ${expected.toFixed(1)} (−${pointsWords((expected - passed) / rows)}, ${probabilityWords(p)}). The comparison is between head and base, both asked now.`;
  return addNotices(results, { warnings: [warning] });
}

/**
 * Derives a number between 0 and 1 from the seed and the night, so that ties break alike each time.
 */
const uniformOf = ({ seed, started_at }: Results): number =>
  drawFrom('watch', seed, started_at)(2 ** 24) / 2 ** 24;
