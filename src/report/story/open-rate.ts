/** Whether a test is open by its own rows, and the reasons that its counts show. */
import { rateOutcome } from '../../engine/verdict/gate.ts';
import { mayGate } from '../../engine/judges/calibration.ts';
import {
  isSequential,
  type ReportRow,
  type TripletReportRow,
} from '../../engine/verdict/report-row.ts';

/**
 * True if most known answers state both sides. The engine turns a pass of such a test into
 * `inconclusive`.
 */
export function isMostlyBothSides(test: ReportRow): test is TripletReportRow {
  if (test.method !== 'triplet') return false;
  const { both_sides_count = 0, known_count = 0 } = test;
  return 2 * both_sides_count > known_count;
}

export function isJudgeUnfit({ calibration }: ReportRow): boolean {
  return calibration !== undefined && !mayGate(calibration);
}

export function ownOutcome(test: ReportRow): ReportRow['outcome'] {
  if (!isSequential(test)) {
    const { pass_count: passes, fail_count, error_count: open, minimum_pass_rate: minimum } = test;
    return rateOutcome({ passes, scored: passes + fail_count, open, minimum });
  }
  const { streams = {} } = test;
  if (Object.values(streams).includes('bad')) return 'fail';
  const streamsNeeded = [streams.sensitive];
  if (test.method === 'triplet') {
    if (test.minimum_valid_rate !== undefined) streamsNeeded.push(streams.valid);
    if (test.minimum_steady_rate !== undefined) streamsNeeded.push(streams.steady);
  }
  const isGood = streamsNeeded.every((stream) => stream === 'good');
  return isGood && !lacksContrast(test) ? 'pass' : 'inconclusive';
}

/** True if the test is inconclusive by its own rows, not only by its baseline. */
export function isRateOpen(test: ReportRow): boolean {
  return (
    test.outcome === 'inconclusive' &&
    (test.baseline?.outcome !== 'inconclusive' || ownOutcome(test) === 'inconclusive')
  );
}

/**
 * True if rows have no key, both rates suffice, and the perturbation is not shown to change more
 * answers than the placebo does.
 */
export function lacksContrast(test: ReportRow): boolean {
  if (test.method !== 'triplet') return false;
  const { rule, streams = {}, placebo, alpha = 0 } = test;
  const isGood = streams.valid === 'good' && streams.sensitive === 'good';
  return (
    rule.kind === 'three_arms' &&
    !rule.key &&
    isGood &&
    placebo !== undefined &&
    placebo.p_value > alpha
  );
}

/** True if the rate is open since answers that state both sides leave too few rows. */
export function leavesTooFew(test: ReportRow): test is TripletReportRow {
  if (test.method !== 'triplet') return false;
  const { both_sides_count = 0, streams } = test;
  return both_sides_count > 0 && streams?.sensitive === undefined;
}
