/** The lines of a table of results, on GitHub and in a terminal. Plain text: escaping is the writer's. */
import type { Outcome, ReportRow } from '../engine/results.js';
import { percent, percentPair } from './percent.js';
import { wordsFor } from './told.js';
import { validOf } from './triplet.js';

export interface RateLine {
  test: ReportRow;
  /** Undefined where another line of the test says it. */
  outcome: Outcome | undefined;
  label: string;
  rate: string;
  needed: string;
  passed: number;
  all: number;
  /** What counts for the whole test stands in its last line. */
  isLast: boolean;
}

/** A line a test; of one that knows too little there are two. */
export function rateLines(test: ReportRow): RateLine[] {
  const { outcome, streams = {}, valid_rate, pass_rate, minimum_pass_rate, pass_count, fail_count, threshold } = test;
  const [rate, minimum] = pass_rate === null ? ['—', percent(minimum_pass_rate)] : percentPair(pass_rate, minimum_pass_rate);
  const { label } = wordsFor(test);
  const needed = threshold === null ? '—' : minimum;
  const own: RateLine = { test, outcome, label, rate, needed, passed: pass_count, all: pass_count + fail_count, isLast: true };
  if (streams.valid !== 'bad' || typeof valid_rate !== 'number') return [own];
  const [valid, least] = percentPair(valid_rate, test.minimum_valid_rate ?? 0);
  const counts = { passed: test.steady_count ?? 0, all: validOf(test), isLast: false };
  return [
    { test, outcome, label: 'knows the answers', rate: valid, needed: least, ...counts },
    // Where what is known fails the test, a good rate over the little that is left must not carry the sign of a failure.
    { ...own, outcome: streams.sensitive === 'bad' ? outcome : undefined },
  ];
}
