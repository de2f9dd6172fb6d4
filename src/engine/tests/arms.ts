// Three arms: the original, a placebo with a harmless edit, and the perturbed text.

import { askArms } from '../score.ts';
import { LABELS } from '../judge/rubrics/labels.ts';
import { isRight, readArm, type Reading } from '../read.ts';
import { rightWords, type Case } from '../row.ts';
import type { EvaluationSettings } from '../settings.ts';
import { passRate, SEQUENTIAL_SETTINGS, type Rate, type Tools, type Test } from '../test.ts';

/** The state of a row by its first wrong answer. The arms are checked in this order. */
const WRONG_STATES = { original: 'unknown', placebo: 'unsteady', perturbed: 'insensitive' };

/**
 * Asks three arms. A row shows whether the model reads the edit only if its answers to the original
 * and to the placebo are right. After a wrong answer, errors of later arms do not matter.
 */
const observeArms: Test['observe'] = async (testCase, subject, { judge }) => {
  const { answers, readings, errors } = await askArms(testCase, subject, (reply, arm) =>
    readArm(testCase, arm, { reply, judge }),
  );
  for (const [arm, state] of Object.entries(WRONG_STATES)) {
    const reading = readings[arm];
    if (!reading) throw errors[arm] ?? new TypeError(`the arm ${arm} was not read`);
    if (isRight(reading)) continue;
    return { pass: arm === 'perturbed' ? false : null, state, decidedBy: arm, answers };
  }
  if (await statesBothSides(testCase, readings, judge))
    return { pass: null, state: 'both sides', answers };
  return { pass: true, state: 'sensitive', answers };
};

/**
 * True if two right answers are right just because they state both sides. Being right for both
 * texts does not prove that, since chat models often end with a contrast ("Only the Colosseum is
 * Roman!"). So each answer is read again without its question. The two state both sides if one of
 * them puts forward nothing, or if both put forward the same.
 */
export async function statesBothSides(
  { arms, options = [] }: Case,
  { original, perturbed }: Readonly<Record<string, Reading>>,
  judge: Tools['judge'],
) {
  if (!judge || !original || perturbed?.readBy !== 'judge') return false;
  const { key } = original;
  const right = rightWords(key);
  const overlap = rightWords(perturbed.key).some((label) => right.includes(label));
  if (overlap || !('labels' in key)) return false;
  const texts = { question: arms.original, options, answer: perturbed.text };
  const { labels } = await judge.read(LABELS, texts);
  if (!isRight({ said: labels, key })) return false;
  // An answer that a rule reads puts forward just these labels, whatever the question is.
  const putForward = async ({ said, readBy, text }: Reading) =>
    readBy === 'rule' ? said : (await judge.read(LABELS, { options, answer: text })).labels;
  const [ofOriginal, ofPerturbed] = await Promise.all([
    putForward(original),
    putForward(perturbed),
  ]);
  const isSame =
    ofOriginal.length === ofPerturbed.length &&
    ofOriginal.every((label) => ofPerturbed.includes(label));
  return isSame || ofOriginal.length === 0 || ofPerturbed.length === 0;
}

/** The words of a test with three arms. @param edit - what the model should read: `the "not"` */
export function wordsOfArms(edit: string, insensitive: string) {
  return {
    states: {
      unknown: 'does not know the answer',
      unsteady: 'changes its answer at a harmless edit',
      insensitive,
      'both sides': 'states both sides, whatever is asked',
    },
    arms: { original: 'as it stands', placebo: 'with a harmless edit', perturbed: `with ${edit}` },
    rates: {
      valid: {
        does: 'knows the answers',
        misses: 'answers unchanged texts wrongly',
        remedy:
          'The questions are too hard for this model. Use easier ones, or look at its answers to the unchanged texts.',
      },
      steady: {
        does: 'keeps its answers at a harmless edit',
        misses: 'changes its answer at a harmless edit',
        remedy:
          'A harmless edit changes its answers. Lower the temperature. If that does not help, any edit confuses this model.',
      },
    },
  };
}

/** A rough test is enough for the rate of valid rows. */
const VALID_MARGIN = 0.1;

/**
 * The three rates. `valid`: the share of rows that pass or fail. `sensitive`: of these rows, the
 * share that pass. `steady`: of the rows whose answer the model knows, the share that keep it with
 * the placebo.
 */
export function ratesOfArms(setup: EvaluationSettings, cases: readonly Case[]) {
  const { min_valid, min_steady } = setup;
  const rates: Rate[] = [
    passRate('sensitive', setup),
    {
      ...passRate('valid', setup, min_valid),
      margin: VALID_MARGIN,
      passIn: ({ pass }) => pass !== null,
    },
  ];
  if (cases.every(({ arms }) => arms.placebo !== arms.original))
    rates.push({
      ...passRate('steady', setup, min_steady),
      passIn: ({ state }) => (state === 'unknown' ? undefined : state !== 'unsteady'),
    });
  return rates;
}

/** A model that states both sides in most rows could pass on the few others. That shows little. */
const doubtOfArms: Test['doubt'] = (rows) => {
  const known = rows.filter(({ score }) => score.state !== 'unknown');
  const both = rows.filter(({ score }) => score.state === 'both sides');
  if (2 * both.length <= known.length) return undefined;
  return {
    outcome: 'inconclusive',
    explains: 'valid',
    reason: `${both.length} of ${known.length} right answers state both sides. In model.prompt, ask for nothing but the letter.`,
  };
};

export const ARM_TEST = {
  settings: [...SEQUENTIAL_SETTINGS, 'min_valid', 'min_steady'],
  sendsOptions: true,
  guessedArm: 'perturbed',
  observe: observeArms,
  rates: ratesOfArms,
  doubt: doubtOfArms,
  // Each of three answers is read once. Three more readings find out whether two answers state both
  // sides. The first of these is needed whenever the judge reads the perturbed answer.
  cost: () => ({ asks: 3, reads: 6, passing: { asks: 3, reads: 4 } }),
};
