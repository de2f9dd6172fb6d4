/** The faults that a gate catches, in sentences and a table. Plain text: the writer escapes it. */
import { FAULTS } from '../../engine/proof/faults.ts';
import {
  CAUGHT,
  failsUnchanged,
  MAX_FALSE_ALARMS,
  type Curve,
  type Curves,
  type MeasuredProof,
} from '../../engine/proof/proof.ts';
import { type Table, tableOf } from './blocks.ts';
import { quantity, formatNumber, formatPercent, keepTexts } from './words.ts';

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

export function proofSentences(proof: MeasuredProof): string[] {
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
  return `No requirement is met: the gate fails an unchanged model in ${failed} of pull requests, and ${formatShare(MAX_FALSE_ALARMS)} are allowed. Lower the minima (\`sensitivity suggest\` measures what the model passes), or add rows.`;
}

export function proofTable({ unchanged, curves }: Curves): Table {
  const points = [
    { ...unchanged, fault: 'none' },
    ...curves.flatMap(({ fault, points }) => points.map((point) => ({ ...point, fault }))),
  ];
  const isNumber = true;
  return tableOf('strength', points, [
    { name: 'fault', cell: ({ fault }) => fault },
    {
      name: 'strength',
      isNumber,
      cell: ({ strength }) => (strength === 0 ? '' : formatShare(strength)),
    },
    { name: 'fails', isNumber, cell: ({ fail }) => formatShare(fail.share) },
    {
      name: '95 % interval',
      isNumber,
      cell: ({ fail }) => `${formatShare(fail.low)}–${formatShare(fail.high)}`,
    },
    { name: 'no verdict', isNumber, cell: ({ inconclusive }) => formatShare(inconclusive.share) },
    { name: 'passes', isNumber, cell: ({ pass }) => formatShare(pass.share) },
    { name: 'rows', isNumber, cell: ({ rows }) => formatNumber(Math.round(rows)) },
    { name: 'requests', isNumber, cell: ({ requests }) => formatNumber(Math.round(requests)) },
  ]);
}
