// Plays pull requests through dist/cli.js: each changes prompt, name or a parameter of a scripted
// model, and the table says which part the gate names. Build first: npm run bundle.
//
//   node scripts/pulls.mjs [--smoke] [--only TEXT] [--cli FILE]
//
// --smoke: three of the eighty; --only: those whose line of the table holds the text.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printClaims } from './kit/command.mjs';
import { tableOf } from './kit/figures.mjs';
import { pullsOf } from './pulls/cases.mjs';
import { playPull } from './pulls/play.mjs';
import { TESTS } from './pulls/tests.mjs';

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    cli: { type: 'string', default: 'dist/cli.js' },
  },
});
const AT_A_TIME = 2;
const all = pullsOf(Object.keys(TESTS));
const wanted = all.filter(({ nth, form, test }) => {
  if (values.smoke) return nth % 28 === 0;
  return `${form} ${test}`.includes(values.only);
});

const said = ({ isRight, isWrong, isJoined, kind }) => {
  if (isWrong) return 'a wrong part';
  if (isRight) return isJoined ? 'right, joined' : 'right';
  return kind;
};

const queue = wanted.values();
const found = [];
const worker = async () => {
  for (const pull of queue) {
    const one = await playPull(pull, TESTS[pull.test], path.resolve(values.cli));
    found.push(one);
    console.error(`${pull.nth} ${pull.form}, ${pull.test}: ${said(one)}, ${one.requests}`);
  }
};
await Promise.all(Array.from({ length: AT_A_TIME }, worker));
found.sort((one, other) => one.pull.nth - other.pull.nth);

const lines = found.map((one) => [
  one.pull.form,
  one.pull.test,
  `${100 * one.pull.noise} %`,
  `${100 * one.pull.share} %`,
  one.outcome,
  said(one),
  one.requests,
  one.calibrations,
]);
const columns = ['change', 'test', 'noise', 'rows broken', 'verdict', 'named'];
console.log(tableOf([...columns, 'requests', 'calibrations'], lines, 2));
for (const { pull, why } of found) if (why) console.log(`${pull.form}, ${pull.test}: ${why}`);

const red = found.filter(({ outcome }) => outcome === 'fail');
const one = red.filter(({ pull: { markers, together, apart } }) => {
  return markers.length > 0 && !together && !apart;
});
const quiet = (noise) => one.filter(({ pull }) => (pull.noise === 0.05) === noise);
const checks = [
  check('right, one guilty part, noise up to 2 %', { some: quiet(false), least: 0.95 }, isRight),
  check('right, one guilty part, noise of 5 %', { some: quiet(true), least: 0.93 }, isRight),
  check('no wrong part', { some: red, least: 0.98 }, ({ isWrong }) => !isWrong),
  check('a finding or a sentence', { some: red, least: 1 }, ({ kind }) => kind !== 'none at all'),
  check('not left out for requests', { some: red, least: 0.95 }, isNotLeftOut),
  check('at most 250 requests', { some: red, least: 1 }, ({ requests }) => requests <= 250),
  check(
    'at most one calibration',
    { some: red, least: 1 },
    ({ calibrations }) => calibrations <= 1,
  ),
];
console.log(`\n${red.length} of ${found.length} are red.`);
printClaims(checks);

function isRight(one) {
  return one.isRight;
}

function isNotLeftOut({ why = '' }) {
  return !why.includes('would take more');
}

function check(what, { some, least }, holds) {
  const { length } = some.filter(holds);
  const text = `${what}: ${length} of ${some.length}, at least ${100 * least} %`;
  return { text, holds: length >= least * some.length };
}
