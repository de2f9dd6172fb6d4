/** The rates of earlier runs, as tables. Only figures, days and commits of the record are shown. */
import type { HistoryPoint, TestHistory } from '../../engine/run-record.js';
import type { Results } from '../../engine/results.js';
import { type Block, numberColumns } from './blocks.js';
import { wordsFor } from './test-words.js';
import { formatPercent, percentPair, formatNumber } from './words.js';

const MOST_RUNS = 10;

/** `12 runs, from 84% to 92%, lowest 80%, highest 94%` */
function trendWords(points: readonly HistoryPoint[]): string {
  const rates = points.map(({ pass_rate }) => pass_rate);
  const runs = `${formatNumber(rates.length)} runs`;
  const firstRate = formatPercent(rates.at(0) ?? null);
  if (new Set(rates).size === 1) return `${runs}, ${firstRate} each`;
  const low = formatPercent(Math.min(...rates));
  const high = formatPercent(Math.max(...rates));
  return `${runs}, from ${firstRate} to ${formatPercent(rates.at(-1) ?? null)}, lowest ${low}, highest ${high}`;
}

export function historyBlocks({ history, report }: Pick<Results, 'history' | 'report'>): Block[] {
  const trends = (history?.tests ?? [])
    .filter(({ points }) => points.length > 1)
    .map(({ points, ...test }) => ({ points, label: labelOf(test, report) }));
  if (trends.length === 0) return [];
  return [
    {
      place: 'report',
      title: 'Over time, this run last',
      sentences: trends.map(({ label, points }) => [`${label}: ${trendWords(points)}`]),
    },
    ...trends.map(({ label, points }): Block => ({
      place: 'report',
      title: `The last runs of ${label}`,
      isFolded: true,
      table: {
        columns: [
          { name: 'day' },
          { name: 'commit' },
          ...numberColumns('result', 'needed'),
          { name: 'outcome' },
          { name: 'what changed' },
        ],
        rows: points.map(runCells).slice(-MOST_RUNS).toReversed(),
        noun: 'run',
      },
    })),
  ];
}

function labelOf(
  { test_type, side }: Pick<TestHistory, 'test_type' | 'side'>,
  report: Results['report'],
): string {
  const row = report.find((test) => test.test_type === test_type);
  const part = side === undefined ? row : (row?.sides?.[side] ?? row);
  return part ? wordsFor(part).label : test_type;
}

function runCells(
  { at: time, commit = '', pass_rate, minimum_pass_rate, outcome, changed }: HistoryPoint,
  i: number,
  points: readonly unknown[],
) {
  const [rate, minimum] = percentPair(pass_rate, minimum_pass_rate);
  const notes: string[] = [];
  if (i === points.length - 1) notes.push('this run');
  if (changed) notes.push('configuration or model');
  return {
    cells: [
      time.slice(0, 10),
      /^[\da-f]{7}/.exec(commit)?.[0] ?? '',
      rate,
      minimum,
      outcome,
      notes.join(', '),
    ],
  };
}
