/** What `sensitivity prove` found: a table for the terminal and the job's summary, a picture, and a section of a page. */
import { createHash } from 'node:crypto';
import { FAULTS } from '../../engine/proof/faults.js';
import { CAUGHT, type Curve, type MeasuredProof, type Point, type ProvenTest, type Share } from '../../engine/proof/proof.js';
import { counted, number, percent, present } from '../story/words.js';
import { html, prose, quoted, shortName } from './escape.js';
import { numeric, table as tableHtml, td } from './github.js';
import { columns, columnsOver, page, paint, say, type TerminalOptions } from './layout.js';
import { scrollable } from './page/charts.js';
import { PAGE_STYLE } from './page/style.js';

type Gate = Pick<ProvenTest, 'unchanged' | 'curves'>;

/** Small shares have one decimal: 0.3% is not 0%. */
function rate(share: number): string {
  return share > 0 && share < 0.1 ? `${Number((100 * share).toFixed(1))}%` : percent(share);
}

function withInterval({ share, low, high }: Share): string {
  return `${rate(share)} (${rate(low)}–${rate(high)})`;
}

const DETAIL_STRENGTH = 0.2;

function headline({ gate: { rows, unchanged, curves } }: MeasuredProof): string {
  const [first] = curves;
  const end = `It fails an unchanged model in ${rate(unchanged.fail.share)}.`;
  if (!first) return `On these ${counted(rows, 'row')} no injected fault changes what the tests measure. ${end}`;
  const { points, fault } = first;
  const at = Math.max(
    0,
    points.findIndex(({ strength }) => strength >= DETAIL_STRENGTH),
  );
  const [point, smaller] = [points[at]!, points[at - 1]];
  const also = smaller ? `, and ${rate(smaller.strength)} in ${rate(smaller.fail.share)}` : '';
  return `On these ${counted(rows, 'row')} this gate catches a model that ${FAULTS[fault].does} ${rate(point.strength)} of the rows in ${rate(point.fail.share)} of pull requests (asking ${number(Math.round(point.rows))} rows on average)${also}. ${end}`;
}

function caughtInWords({ fault, points, caught }: Curve): string {
  if (caught === null) return `${fault}: not at any tested strength`;
  return `${fault}: ${rate(caught)}${caught === points[0]?.strength ? ' or less' : ''}`;
}

/** Every sentence about a proof, the headline first. */
function sentences(proof: MeasuredProof): string[] {
  const { gate, tests, requirements, requests, errors, pull_requests } = proof;
  return present([
    headline(proof),
    gate.curves.length > 0 && `Smallest loss that is caught with ${percent(CAUGHT)}: ${gate.curves.map(caughtInWords).join('; ')}.`,
    ...tests.map(({ test, advice }) => advice && `${test} catches nothing at any strength. ${advice}`),
    ...requirements.map(({ fault, strength, share, found, met }) => {
      return `Required: ${fault} of ${rate(strength)} caught in ${rate(share)}. Found: ${rate(found)}. ${met ? 'Met.' : 'Not met.'}`;
    }),
    `${counted(requests, 'request')} for two recordings; ${number(pull_requests)} virtual pull requests a line, with 95 % intervals.`,
    errors > 0 && `${counted(errors, 'answer row')} of the recordings ended in error and count as such.`,
  ]);
}

interface Line extends Point {
  fault: string;
}

function linesOf({ unchanged, curves }: Gate): Line[] {
  return [{ ...unchanged, fault: 'unchanged' }, ...curves.flatMap(({ fault, points }) => points.map((point) => ({ ...point, fault })))];
}

const HEAD = ['fault', 'strength', 'fails', 'no verdict', 'passes', 'rows', 'requests'];

function cellsOf({ fault, strength, fail, inconclusive, pass, rows, requests }: Line): string[] {
  const counts = [rows, requests].map((mean) => number(Math.round(mean)));
  return [fault, fault === 'unchanged' ? '' : rate(strength), withInterval(fail), rate(inconclusive.share), rate(pass.share), ...counts];
}

export function proofInWords(proof: MeasuredProof, options: TerminalOptions): string {
  const { model, gate } = proof;
  const lines = linesOf(gate).map(cellsOf);
  const column = columnsOver(lines);
  const [first = '', ...others] = sentences(proof);
  return page([
    say(`sensitivity prove: ${model.hub}/${model.name}`, options, 0).map((line) => paint('bold', line, options)),
    say(first, options, 0),
    [
      columns(
        HEAD.map((name, i) => column(name, (cells) => cells[i]!, i === 0 ? {} : { align: 'right' })),
        options,
      ),
    ],
    others.flatMap((sentence) => say(sentence, options, 0)),
  ]);
}

function tableOf(gate: Gate): string {
  const rows = linesOf(gate).map((line) => cellsOf(line).map((cell, i) => (i === 0 ? td(html(cell)) : numeric(html(cell)))));
  return tableHtml(HEAD.map(html), rows);
}

/** For the summary of a job. */
export function proofMarkdown(proof: MeasuredProof): string {
  const [first = '', ...others] = sentences(proof);
  return [`<h2>${prose(first)}</h2>`, tableOf(proof.gate), ...others.map((sentence) => `<p>${prose(sentence)}</p>`), ''].join('\n');
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 360, 52, 560, 20, 310];
const COLOURS = [
  ['#0072b2', '#58a6ff'],
  ['#d55e00', '#ff9d5c'],
  ['#007a5a', '#3fcf9f'],
  ['#a83f80', '#e39ac4'],
  ['#8a5a00', '#e3b341'],
  ['#5b4bc4', '#b3a6ff'],
];
const colour = (theme: 0 | 1) => COLOURS.map((pair, i) => `.curve-${i} { --curve: ${pair[theme]!}; }`).join(' ');
const PICTURE_STYLE = `
.proof { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; --text: #57606a; --grid: #d1d9e0; --ground: #fff; }
.proof text { fill: var(--text); } .proof .grid { stroke: var(--grid); } .proof .ground { fill: var(--ground); }
.proof .dashed { stroke: var(--text); stroke-dasharray: 5 4; }
.proof polyline, .proof .key { fill: none; stroke: var(--curve); stroke-width: 2.5; } .proof circle { fill: var(--curve); } ${colour(0)}
@media (prefers-color-scheme: dark) { .proof { --text: #9ea7b3; --grid: #3d444d; --ground: #0d1117; } ${colour(1)} }
`;
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 1];

/** The curves over strengths, on a logarithmic axis from 1 % to 100 %. */
export function proofPicture({ gate: { unchanged, curves } }: MeasuredProof, style = PICTURE_STYLE): string {
  const x = (strength: number) => LEFT + ((RIGHT - LEFT) * Math.max(0, 2 + Math.log10(strength))) / 2;
  const y = (share: number) => BOTTOM - (BOTTOM - TOP) * share;
  const at = (strength: number, share: number) => `${x(strength).toFixed(1)},${y(share).toFixed(1)}`;
  const text = (left: number, top: number, words: string, anchor = 'start') =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" text-anchor="${anchor}">${html(words)}</text>`;
  const across = (share: number, kind: string) =>
    `<line class="${kind}" x1="${LEFT}" x2="${RIGHT}" y1="${y(share).toFixed(1)}" y2="${y(share).toFixed(1)}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="proof" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Share of pull requests that fail, by fault and strength">`,
    ...(style === '' ? [] : [`<style>${style}</style>`]),
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [across(share, 'grid'), text(LEFT - 8, y(share) + 4, percent(share), 'end')]),
    ...TICKS.map((tick) => text(x(tick), BOTTOM + 20, percent(tick), 'middle')),
    text((LEFT + RIGHT) / 2, BOTTOM + 42, 'strength of the fault', 'middle'),
    across(unchanged.fail.share, 'dashed'),
    text(RIGHT + 16, TOP + 5, 'share of failed'),
    text(RIGHT + 16, TOP + 21, 'pull requests'),
    ...curves.flatMap(({ fault, points }, i) => [
      `<g class="curve-${i}">`,
      `<polyline points="${points.map(({ strength, fail }) => at(strength, fail.share)).join(' ')}"/>`,
      ...points.map(({ strength, fail }) => `<circle cx="${x(strength).toFixed(1)}" cy="${y(fail.share).toFixed(1)}" r="3.5"/>`),
      `<line class="key" x1="${RIGHT + 16}" x2="${RIGHT + 40}" y1="${TOP + 48 + 22 * i}" y2="${TOP + 48 + 22 * i}"/>`,
      text(RIGHT + 48, TOP + 52 + 22 * i, fault),
      '</g>',
    ]),
    `<line class="dashed" x1="${RIGHT + 16}" x2="${RIGHT + 40}" y1="${TOP + 48 + 22 * curves.length}" y2="${TOP + 48 + 22 * curves.length}"/>`,
    text(RIGHT + 48, TOP + 52 + 22 * curves.length, 'unchanged model'),
    '</svg>',
  ].join('\n');
}

const STYLE = `${PAGE_STYLE}${PICTURE_STYLE}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** The page of a proof: the gate, then each test. */
export function proofPage(proof: MeasuredProof): string {
  const { model, gate, tests } = proof;
  const [first = '', ...others] = sentences(proof);
  const section = (name: string, of: Gate) => [`<h2>${html(name)}</h2>`, scrollable(name, [tableOf(of)])];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sensitivity: what this gate catches</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${[
  '<header class="card">',
  `<p class="brand"><b>Sensitivity</b> <span>${html(shortName(`${model.hub}/${model.name}`))}</span></p>`,
  `<h1>${prose(first)}</h1>`,
  ...others.map((sentence) => `<p>${quoted(sentence)}</p>`),
  `<figure class="chart">${proofPicture(proof, '')}</figure>`,
  '</header>',
  ...section('The gate', gate),
  ...(tests.length > 1 ? tests.flatMap((test) => section(test.test, test)) : []),
].join('\n')}
</main>
</body>
</html>
`;
}
