// Shared by all tables: the real engine, rows, and models whose answers are drawn before the first
// request.
import { findTest } from '../../src/engine/perturbations/index.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { runTests } from '../../src/engine/run.ts';
import { findScorer } from '../../src/engine/scorers/index.ts';
import { meanOf, shareOf } from '../kit/figures.mjs';

const RULE = { alpha: 0.05, beta: 0.1 };
/**
 * The usual decision about rows that are asked three ways, V, U and S.
 *
 * @type {import('../../src/engine/methods/decision.ts').DecisionRules}
 */
export const PLAN = {
  rows: 100,
  sensitive: { minimum: 0.85, margin: 0.05, ...RULE },
  valid: { minimum: 0.6, margin: 0.1, ...RULE },
  steady: { minimum: 0.85, margin: 0.05, ...RULE },
  comparisons: [],
};
/**
 * The same, beside a base that the head may be no worse than by a tenth.
 *
 * @type {import('../../src/engine/methods/decision.ts').DecisionRules}
 */
export const PLAN_BESIDE_BASE = {
  ...PLAN,
  comparisons: ['known', 'sensitive'],
  comparison: { comparisons: 2, delta: 0.1, ...RULE },
};

/** @typedef {import('../../src/engine/methods/row-facts.ts').RowFacts} RowFacts */

/**
 * The outcomes of a decision in many runs; `rowsOfRun` draws the rows of each.
 *
 * @param {import('../../src/engine/methods/decision.ts').Decider} decider
 * @param {number} runs
 * @param {(nth: number) => Iterable<RowFacts>} rowsOfRun
 */
export function decided(decider, runs, rowsOfRun) {
  const ends = Array.from({ length: runs }, (_, nth) =>
    decider.decisionIn(decider.walk(rowsOfRun(nth))),
  );
  /** @param {'pass' | 'fail'} outcome */
  const count = (outcome) => shareOf(ends.filter((end) => end.outcome === outcome).length, runs);
  return {
    passed: count('pass'),
    failed: count('fail'),
    rows: meanOf(ends.map(({ rowCount }) => rowCount)),
  };
}

const test = findTest('add_negation');
const refuse = () => Promise.reject(new Error('the scorer `choice` asks no model'));
const UNUSED_TOOLS = { embed: refuse, judge: refuse, passes: () => true };
const scorer = remembering(choiceScorer());

/**
 * @typedef {import('../../src/engine/sample.ts').Sample} Sample
 * @typedef {import('../../src/engine/methods/test-run.ts').AnyRun} AnyRun
 */

/**
 * A test over rows, with changed options.
 *
 * @param {Sample[]} samples
 * @param {object} special
 * @returns {any} a run of the engine: `special` decides of which kind
 */
export function testOver(samples, special) {
  return {
    test,
    scorer,
    threshold: scorer.defaultThreshold,
    minimum_pass_rate: 0.7,
    parameters: {},
    scorerOptions: {},
    samples,
    ...special,
  };
}

/**
 * One run of the engine; only the models are simulated.
 *
 * @param {AnyRun[]} tests
 * @param {import('../../src/engine/run.ts').RunModels} models
 * @param {number} [concurrency]
 */
export function runEngine(tests, models, concurrency = 4) {
  return runTests({ tests, seed: 1, concurrency }, models);
}

/**
 * The same name gives the same draws on every machine.
 *
 * @param {(string | number)[]} name
 * @returns {import('./table.ts').Chance}
 */
export function chanceFrom(...name) {
  const draw = drawFrom('simulate', ...name);
  return (probability) => draw(2 ** 24) < probability * 2 ** 24;
}

function choiceScorer() {
  const choice = findScorer('choice');
  if (choice === undefined) throw new RangeError('there is no scorer `choice`');
  return choice;
}

/**
 * The real scorer. The answers here are single letters: each pair of them is read once, and
 * remembered, which is what makes this fast.
 *
 * @param {import('../../src/engine/scorers/scorer.ts').Scorer} scorer
 */
function remembering(scorer) {
  /** @type {Map<string, import('../../src/engine/scorers/scorer.ts').Score>} */
  const known = new Map();
  /** @param {import('../../src/engine/scorers/scorer.ts').Pair} pair */
  const scoreOf = async (pair) => {
    const { expected, actual, sample } = pair;
    const shown = [expected.text, actual.text, sample.options, sample.negated_answer];
    const key = JSON.stringify(shown);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const [score] = await scorer.score([pair], UNUSED_TOOLS, {});
    known.set(key, score);
    return score;
  };
  return {
    ...scorer,
    /** @param {readonly import('../../src/engine/scorers/scorer.ts').Pair[]} pairs */
    score: (pairs) => Promise.all(pairs.map(scoreOf)),
  };
}

/** @type {Map<string, Rows>} */
const rowsMade = new Map();

/**
 * Rows with options, and for each prompt its place: twice the row, plus one if it is changed.
 *
 * @typedef {{ samples: Sample[], places: Map<string, number> }} Rows
 */

/**
 * @param {number} n
 * @returns {Rows}
 */
export function rowsOf(
  n,
  /** @type {{ options?: string, negated_answer?: string[] }} */ {
    options = 'A. x\nB. y',
    negated_answer,
  } = {},
) {
  const key = JSON.stringify([n, options, negated_answer]);
  let rows = rowsMade.get(key);
  if (rows === undefined) {
    const samples = Array.from({ length: n }, (_, row) => ({
      source: `row ${row}`,
      text: `Row ${row} is so.`,
      options,
      negated_answer,
    }));
    const prompts = samples.flatMap(
      ({ text }, row) =>
        /** @type {[string, number][]} */ ([
          [`${text}\n${options}`, 2 * row],
          [`${text.replace(' is ', ' is not ')}\n${options}`, 2 * row + 1],
        ]),
    );
    rows = { samples, places: new Map(prompts) };
    rowsMade.set(key, rows);
  }
  return rows;
}

/**
 * Models that share their answers: these are drawn before the first is asked for, so that they do
 * not depend on the order of the questions.
 *
 * @param {Rows} rows
 * @param {number} answers how many to one prompt there may be
 * @param {(row: number, isChanged: boolean, nth: number) => string} answerTo gives a
 * letter
 */
export function drawModel({ samples, places }, answers, answerTo) {
  const drawn = Array.from({ length: 2 * samples.length * answers }, (_, i) => {
    const place = Math.floor(i / answers);
    return answerTo(place >> 1, place % 2 === 1, i % answers);
  });
  return () => {
    const asked = new Uint8Array(2 * samples.length);
    const model = {
      hub: 'simulate',
      name: 'scripted',
      requests: 0,
      async answer(/** @type {string} */ prompt) {
        const place = places.get(prompt);
        const nth = place === undefined ? answers : asked[place]++;
        if (place === undefined || nth >= answers)
          throw new RangeError(`not foreseen: answer ${nth} to ${prompt}`);
        model.requests += 1;
        return { text: drawn[place * answers + nth] };
      },
    };
    return model;
  };
}

/** @typedef {import('../../src/engine/statistics/wealth.ts').Difference} Difference */

/**
 * What a fact of a row loses between base and head, as the range that the gate takes.
 *
 * @param {boolean} was
 * @param {boolean} is
 * @returns {[Difference, Difference]}
 */
export function lossOf(was, is) {
  const loss = /** @type {Difference} */ (Number(was) - Number(is));
  return [loss, loss];
}
