/** The picture of `sensitivity prove`: failed pull requests by fault and strength. */
import type { Curve, MeasuredProof } from '../../engine/proof/proof.ts';
import { formatPercent } from '../story/words.ts';
import { type Markup, web } from './escape.ts';

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

type Point = readonly [left: number, top: number];

const ROW_HEIGHT = 22;

/** The curves over strengths, on a logarithmic axis from 1 % to 100 %. */
export function proofPicture({ gate }: MeasuredProof): string {
  const lastRow = TOP + 52 + ROW_HEIGHT * gate.curves.length;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" class="proof" viewBox="0 0 720 360" role="img" aria-label="Failed pull requests by fault and strength">',
    `<style>${PICTURE_STYLE}</style><rect class="ground" width="720" height="360"/>`,
    ...axes(),
    ...gate.curves.flatMap(curveParts),
    horizontal(leftAndTop(1, gate.unchanged.fail.share)[1], 'dashed'),
    text([RIGHT + 24, lastRow], '- - unchanged model'),
    '</svg>',
  ].join('\n');
}

function axes(): Markup[] {
  return [
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => {
      const [, top] = leftAndTop(1, share);
      return web`${horizontal(top, 'grid')}${text([LEFT - 8, top + 4], formatPercent(share), 'end')}`;
    }),
    ...[0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 1].map((strength) => {
      const [left] = leftAndTop(strength, 0);
      return text([left, BOTTOM + 20], formatPercent(strength), 'middle');
    }),
    text([(LEFT + RIGHT) / 2, BOTTOM + 42], 'strength of the fault', 'middle'),
    text([RIGHT + 24, TOP + 4], 'failed pull requests'),
  ];
}

/** A curve with its dots, and its line of the legend. */
function curveParts({ fault, points }: Curve, i: number): (string | Markup)[] {
  const places = points.map(({ strength, fail }) => leftAndTop(strength, fail.share));
  const legend = [RIGHT + 30, TOP + 48 + ROW_HEIGHT * i] as const;
  const dots = [...places, legend].map(([left, top]) => `<circle cx="${left}" cy="${top}" r="4"/>`);
  return [
    `<g class="curve-${i}"><polyline points="${places.join(' ')}"/>`,
    ...dots,
    text([legend[0] + 14, legend[1] + 4], fault),
    '</g>',
  ];
}

/** The place of a strength and a share, each between 0 and 1, in pixels. */
function leftAndTop(strength: number, share: number): Point {
  const decades = Math.max(0, 2 + Math.log10(strength));
  const left = Math.round(LEFT + ((RIGHT - LEFT) * decades) / 2);
  return [left, Math.round(BOTTOM - (BOTTOM - TOP) * share)];
}

function text([left, top]: Point, words: string, anchor = 'start'): Markup {
  return web`<text x="${left}" y="${top}" text-anchor="${anchor}">${words}</text>`;
}

function horizontal(top: number, kind: string): Markup {
  return web`<line class="${kind}" x1="${LEFT}" x2="${RIGHT}" y1="${top}" y2="${top}"/>`;
}
