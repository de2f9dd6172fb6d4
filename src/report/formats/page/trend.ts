/** The pass rate of a test over the last runs: a chart with the minimum as a dashed line, and a table. */
import type { TestHistory } from '../../../engine/history.js';
import type { Results } from '../../../engine/results.js';
import { labelOf, runsOf, spanOf, trendsOf, trendWords } from '../../story/history.js';
import { percent, sentenceCase } from '../../story/words.js';
import { BASE, WIDTH, figure, labels, table, td } from './charts.js';

const LEFT = 48;
const RIGHT = 12;
const TOP = 16;

const COLORS = { pass: 'good', fail: 'bad', inconclusive: 'odd', error: 'odd' } as const;

export function trendFigures(test_type: string, results: Results): string[] {
  return trendsOf(results)
    .filter((trend) => trend.test_type === test_type)
    .flatMap((trend) => overTime(trend, results));
}

function overTime(trend: TestHistory, results: Results): string[] {
  const { points, side } = trend;
  const label = labelOf(trend, results);
  const words = `${side === undefined ? '' : `${label}: `}${trendWords(points)}`;
  const needed = points.map(({ minimum_pass_rate }) => minimum_pass_rate);
  const { low: lowest, high } = spanOf([...points.map(({ pass_rate }) => pass_rate), ...needed]);
  // Keeps the lines off the axis.
  const low = Math.max(0, lowest - 0.05);
  const x = (i: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * i) / (points.length - 1);
  const y = (rate: number): number => BASE - ((BASE - TOP) * (rate - low)) / (high - low);
  const path = (rates: readonly number[]): string =>
    rates.map((rate, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(rate).toFixed(1)}`).join(' ');
  return [
    '<h4>Over time</h4>',
    ...figure(
      words,
      [
        `<rect class="axis" x="${LEFT}" y="${BASE}" width="${WIDTH - LEFT - RIGHT}" height="1"/>`,
        ...[high, low].map((rate) => `<text x="${LEFT - 6}" y="${(y(rate) + 4).toFixed(1)}" text-anchor="end">${percent(rate)}</text>`),
        `<path class="needed" d="${path(needed)}"/>`,
        `<path class="line" d="${path(points.map(({ pass_rate }) => pass_rate))}"/>`,
        ...points.map(
          ({ outcome, pass_rate }, i) =>
            `<circle class="fill ${COLORS[outcome]}" cx="${x(i).toFixed(1)}" cy="${y(pass_rate).toFixed(1)}" r="4"/>`,
        ),
        ...labels([
          { at: x(0), text: points[0]!.at.slice(0, 10) },
          { at: x(points.length - 1), text: 'this run' },
        ]),
      ],
      `${sentenceCase(words)}. The dashed line is the minimum.`,
    ),
    '<details><summary>The last runs</summary>',
    table(
      `The last runs of ${label}`,
      ['day', 'commit', 'result', 'needed', 'outcome', 'what changed'],
      runsOf(points).map(({ day, commit, rate, needed: minimum, outcome, note }) => [
        ...[day, commit].map((text) => td('', text)),
        ...[rate, minimum].map((text) => td('number', text)),
        ...[outcome, note].map((text) => td('', text)),
      ]),
    ),
    '</details>',
  ];
}
