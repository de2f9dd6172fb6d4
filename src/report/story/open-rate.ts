/** The reasons why a test is open by its own rows, as its counts show them. */
import { mayGate } from '../../engine/judges/calibration.ts';
import { outcomeWithoutBaseline } from '../../engine/verdict/own-outcome.ts';
import type { ReportRow, TripletReportRow } from '../../engine/verdict/report-row.ts';

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

/** True if the test is inconclusive by its own rows, not only by its baseline. */
export function isRateOpen(test: ReportRow): boolean {
  return (
    test.outcome === 'inconclusive' &&
    (test.baseline?.outcome !== 'inconclusive' || outcomeWithoutBaseline(test) === 'inconclusive')
  );
}

/** True if the rate is open since answers that state both sides leave too few rows. */
export function leavesTooFew(test: ReportRow): test is TripletReportRow {
  if (test.method !== 'triplet') return false;
  const { both_sides_count = 0, streams } = test;
  return both_sides_count > 0 && streams?.sensitive === undefined;
}
