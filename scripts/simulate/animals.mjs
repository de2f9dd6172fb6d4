// Zoo models that draw their answers, on the built-in rows, through the decision alone. Their
// meaning counts as the reading, so no text is written or read, and thousands of runs are possible.
// `npm run zoo` runs the same models through dist.
import { Decider } from '../../src/engine/methods/decision.ts';
import { chanceOf } from '../kit/chance.mjs';
import { rowsOf, seenOf } from '../zoo/knowledge.ts';
import { meantBy, modelOf, ZOO } from '../zoo/models.ts';
import { decimal, lessThan, moreThan, percent, tableOf } from '../kit/figures.mjs';
import { decided, lossOf, PLAN, PLAN_BESIDE_BASE } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 * @typedef {ReturnType<typeof rowsOf>[number][number]} Row
 * @typedef {import('../../src/engine/methods/row-facts.ts').RowFacts} RowFacts
 */

/**
 * One style of answer is enough: no text is read.
 *
 * @param {import('../zoo/types.ts').Model} model
 */
const isSimulated = ({ draws, data, judge, next }) => draws && !judge && !next && data.length > 1;

/** @param {number} runs */
export function cells(runs) {
  return Object.entries(ZOO)
    .filter(([, model]) => isSimulated(model))
    .flatMap(([name, { data, deserves }]) =>
      data.map((set) => ({ model: name, data: set, deserves, runs })),
    );
}

/** @param {Cell} cell */
export async function simulate({ model, data, runs }) {
  const { base } = modelOf(model);
  const decider = new Decider(base ? PLAN_BESIDE_BASE : PLAN);
  return decided(decider, runs, (seed) => visit({ model, data, base, seed }));
}

/**
 * The rows of a run: drawn by its seed, one of each half in turn.
 *
 * @param {{ model: string, data: string, base?: string, seed: number }} run
 * @returns {Generator<RowFacts>}
 */
function* visit({ model, data, base, seed }) {
  const halves = rowsOf(data).map((rows) => drawn(rows, PLAN.rows / 2, [data, seed]));
  for (let i = 0; i < PLAN.rows; i++) {
    const row = halves[i % 2][Math.floor(i / 2)];
    const now = look(row, model, seed);
    if (!base) yield now;
    else yield { ...now, compared: comparedOf(look(row, base, seed), now) };
  }
}

/**
 * @param {Row} row
 * @param {string} model
 * @param {number} seed
 */
function look(row, model, seed) {
  /** @param {import('../zoo/types.ts').Arm} arm */
  const right = (arm) => isRight(seenOf(row, arm), model, seed);
  const [known, steady] = [right('original'), right('placebo')];
  return { known, steady, valid: known && steady, right: right('negated') };
}

/**
 * @param {ReturnType<typeof seenOf>} asked
 * @param {string} model
 * @param {number} seed
 */
function isRight(asked, model, seed) {
  const meant = meantBy(model, seed, asked);
  if (typeof meant === 'object' && 'text' in meant) return false;
  if (asked.kind !== 'question') return meant === asked.right;
  return [meant].flat().every((label) => asked.right.includes(String(label)));
}

/**
 * @param {ReturnType<typeof look>} before
 * @param {ReturnType<typeof look>} now
 */
function comparedOf(before, now) {
  return {
    known: lossOf(before.known, now.known),
    sensitive: lossOf(before.valid && before.right, now.valid && now.right),
  };
}

/**
 * @param {Row[]} rows
 * @param {number} count
 * @param {(string | number)[]} name
 */
function drawn(rows, count, name) {
  const lots = rows
    .map((row) => ({ row, lot: chanceOf('lot', ...name, row.text) }))
    .sort((a, b) => a.lot - b.lot);
  return lots.slice(0, count).map(({ row }) => row);
}

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell: { model, deserves, data }, passed, failed, rows }) => [
    model,
    deserves,
    data,
    percent(passed),
    percent(failed),
    decimal(rows, 1),
  ]);
  const plan = `at most ${PLAN.rows} rows, minimum 0.85, min_valid 0.60, min_steady 0.85, ${found[0].cell.runs} runs a line`;
  const title = `Models of the zoo that draw, by the decision alone: ${plan}`;
  return `${title}\n\n${tableOf(['model', 'deserves', 'data', 'passed, %', 'failed, %', 'mean rows'], lines, 3)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  return found.flatMap(({ cell: { model, data, deserves }, passed }) => {
    if (deserves === 'good')
      return [moreThan(`passed, deserving it: ${model}, ${data}`, passed, 0.95)];
    return deserves === 'bad'
      ? [lessThan(`passed, not deserving it: ${model}, ${data}`, passed, 0.1)]
      : [];
  });
}
