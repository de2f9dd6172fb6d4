/** What stands below the table in the summary and the comment: rows, errors, what was left out. */
import { cut } from './cut.js';
import { prose } from './escape.js';
import type { Detail } from './fit.js';
import { numeric, rowsTable, short, table, td } from './github.js';
import type { ShownRow, ShownTest } from './rows.js';
import { tally } from './tally.js';
import { counted, judged, number, rule } from './words.js';

/** Errors are never folded away: they may hide failures. */
export function errorsTable(tests: ShownTest[], detail: Detail): string[] {
  const all = tests.flatMap(({ test, errorGroups }) => errorGroups.map((group) => ({ test, ...group })));
  if (all.length === 0) return [];
  const shown = all.slice(0, Math.max(3, detail.named));
  return [
    table(
      ['errors', 'test_type', 'kind', 'message'],
      shown.map(({ test, item, count }) => [
        numeric(count),
        td(short(test.test_type, detail.name)),
        td(short(item.kind, detail.name)),
        td(prose(cut(item.message, Math.min(detail.name, detail.text)))),
      ]),
    ),
    ...more(all.length - shown.length, 'kind'),
  ];
}

/** Rows that failed and rows in error. */
export function failingRows({ test, failed, errors }: ShownTest, detail: Detail): string[] {
  if (detail.rows === 0 || failed.length + errors.length === 0) return [];
  const what = [
    ...(failed.length > 0 ? [`${number(failed.length)} of ${counted(judged(test), 'row')} failed`] : []),
    ...(errors.length > 0 ? [`${counted(errors.length, 'row')} in error`] : []),
  ];
  const judgedBy = `<p>Scorer ${short(test.scorer, detail.name)}: ${prose(rule(test.threshold))}.</p>`;
  return folded(`${short(test.test_type, detail.name)}: ${what.join(', ')}`, [
    judgedBy,
    ...listed([...failed.slice(0, detail.rows), ...errors.slice(0, detail.rows)], failed.length + errors.length, detail),
  ]);
}

/** Rows that passed, and rows that were never judged because the verdict was certain before. */
export function passingRows({ test, passed, unscored }: ShownTest, detail: Detail): string[] {
  const name = short(test.test_type, detail.name);
  const undecided = unscored.length > 0 ? [`<p>${name}: ${counted(unscored.length, 'row')} not judged.</p>`] : [];
  if (!detail.passing || passed.length === 0) return undecided;
  const rows = listed(passed.slice(0, detail.rows), passed.length, detail);
  return [...undecided, ...folded(`${name}: ${counted(passed.length, 'row')} passed`, rows)];
}

/** Samples that a test could not use, by reason, the first few by name. */
export function leftOutRows({ test, leftOut }: ShownTest, detail: Detail): string[] {
  if (test.not_applicable_count === 0) return [];
  const reasons = tally(leftOut, ({ reason }) => reason).slice(0, 3);
  const why = reasons.map(({ item, count }) => `${number(count)} × ${prose(cut(item.reason, 200))}`).join('; ');
  const sentence = `${short(test.test_type, detail.name)}: ${counted(test.not_applicable_count, 'sample')} left out${why && ` (${why})`}`;
  const shown = leftOut.slice(0, detail.named);
  if (shown.length === 0) return [`<p>${sentence}</p>`];
  return folded(sentence, [
    table(
      ['source', 'original', 'reason'],
      shown.map((row) => [
        td(short(row.source, detail.text)),
        td(short(row.original, Math.min(detail.text, 300))),
        td(prose(cut(row.reason, 200))),
      ]),
    ),
    ...more(test.not_applicable_count - shown.length, 'sample'),
  ]);
}

function listed(shown: ShownRow[], all: number, detail: Detail): string[] {
  return [rowsTable(shown, detail.text), ...more(all - shown.length, 'row')];
}

function more(count: number, noun: string): string[] {
  return count > 0 ? [`<p>… and ${counted(count, `more ${noun}`)} in the report.</p>`] : [];
}

function folded(summary: string, content: string[]): string[] {
  return ['<details>', `<summary>${summary}</summary>`, ...content, '</details>'];
}
