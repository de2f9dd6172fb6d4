import { drawFrom } from '../engine/random.js';
import { besideRecord, movedProvider } from '../engine/drift.js';
import type { RunRecord } from '../engine/history.js';
import type { Results, WatchFigures } from '../engine/results.js';
import { recordFor, watchTonight, type WatchNight } from '../engine/watch.js';
import { attemptsOf, ConfigError } from '../errors.js';
import { markerOf } from '../github/comment.js';
import { findDriftIssue, writeDriftIssue } from '../github/drift-issue.js';
import { isNightly, isSettled, proposes } from '../github/event-kinds.js';
import { renderDriftIssue } from '../report/formats/drift-issue.js';
import { points, probability } from '../report/story/baseline.js';
import { watchSentences } from '../report/story/watch.js';
import { counted } from '../report/story/words.js';
import type { Evaluation } from '../run/options.js';
import { withNotices } from '../run/results.js';
import { subjectDigest, watchedRows } from '../run/watch.js';
import { docsUrl, type Job } from './evaluate-change.js';

/** Whether this run is a night of `watch`. @throws ConfigError for `watch: true` on an event that keeps no record */
export function isWatch({ inputs, event }: Pick<Job, 'inputs' | 'event'>): boolean {
  const { watch, history, shard, merge, publishFrom } = inputs;
  if (history === undefined || shard !== undefined || merge !== undefined || publishFrom !== undefined) return false;
  if (watch !== true || isSettled(event)) return watch ?? isNightly(event);
  throw new ConfigError(`\`watch: true\` does not work on the event ${event.name}, which keeps no record`, {
    where: "input 'watch'",
    remedy: 'Watch on `schedule`, or on `workflow_dispatch` on the default branch.',
  });
}

/** Drawn from seed and night, so that ties are broken alike wherever the night is computed. */
function uniformOf({ seed, started_at }: Results): number {
  return drawFrom('watch', seed, started_at)(2 ** 24) / 2 ** 24;
}

const nightsIn = (records: readonly RunRecord[]) => records.flatMap(({ watch }) => watch ?? []);

/** Compares tonight with the record, keeps the issue up to date, and returns the night to be recorded. */
export async function watchNight(
  { results, config }: Required<Pick<Evaluation, 'results' | 'config'>>,
  job: Job,
  records: readonly RunRecord[],
): Promise<{ results: Results; night: WatchNight }> {
  const { inputs, event, client, world } = job;
  const marker = markerOf({ ...event, ...inputs }).marker.replace('sensitivity-action', 'sensitivity-drift');
  const nights = nightsIn(records);
  const { rows, outcomes } = watchedRows(results, config!);
  const tonight = { subject: subjectDigest(config!, inputs.baseUrl), rows, outcomes };
  const record = recordFor(nights, tonight);
  const attempt = attemptsOf(world.warn);

  const before = record.isOpen ? await attempt(async () => findDriftIssue(await client(), event, marker)) : undefined;
  const found = watchTonight(record, tonight, { u: uniformOf(results), isAccepted: before?.isClosed === true });
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
  const options = { marker, key: inputs.commentKey, since: since.slice(0, 10), runUrl: event.runUrl, docsUrl: docsUrl(job) };
  const text = renderDriftIssue(told, { ...options, closing: isWorse ? undefined : closing });
  const issue = await attempt(async () => writeDriftIssue(await client(), event, text));
  if (issue) world.say(`The issue on drift: ${issue.url}`);
  if (!isWorse) return { results: told, night: found.night };
  // Without an issue the job itself must tell.
  const shown: Results = issue ? { ...told, watch: { ...figures, issue: issue.url } } : { ...told, outcome: 'fail' };
  return { results: shown, night: found.night };
}

function figuresOf(tallies: Parameters<typeof besideRecord>[0], outcomes: string, told: WatchFigures['told']) {
  const isAlone = told === 'first' || told === 'accepted';
  if (!isAlone) return besideRecord(tallies, outcomes);
  return { rows: outcomes.replaceAll('-', '').length, passed: outcomes.replace(/[^1]/g, '').length };
}

/** Adds a warning to a pull request whose base, asked now, is worse than the record of the same subject. */
export function withMovedProvider({ results, config, base }: Evaluation, { inputs, event }: Job, records: readonly RunRecord[]): Results {
  const nights = nightsIn(records);
  const last = nights.at(-1);
  if (config === undefined || last === undefined || !proposes(event)) return results;
  const watched = watchedRows(results, config);
  const isSubject = (one: typeof base) => one !== undefined && subjectDigest(one, inputs.baseUrl) === last.subject;
  // A change of anything but the subject leaves the answers of the base as they are.
  const outcomes = isSubject(config) ? watched.outcomes : isSubject(base) ? watched.base : undefined;
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
