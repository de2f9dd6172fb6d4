import { LABEL_KINDS, OTHER_LABELS } from '../labels/judge.js';
import type { Calibration } from '../results.js';
import { correctedRate, type CorrectedRate, type Known } from '../statistics/corrected-rate.js';
import { STANCES } from './reading.js';

type Confusion = Calibration['confusion'];

/** Of answers that are right, or of answers that are not: how many the judge finds so. */
interface Found extends Known {
  isRight: boolean;
}

/**
 * A pass rate without the errors that the judge made on the known cases: with the share of right answers that it finds right (q1), and of
 * wrong ones that it does not (q0).
 */
export function correctedBy(
  { confusion }: Calibration,
  { passes, scored, losesAnswer = false }: { passes: number; scored: number; losesAnswer?: boolean | undefined },
): CorrectedRate | undefined {
  const found = [...ofStances(confusion), ...ofLabels(confusion, losesAnswer)];
  return correctedRate({ passes, scored, positives: sumOf(found, true), negatives: sumOf(found, false) });
}

/** Right is an answer that holds what it should, true or false: found wrong is another where it is read as anything but that. */
function ofStances(confusion: Confusion): Found[] {
  return ['true', 'false'].flatMap((wanted) =>
    STANCES.map((known) => {
      const isRight = known === wanted;
      return { isRight, total: casesOf(confusion, known), right: casesOf(confusion, known, (word) => (word === wanted) === isRight) };
    }),
  );
}

/**
 * What is right hangs on the key, so the worst is taken: a right answer is found right only where just its options are read, and a wrong
 * one is found right wherever others are.
 */
function ofLabels(confusion: Confusion, losesAnswer: boolean): Found[] {
  return LABEL_KINDS.flatMap((known) => {
    const total = casesOf(confusion, known);
    const right = { isRight: true, total, right: casesOf(confusion, known, (word) => word === known) };
    const wrong = { isRight: false, total, right: casesOf(confusion, known, (word) => word !== OTHER_LABELS) };
    if (known !== 'nothing') return [right, wrong];
    return losesAnswer ? [right] : [wrong];
  });
}

function casesOf(confusion: Confusion, known: string, as: (word: string) => boolean = () => true): number {
  return Object.entries(confusion[known] ?? {}).reduce((sum, [word, cases]) => sum + (as(word) ? cases : 0), 0);
}

function sumOf(found: readonly Found[], isRight: boolean): Known {
  const all = found.filter((one) => one.isRight === isRight);
  return { right: all.reduce((sum, { right }) => sum + right, 0), total: all.reduce((sum, { total }) => sum + total, 0) };
}
