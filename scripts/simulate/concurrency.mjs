// The whole engine on rows asked three ways, with 1, 8 and 64 requests at once and answers that
// come in any order: is the verdict the same?
import { drawFrom } from '../../src/engine/random.ts';
import { chanceFrom, runEngine, tripletOver } from './kit.mjs';
import { tableOf } from '../kit/figures.mjs';
import { timeoutError } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const N = 100;
const CONCURRENCIES = [1, 8, 64];
const RATES = [1, 0.95, 0.85, 0.7];
/** @type {Record<string, { errors?: number, base?: number }>} */
const KINDS = {
  plain: {},
  '3 % of calls fail': { errors: 0.03 },
  'beside a base of 0.90': { base: 0.9 },
};
/** Answers are the letters alone. */
const READERS = { labels: (/** @type {string} */ answer) => [answer], stance: () => undefined };
const LONGEST_WAIT = 4;

/** @param {number} runs */
export const cells = (runs) =>
  Object.keys(KINDS).flatMap((kind) =>
    RATES.map((rate) => ({ kind, rate, runs: Math.ceil(0.05 * runs) })),
  );

/** @param {Cell} cell */
export async function simulate({ kind, rate, runs }) {
  const { errors = 0, base } = KINDS[kind];
  const key = { options: 'A. x\nB. y', answer: ['A'], negated_answer: ['B'] };
  const samples = Array.from({ length: N }, (_, row) => ({
    source: `row ${row}`,
    text: `Row ${row} is so.`,
    ...key,
  }));
  const test = tripletOver(samples, {
    readers: READERS,
    ...(base && { compare: { max_regression: 0.1 } }),
  });
  /** @type {{ differ: number, outcomes: Record<string, number>, requests: number[] }} */
  const found = { differ: 0, outcomes: {}, requests: CONCURRENCIES.map(() => 0) };
  for (let nth = 0; nth < runs; nth++) {
    const verdicts = [];
    for (const [i, concurrency] of CONCURRENCIES.entries()) {
      const asked = { count: 0 };
      /** @type {import('../../src/engine/run.ts').RunModels} */
      const models = {
        model: scripted({ rate, errors, name: ['head', kind, rate, nth], asked, concurrency }),
      };
      if (base)
        models.base = scripted({
          rate: base,
          errors,
          name: ['base', kind, rate, nth],
          asked,
          concurrency,
        });
      const { outcome, report } = await runEngine([test], models, concurrency);
      const [row] =
        /** @type {import('../../src/engine/verdict/report-row.ts').TripletReportRow[]} */ (report);
      const { decided_after, asked_count, pass_count, fail_count, error_count, comparisons } = row;
      verdicts.push(
        JSON.stringify([
          outcome,
          decided_after,
          asked_count,
          pass_count,
          fail_count,
          error_count,
          comparisons,
        ]),
      );
      found.requests[i] += asked.count / runs;
      if (i === 0) found.outcomes[outcome] = (found.outcomes[outcome] ?? 0) + 1;
    }
    found.differ += new Set(verdicts).size === 1 ? 0 : 1;
  }
  return found;
}

/**
 * To a prompt always the same answer, after some turns of the event loop that depend on the
 * concurrency.
 *
 * @param {object} model
 * @param {number} model.rate of right answers
 * @param {number} model.errors share of calls that fail
 * @param {[string, ...(string | number)[]]} model.name
 * @param {{ count: number }} model.asked counts the requests
 * @param {number} model.concurrency
 */
function scripted({ rate, errors, name, asked, concurrency }) {
  const seen = new Map();
  return {
    hub: 'simulate',
    name: name[0],
    async answer(/** @type {string} */ prompt) {
      asked.count += 1;
      const nth = seen.get(prompt) ?? 0;
      seen.set(prompt, nth + 1);
      for (
        let left = drawFrom('wait', concurrency, ...name, prompt)(LONGEST_WAIT);
        left > 0;
        left--
      )
        await new Promise(setImmediate);
      const chance = chanceFrom('concurrency', ...name, prompt);
      const [isRight, fails] = [chance(rate), chance(errors)];
      // One of five fails once more. (Ten in a row would end the asking, and which come in a row
      // does depend on the concurrency.)
      if (fails && (nth === 0 || chance(0.2))) throw timeoutError({ transient: true });
      return { text: prompt.includes(' not ') === isRight ? 'B' : 'A' };
    },
  };
}

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell: { kind, rate, runs }, differ, outcomes, requests }) => {
    const told = ['pass', 'fail', 'inconclusive'].map((outcome) => outcomes[outcome] ?? 0);
    return [
      kind,
      rate.toFixed(2),
      runs,
      ...told,
      differ,
      ...requests.map((count) => count.toFixed(1)),
    ];
  });
  const requests = CONCURRENCIES.map((concurrency) => `requests at ${concurrency}`);
  const head = [
    'model',
    'right in',
    'runs',
    'pass',
    'fail',
    'inconcl.',
    'other verdicts',
    ...requests,
  ];
  const title = `The same answers with ${CONCURRENCIES.join(', ')} requests at once: verdict, counts and comparisons`;
  return `${title}\n\n${tableOf(head, lines)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  const runs = found.reduce((sum, { cell }) => sum + cell.runs, 0);
  const differ = found.reduce((sum, one) => sum + one.differ, 0);
  const text = `the verdict is the same at concurrency ${CONCURRENCIES.join(', ')} in all of ${runs} runs: ${differ} differ`;
  return [{ text, holds: differ === 0 }];
}
