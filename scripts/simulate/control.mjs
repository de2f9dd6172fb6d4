// The control arm: a model that reads the "not" in a known share of rows, and changes its answer by itself in others.
import { decimal, meanOf, near, tableOf } from './figures.mjs';
import { drawModel, rowsOf } from './kit.mjs';

const N = 100;
const CONTROLS = ['off', 20, 'all'];
const FOUR = { options: 'A. w\nB. x\nC. y\nD. z', negated_answer: ['B', 'C', 'D'] };

/** What a model answers, `s` being the share of rows in which it reads the "not" and `r` that in which its answer changes by itself. */
const MODELS = {
  'noise changes an answer':
    ({ s, r }, chance) =>
    (_row, isChanged, nth) => {
      const reads = isChanged && chance(s);
      return reads || ((isChanged || nth > 0) && chance(r)) ? 'B' : 'A';
    },
  'noise also undoes a change': ({ s, r }, chance) => {
    // Each answer is the meant one or, in a share q of cases, the other: two such answers differ in r = 2 q (1 - q) of rows.
    const q = (1 - Math.sqrt(1 - 2 * r)) / 2;
    return (_row, isChanged) => ((isChanged && chance(s)) !== chance(q) ? 'B' : 'A');
  },
  'a guess among four options': (_shares, chance) => () => (chance(0.5) ? (chance(0.5) ? 'A' : 'B') : chance(0.5) ? 'C' : 'D'),
};
const GUESS = 'a guess among four options';

export function cells(runs) {
  const shares = [0.7, 0.4].flatMap((s) => [0, 0.1, 0.3].map((r) => ({ s, r })));
  return [
    ...shares.map((cell) => ({ ...cell, model: 'noise changes an answer' })),
    { s: 0.7, r: 0.3, model: 'noise also undoes a change' },
    { s: 0, r: 0.75, model: GUESS },
  ].map((cell) => ({ ...cell, runs: Math.ceil(0.15 * runs) }));
}

export async function simulate(kit, { model, s, r, runs }) {
  const chance = kit.chanceFrom('control', model, s, r);
  const rows = rowsOf(N, model === GUESS ? FOUR : {});
  const tests = CONTROLS.map((control) => kit.testOver(rows.samples, { control }));
  const reports = [];
  for (let i = 0; i < runs; i++) {
    const scripted = drawModel(rows, 2, MODELS[model]({ s, r }, chance));
    reports.push(await Promise.all(tests.map(async (test) => (await kit.run([test], { model: scripted() })).report[0])));
  }
  const all = (control, key) => reports.flatMap((run) => run[CONTROLS.indexOf(control)][key] ?? []);
  return {
    plain: meanOf(all('off', 'pass_rate')),
    someRate: meanOf(all(20, 'pass_rate')),
    allRate: meanOf(all('all', 'pass_rate')),
    some: meanOf(all(20, 'sensitivity')),
    sensitivity: meanOf(all('all', 'sensitivity')),
  };
}

export function print(found) {
  const lines = found.map(({ cell: { model, s, r }, plain, someRate, allRate, some, sensitivity }) => {
    const corrected = [some, sensitivity].flatMap((mean) => [decimal(mean), mean.spread.toFixed(2)]);
    return [model, s.toFixed(2), r.toFixed(2), ...[plain, someRate, allRate].map((rate) => decimal(rate)), ...corrected];
  });
  const head = ['model', 'true s', 'true r', 'pass rate: control off', '20', 'all', 'S: control 20', 'spread', 'S: control all', 'spread'];
  const title = `Mean pass rate and mean corrected sensitivity S, by control arm: n = ${N}, ${found[0].cell.runs} runs a line; spread: from run to run`;
  return `${title}\n\n${tableOf(head, lines)}`;
}

export function claims(found) {
  const known = found.filter(({ cell: { model } }) => model === 'noise changes an answer');
  const guess = found.find(({ cell: { model } }) => model === GUESS);
  return [
    ...known.map(({ cell: { s, r }, sensitivity }) =>
      near(`control all, S at true s = ${s}, r = ${r}`, sensitivity, { target: s, within: 0.01 }),
    ),
    // Right in three of four, and another one than before in three of four.
    near('a guess among four options, three of them right, passes', guess.plain, { target: 0.5625, within: 0.01 }),
    near('a guess among four options, S with control all', guess.sensitivity, { target: 0, within: 0.05 }),
  ];
}
