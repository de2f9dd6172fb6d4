/** How many requests could be under way over the run, a picture an account. */
import type { AccountLimit, LimitChange, Usage } from '../../engine/results.js';
import { counted, duration, number } from '../words.js';
import { CHART, figure, labels } from './charts.js';

const MOST_ACCOUNTS = 6;
const LEFT = 8;
const TOP = 16;

const CAUSES: Record<LimitChange['cause'], string> = {
  start: 'where it began',
  growth: 'no refusal for a while',
  '429': 'too many requests (429)',
  '503': 'overloaded (503)',
};

export function concurrency({ concurrency = [], duration_ms }: Usage): string[] {
  const shown = concurrency.filter(({ changes }) => changes.length > 0).slice(0, MOST_ACCOUNTS);
  if (shown.length === 0) return [];
  return ['<h3>Requests at a time</h3>', ...shown.flatMap((account) => courseOf(account, duration_ms / 1000))];
}

function courseOf({ host, changes }: AccountLimit, seconds: number): string[] {
  const end = Math.max(seconds, ...changes.map((change) => change.seconds), 0.001);
  const most = Math.max(...changes.map(({ limit }) => limit));
  const x = (time: number): number => LEFT + ((CHART.WIDTH - 2 * LEFT) * time) / end;
  const y = (limit: number): number => CHART.BASE - ((CHART.BASE - TOP) * limit) / most;
  const line = changes.map(
    ({ seconds: at, limit }, i) => `${i === 0 ? 'M' : 'H'}${x(at).toFixed(1)} ${i === 0 ? '' : 'V'}${y(limit).toFixed(1)}`,
  );
  const path = `${line.join(' ')} H${x(end).toFixed(1)}`;
  const falls = changes.filter(({ limit }, i) => i > 0 && limit < changes[i - 1]!.limit);
  const last = changes.at(-1)!;
  const words = `${host}: from ${number(changes[0]!.limit)} to ${counted(last.limit, 'request')} at a time, ${number(most)} at the most; taken back ${falls.length === 1 ? 'once' : `${number(falls.length)} times`}`;
  return [
    ...figure(words, [
      `<path class="area" d="${path} V${CHART.BASE} H${x(changes[0]!.seconds).toFixed(1)} Z"/>`,
      `<path class="line" d="${path}"/>`,
      ...falls.map(({ seconds: at, limit }) => `<circle class="fill bad" cx="${x(at).toFixed(1)}" cy="${y(limit).toFixed(1)}" r="4"/>`),
      `<rect class="axis" x="${LEFT}" y="${CHART.BASE}" width="${CHART.WIDTH - 2 * LEFT}" height="1"/>`,
      `<text x="${LEFT}" y="${TOP - 4}">${number(most)}</text>`,
      ...labels([
        { at: x(0), text: '0 s' },
        { at: x(end), text: duration(1000 * end) },
      ]),
    ]),
    '<details><summary>As a table</summary>',
    '<table><thead><tr><th scope="col">after</th><th scope="col">at a time</th><th scope="col">why</th></tr></thead><tbody>',
    ...changes.map(
      ({ seconds: at, limit, cause }) =>
        `<tr><td class="number">${duration(1000 * at)}</td><td class="number">${number(limit)}</td><td>${CAUSES[cause]}</td></tr>`,
    ),
    '</tbody></table>',
    '</details>',
  ];
}
