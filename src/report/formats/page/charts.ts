/** Charts as SVG with their figures in words, and tables. They need no script. */
import type { ReportRow, ResultRow } from '../../../engine/results.js';
import { html } from '../escape.js';
import { counts } from '../../story/states.js';
import { brief, counted, number } from '../../story/words.js';

/** A bar for a share between 0 and 1. `mark` is the needed share. */
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
/** Fewest distinct scores of a histogram: the counts say the same of two. */
const LEAST_VALUES = 3;

type Bin = { pass: number; fail: number };

/** The histogram of a test's scores with its thresholds. Empty if the scores are verdicts. */
export function histogram(test: ReportRow, rows: readonly ResultRow[]): string[] {
  const scored = rows.filter((row) => row.status === 'scored' && counts(row) && Number.isFinite(row.eval_score));
  const values = scored.map(({ eval_score }) => eval_score!);
  const limits = limitsOf(test);
  if (test.steady_count !== undefined || limits === undefined || new Set(values).size < LEAST_VALUES) return [];
  const [low, high] = rangeOf([...values, ...limits]);
  // A published report may hold scores whose distance is not finite.
  if (!Number.isFinite(high - low)) return [];
  const width = widthOf(values, high - low);
  const bins: Bin[] = Array.from({ length: Math.floor((high - low) / width + 1e-9) + 1 }, () => ({ pass: 0, fail: 0 }));
  for (const { eval_score, pass } of scored) bins[Math.floor((eval_score! - low) / width + 1e-9)]![pass === false ? 'fail' : 'pass']++;
  const most = Math.max(...bins.map(({ pass, fail }) => pass + fail));
  const x = (value: number): number => 8 + ((WIDTH - 16) * (value - low)) / (bins.length * width);
  const [least, greatest] = rangeOf(values).map(brief);
  const words = `Scores of ${counted(scored.length, 'row')}, from ${least} to ${greatest}; ${test.rule.words}`;
  return figure(words, [
    ...(limits.length === 2 ? [band(x(limits[0]!), x(limits[1]!))] : []),
    ...bins.flatMap((bin, i) => column(bin, { x: x(low + i * width), width: x(low + width) - x(low), unit: (BASE - 24) / most })),
    `<rect class="axis" x="8" y="${BASE}" width="${WIDTH - 16}" height="1"/>`,
    ...limits.map((limit) => `<rect class="limit" x="${(x(limit) - 1).toFixed(1)}" y="12" width="2" height="${BASE - 12}"/>`),
    ...labels([...new Set([low, ...limits, high])].map((value) => ({ at: x(value), text: brief(value) }))),
  ]);
}

/** An SVG with a text alternative and a caption. */
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

/** Minimum and maximum. `Math.min(...values)` fails for a long list. */
function rangeOf(values: readonly number[]): [low: number, high: number] {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
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

/** The width of a bin: 1 for whole numbers if there is room. */
function widthOf(values: readonly number[], range: number): number {
  if (values.every(Number.isInteger)) return Math.max(1, Math.ceil((range + 1) / MOST_BINS));
  return range / MOST_BINS || 1;
}

function band(from: number, to: number): string {
  return `<rect class="band" x="${from.toFixed(1)}" y="12" width="${(to - from).toFixed(1)}" height="${BASE - 12}"/>`;
}

/** A bin: failed rows below passed ones. */
function column({ pass, fail }: Bin, { x, width, unit }: { x: number; width: number; unit: number }): string[] {
  const piece = (kind: string, count: number, below: number): string[] =>
    count === 0
      ? []
      : [
          `<rect class="fill ${kind}" x="${(x + 1).toFixed(1)}" y="${(BASE - (below + count) * unit).toFixed(1)}" width="${Math.max(1, width - 2).toFixed(1)}" height="${(count * unit).toFixed(1)}"/>`,
        ];
  return [...piece('bad', fail, 0), ...piece('good', pass, fail)];
}

/** Labels of the axis from left to right, without those that would overlap. */
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

/** The counts of a funnel as a list with bars. */
export function funnelList(all: readonly { count: number; words: string }[]): string[] {
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

export function td(kind: string, text: string): string {
  return `<td class="${kind}" dir="auto">${html(text)}</td>`;
}

/** `head` is text, cells are HTML. */
export function table(name: string, head: readonly string[], rows: readonly string[][]): string {
  return scrollable(name, [
    '<table>',
    `<thead><tr>${head.map((text) => `<th scope="col">${html(text)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((cells) => `<tr>${cells.join('')}</tr>`),
    '</tbody></table>',
  ]);
}

/** A region that scrolls sideways, by keyboard too. */
export function scrollable(name: string, content: readonly string[]): string {
  return [`<div class="scroll" role="region" aria-label="${html(name)}" tabindex="0">`, ...content, '</div>'].join('\n');
}
