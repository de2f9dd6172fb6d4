/** The table of the summary and the comment: a line a test, four columns at most, so that none is off a telephone's screen. */
import type { Baseline, ReportRow, Outcome } from '../engine/results.js';
import { partsOf } from '../engine/sides.js';
import { gainOf, nameOf } from './baseline.js';
import { cut } from './cut.js';
import { prose } from './escape.js';
import { numeric, table, td } from './github.js';
import { percent, percentPair } from './words.js';
import { ICONS } from './verdict.js';
import { duel } from './result.js';
import { wordsFor } from './sides.js';
import { shortfallOf } from './triplet.js';

interface ResultsTableOptions {
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

export interface RateLine {
  test: ReportRow;
  /** Undefined where another line of the test says it. */
  outcome: Outcome | undefined;
  label: string;
  rate: string;
  needed: string;
  passed: number;
  all: number;
  /** What counts for the whole test stands in its last line. */
  isLast: boolean;
}

/** A line a test; of one whose rows can tell too little there are two. */
export function rateLines(test: ReportRow): RateLine[] {
  const { outcome, streams = {}, pass_rate, minimum_pass_rate, pass_count, fail_count, threshold } = test;
  const [rate, minimum] = pass_rate === null ? ['—', percent(minimum_pass_rate)] : percentPair(pass_rate, minimum_pass_rate);
  const { label } = wordsFor(test);
  const needed = threshold === null ? '—' : minimum;
  const own: RateLine = { test, outcome, label, rate, needed, passed: pass_count, all: pass_count + fail_count, isLast: true };
  const short = shortfallOf(test);
  if (!short) return [own];
  const [valid, least] = percentPair(short.rate, short.needed);
  return [
    { ...short, test, outcome, rate: valid, needed: least, isLast: false },
    // Where that fails the test, a good rate over the little that is left must not carry the sign of a failure.
    { ...own, outcome: streams.sensitive === 'bad' ? outcome : undefined },
  ];
}
