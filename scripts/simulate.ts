// npm run simulate: error rates of the gate. Draws models of known behaviour, decides them with the
// real engine, and prints the shares that docs/internals/measurements.md has. No network; the same
// output on every machine.
//
//   node scripts/simulate.ts [--runs N]     N of each line, 2000 if left out
import { parseArgs } from 'node:util';
import { findCause } from '../src/engine/attribution.ts';
import { createDecider, type TestPlan } from '../src/engine/decide.ts';
import { drawFrom } from '../src/engine/random.ts';
import { evaluationSettings } from '../src/engine/settings.ts';
import { operatingCharacteristic } from '../src/engine/statistics.ts';
import { passRate } from '../src/engine/test.ts';
import { ratesOfArms } from '../src/engine/tests/arms.ts';
import models from './simulate.json' with { type: 'json' };
import { printClaims, tableOf, type Claim } from './kit/print.ts';
import type { CaseResults } from '../src/engine/score.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '2000' } } });
const RUNS = Number(values.runs);
const setup = evaluationSettings.parse({});
const ERRORS = { alpha: 0.05, beta: 0.1 };
const CASE = { row: { source: 'a row', text: '' }, arms: {} };
const claims: Claim[] = [];

/** Makes a function that is true with the given probability; the name decides its draws. */
function chanceOf(...name: unknown[]) {
  const draw = drawFrom(JSON.stringify(name));
  return (probability: number) => draw(2 ** 24) < probability * 2 ** 24;
}

/**
 * A share of runs in percent. The margin is two standard errors by Agresti and Coull, so that 0 of
 * n does not look certain.
 */
function percentOf(count: number, runs = RUNS) {
  const adjusted = (count + 2) / (runs + 4);
  const margin = 200 * Math.sqrt((adjusted * (1 - adjusted)) / (runs + 4));
  const value = (100 * count) / runs;
  return { value, margin, text: `${value.toFixed(1)} ± ${margin.toFixed(1)}` };
}
type Percent = ReturnType<typeof percentOf>;

/** A claim is broken if a measured share is beyond its limits by more than the margin. */
function claim(what: string, { value, margin, text }: Percent, { least = 0, most = 100 }) {
  const holds = value >= least - margin && value <= most + margin;
  const limits = `from ${least.toFixed(1)} to ${most.toFixed(1)}`;
  claims.push({ text: `${what}: ${text} %, ${limits}`, holds });
}

/** Decides `RUNS` models of the same behaviour. */
function decideAll(plan: Partial<TestPlan>, row: () => CaseResults, rows = 100) {
  const outcomes: unknown[] = [];
  let asked = 0;
  const cases = Array<typeof CASE>(rows).fill(CASE);
  for (let run = 0; run < RUNS; run++) {
    const decider = createDecider({ cases, must: [], rates: [], ...ERRORS, ...plan }, []);
    while (!decider.outcome()) decider.add(row());
    const decision = decider.decision();
    outcomes.push(decision.outcome, decision.comparison);
    asked += decision.rows;
  }
  const share = (name: string) => percentOf(outcomes.filter((outcome) => outcome === name).length);
  return { share, rows: (asked / RUNS).toFixed(1) };
}

const score = (pass: boolean | null, state = '') => ({ pass, state, answers: {} });

// One rate, compared with exact figures of dynamic programming.
print(
  'One rate alone',
  ['minimum', 'margin', 'rows', 'true rate', 'passed, %', 'exactly', 'mean rows', 'exactly'],
  models.plans.map(({ minimum, margin, rows: n, rate }) => {
    const chance = chanceOf('rate', minimum, margin, n, rate);
    const { share, rows } = decideAll(
      { rates: [passRate('passed', { ...setup, margin }, minimum)] },
      () => ({ head: score(chance(rate)) }),
      n,
    );
    const exact = operatingCharacteristic({ minimum, margin, ...ERRORS }, n, rate);
    const passed = share('pass');
    const exactly = 100 * exact.passed;
    // Some of so many exact figures lie beyond one margin by chance: two are allowed.
    claim(`minimum ${minimum}, ${n} rows, true rate ${rate}`, passed, {
      least: exactly - passed.margin,
      most: exactly + passed.margin,
    });
    const figures = [passed.text, exactly.toFixed(2), rows, exact.rows.toFixed(1)];
    return [minimum, margin, n, rate, ...figures];
  }),
);

// Each answer is right with a probability, and a harmless edit upsets some.
print(
  'Three arms',
  ['model', 'passed, %', 'mean rows'],
  models.arms.map(({ name, right, upset, limits }) => {
    const chance = chanceOf('arms', name);
    const { share, rows } = decideAll({ rates: ratesOfArms(setup, []) }, () => {
      if (!chance(right)) return { head: score(null, 'unknown') };
      if (!chance(right) || chance(upset)) return { head: score(null, 'unsteady') };
      return { head: chance(right) ? score(true, 'sensitive') : score(false, 'insensitive') };
    });
    const passed = share('pass');
    claim(`${name}: passed`, passed, limits);
    return [name, passed.text, rows];
  }),
);

// Shares of rows that the head breaks, and that it fixes.
print(
  'Head against base',
  ['head', 'called a regression, %', 'shown to lose less, %', 'mean rows'],
  models.heads.map(({ name, broken, fixed, tests: comparisons, limits }) => {
    const chance = chanceOf('head', name);
    const comparison = { delta: 0.1, comparisons, ...ERRORS };
    const { share, rows } = decideAll({ comparison }, () => {
      const isBroken = chance(broken);
      const isFixed = !isBroken && chance(fixed / (1 - broken));
      return { head: score(!isBroken), base: score(!isFixed) };
    });
    const regression = share('regression');
    if (limits) claim(`${name}: called a regression`, regression, limits);
    return [name, regression.text, share('no_loss').text, rows];
  }),
);

const attributionLines: string[][] = [];
for (const change of models.changes) {
  const { name, guilty } = change;
  const runs = Math.ceil(RUNS / 10);
  let hits = 0;
  let misses = 0;
  for (let run = 0; run < runs; run++) {
    const named = await namedParts(chanceOf(name, run), change);
    if (named.some((part) => !guilty.includes(part))) misses += 1;
    else if (guilty.length > 0 && named.length === guilty.length) hits += 1;
  }
  const right = percentOf(hits, runs);
  const wrong = percentOf(misses, runs);
  claim(`${name}: a wrong part named`, wrong, { most: 2 });
  if (guilty.length > 0) claim(`${name}: the right part named`, right, { least: 95 });
  attributionLines.push([name, right.text, wrong.text]);
}
print('Attribution, a tenth of the runs', ['changed', 'right, %', 'wrong, %'], attributionLines);
printClaims(claims);

/** Indexes of the parts that are named, where the guilty ones together break the rows. */
async function namedParts(
  chance: (share: number) => boolean,
  { parts, guilty, noise, borderline, rows: count, mustHold }: (typeof models.changes)[number],
) {
  const prompt = Array.from({ length: parts }, (_, nth) => `old ${nth}\nsame`).join('\n');
  const base = { model: {}, texts: { prompt: { text: prompt } } };
  const head = { model: {}, texts: { prompt: { text: prompt.replaceAll('old', 'new') } } };
  const rows = Array.from({ length: count }, () => ({ isBorderline: chance(borderline) }));
  const end = await findCause({
    base,
    head,
    mustHold,
    broken: rows,
    unsure: [],
    checkBroken: async () => false,
    costOfRow: 3,
    most: 250,
    passes: async ({ isBorderline }, { texts }) => {
      const isBroken = guilty.every((nth) => texts.prompt.text.includes(`new ${nth}`));
      if (isBorderline) return chance(0.5);
      return chance(noise) ? isBroken : !isBroken;
    },
  });
  if (end.kind === 'skipped') return [];
  return end.parts.flatMap(({ isNamed }, part) => (isNamed ? [part] : []));
}

function print(title: string, head: string[], lines: (string | number)[][]) {
  console.log(`${title}, ${RUNS} runs a line, ± two standard errors\n\n${tableOf(head, lines)}\n`);
}
