// Drift: nights of 60 fixed rows, without a change, with a loss, with a rise and its return, and
// with shocks that all rows share; and pull requests after 20 nights of record, where the change
// breaks rows, the provider moves, both or neither.
import { mcnemar } from '../../src/engine/statistics/regression.ts';
import {
  NO_DRIFT,
  addNight,
  addToTallies,
  movedProvider,
  nightP,
} from '../../src/engine/drift/drift.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { lessThan, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const ROWS = 60;
const YEAR = 365;
const SOON = 5;
/** Three quarters of the rows are nearly sure, the others are not. */
const rates = Array.from({ length: ROWS }, (_, row) => (row < 45 ? 0.995 : row % 2 ? 0.9 : 0.55));
const logit = (/** @type {number} */ p) => Math.log(p / (1 - p));
const logistic = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));

/** @param {number} runs */
export function cells(runs) {
  const series = Math.max(20, Math.ceil(runs / 10));
  const quiet = [0, 0.3, 0.6, 1].map((shock) => ({
    kind: 'no change',
    cause: '',
    shock,
    nights: 0,
    loss: 0,
    runs: series,
  }));
  const losses = [0.2, 0.1].flatMap((loss) =>
    [20, 60, 200, 365].map((nights) => ({
      kind: 'loss',
      cause: '',
      shock: 0,
      nights,
      loss,
      runs: series,
    })),
  );
  const rise = {
    kind: 'rise and return',
    cause: '',
    shock: 0,
    nights: 60,
    loss: 0.15,
    runs: series,
  };
  const pulls = [0.3, 0.2, 0.1].flatMap((loss) =>
    CAUSES.map((cause) => ({
      kind: 'pull request',
      cause,
      shock: 0,
      nights: 20,
      loss,
      runs: Math.max(50, series),
    })),
  );
  return [...quiet, ...losses, rise, ...pulls];
}

/** The causes: the change breaks rows, the provider has moved, both, or neither. */
const CAUSES = ['change', 'provider', 'both', 'neither'];
/** McNemar's test of head against base, as the gate's comparison takes it. */
const ALPHA = 0.05;

/** @param {Cell} cell */
export async function simulate(cell) {
  const draw = drawFrom('drift', cell.kind, cell.cause, cell.shock, cell.nights, cell.loss);
  const uniform = () => draw(2 ** 24) / 2 ** 24;
  let [alarms, second] = [0, 0];
  for (let i = 0; i < cell.runs; i++) {
    const [isTold, isReturnTold = false] = tell();
    alarms += isTold ? 1 : 0;
    second += isReturnTold ? 1 : 0;
  }
  return {
    told: shareOf(alarms, cell.runs),
    ...(cell.kind === 'rise and return' && { returned: shareOf(second, cell.runs) }),
  };

  function tell() {
    if (cell.kind === 'no change') return [quietYear()];
    return cell.kind === 'pull request' ? [isNamedRight()] : change();
  }

  function nightOf(shift = 0) {
    const shock = cell.shock === 0 ? 0 : cell.shock * normal();
    const pass = (/** @type {number} */ rate) =>
      uniform() < logistic(logit(Math.min(0.999, Math.max(0.001, rate + shift))) + shock);
    return rates.map((rate) => (pass(rate) ? '1' : '0')).join('');
  }

  /** Box and Muller. */
  function normal() {
    return Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  }

  function watcher() {
    /** @type {import('../../src/engine/drift/drift.ts').Tally[]} */
    let tallies = [];
    let state = NO_DRIFT;
    return (/** @type {string} */ night) => {
      const p = nightP(tallies, night, uniform());
      const found = p === undefined ? undefined : addNight(state, p);
      state = found?.state ?? state;
      tallies = found?.alarm ? [] : addToTallies(night, tallies);
      return found?.alarm;
    };
  }

  function quietYear() {
    const watch = watcher();
    for (let night = 0; night < YEAR; night++) if (watch(nightOf())) return true;
    return false;
  }

  /**
   * Whether the change is told within five nights, and, where it is a rise, whether its return is.
   */
  function change() {
    const isRise = cell.kind === 'rise and return';
    const watch = watcher();
    const shift = isRise ? -cell.loss : 0;
    for (let night = 0; night < cell.nights; night++) watch(nightOf(shift));
    const first = within(watch, isRise ? 0 : -cell.loss, isRise ? 'better' : 'worse');
    if (!isRise) return [first];
    for (let night = 0; night < cell.nights; night++) watch(nightOf(0));
    return [first, within(watch, -cell.loss, 'worse')];
  }

  /** Whether a pull request after the nights of record is told what moved, and only that. */
  function isNamedRight() {
    /** @type {import('../../src/engine/drift/drift.ts').Tally[]} */
    let tallies = [];
    let state = NO_DRIFT;
    for (let night = 0; night < cell.nights; night++) {
      const outcomes = nightOf();
      const p = nightP(tallies, outcomes, uniform());
      if (p !== undefined) state = addNight(state, p).state;
      tallies = addToTallies(outcomes, tallies);
    }
    const [moves, breaks] = ['provider', 'change'].map(
      (one) => cell.cause === one || cell.cause === 'both',
    );
    const base = nightOf(moves ? -cell.loss : 0);
    const head = nightOf(-cell.loss * (Number(moves) + Number(breaks)));
    const broken = [...base].filter((outcome, row) => outcome === '1' && head[row] === '0').length;
    const fixed = [...base].filter((outcome, row) => outcome === '0' && head[row] === '1').length;
    const isMoved = movedProvider({ tallies, state }, base, uniform()) !== undefined;
    return isMoved === moves && mcnemar({ broken, fixed }) < ALPHA === breaks;
  }

  /**
   * @param {ReturnType<typeof watcher>} watch
   * @param {number} shift of the rates
   * @param {'better' | 'worse'} wanted
   */
  function within(watch, shift, wanted) {
    for (let night = 0; night < SOON; night++) if (watch(nightOf(shift)) === wanted) return true;
    return false;
  }
}

const points = (/** @type {number} */ share) => `${Math.round(100 * share)} points`;

/** @param {Played[]} found */
export function tableText(found) {
  const isPull = (/** @type {Played} */ { cell }) => cell.kind === 'pull request';
  const lines = found
    .filter((one) => !isPull(one))
    .map(({ cell, told, returned }) => [
      cell.kind === 'no change'
        ? `no change, shocks ${cell.shock}`
        : `${cell.kind}, ${points(cell.loss)}`,
      cell.nights || YEAR,
      percent(told),
      returned ? percent(returned) : '',
    ]);
  const title = `Series that raise an alarm, in %: 60 rows; a change within ${SOON} nights, ${found[0].cell.runs} series a line`;
  const pulls = found
    .filter(isPull)
    .map(({ cell, told }) => [cell.cause, points(cell.loss), percent(told)]);
  const named =
    'Pull requests that are told whether the change, the provider, both or neither moved, in %: 20 nights of record, 60 rows';
  return [
    `${title}\n\n${tableOf(['what happens', 'nights', 'alarm', 'return told'], lines)}`,
    `${named}\n\n${tableOf(['what moved', 'loss', 'named right'], pulls)}`,
  ].join('\n\n');
}

/** @param {Played[]} found */
export function claims(found) {
  const large = found.filter(({ cell }) => cell.kind === 'pull request' && cell.loss === 0.3);
  const right = large.reduce((sum, { cell, told }) => sum + told.value * cell.runs, 0);
  const cases = large.reduce((sum, { cell }) => sum + cell.runs, 0);
  const named = moreThan(
    'what moved by 30 points is named',
    shareOf(Math.round(right), cases),
    0.9,
  );
  const others = found.flatMap(({ cell, told, returned }) => {
    if (cell.kind === 'pull request') return [];
    if (cell.kind === 'no change')
      return cell.shock === 0
        ? [lessThan('a year without change raises an alarm', told, 0.05)]
        : [];
    if (returned) {
      return [
        moreThan(`a rise of ${points(cell.loss)} is told within ${SOON} nights`, told, 0.9),
        moreThan('the return after it is told', returned, 0.9),
      ];
    }
    return cell.loss === 0.2
      ? [moreThan(`a loss of 20 points is told after ${cell.nights} nights`, told, 0.9)]
      : [];
  });
  return [...others, named];
}
