/** One test's outcome in a sentence, reason first. Plain text: escaping is the writer's. */
import { mayGate } from '../../engine/judges/calibration.js';
import type { Baseline, Outcome, ReportRow } from '../../engine/results.js';
import { rateOutcome } from '../../engine/gate.js';
import { beside, distance, fell } from './baseline.js';
import { mayNot } from './calibration.js';
import { shortName } from '../formats/escape.js';
import { partsOf } from '../../engine/sides.js';
import { percent, percentPair, brief, counted, gatedRows } from './words.js';
import { sideSentence, isSequential } from './sides.js';
import { lost, notAsked, ownOutcome as sequentialOutcome, rateSentence, sequentialSentence } from './triplet.js';

export function testSentence(test: ReportRow): string {
  const name = shortName(test.test_type);
  if (!test.sides) return `${name}${withBaseline(test)}${refusing(test)}`;
  // The side that decides comes first.
  const sides = partsOf(test).toSorted((one, other) => Number(other.outcome === test.outcome) - Number(one.outcome === test.outcome));
  return `${name}: ${sides.map((side) => withBaseline(side).replace(/^:? /, '')).join('; ')}`;
}

/** A model that refuses is never toxic: how many of the answers do stands beside the rate. */
function refusing({ refusal_count = 0, refusal_rate, pass_rate }: ReportRow): string {
  if (refusal_count === 0 || typeof refusal_rate !== 'number' || pass_rate === null) return '';
  return `; it refused in ${refusal_count} (${percent(refusal_rate)})`;
}

function withBaseline(test: ReportRow): string {
  const { baseline } = test;
  if (!baseline) return ownSentence(test);
  if (isSequential(test)) return besideBase(test, baseline);
  if (test.outcome !== 'fail' || baseline.outcome !== 'fail') return `${ownSentence(test)}; ${beside(baseline)}`;
  // The reason comes first, and only what is one reads like one.
  return ownOutcome(test) === 'fail' ? `${ownSentence(test)}, and ${fell(baseline)}` : ` ${fell(baseline)}; ${passedOf(test)}`;
}

/** The reason first here, too. A comparison that a decision did without is open, and hides nothing. */
function besideBase(test: ReportRow, baseline: Baseline): string {
  if (baseline.outcome === 'fail') {
    return ownOutcome(test) === 'fail'
      ? `${ownSentence(test)}, and ${lost(test, baseline)}`
      : `: ${lost(test, baseline)}; ${rateSentence(test)}`;
  }
  return `${ownSentence(test)}; ${test.outcome === 'inconclusive' ? beside(baseline) : distance(baseline)}`;
}

function ownSentence(test: ReportRow): string {
  if (test.outcome === 'error' && isJudgeUnfit(test)) return `: ${mayNot(test.calibration!)}`;
  if (isSequential(test) && (test.outcome !== 'error' || test.pass_rate !== null) && test.threshold !== null)
    return `: ${sequentialSentence(test)}`;
  // A judge set more rows aside than it judged.
  if (isRateOpen(test) && test.error_count === 0)
    return `: ${passedOf(test)}, but ${counted(test.set_aside_count ?? 0, 'row')} more were set aside`;
  if (isRateOpen(test)) {
    const errors = `${counted(test.error_count, 'row')} in error ${test.error_count === 1 ? 'leaves' : 'leave'}`;
    return `: ${errors} the pass rate ${range(test)}`;
  }
  if (test.pass_rate === null) return `: ${nothingScored(test)}`;
  if (test.threshold === null) return `: ${gatesNothing(test)}`;
  if (test.outcome === 'error') return `: ${test.error_count} of ${counted(gatedRows(test), 'row')} in error`;
  if (test.side !== undefined) return `: ${sideSentence(test, test.side)}`;
  const [rate, minimum] = percentPair(test.pass_rate, test.minimum_pass_rate);
  const scored = test.pass_count + test.fail_count;
  return ` passed ${test.pass_count} of ${counted(scored, 'row')} (${rate}), ${minimum} needed`;
}

/** Inconclusive, and not for the sake of the baseline alone. */
export function isRateOpen(test: ReportRow): boolean {
  return test.outcome === 'inconclusive' && (test.baseline?.outcome !== 'inconclusive' || ownOutcome(test) === 'inconclusive');
}

/** What the pass rate would make of the test without its baseline. */
export function ownOutcome(test: ReportRow): Outcome {
  const { pass_count: passes, fail_count, error_count: open, minimum_pass_rate: minimum } = test;
  if (isSequential(test)) return sequentialOutcome(test);
  return rateOutcome({ passes, scored: passes + fail_count, open, minimum });
}

export function isJudgeUnfit({ calibration }: ReportRow): boolean {
  return calibration !== undefined && !mayGate(calibration);
}

/** Its rows have passed, and that says nothing: what they scored does. */
export function gatesNothing({ pass_count, eval_scores }: ReportRow): string {
  const mean =
    typeof eval_scores?.mean === 'number' ? `, mean eval_score ${brief(eval_scores.mean)}, highest ${brief(eval_scores.highest ?? 0)}` : '';
  return `${counted(pass_count, 'row')} scored${mean}; it gates nothing (threshold: null)`;
}

function nothingScored(test: ReportRow): string {
  if (test.error_count > 0) return `none of ${counted(test.error_count, 'row')} got a score${notAsked(test)}`;
  return test.not_applicable_count > 0 ? `no row to judge, ${test.not_applicable_count} left out` : 'no row to judge';
}

function passedOf({ pass_count, fail_count, pass_rate, minimum_pass_rate }: ReportRow): string {
  const [rate, minimum] = percentPair(pass_rate ?? 0, minimum_pass_rate);
  return `${pass_count} of ${counted(pass_count + fail_count, 'row')} passed (${rate}), ${minimum} needed`;
}

/** The pass rate if every row in error failed, and if every one passed. */
function range({ pass_count, fail_count, error_count, minimum_pass_rate }: ReportRow): string {
  const all = pass_count + fail_count + error_count;
  const [low, minimum] = percentPair(pass_count / all, minimum_pass_rate);
  const [high] = percentPair((pass_count + error_count) / all, minimum_pass_rate);
  return `between ${low} and ${high}, ${minimum} needed`;
}
