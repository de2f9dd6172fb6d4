/** The rates of earlier runs, as tables. Only figures, days and commits of the record are shown. */
import type { HistoryPoint, TestHistory } from '../../engine/drift/run-record.ts';
import type { Results } from '../../engine/results.ts';
import { type Block, type Table, tableOf } from './blocks.ts';
import { wordsFor } from './test-words.ts';
import { formatPercent, percentPair, formatNumber, keepTexts } from './words.ts';

const MAX_RUNS = 10;

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
      table: runsTable(points),
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

/** The last runs, the newest first. */
function runsTable(points: readonly HistoryPoint[]): Table {
  const thisRun = points.at(-1);
  const ratesOf = ({ pass_rate, minimum_pass_rate }: HistoryPoint) =>
    percentPair(pass_rate, minimum_pass_rate);
  const isNumber = true;
  return tableOf('run', points.slice(-MAX_RUNS).toReversed(), [
    { name: 'day', cell: (point) => point.at.slice(0, 10) },
    { name: 'commit', cell: ({ commit = '' }) => /^[\da-f]{7}/.exec(commit)?.[0] ?? '' },
    { name: 'result', isNumber, cell: (point) => ratesOf(point)[0] },
    { name: 'needed', isNumber, cell: (point) => ratesOf(point)[1] },
    { name: 'outcome', cell: ({ outcome }) => outcome },
    {
      name: 'what changed',
      cell: (point) =>
        keepTexts([
          point === thisRun && 'this run',
          point.changed && 'configuration or model',
        ]).join(', '),
    },
  ]);
}
