/** Several reports side by side as a picture: dots and whiskers, as SVG for a page and in signs for a comment, which can hold no SVG. */
import type { ComparedCell, ComparedReports, ComparedTest } from '../engine/compare-reports.js';
import type { Outcome } from '../engine/results.js';
import { oneLine, xml } from './escape.js';
import { percent } from './percent.js';
import { partName } from './sides.js';
import { number } from './words.js';

const WIDTH = 900;
/** Where 0 % and 100 % are. */
const [FROM, TO] = [370, 700];
const HEAD = 64;
const LINE = 26;
const GROUP = 34;
const FOOT = 54;
/** As much as there is room for in Latin letters. */
const LONGEST_NAME = 44;

/** As in the HTML report. */
const STYLE = `
text { font: 14px system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #1f2328; }
.dim { fill: #57606a; font-size: 12px; } .test { font-weight: 600; } .paper { fill: #fff; } .grid { stroke: #d1d9e0; }
.whisker { stroke: #57606a; stroke-width: 2; } .least { stroke: #1f2328; stroke-width: 2; stroke-dasharray: 3 2; }
.pass { fill: #1a7f37; } .fail { fill: #cf222e; } .odd { fill: #fff; stroke: #8a5a00; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; } .dim { fill: #9ea7b3; } .paper { fill: #0d1117; } .grid { stroke: #3d444d; }
  .whisker { stroke: #9ea7b3; } .least { stroke: #f0f6fc; }
  .pass { fill: #4ac26b; } .fail { fill: #ff7b72; } .odd { fill: #0d1117; stroke: #e3b341; }
}`;

/** An SVG by itself: light and dark as the reader's system has it, with all that it shows in words for whoever does not see it. */
export function comparedPicture(compared: ComparedReports): string {
  const { reports, tests } = compared;
  const lines: string[] = [];
  let y = HEAD;
  for (const test of tests) {
    lines.push(`<text class="test" x="16" y="${y + 20}">${xml(oneLine(partName(test), LONGEST_NAME))}</text>`);
    y += GROUP;
    for (const [i, cell] of test.cells.entries()) {
      if (!cell) continue;
      lines.push(lineOf(reports[i]!.name, cell, y));
      y += LINE;
    }
    y += 10;
  }
  const height = y + FOOT;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line class="grid" x1="${at(share)}" y1="${HEAD}" x2="${at(share)}" y2="${y}"/>` +
      `<text class="dim" x="${at(share)}" y="${HEAD - 8}" text-anchor="middle">${percent(share)}</text>`,
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">Pass rates of ${number(reports.length)} reports</title>`,
    `<desc id="desc">${xml(inWords(compared))}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}"/>`,
    '<text class="test" x="16" y="28">Pass rates</text>',
    ...ticks,
    ...lines,
    legend(y + 30),
    '</svg>',
  ].join('\n')}\n`;
}

const at = (share: number): number => Number((FROM + share * (TO - FROM)).toFixed(1));

/** A name that is too wide is cut off by the picture, whatever its letters are. */
function lineOf(name: string, cell: ComparedCell, y: number): string {
  const said = rateWords(cell);
  const middle = y + LINE / 2;
  return [
    `<g><title>${xml(oneLine(`${name}: ${said}`, 300))}</title>`,
    `<svg x="32" y="${y}" width="${FROM - 48}" height="${LINE}"><text x="0" y="18">${xml(oneLine(name, LONGEST_NAME))}</text></svg>`,
    marks(cell, middle),
    `<text class="dim" x="${TO + 16}" y="${middle + 4}">${xml(said)}</text></g>`,
  ].join('');
}

function marks({ pass_rate, interval, minimum_pass_rate, outcome }: ComparedCell, y: number): string {
  const least = `<line class="least" x1="${at(minimum_pass_rate)}" y1="${y - 10}" x2="${at(minimum_pass_rate)}" y2="${y + 10}"/>`;
  if (pass_rate === null) return least;
  return `${least}${interval ? whisker(at(interval.low), at(interval.high), y) : ''}${dot(at(pass_rate), y, outcome)}`;
}

function whisker(low: number, high: number, y: number): string {
  return `<path class="whisker" fill="none" d="M${low} ${y - 5}v10M${high} ${y - 5}v10M${low} ${y}H${high}"/>`;
}

/** By its shape too: round passes, square fails, hollow is neither. */
function dot(x: number, y: number, outcome: Outcome): string {
  if (outcome === 'fail') return `<rect class="fail" x="${Number((x - 5.5).toFixed(1))}" y="${y - 5.5}" width="11" height="11"/>`;
  return `<circle class="${outcome === 'pass' ? 'pass' : 'odd'}" cx="${x}" cy="${y}" r="6"/>`;
}

function legend(y: number): string {
  const said = (x: number, text: string): string => `<text class="dim" x="${x}" y="${y + 4}">${text}</text>`;
  return [
    dot(24, y, 'pass') + said(38, 'passed'),
    dot(104, y, 'fail') + said(118, 'failed'),
    dot(178, y, 'inconclusive') + said(192, 'neither'),
    `<line class="least" x1="262" y1="${y - 10}" x2="262" y2="${y + 10}"/>${said(272, 'the minimum')}`,
    whisker(370, 404, y) + said(414, '95% interval; none where rows were asked until they decided'),
  ].join('\n');
}

function rateWords({ pass_rate, interval, decided_after }: ComparedCell): string {
  if (pass_rate === null) return 'no rate';
  if (interval) return `${percent(pass_rate)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return decided_after === undefined ? percent(pass_rate) : `${percent(pass_rate)} after ${number(decided_after)} rows`;
}

function inWords({ reports, tests }: ComparedReports): string {
  const ofTest = (test: ComparedTest): string => {
    const cells = test.cells.flatMap((cell, i) =>
      cell ? [`${oneLine(reports[i]!.name, 200)} ${rateWords(cell)}, ${percent(cell.minimum_pass_rate)} needed, ${cell.outcome}`] : [],
    );
    return `${oneLine(partName(test), LONGEST_NAME)}: ${cells.join('; ')}.`;
  };
  return tests.map(ofTest).join(' ');
}

/** Places of a picture in signs, each so many percent of the way. */
const PLACES = 25;

/** `······├───●─┤···`: the rate, its interval, and the minimum as `┊`, from 0 to 100 %. */
export function barOf({ pass_rate, interval, minimum_pass_rate }: ComparedCell): string {
  const place = (share: number): number => Math.min(PLACES - 1, Math.floor(share * PLACES));
  const signs = Array.from({ length: PLACES }, () => '·');
  if (interval) {
    const [low, high] = [place(interval.low), place(interval.high)];
    signs.fill('─', low, high + 1);
    if (low < high) [signs[low], signs[high]] = ['├', '┤'];
  }
  signs[place(minimum_pass_rate)] = '┊';
  if (pass_rate !== null) signs[place(pass_rate)] = '●';
  return signs.join('');
}
