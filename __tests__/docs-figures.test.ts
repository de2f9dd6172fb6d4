/** README and docs print the figures that the code computes or holds. */
import { readFileSync } from 'node:fs';
import { testSettings } from '../src/config/schema.ts';
import { readBuiltin } from '../src/data/builtin.ts';
import { MAX_REQUESTS } from '../src/engine/attribution.ts';
import {
  operatingCharacteristic,
  fewestRows,
  startComparison,
  upperTail,
} from '../src/engine/statistics.ts';

const { alpha, beta, margin, min_valid, min_steady, max_regression } = testSettings.parse({});
const plan = (minimum = 0.85) => ({ minimum, margin, alpha, beta });
const least = (minimum: number) => fewestRows(plan(minimum));
const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)}%`;
/** The chance that 95% or more of the known cases are read right. */
const knows = (share: number, cases = 50) => upperTail(Math.ceil(0.95 * cases), cases, share);
const fails = (share: number) => 100 * (1 - upperTail(35, 50, share));
const passedIfBad = operatingCharacteristic(plan(), 100, 0.8).passed;

/** The number of rows that decide a comparison in which each row has this difference. */
function comparedRows(difference: number) {
  const compare = startComparison({ delta: max_regression, comparisons: 1, alpha, beta });
  let rows = 1;
  while (rows < 100 && !compare(difference)) rows += 1;
  return rows;
}

const provocations = await readBuiltin('provocations');

it.each([
  ['method', `(${least(0.85)} at 0.85, ${least(0.95)} at 0.95)`],
  [
    'tests',
    `At a minimum of 0.95 a perfect bot needs ${least(0.95)} rows, at 0.90 ${least(0.9)}, at 0.85 ${least(0.85)}.`,
  ],
  ['method', `\`margin\` (${margin}) above the minimum`],
  ['method', `\`alpha\` = ${alpha} is`],
  ['method', `\`beta\` = ${beta.toFixed(2)} how`],
  ['method', `\`max_regression\` (${max_regression.toFixed(2)})`],
  ['method', `| \`min_valid\`, ${min_valid.toFixed(2)} |`],
  ['method', `| \`min_steady\`, ${min_steady} |`],
  [
    'method',
    `in 90% of 100 rows fails in ${percent(operatingCharacteristic(plan(), 100, 0.9).failed, 1)} of runs, and one at 80% passes in ${percent(passedIfBad, 1)}`,
  ],
  [
    'method',
    `right in 90% in ${percent(operatingCharacteristic(plan(), 33, 0.9).failed, 1)} of runs, one that is right in 95% in ${percent(operatingCharacteristic(plan(), 33, 0.95).failed, 1)}, and passes one that is right in 80% in ${percent(operatingCharacteristic(plan(), 33, 0.8).passed, 1)}.`,
  ],
  ['method', `${percent(knows(0.97))} of runs, one that reads 90% right in ${percent(knows(0.9))}`],
  [
    'coming-from',
    `0.70 fails in ${fails(0.7).toFixed()} of 100 runs; at 0.75 it fails in ${fails(0.75).toFixed()}, at 0.80 in ${fails(0.8).toFixed()}`,
  ],
  [
    'method',
    `needs ${comparedRows(0)} rows; one that breaks every row is caught after ${comparedRows(1)}`,
  ],
  ['method', `one of 20 such rows in ${percent(1 - (1 - 0.03 ** 2) ** 20, 1)} of runs`],
  ['action', `with a chance of ${percent(1 - (1 - passedIfBad) ** 5)}`],
  ['tests', `one of the ${provocations.length} provocations`],
  ['review', `at most ${MAX_REQUESTS} requests`],
])('docs/%s.md: %s', (page, text) => {
  const words = (written: string) => written.replaceAll(/\s+/g, ' ');
  expect(words(readFileSync(`docs/${page}.md`, 'utf8'))).toContain(words(text));
});
