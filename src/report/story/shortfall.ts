/** Tests that fail since too few of their rows can tell something. */
import type { ReportRow, TripletReportRow } from '../../engine/verdict/report-row.ts';

/** The share that falls short, among all rows or among those whose answer is known. */
export interface RateShortfall {
  label: string;
  /** Share of rows, and the least that is needed, between 0 and 1. */
  rate: number;
  needed: number;
  passed: number;
  all: number;
  /** True if the rate over the rows that are left fails, too. */
  isReadingBad: boolean;
}

/** Undefined if enough rows can tell something, or if no row was asked three ways. */
export function shortfallOf(test: ReportRow): RateShortfall | undefined {
  if (test.method !== 'triplet') return undefined;
  const { streams = {}, steady_count: passed = 0 } = test;
  const isReadingBad = streams.sensitive === 'bad';
  if (streams.valid === 'bad')
    return {
      label: 'knows the answers',
      rate: test.valid_rate ?? 0,
      needed: test.minimum_valid_rate ?? 0,
      passed,
      all: validOf(test),
      isReadingBad,
    };
  if (streams.steady !== 'bad') return undefined;
  return {
    label: 'keeps its answers',
    rate: test.steady_rate ?? 0,
    needed: test.minimum_steady_rate ?? 0,
    passed,
    all: keptOf(test),
    isReadingBad,
  };
}

/**
 * True if most rows that can tell nothing have an unknown answer; false if the placebo upset most
 * of them.
 */
export function isIgnorant(test: ReportRow): boolean {
  if (test.method !== 'triplet' || test.streams?.valid !== 'bad') return false;
  const { asked_count = 0, known_count = asked_count, steady_count = 0 } = test;
  return asked_count - known_count >= known_count - steady_count;
}

/** Number of rows for which it is known whether they can tell something. */
export function validOf(test: TripletReportRow): number {
  const { steady_count = 0, valid_rate, asked_count = 0 } = test;
  return valid_rate ? Math.round(steady_count / valid_rate) : asked_count;
}

/** Number of rows with a known answer for which it is known whether the placebo left it right. */
export function keptOf(test: TripletReportRow): number {
  const { steady_count = 0, steady_rate, known_count = 0 } = test;
  return steady_rate ? Math.round(steady_count / steady_rate) : known_count;
}
