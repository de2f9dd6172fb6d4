/** The rates of earlier runs, in words and small pictures. Only figures, days and commits of the record are shown. */
import type { HistoryPoint, TestHistory } from '../../engine/history.js';
import type { Results } from '../../engine/results.js';
import { percent, percentPair, number } from './words.js';
import { wordsFor } from './sides.js';

const LEVELS = '▁▂▃▄▅▆▇█';
/** Least span of the picture, as a share: a smaller one would magnify noise. */
const LEAST_SPAN = 0.2;
const MOST_RUNS = 10;

/** One block a run, the highest for the highest rate. */
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

/** `12 runs, from 84% to 92%, lowest 80%, highest 94%` */
export function trendWords(points: readonly HistoryPoint[]): string {
  const rates = points.map(({ pass_rate }) => pass_rate);
  const runs = `${number(rates.length)} runs`;
  if (new Set(rates).size === 1) return `${runs}, ${percent(rates[0]!)} each`;
  const [low, high] = [Math.min(...rates), Math.max(...rates)].map(percent);
  return `${runs}, from ${percent(rates[0]!)} to ${percent(rates.at(-1)!)}, lowest ${low}, highest ${high}`;
}

/** Tests with at least one earlier run. */
export function trendsOf({ history }: Pick<Results, 'history'>): readonly TestHistory[] {
  return (history?.tests ?? []).filter(({ points }) => points.length > 1);
}

export function labelOf({ test_type, side }: Pick<TestHistory, 'test_type' | 'side'>, { report }: Pick<Results, 'report'>): string {
  const row = report.find((one) => one.test_type === test_type);
  const part = side === undefined ? row : (row?.sides?.[side] ?? row);
  return part ? wordsFor(part).label : test_type;
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
