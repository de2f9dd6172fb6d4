// npm run simulate: error rates of the gate. Draws models of known behaviour, decides them with the
// real engine, and prints the shares that docs/internals/measurements.md has. No network; the same
// output on every machine.
//
//   node scripts/simulate.mjs [--runs N]     N of each line, 2000 if left out
import { parseArgs } from 'node:util';
import { attribute } from '../src/engine/attribution.ts';
import { partsOfChange } from '../src/engine/changed-parts.ts';
import { Decider } from '../src/engine/decide.ts';
import { drawFrom } from '../src/engine/random.ts';
import { fateOf } from '../src/engine/statistics.ts';
import { ratesOfArms } from '../src/engine/tests/arms.ts';
import { printClaims, wholeNumber } from './kit/command.mjs';
import { lessThan, meanOf, moreThan, percent, shareOf, tableOf } from './kit/figures.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '2000' } } });
const RUNS = wholeNumber('runs', values.runs, 20);
const ERRORS = { alpha: 0.05, beta: 0.1 };
const CASES = Array.from({ length: 100 }, (_, i) => ({
  row: { source: `row ${i}`, text: '' },
  arms: {},
}));

/** @param {unknown[]} name */
function chanceOf(...name) {
  const draw = drawFrom(JSON.stringify(name));
  return (/** @type {number} */ share) => draw(2 ** 24) < share * 2 ** 24;
}

/**
 * Decides `RUNS` models.
 *
 * @param {import('../src/engine/decide.ts').TestPlan} plan
 * @param {() => import('../src/engine/decide.ts').DecidedRow} row
 */
function decided(plan, row) {
  const rows = [];
  const counts = { pass: 0, fail: 0, inconclusive: 0, regression: 0, no_loss: 0, none_shown: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const decider = new Decider(plan);
    while (!decider.outcome) decider.add(row());
    const { outcome, rows: asked, comparison } = decider.decision;
    if (outcome) counts[outcome] += 1;
    if (comparison) counts[comparison] += 1;
    rows.push(asked);
  }
  return { counts, rows: meanOf(rows) };
}

/** @param {{ value: number }} mean */
const decimals = ({ value }) => value.toFixed(1);
/** @param {number} count */
const share = (count) => shareOf(count, RUNS);
const claims = [];

/** One rate alone, beside dynamic programming: minimum, margin, rows, true rate. */
const PLANS = [
  [0.85, 0.05, 100, 1],
  [0.85, 0.05, 100, 0.9],
  [0.85, 0.05, 100, 0.8],
  [0.85, 0.05, 200, 0.9],
  [0.6, 0.1, 100, 0.7],
  [0.6, 0.1, 100, 0.5],
  [0.95, 0.025, 100, 0.98],
];
const ofPlans = PLANS.map(([minimum, margin, n, rate]) => {
  const chance = chanceOf('rate', minimum, margin, n, rate);
  const counts = (/** @type {{ pass: boolean | null }} */ { pass }) => pass ?? undefined;
  const rates = [{ name: 'passed', minimum, margin, counts }];
  const cases = Array.from({ length: n }, (_, i) => CASES[i % 100]);
  const found = decided({ cases, rates, ...ERRORS }, () => {
    return { head: { pass: chance(rate), state: '', answers: {} } };
  });
  const exact = fateOf({ minimum, margin, ...ERRORS }, n, rate);
  const passed = share(found.counts.pass);
  claims.push({
    text: `minimum ${minimum}, ${n} rows, true rate ${rate}: passes in ${percent(passed)} %, exactly ${(100 * exact.passed).toFixed(2)}`,
    holds: Math.abs(passed.value - exact.passed) <= 2 * passed.margin,
  });
  return [
    minimum,
    margin,
    n,
    rate,
    percent(passed),
    (100 * exact.passed).toFixed(2),
    decimals(found.rows),
    exact.rows.toFixed(1),
  ];
});
print('One rate alone', ofPlans, [
  'minimum',
  'margin',
  'rows',
  'true rate',
  'passed, %',
  'exactly',
  'mean rows',
  'exactly',
]);

/**
 * Three arms: each answer right with a probability, and one that a harmless edit upsets.
 *
 * @type {[string, number, number][]}
 */
const ARMS = [
  ['perfect', 1, 0],
  ['each answer right in 98 %', 0.98, 0],
  ['each answer right in 95 %', 0.95, 0],
  ['each answer right in 90 %', 0.9, 0],
  ['a harmless edit upsets it in 5 %', 1, 0.05],
  ['a harmless edit upsets it in 30 %', 1, 0.3],
];
const setup = { options: {}, seed: 1, min_pass_rate: 0.85, margin: 0.05, ...ERRORS };
const ofArms = ARMS.map(([name, right, upset]) => {
  const chance = chanceOf('arms', name);
  const found = decided({ cases: CASES, rates: ratesOfArms(setup, true), ...ERRORS }, () => {
    const score = (/** @type {string} */ state, /** @type {boolean | null} */ pass) => {
      return { head: { pass, state, answers: {} } };
    };
    if (!chance(right)) return score('unknown', null);
    if (!chance(right) || chance(upset)) return score('unsteady', null);
    return chance(right) ? score('sensitive', true) : score('insensitive', false);
  });
  return [name, percent(share(found.counts.pass)), decimals(found.rows)];
});
print('Three arms', ofArms, ['model', 'passed, %', 'mean rows']);

/**
 * Head against base: shares of rows that the head breaks, and that it fixes; tests.
 *
 * @type {[string, number, number, number][]}
 */
const HEADS = [
  ['answers as the base does', 0, 0, 1],
  ['no worse, 5 % turn each way', 0.05, 0.05, 1],
  ['no worse, 20 % turn each way', 0.2, 0.2, 1],
  ['no worse, 20 % turn each way, two tests', 0.2, 0.2, 2],
  ['loses 10 %, which is allowed', 0.1, 0, 1],
  ['loses 20 %', 0.2, 0, 1],
  ['loses 20 %, two tests', 0.2, 0, 2],
];
const ofHeads = HEADS.map(([name, broken, fixed, comparisons]) => {
  const chance = chanceOf('head', name);
  const comparison = { delta: 0.1, comparisons, ...ERRORS };
  const found = decided({ cases: CASES, rates: [], comparison, ...ERRORS }, () => {
    const isBroken = chance(broken);
    const isFixed = !isBroken && chance(fixed / (1 - broken));
    const score = (/** @type {boolean} */ pass) => ({ pass, state: '', answers: {} });
    return { head: score(!isBroken), base: score(!isFixed) };
  });
  const regression = share(found.counts.regression);
  if (name.startsWith('no worse') || broken === 0) claims.push(lessThan(name, regression, 0.05));
  if (broken === 0.2 && fixed === 0) claims.push(moreThan(`${name}: caught`, regression, 0.97));
  return [name, percent(regression), percent(share(found.counts.no_loss)), decimals(found.rows)];
});
print('Head against base', ofHeads, [
  'head',
  'called a regression, %',
  'shown to lose less, %',
  'mean rows',
]);

/**
 * Attribution: parts, guilty ones, answers that are wrong by themselves, borderline rows.
 *
 * @type {[string, number, number[], number, number][]}
 */
const CHANGES = [
  ['one of 4 parts', 4, [0], 0, 0],
  ['one of 4 parts, 2 % noise', 4, [0], 0.02, 0],
  ['one of 8 parts, 2 % noise', 8, [3], 0.02, 0],
  ['the only part, 2 % noise', 1, [0], 0.02, 0],
  ['two that break only together, 2 % noise', 4, [0, 1], 0.02, 0],
  ['none, a quarter of the rows borderline', 4, [], 0, 0.25],
];
const ofChanges = [];
for (const [name, parts, guilty, noise, borderline] of CHANGES) {
  const count = { right: 0, wrong: 0 };
  const runs = Math.ceil(RUNS / 10);
  for (let run = 0; run < runs; run += 1) {
    const named = await namedParts(name, run, { parts, guilty, noise, borderline });
    if (named.some((part) => !guilty.includes(part))) count.wrong += 1;
    else if (guilty.length > 0 && named.length === guilty.length) count.right += 1;
  }
  const [right, wrong] = [shareOf(count.right, runs), shareOf(count.wrong, runs)];
  claims.push(lessThan(`${name}: a wrong part named`, wrong, 0.02));
  if (guilty.length > 0) claims.push(moreThan(`${name}: the right part named`, right, 0.95));
  ofChanges.push([name, percent(right), percent(wrong)]);
}
print('Attribution, a tenth of the runs', ofChanges, ['changed', 'right, %', 'wrong, %']);
printClaims(claims);

/** Which parts are named, where `guilty` together break six rows. */
async function namedParts(name, run, { parts: count, guilty, noise, borderline }) {
  const chance = chanceOf(name, run);
  const lines = Array.from({ length: 2 * count }, (_, i) =>
    i % 2 === 0 ? `old ${i / 2}` : 'same',
  );
  const base = { texts: { prompt: lines.join('\n') }, values: {} };
  const head = { texts: { prompt: base.texts.prompt.replaceAll('old', 'new') }, values: {} };
  const parts = partsOfChange(base, head);
  const rows = Array.from({ length: 6 }, () => ({ isBorderline: chance(borderline) }));
  const end = await attribute({
    base,
    head,
    parts,
    broken: rows,
    findBroken: async () => ({ broken: [], asked: 0 }),
    costOfRow: 3,
    most: 250,
    passes: async ({ isBorderline }, { texts }) => {
      const isBroken =
        guilty.length === 0 || guilty.every((nth) => texts.prompt.includes(`new ${nth}`));
      if (isBorderline) return chance(0.5);
      return chance(noise) ? isBroken : !isBroken;
    },
  });
  if (end.kind === 'skipped') return [];
  return end.parts.flatMap(({ isNamed }, part) => (isNamed ? [part] : []));
}

/**
 * @param {string} title
 * @param {(string | number)[][]} lines
 * @param {string[]} head
 */
function print(title, lines, head) {
  console.log(`${title}, ${RUNS} runs a line, ± two standard errors\n\n${tableOf(head, lines)}\n`);
}
