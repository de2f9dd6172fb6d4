import { movedProvider } from '../engine/drift.js';
import type { Results } from '../engine/results.js';
import { recordFor } from '../engine/watch.js';
import { pointsWords, probabilityWords } from '../report/story/baseline.js';
import { quantity } from '../report/story/words.js';
import type { Evaluation } from '../run/options.js';
import { addNotices } from '../run/results.js';
import { uniformOf, type NightOptions } from './night.js';
import { subjectDigest, watchedRows } from './watch.js';

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
