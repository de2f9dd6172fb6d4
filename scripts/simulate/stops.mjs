// `stop: decided` beside `stop: full` on the same answers: is every verdict the same, and what does it save?
import { decimal, meanOf, near, tableOf } from './figures.mjs';
import { drawModel, rowsOf } from './kit.mjs';

/** Expected rows of `point` at n = 50 and a minimum of 0.70, worked out exactly: waiting for 35 passes or 16 failures. */
const EXPECTED = { 0.2: 20, 0.5: 31.99, 0.7: 45.32, 0.9: 38.89, 1: 35 };
const RATES = { 50: [0.2, 0.5, 0.7, 0.9, 1], 100: [0.5, 0.7, 0.9] };
const isKnown = ({ name, n }) => name === 'point' && n === 50;
/** Also what makes stopping harder: rows in error, noise, and a base and a second test whose outcome is not known yet. */
const HARDER = [
  { name: 'point, 5 % of calls fail', errors: 0.05 },
  { name: 'confident, control 20, repeats 3', decision: 'confident', control: 20, repeats: 3, noise: 0.1 },
  { name: 'two tests, compare base', tests: 2, base: 0.85 },
  { name: 'the same, 5 % of calls fail', tests: 2, base: 0.85, errors: 0.05 },
];
const LEAST_RUNS = 10_000;

export function cells(runs) {
  const plain = ['point', 'confident', 'assured'].flatMap((decision) =>
    Object.entries(RATES).flatMap(([n, rates]) => rates.map((rate) => ({ name: decision, decision, n: Number(n), rate }))),
  );
  const harder = HARDER.flatMap((rule) => [0.5, 0.75].map((rate) => ({ ...rule, n: 50, rate })));
  return [...plain, ...harder].map((cell) => ({ ...cell, runs: Math.ceil(0.22 * runs * (isKnown(cell) ? 3 : 1)) }));
}

export async function simulate(kit, { runs, name, n, rate, tests = 1, base, errors = 0, noise = 0, ...special }) {
  const chance = kit.chanceFrom('stops', name, n, rate);
  const rows = rowsOf(tests * n);
  const compare = base && { with: 'base', max_regression: 0.05 };
  const testsWith = (stop) =>
    Array.from({ length: tests }, (_, i) => kit.testOver(rows.samples.slice(i * n, (i + 1) * n), { stop, compare, ...special }));
  const reacting = (share) =>
    drawModel(rows, 3, (_row, isChanged) => (chance(errors) ? undefined : chance(isChanged ? share : noise) ? 'B' : 'A'));
  const [full, decided] = [testsWith('full'), testsWith('decided')];
  const found = { differ: 0, rows: /** @type {number[]} */ ([]), fullRequests: 0, requests: 0 };
  for (let i = 0; i < runs; i++) {
    const scripts = { model: reacting(rate), ...(base && { base: reacting(base) }) };
    const play = async (those) => {
      const models = Object.fromEntries(Object.entries(scripts).map(([who, scripted]) => [who, scripted()]));
      const { outcome, report } = await kit.run(those, models);
      return { outcome, report, requests: Object.values(models).reduce((sum, { requests }) => sum + requests, 0) };
    };
    const [one, other] = [await play(full), await play(decided)];
    const verdict = ({ outcome, report }) => [outcome, ...report.map((test) => test.outcome)].join();
    found.differ += verdict(one) === verdict(other) ? 0 : 1;
    found.rows.push(other.report.reduce((sum, test) => sum + (test.decided_after ?? n), 0) / tests);
    found.fullRequests += one.requests / runs;
    found.requests += other.requests / runs;
  }
  return { ...found, rows: meanOf(found.rows) };
}

export function print(found) {
  const lines = found.map(({ cell, differ, rows, fullRequests, requests }) => {
    const expected = isKnown(cell) ? EXPECTED[cell.rate].toFixed(2) : '';
    return [
      cell.name,
      cell.n,
      cell.rate.toFixed(2),
      cell.runs,
      differ,
      decimal(rows, 2),
      expected,
      fullRequests.toFixed(0),
      requests.toFixed(1),
    ];
  });
  const head = ['rule', 'n', 'true rate', 'runs', 'other verdicts', 'rows a test', 'worked out', 'requests: full', 'decided'];
  return `stop: decided against stop: full on the same answers, minimum 0.70\n\n${tableOf(head, lines)}`;
}

export function claims(found) {
  const runs = found.reduce((sum, { cell }) => sum + cell.runs, 0);
  const differ = found.reduce((sum, one) => sum + one.differ, 0);
  const enough = runs >= LEAST_RUNS ? '' : ` (the claim asks for ${LEAST_RUNS})`;
  return [
    { text: `stop: decided has the verdicts of stop: full in all of ${runs} runs${enough}: ${differ} differ`, holds: differ === 0 },
    ...found
      .filter(({ cell }) => isKnown(cell))
      .map(({ cell: { rate }, rows }) => {
        const target = EXPECTED[rate];
        return near(`stop: decided, point, n = 50, true rate ${rate.toFixed(2)}, mean rows`, rows, {
          target,
          within: Number((0.02 * target).toFixed(2)),
        });
      }),
  ];
}
