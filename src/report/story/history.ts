/** What earlier runs reached, in words and small pictures. Of the record only figures, days and commits are shown. */
import type { HistoryPoint, TestHistory } from '../../engine/history.js';
import type { Results } from '../../engine/results.js';
import { code, prose } from '../formats/escape.js';
import { numeric, table, td } from '../formats/github.js';
import { percent, percentPair, number } from './words.js';
import { folded } from '../formats/sections.js';
import { wordsFor } from './sides.js';

const LEVELS = '▁▂▃▄▅▆▇█';
/** Noise of a point or two would otherwise fill the picture. */
const LEAST_SPAN = 0.2;
const MOST_RUNS = 10;

/** A column a run; the highest block is the highest rate there is, the lowest at least so far below it. */
export function sparkline(points: readonly HistoryPoint[]): string {
  const rates = points.map(({ pass_rate }) => pass_rate);
  const { low, high } = spanOf(rates);
  return rates.map((rate) => LEVELS[Math.min(LEVELS.length - 1, Math.floor(((rate - low) / (high - low)) * LEVELS.length))]).join('');
}

export function spanOf(rates: readonly number[]): { low: number; high: number } {
  const high = Math.max(...rates);
  const low = Math.max(0, Math.min(...rates, high - LEAST_SPAN));
  return { low, high: Math.max(high, low + LEAST_SPAN) };
}

/** `12 runs, from 84% to 92%, lowest 80%, highest 94%`: all that the picture says. */
export function trendWords(points: readonly HistoryPoint[]): string {
  const rates = points.map(({ pass_rate }) => pass_rate);
  const runs = `${number(rates.length)} runs`;
  if (new Set(rates).size === 1) return `${runs}, ${percent(rates[0]!)} each`;
  const [low, high] = [Math.min(...rates), Math.max(...rates)].map(percent);
  return `${runs}, from ${percent(rates[0]!)} to ${percent(rates.at(-1)!)}, lowest ${low}, highest ${high}`;
}

/** Tests with a point beside that of this run: one makes no trend. */
export function trendsOf({ history }: Pick<Results, 'history'>): readonly TestHistory[] {
  return (history?.tests ?? []).filter(({ points }) => points.length > 1);
}

export function labelOf({ test_type, side }: Pick<TestHistory, 'test_type' | 'side'>, { report }: Pick<Results, 'report'>): string {
  const row = report.find((one) => one.test_type === test_type);
  const part = side === undefined ? row : (row?.sides?.[side] ?? row);
  return part ? wordsFor(part).label : test_type;
}

export function trendSection(results: Results): string[] {
  const trends = trendsOf(results);
  if (trends.length === 0) return [];
  const rows = trends.map((test) => [
    td(prose(labelOf(test, results))),
    td(`${prose(trendWords(test.points))}<br>${sparkline(test.points)}`),
    numeric(percent(test.points.at(-1)!.minimum_pass_rate)),
  ]);
  return [
    '<p><b>Over time</b>, this run last:</p>',
    table(['test', 'pass rate, oldest run first', 'needed'], rows),
    ...folded(
      'The last runs',
      trends.flatMap((test) => [`<p>${prose(labelOf(test, results))}</p>`, lastRuns(test)]),
    ),
  ];
}

function lastRuns({ points }: TestHistory): string {
  const rows = runsOf(points).map(({ day, commit, rate, needed, outcome, note }) => [
    td(code(day)),
    td(code(commit)),
    numeric(rate),
    numeric(needed),
    td(prose(outcome)),
    td(note),
  ]);
  return table(['day', 'commit', 'result', 'needed', 'outcome', 'what changed'], rows);
}

export function runsOf(points: readonly HistoryPoint[]) {
  return points
    .map(({ at, commit = '', pass_rate, minimum_pass_rate, outcome, changed }, i) => {
      const [rate, needed] = percentPair(pass_rate, minimum_pass_rate);
      const notes = [...(i === points.length - 1 ? ['this run'] : []), ...(changed ? ['configuration or model'] : [])];
      return { day: at.slice(0, 10), commit: commit.slice(0, 7), rate, needed, outcome, note: notes.join(', ') };
    })
    .slice(-MOST_RUNS)
    .toReversed();
}
