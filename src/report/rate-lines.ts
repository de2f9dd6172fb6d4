/** The lines of a table of results, on GitHub and in a terminal. Plain text: escaping is the writer's. */
import type { Outcome, ReportRow } from '../engine/results.js';
import { percent, percentPair } from './percent.js';
import { wordsFor } from './told.js';
import { shortfallOf } from './triplet.js';

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

/** A line a test; of one whose rows can tell too little there are two. */
export function rateLines(test: ReportRow): RateLine[] {
  const { outcome, streams = {}, pass_rate, minimum_pass_rate, pass_count, fail_count, threshold } = test;
  const [rate, minimum] = pass_rate === null ? ['—', percent(minimum_pass_rate)] : percentPair(pass_rate, minimum_pass_rate);
  const { label } = wordsFor(test);
  const needed = threshold === null ? '—' : minimum;
  const own: RateLine = { test, outcome, label, rate, needed, passed: pass_count, all: pass_count + fail_count, isLast: true };
  const short = shortfallOf(test);
  if (!short) return [own];
  const [valid, least] = percentPair(short.rate, short.needed);
  return [
    { ...short, test, outcome, rate: valid, needed: least, isLast: false },
    // Where that fails the test, a good rate over the little that is left must not carry the sign of a failure.
    { ...own, outcome: streams.sensitive === 'bad' ? outcome : undefined },
  ];
}
