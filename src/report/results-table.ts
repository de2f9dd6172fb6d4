/** The table of the summary and the comment: a line a test, four columns at most, so that none is off a telephone's screen. */
import type { Baseline, ReportRow } from '../engine/results.js';
import { partsOf } from '../engine/sides.js';
import { gainOf, nameOf } from './baseline.js';
import { cut } from './cut.js';
import { prose } from './escape.js';
import { numeric, table, td } from './github.js';
import { percent, percentPair } from './percent.js';
import { wordsFor } from './told.js';
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
  const rows = report.flatMap(partsOf).flatMap((test) => linesOf(test, { longestName, isCompared: compared !== undefined }));
  const before = compared ? [prose(cut(nameOf(duel(compared)!, base), Math.min(longestName, 40)))] : [];
  return [table(['test', 'result', 'needed', ...before], rows)];
}

function linesOf(test: ReportRow, { longestName, isCompared }: { longestName: number; isCompared: boolean }): string[][] {
  const { outcome, streams = {}, valid_rate, minimum_valid_rate, pass_rate, minimum_pass_rate, threshold } = test;
  const label = prose(cut(wordsFor(test).label, longestName));
  const [rate, minimum] = pass_rate === null ? ['—', percent(minimum_pass_rate)] : percentPair(pass_rate, minimum_pass_rate);
  // Where what is known fails the test, a good rate over the little that is left must not carry the sign of a failure.
  const isUnknown = streams.valid === 'bad' && typeof valid_rate === 'number';
  const own = isUnknown && streams.sensitive !== 'bad' ? '' : `${ICONS[outcome]} `;
  const [valid, least] = isUnknown ? percentPair(valid_rate, minimum_valid_rate ?? 0) : [];
  const known = isCompared ? [numeric(change(test.comparisons?.known))] : [];
  return [
    ...(isUnknown ? [[td(`${ICONS[outcome]} knows the answers`), numeric(`<b>${valid}</b>`), numeric(least!), ...known]] : []),
    [
      td(`${own}${label}`),
      numeric(`<b>${rate}</b>`),
      numeric(threshold === null ? '—' : minimum),
      ...(isCompared ? [numeric(isUnknown ? '' : change(duel(test)))] : []),
    ],
  ];
}

/** `−32`: points of the rate since then. */
function change(compared: Baseline | undefined): string {
  const gain = compared && gainOf(compared);
  if (gain === undefined || gain === null) return '—';
  const points = percent(Math.abs(gain)).replace('%', '');
  return gain === 0 ? '±0' : `${gain < 0 ? '−' : '+'}${points}`;
}
