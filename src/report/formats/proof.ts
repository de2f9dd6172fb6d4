/**
 * The findings of `sensitivity prove`: a table for the terminal and for the summary of a job, a
 * picture, and a page.
 */
import { FAULTS } from '../../engine/proof/faults.js';
import {
  CAUGHT,
  failsUnchanged,
  MOST_FALSE_ALARMS,
  type Curve,
  type Curves,
  type MeasuredProof,
} from '../../engine/proof/proof.js';
import { quantity, formatNumber, formatPercent, keepTexts } from '../story/words.js';
import { github, web } from './escape.js';
import { shortName } from '../story/truncate.js';
import { numericCell, paragraphs, table as tableOf, cell } from './github-tables.js';
import {
  layOutColumns,
  columnMaker,
  joinSections,
  paintText,
  wrapText,
  type TerminalOptions,
} from './layout.js';
import { PAGE_STYLE } from './page/style.js';

/** Writes a share in percent. Small shares have one decimal: 0.3% is not 0%. */
function formatShare(share: number): string {
  return share > 0 && share < 0.1 ? `${Number((100 * share).toFixed(1))}%` : formatPercent(share);
}

/** The headline shows this strength and the one below. */
const SHOWN_STRENGTH = 0.2;

function proofHeadline({ gate: { rows, unchanged, curves } }: MeasuredProof): string {
  const rowsClause = `On these ${quantity(rows, 'row')}`;
  const falseAlarms = `It fails an unchanged model in ${formatShare(unchanged.fail.share)}.`;
  const [firstCurve] = curves;
  if (!firstCurve)
    return `${rowsClause} no injected fault changes what the tests measure. ${falseAlarms}`;
  const index = firstCurve.points.findIndex(({ strength }) => strength >= SHOWN_STRENGTH);
  const weaker = firstCurve.points[index - 1];
  const shownPoint = firstCurve.points[index];
  if (!shownPoint || !weaker) throw new RangeError('the curves lack the strengths of the headline');
  const asking = `asking ${formatNumber(Math.round(shownPoint.rows))} rows on average`;
  const { does, isByAnswer } = FAULTS[firstCurve.fault];
  const chance = `each ${isByAnswer ? 'answer' : 'row'} with a chance of ${formatShare(shownPoint.strength)}`;
  const caught = `in ${formatShare(shownPoint.fail.share)} of pull requests (${asking})`;
  const model = `a model that ${does} ${chance}, ${caught}, and with a chance of ${formatShare(weaker.strength)} in ${formatShare(weaker.fail.share)}`;
  return `${rowsClause} this gate catches ${model}. ${falseAlarms}`;
}

function caughtInWords({ fault, points, caught }: Curve): string {
  if (caught === null) return `${fault} at no tested strength`;
  return `${fault} ${formatShare(caught)}${caught === points[0]?.strength ? ' or less' : ''}`;
}

function proofSentences(proof: MeasuredProof): string[] {
  const { gate, tests, requirements, recordings, requests, errors, pull_requests } = proof;
  return keepTexts([
    proofHeadline(proof),
    gate.curves.length > 0 &&
      `Smallest loss that is caught with ${formatPercent(CAUGHT)}: ${gate.curves.map(caughtInWords).join(', ')}.`,
    ...tests.map(
      ({ test, advice }) => advice && `${test} catches nothing at any strength. ${advice}`,
    ),
    ...requirements.map(({ fault, strength, share, found, met }) => {
      return `Required: ${fault} ${formatShare(strength)} caught in ${formatShare(share)}. Found: ${formatShare(found)}, ${met ? 'met' : 'not met'}.`;
    }),
    requirements.length > 0 && failsUnchanged(gate) && falseAlarms(gate),
    'A strength is the chance of each row (noisy: of each answer) to have the fault. A model in which exactly this share has it is caught more often.',
    `${quantity(recordings, 'recording')} took ${quantity(requests, 'request')}. Each line is ${formatNumber(pull_requests)} virtual pull requests. The 95 % interval is one of drawing pull requests: other recordings of the same model can lie outside of it (\`--repeat N\` makes N).`,
    errors > 0 && `${quantity(errors, 'row')} of the recordings ended in error, and count so.`,
  ]);
}

/** Returns why a gate that fails an unchanged model too often meets no requirement. */
export function falseAlarms({ unchanged }: Curves): string {
  const failed = formatShare(unchanged.fail.share);
  return `No requirement is met: the gate fails an unchanged model in ${failed} of pull requests, and ${formatShare(MOST_FALSE_ALARMS)} are allowed. Lower the minima (\`sensitivity suggest\` measures what the model passes), or add rows.`;
}

const COLUMN_NAMES = [
  'fault',
  'strength',
  'fails',
  '95 % interval',
  'no verdict',
  'passes',
  'rows',
  'requests',
];

function tableLines({ unchanged, curves }: Curves): string[][] {
  const lines = [
    { ...unchanged, fault: 'none' },
    ...curves.flatMap(({ fault, points }) => points.map((point) => ({ ...point, fault }))),
  ];
  return lines.map(({ fault, strength, fail, inconclusive, pass, rows, requests }) => [
    fault,
    strength === 0 ? '' : formatShare(strength),
    formatShare(fail.share),
    `${formatShare(fail.low)}–${formatShare(fail.high)}`,
    ...[inconclusive, pass].map(({ share }) => formatShare(share)),
    ...[rows, requests].map((mean) => formatNumber(Math.round(mean))),
  ]);
}

export function proofInWords(proof: MeasuredProof, options: TerminalOptions): string {
  const column = columnMaker(tableLines(proof.gate));
  const [headSentence = '', ...furtherSentences] = proofSentences(proof);
  const name = shortName(`${proof.model.hub}/${proof.model.name}`);
  const tableColumns = COLUMN_NAMES.map((name, i) =>
    column(name, (cells) => cells[i] ?? '', i === 0 ? {} : { align: 'right' }),
  );
  return joinSections([
    [paintText('bold', `sensitivity prove: ${name}`, options)],
    wrapText(headSentence, options, 0),
    [layOutColumns(tableColumns, options)],
    wrapText(furtherSentences, options, 0),
  ]);
}

export function proofHtml(proof: MeasuredProof): string {
  const [headSentence = '', ...furtherSentences] = proofSentences(proof);
  const rows = tableLines(proof.gate).map(([fault = '', ...figures]) => [
    cell(web`${fault}`),
    ...figures.map((figure) => numericCell(web`${figure}`)),
  ]);
  const lines = [
    github`<h2>${headSentence}</h2>`,
    tableOf(COLUMN_NAMES, rows),
    ...paragraphs(furtherSentences),
  ];
  return `${lines.join('\n')}\n`;
}

const [LEFT, RIGHT, TOP, BOTTOM] = [52, 540, 20, 310];
const LIGHT = ['#0072b2', '#d55e00', '#007a5a', '#a83f80', '#8a5a00', '#5b4bc4'];
const DARK = ['#58a6ff', '#ff9d5c', '#3fcf9f', '#e39ac4', '#e3b341', '#b3a6ff'];
const curves = (colours: string[]) =>
  colours.map((colour, i) => `.curve-${i} { --curve: ${colour}; }`).join(' ');
const PICTURE_STYLE = `
.proof { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; --text: #57606a; --grid: #d1d9e0; --ground: #fff; }
.proof text { fill: var(--text); } .proof .grid { stroke: var(--grid); } .proof .ground { fill: var(--ground); }
.proof .dashed { stroke: var(--text); stroke-dasharray: 5 4; }
.proof polyline { fill: none; stroke: var(--curve); stroke-width: 2.5; } .proof circle { fill: var(--curve); } ${curves(LIGHT)}
@media (prefers-color-scheme: dark) { .proof { --text: #9ea7b3; --grid: #3d444d; --ground: #0d1117; } ${curves(DARK)} }
`;

/** The curves over strengths, on a logarithmic axis from 1 % to 100 %. */
export function proofPicture({ gate }: MeasuredProof): string {
  const x = (strength: number) =>
    Math.round(LEFT + ((RIGHT - LEFT) * Math.max(0, 2 + Math.log10(strength))) / 2);
  const y = (share: number) => Math.round(BOTTOM - (BOTTOM - TOP) * share);
  const text = ([left, top]: readonly [number, number], words: string, anchor = 'start') =>
    web`<text x="${left}" y="${top}" text-anchor="${anchor}">${words}</text>`;
  const horizontal = (top: number, kind: string) =>
    web`<line class="${kind}" x1="${LEFT}" x2="${RIGHT}" y1="${top}" y2="${top}"/>`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" class="proof" viewBox="0 0 720 360" role="img" aria-label="Failed pull requests by fault and strength">',
    `<style>${PICTURE_STYLE}</style><rect class="ground" width="720" height="360"/>`,
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        web`${horizontal(y(share), 'grid')}${text([LEFT - 8, y(share) + 4], formatPercent(share), 'end')}`,
    ),
    ...[0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 1].map((tick) =>
      text([x(tick), BOTTOM + 20], formatPercent(tick), 'middle'),
    ),
    text([(LEFT + RIGHT) / 2, BOTTOM + 42], 'strength of the fault', 'middle'),
    text([RIGHT + 24, TOP + 4], 'failed pull requests'),
    ...gate.curves.flatMap(({ fault, points }, i) => {
      const places = points.map(({ strength, fail }) => [x(strength), y(fail.share)] as const);
      const legend = [RIGHT + 30, TOP + 48 + 22 * i] as const;
      const dots = [...places, legend].map(
        ([left, top]) => `<circle cx="${left}" cy="${top}" r="4"/>`,
      );
      return [
        `<g class="curve-${i}"><polyline points="${places.join(' ')}"/>`,
        ...dots,
        text([legend[0] + 14, legend[1] + 4], fault),
        '</g>',
      ];
    }),
    horizontal(y(gate.unchanged.fail.share), 'dashed'),
    text([RIGHT + 24, TOP + 52 + 22 * gate.curves.length], '- - unchanged model'),
    '</svg>',
  ].join('\n');
}

/** Renders the page of a proof. It loads nothing and runs no script. */
export function proofPage(proof: MeasuredProof): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sensitivity: what this gate catches</title>
<style>${PAGE_STYLE}</style>
<main><section class="card">
${proofHtml(proof)}${proofPicture(proof)}
</section></main>
</html>
`;
}
