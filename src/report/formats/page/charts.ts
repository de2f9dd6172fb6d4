/** Pictures of numbers, drawn as SVG here: they need no script, and say the same in words to whoever does not see them. */
import type { ReportRow, ResultRow, AccountLimit, LimitChange, Usage } from '../../../engine/results.js';
import { html } from '../escape.js';
import { counts } from '../../story/states.js';
import { brief, counted, number, duration } from '../../story/words.js';

/** A share, 0 to 1, as a bar; `mark` is what is needed. Words beside it say both. */
export function bar(share: number, kind: string, mark?: number): string {
  const at = (value: number): string => (100 * Math.min(1, Math.max(0, value))).toFixed(2);
  return [
    '<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">',
    '<rect class="track" width="100" height="4"/>',
    `<rect class="fill ${kind}" width="${at(share)}" height="4"/>`,
    ...(mark === undefined ? [] : [`<rect class="mark" x="${(Number(at(mark)) * 0.995).toFixed(2)}" width="0.5" height="4"/>`]),
    '</svg>',
  ].join('');
}

export const WIDTH = 400;
const HEIGHT = 140;
export const BASE = 112;
const MOST_BINS = 24;
/** A histogram of two heaps says no more than their counts. */
const LEAST_VALUES = 3;

type Bin = { pass: number; fail: number };

/** Scores of the rows of a test, and the threshold; nothing where scores are verdicts. */
export function histogram(test: ReportRow, rows: readonly ResultRow[]): string[] {
  const scored = rows.filter((row) => row.status === 'scored' && counts(row) && Number.isFinite(row.eval_score));
  const values = scored.map(({ eval_score }) => eval_score!);
  const limits = limitsOf(test);
  if (test.steady_count !== undefined || limits === undefined || new Set(values).size < LEAST_VALUES) return [];
  const marks = values.concat(limits);
  const [low, high] = [leastOf(marks), mostOf(marks)];
  // Of a report of somebody else's they may lie further apart than a number can say.
  if (!Number.isFinite(high - low)) return [];
  const width = widthOf(values, high - low);
  const bins: Bin[] = Array.from({ length: Math.floor((high - low) / width + 1e-9) + 1 }, () => ({ pass: 0, fail: 0 }));
  for (const { eval_score, pass } of scored) bins[Math.floor((eval_score! - low) / width + 1e-9)]![pass === false ? 'fail' : 'pass']++;
  const most = Math.max(...bins.map(({ pass, fail }) => pass + fail));
  const x = (value: number): number => 8 + ((WIDTH - 16) * (value - low)) / (bins.length * width);
  const words = `Scores of ${counted(scored.length, 'row')}, from ${brief(leastOf(values))} to ${brief(mostOf(values))}; ${test.rule.words}`;
  return figure(words, [
    ...(limits.length === 2 ? [band(x(limits[0]!), x(limits[1]!))] : []),
    ...bins.flatMap((bin, i) => column(bin, { x: x(low + i * width), width: x(low + width) - x(low), unit: (BASE - 24) / most })),
    `<rect class="axis" x="8" y="${BASE}" width="${WIDTH - 16}" height="1"/>`,
    ...limits.map((limit) => `<rect class="limit" x="${(x(limit) - 1).toFixed(1)}" y="12" width="2" height="${BASE - 12}"/>`),
    ...labels([...new Set([low, ...limits, high])].map((value) => ({ at: x(value), text: brief(value) }))),
  ]);
}

/** A drawing, with its words for whoever does not see it and as its caption. */
export function figure(words: string, drawing: readonly string[], caption = `${words}.`): string[] {
  return [
    '<figure class="chart">',
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${html(words)}">`,
    ...drawing,
    '</svg>',
    `<figcaption>${html(caption)}</figcaption>`,
    '</figure>',
  ];
}

/** Of any number of values: a call takes only so many arguments. */
function leastOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function mostOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

function limitsOf({ rule }: ReportRow): number[] | undefined {
  switch (rule.kind) {
    case 'outside':
      return [rule.low, rule.high];
    case 'at_most':
    case 'below':
      return [rule.limit];
    case 'gates_nothing':
      return [];
    default:
      return undefined;
  }
}

/** Counts have a column each, as long as there is room. */
function widthOf(values: readonly number[], range: number): number {
  if (values.every(Number.isInteger)) return Math.max(1, Math.ceil((range + 1) / MOST_BINS));
  return range / MOST_BINS || 1;
}

function band(from: number, to: number): string {
  return `<rect class="band" x="${from.toFixed(1)}" y="12" width="${(to - from).toFixed(1)}" height="${BASE - 12}"/>`;
}

/** What failed stands below what passed. */
function column({ pass, fail }: Bin, { x, width, unit }: { x: number; width: number; unit: number }): string[] {
  const piece = (kind: string, count: number, below: number): string[] =>
    count === 0
      ? []
      : [
          `<rect class="fill ${kind}" x="${(x + 1).toFixed(1)}" y="${(BASE - (below + count) * unit).toFixed(1)}" width="${Math.max(1, width - 2).toFixed(1)}" height="${(count * unit).toFixed(1)}"/>`,
        ];
  return [...piece('bad', fail, 0), ...piece('good', pass, fail)];
}

/** Left to right; one that would stand in another is left out. */
export function labels(all: ReadonlyArray<{ at: number; text: string }>): string[] {
  let free = -Infinity;
  return all
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, text }) => {
      const half = 4 * text.length;
      const middle = Math.min(WIDTH - half, Math.max(half, at));
      if (middle - half < free) return [];
      free = middle + half + 8;
      return [`<text x="${middle.toFixed(1)}" y="${BASE + 18}" text-anchor="middle">${html(text)}</text>`];
    });
}

export function steps(all: readonly { count: number; words: string }[]): string[] {
  const first = Math.max(1, all[0]?.count ?? 0);
  return [
    '<ol class="funnel">',
    ...all.map(({ count, words }, i) => {
      const kind = i === all.length - 1 ? 'good' : 'plain';
      return `<li><b>${number(count)}</b> <span>${html(words)}</span>${bar(count / first, kind)}</li>`;
    }),
    '</ol>',
  ];
}

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
  const x = (time: number): number => LEFT + ((WIDTH - 2 * LEFT) * time) / end;
  const y = (limit: number): number => BASE - ((BASE - TOP) * limit) / most;
  const line = changes.map(
    ({ seconds: at, limit }, i) => `${i === 0 ? 'M' : 'H'}${x(at).toFixed(1)} ${i === 0 ? '' : 'V'}${y(limit).toFixed(1)}`,
  );
  const path = `${line.join(' ')} H${x(end).toFixed(1)}`;
  const falls = changes.filter(({ limit }, i) => i > 0 && limit < changes[i - 1]!.limit);
  const last = changes.at(-1)!;
  const words = `${host}: from ${number(changes[0]!.limit)} to ${counted(last.limit, 'request')} at a time, ${number(most)} at the most; taken back ${falls.length === 1 ? 'once' : `${number(falls.length)} times`}`;
  return [
    ...figure(words, [
      `<path class="area" d="${path} V${BASE} H${x(changes[0]!.seconds).toFixed(1)} Z"/>`,
      `<path class="line" d="${path}"/>`,
      ...falls.map(({ seconds: at, limit }) => `<circle class="fill bad" cx="${x(at).toFixed(1)}" cy="${y(limit).toFixed(1)}" r="4"/>`),
      `<rect class="axis" x="${LEFT}" y="${BASE}" width="${WIDTH - 2 * LEFT}" height="1"/>`,
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

export function td(kind: string, text: string): string {
  return `<td class="${kind}" dir="auto">${html(text)}</td>`;
}

/** `head` is text, cells are HTML. What is wider than the page is moved within a frame of its own, by keyboard too. */
export function table(name: string, head: readonly string[], rows: readonly string[][]): string {
  return [
    `<div class="scroll" role="region" aria-label="${html(name)}" tabindex="0"><table>`,
    `<thead><tr>${head.map((text) => `<th scope="col">${html(text)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((cells) => `<tr>${cells.join('')}</tr>`),
    '</tbody></table></div>',
  ].join('\n');
}
