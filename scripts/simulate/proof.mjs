// What `sensitivity prove` reports against the truth: the mean of its shares over many pairs of
// recordings, beside pull requests of models with the same rates that are drawn directly and never
// recorded.
import { proofOf } from '../../src/engine/proof/proof.ts';
import { prepareRows } from '../../src/engine/methods/index.ts';
import { drawFrom, shuffled } from '../../src/engine/random.ts';
import { Decider } from '../../src/engine/methods/decision.ts';
import { rejudge } from '../../src/engine/methods/triplet-row.ts';
import { meanOf, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';
import { PLAN, PLAN_BESIDE_BASE, chanceFrom, lossOf, rowsOf, tripletOver } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 * @typedef {{ cell: Cell, chance: import('./table.ts').Chance }} Player
 */

const N = 100;
const PAIRS = 100;
const PULL_REQUESTS = 100;
/** Direct pull requests a line, for each run that is asked for. */
const DIRECT = 10;
const MOST_DIRECT = 4000;

/** How often each answer to a row is right: `easy` in four rows of five, `hard` in the fifth. */
const MODELS = [
  { name: 'each answer right in 97 %', easy: 0.97, hard: 0.97 },
  { name: 'right in 99 %, of every fifth row in 70 %', easy: 0.99, hard: 0.7 },
];
/** @typedef {[fault: string, strength: number]} Fault */

/** @type {Fault} */
const UNCHANGED = ['unchanged', 0];
/**
 * The shares of these are compared.
 *
 * @type {Fault[]}
 */
const FAULTS = [
  UNCHANGED,
  ['deaf', 0.05],
  ['deaf', 0.1],
  ['deaf', 0.2],
  ['forgetful', 0.2],
  ['upset', 0.1],
  ['noisy', 0.05],
  ['refusing', 0.2],
];
const RATES = { alpha: 0.05, beta: 0.1 };
const MARGIN = 0.05;
const MINIMA = { minimum_pass_rate: 0.85, minimum_valid_rate: 0.6, minimum_steady_rate: 0.85 };
const DELTA = 0.1;

/** @param {number} runs */
export function cells(runs) {
  const models = MODELS.flatMap((model) =>
    [false, true].map((isCompared) => ({ ...model, isCompared })),
  );
  return models.map((model) => ({
    ...model,
    pairs: Math.min(PAIRS, Math.ceil(runs / 4)),
    runs: Math.min(MOST_DIRECT, DIRECT * runs),
  }));
}

/**
 * @param {{ easy: number, hard: number }} model
 * @param {number} row
 */
const rateOf = ({ easy, hard }, row) => (row % 5 === 0 ? hard : easy);

/**
 * A recording: the readings of every row, one right label or one wrong one.
 *
 * @param {Player & { run: import('../../src/engine/proof/proof.ts').RecordedTest['run'] }} recorded
 */
function recordingOf({ cell, run, chance }) {
  const { cases = [] } = run.cases ?? {};
  return cases.map(({ sample, test_case, placebo, key }) => {
    if (key === undefined) throw new RangeError(`${sample.source} has no key`);
    const number = Number(sample.source.split(' ')[1]);
    const read = (right) =>
      chance(rateOf(cell, number)) ? right : right[0] === 'A' ? ['B'] : ['A'];
    const readings = {
      original: read(key.original),
      placebo: read(key.original),
      test_case: read(key.test_case),
    };
    const head = {
      category: 'sensitivity',
      test_type: run.test.name,
      source: sample.source,
      original: sample.text,
      test_case,
      placebo,
    };
    const answers = {
      expected_result: '',
      actual_result: '',
      eval_score: null,
      pass: null,
      status: 'scored',
    };
    /** @type {any} */
    const row = {
      ...head,
      ...answers,
      key: { original: key.original, test_case: key.test_case },
      readings,
    };
    return rejudge(row);
  });
}

/**
 * The facts of a row of a model with a fault, drawn without any reading.
 *
 * @param {number} row
 * @param {Fault} fault
 * @param {Player} player
 */
function factsOf(row, [fault, strength], { cell, chance }) {
  const isHit = fault !== 'noisy' && chance(strength);
  const isRight = () => chance(rateOf(cell, row)) && !(fault === 'noisy' && chance(strength));
  const [first, second, third] = [isRight(), isRight(), isRight()];
  const known = first && !(isHit && ['forgetful', 'refusing'].includes(fault));
  const steady = second && !(isHit && ['forgetful', 'refusing', 'upset'].includes(fault));
  return { known, steady, valid: known && steady, right: third && !isHit };
}

/**
 * @param {Fault} fault
 * @param {Player} player
 */
function directShare(fault, player) {
  const { cell } = player;
  const decider = new Decider(cell.isCompared ? PLAN_BESIDE_BASE : PLAN);
  const draw = drawFrom('order', cell.name, ...fault);
  /**
   * @param {number} row
   * @returns {import('../../src/engine/methods/row-facts.ts').RowFacts}
   */
  const factOf = (row) => {
    const now = factsOf(row, fault, player);
    if (!cell.isCompared) return now;
    const before = factsOf(row, UNCHANGED, player);
    return {
      ...now,
      compared: {
        known: lossOf(before.known, now.known),
        sensitive: lossOf(before.valid && before.right, now.valid && now.right),
      },
    };
  };
  const rows = Array.from({ length: N }, (_, row) => row);
  let fails = 0;
  for (let i = 0; i < cell.runs; i += 1) {
    const facts = shuffled(rows, draw).map(factOf);
    fails += decider.decide(facts).outcome === 'fail' ? 1 : 0;
  }
  return shareOf(fails, cell.runs);
}

/** @param {Cell} cell */
export async function simulate(cell) {
  const { name, isCompared, pairs } = cell;
  const chance = chanceFrom('proof', name, String(isCompared));
  const { samples } = rowsOf(N, { negated_answer: ['B'] });
  const compare = isCompared && { compare: { with: 'base', max_regression: DELTA } };
  const plain = tripletOver(samples, {
    readers: {},
    margin: MARGIN,
    ...RATES,
    ...MINIMA,
    ...compare,
  });
  const run = { ...plain, cases: prepareRows(plain, 1) };
  const proofs = Array.from({ length: pairs }, (_, seed) => {
    const recordings = [0, 1].map(() => recordingOf({ cell, run, chance }));
    return proofOf([{ run, recordings }], { seed, pullRequests: PULL_REQUESTS }).gate;
  });
  return {
    lines: FAULTS.map((fault) => {
      const pointOf = ({ unchanged, curves }) =>
        fault[0] === 'unchanged'
          ? unchanged
          : curves
              .find((one) => one.fault === fault[0])
              .points.find((one) => one.strength === fault[1]);
      return {
        fault,
        reported: meanOf(proofs.map((gate) => pointOf(gate).fail.share)),
        direct: directShare(fault, { cell, chance }),
      };
    }),
  };
}

/**
 * How many standard errors lie between the two shares.
 *
 * @param {Played['lines'][number]} line
 */
function distanceOf({ reported, direct }) {
  return Math.abs(reported.value - direct.value) / (Math.hypot(reported.margin, direct.margin) / 2);
}

/** @param {Played[]} found */
const all = (found) => found.flatMap(({ cell, lines }) => lines.map((line) => ({ ...line, cell })));
/** @param {Fault} fault */
const nameOf = ([fault, strength]) =>
  strength === 0 ? fault : `${fault} ${Math.round(100 * strength)} %`;

/**
 * A line for each model and fault: without a base, and compared with one.
 *
 * @param {Played[]} found
 */
export function tableText(found) {
  const [{ cell }] = found;
  const shown = (/** @type {Played['lines'][number]} */ line) => [
    percent(line.reported),
    percent(line.direct),
    distanceOf(line).toFixed(1),
  ];
  const [alone, compared] = [false, true].map((isCompared) =>
    all(found.filter((one) => one.cell.isCompared === isCompared)),
  );
  const lines = alone.map((line, i) => [
    line.cell.name,
    nameOf(line.fault),
    ...shown(line),
    ...shown(compared[i]),
  ]);
  const title = `Failed pull requests, in %: ${N} rows, ${cell.pairs} pairs of recordings with ${PULL_REQUESTS} virtual pull requests each, ${cell.runs} direct ones`;
  const head = ['by prove', 'directly', 'standard errors'];
  return `${title}\n\n${tableOf(['model', 'fault', ...head, ...head.map((name) => `with a base: ${name}`)], lines, 2)}`;
}

/**
 * Of many lines one in twenty lies beyond two standard errors by chance.
 *
 * @param {Played[]} found
 */
export function claims(found) {
  const distances = all(found).map((line) => ({ line, distance: distanceOf(line) }));
  const within = shareOf(
    distances.filter(({ distance }) => distance <= 2).length,
    distances.length,
  );
  return [
    moreThan('prove: shares within two standard errors of the direct ones', within, 0.9),
    ...distances
      .filter(({ line }) => line.fault[1] === 0)
      .map(({ line, distance }) => ({
        text: `prove, unchanged model, ${line.cell.name}, ${line.cell.isCompared ? 'with a base' : 'no base'}: ${distance.toFixed(1)} standard errors`,
        holds: distance <= 3,
      })),
  ];
}
