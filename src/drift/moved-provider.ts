import { movedProvider } from '../engine/drift.js';
import type { Results } from '../engine/results.js';
import { recordFor } from '../engine/watch.js';
import { pointsWords, probabilityWords } from '../report/story/baseline.js';
import { quantity } from '../report/story/words.js';
import type { Evaluation } from '../run/options.js';
import { withNotices } from '../run/results.js';
import { uniformOf, type NightOptions } from './night.js';
import { subjectDigest, watchedRows } from './watch.js';

/**
 * Adds a warning to a pull request whose base, asked now, is worse than the record of the same
 * subject.
 */
export function withMovedProvider(
  { results, config, base }: Evaluation,
  { records, baseUrl }: Pick<NightOptions, 'records' | 'baseUrl'>,
): Results {
  const nights = records.flatMap(({ watch }) => watch ?? []);
  const last = nights.at(-1);
  if (config === undefined || last === undefined) return results;
  const watched = watchedRows(results, config);
  const isSubject = (one: typeof base) =>
    one !== undefined && subjectDigest(one, baseUrl) === last.subject;
  // Only a change of the subject changes the answers of the base.
  if (watched.rows !== last.rows || !(isSubject(config) || isSubject(base))) return results;
  const outcomes = isSubject(config) ? watched.outcomes : watched.base;
  const record = recordFor(nights, last);
  const moved = movedProvider(record, outcomes, uniformOf(results));
  if (moved === undefined) return results;
  const { rows, passed, expected, p } = moved;
  const warning =
    `The provider moved: the base, asked now, passes ${passed} of ${quantity(rows, 'row')}, where ${quantity(record.nights, 'night')} of record ` +
    `expect ${expected.toFixed(1)} (−${pointsWords((expected - passed) / rows)}, ${probabilityWords(p)}). The comparison is between head and base, both asked now.`;
  return withNotices(results, { warnings: [warning] });
}
