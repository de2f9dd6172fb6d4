/** The table of the summary and the comment: a line a test, four columns at most, so that none is off a telephone's screen. */
import type { Baseline, ReportRow } from '../engine/results.js';
import { partsOf } from '../engine/sides.js';
import { gainOf, nameOf } from './baseline.js';
import { cut } from './cut.js';
import { prose } from './escape.js';
import { numeric, table, td } from './github.js';
import { percent } from './percent.js';
import { rateLines } from './rate-lines.js';
import { ICONS } from './verdict.js';
import { duel } from './result.js';

export interface ResultsTableOptions {
  /** Code points of a name. */
  longestName: number;
  base: string | undefined;
}

/** Nothing where no test has a rate: zeros say nothing. */
export function resultsTable(report: readonly ReportRow[], { longestName, base }: ResultsTableOptions): string[] {
  if (report.every(({ pass_rate, valid_rate }) => pass_rate === null && typeof valid_rate !== 'number')) return [];
  const compared = report.find((test) => duel(test) !== undefined);
  const rows = report
    .flatMap(partsOf)
    .flatMap((test) =>
      rateLines(test).map(({ outcome, label, rate, needed, isLast }, i) => [
        td(`${outcome ? `${ICONS[outcome]} ` : ''}${prose(cut(label, longestName))}`),
        numeric(`<b>${rate}</b>`),
        numeric(needed),
        ...(compared ? [numeric(i > 0 ? '' : change(isLast ? duel(test) : test.comparisons?.known))] : []),
      ]),
    );
  const before = compared ? [prose(cut(nameOf(duel(compared)!, base), Math.min(longestName, 40)))] : [];
  return [table(['test', 'result', 'needed', ...before], rows)];
}

/** `−32`: points of the rate since then. */
function change(compared: Baseline | undefined): string {
  const gain = compared && gainOf(compared);
  if (gain === undefined || gain === null) return '—';
  const points = percent(Math.abs(gain)).replace('%', '');
  return gain === 0 ? '±0' : `${gain < 0 ? '−' : '+'}${points}`;
}
