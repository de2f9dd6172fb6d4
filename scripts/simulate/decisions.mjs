// Which verdicts the three decision policies come to, by the model's true pass rate. All three see the same answers.
import { lessThan, moreThan, percent, shareOf, tableOf } from './figures.mjs';
import { drawModel, rowsOf } from './kit.mjs';

const POLICIES = ['point', 'confident', 'assured'];
const ROWS = [50, 100];
const RATES = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9];

export const cells = (runs) => ROWS.flatMap((n) => RATES.map((rate) => ({ n, rate, runs })));

export async function simulate(kit, { n, rate, runs }) {
  const chance = kit.chanceFrom('decisions', n, rate);
  const rows = rowsOf(n);
  const tests = POLICIES.map((decision) => kit.testOver(rows.samples, { decision }));
  const counts = POLICIES.map(() => ({ fail: 0, pass: 0, inconclusive: 0, error: 0 }));
  let requests = 0;
  for (let i = 0; i < runs; i++) {
    const model = drawModel(rows, 1, (_row, isChanged) => (isChanged && chance(rate) ? 'B' : 'A'))();
    const { report } = await kit.run(tests, { model });
    report.forEach(({ outcome }, policy) => counts[policy][outcome]++);
    requests += model.requests;
  }
  return { counts, requests: requests / runs };
}

export function print(found) {
  const rowsFor = (n) =>
    found
      .filter(({ cell }) => cell.n === n)
      .map(({ cell: { rate, runs }, counts: [point, confident, assured], requests }) => {
        const share = (policy, outcome) => percent(shareOf(policy[outcome], runs));
        const three = (policy) => ['fail', 'inconclusive', 'pass'].map((outcome) => share(policy, outcome));
        return [rate.toFixed(2), share(point, 'fail'), share(point, 'pass'), ...three(confident), ...three(assured), requests];
      });
  const head = ['true rate', 'point: fail', 'pass', 'confident: fail', 'inconcl.', 'pass', 'assured: fail', 'inconcl.', 'pass', 'requests'];
  return ROWS.map(
    (n) => `Verdicts in % of runs, n = ${n}, minimum 0.70, ${found[0].cell.runs} runs a line\n\n${tableOf(head, rowsFor(n))}`,
  ).join('\n\n');
}

export function claims(found) {
  const share = (policy, outcome, { n, rate }) => {
    const { counts, cell } = found.find((one) => one.cell.n === n && one.cell.rate === rate);
    return shareOf(counts[POLICIES.indexOf(policy)][outcome], cell.runs);
  };
  return [
    lessThan('confident, n = 100, minimum 0.70, fails a true rate of 0.75', share('confident', 'fail', { n: 100, rate: 0.75 }), 0.01),
    moreThan('confident, n = 100, minimum 0.70, fails a true rate of 0.50', share('confident', 'fail', { n: 100, rate: 0.5 }), 0.95),
    ...ROWS.flatMap((n) => [
      lessThan(`confident, n = ${n}, fails a true rate of 0.70, just good enough`, share('confident', 'fail', { n, rate: 0.7 }), 0.05),
      lessThan(`assured, n = ${n}, passes a true rate of 0.65, not good enough`, share('assured', 'pass', { n, rate: 0.65 }), 0.05),
    ]),
    lessThan('confident, n = 50, fails a true rate of 0.75', share('confident', 'fail', { n: 50, rate: 0.75 }), 0.01),
    moreThan('point, n = 50, fails a true rate of 0.75, good enough', share('point', 'fail', { n: 50, rate: 0.75 }), 0.15),
    moreThan('point, n = 50, fails a true rate of 0.70, just good enough', share('point', 'fail', { n: 50, rate: 0.7 }), 0.4),
  ];
}
