/** The verdict in words: the first thing that any report says. Plain text: escaping is the writer's. */
import type { Outcome, ReportRow, Results } from '../engine/results.js';
import { oneLine } from './escape.js';
import { percentPair } from './percent.js';
import { counted, judged } from './words.js';

export const ICONS: Record<Outcome, string> = { pass: '✅', fail: '❌', inconclusive: '⚠️', error: '🛑', skipped: '⏭️' };

export interface Verdict {
  /** `add_negation passed 12 of 50 rows (24%), 70% needed`. */
  sentence: string;
  /** What else there is to know, and what to do: sentences. */
  more: string[];
}

/** Tests named in one sentence; the table has them all. */
const MOST_NAMED = 3;
const LONGEST_NAME = 80;

export function verdict(results: Results): Verdict {
  const { outcome, report, problem } = results;
  const others = report.filter((test) => test.outcome !== outcome && test.outcome !== 'pass');
  const elsewhere = others.length > 0 ? [`${listed(others)}.`] : [];
  if (outcome === 'skipped') {
    return { sentence: 'no model was asked', more: ['Nothing was judged: this is not a pass.'] };
  }
  if (problem || report.length === 0) return { sentence: 'the run has no results', more: elsewhere };
  if (outcome === 'pass' && report.length > MOST_NAMED) {
    return { sentence: `all ${report.length} tests passed`, more: elsewhere };
  }
  const decisive = report.filter((test) => test.outcome === outcome);
  return { sentence: listed(decisive.length > 0 ? decisive : report), more: [...elsewhere, ...explained(results)] };
}

function listed(tests: ReportRow[]): string {
  const named = tests.slice(0, MOST_NAMED).map(testSentence);
  const rest = tests.length - named.length;
  return [...named, ...(rest > 0 ? [`${counted(rest, 'more test')} below`] : [])].join('; ');
}

/** One test's outcome and the numbers behind it, without a full stop. */
export function testSentence(test: ReportRow): string {
  const name = oneLine(test.test_type, LONGEST_NAME);
  if (test.outcome === 'inconclusive' && test.error_count === 0) return `${name}: ${tooClose(test)}`;
  if (test.outcome === 'inconclusive') {
    const errors = `${counted(test.error_count, 'row')} in error ${test.error_count === 1 ? 'leaves' : 'leave'}`;
    return `${name}: ${errors} the pass rate ${range(test)}`;
  }
  if (test.pass_rate === null) return `${name}: ${nothingScored(test)}`;
  if (test.outcome === 'error') return `${name}: ${test.error_count} of ${counted(judged(test), 'row')} in error`;
  const [rate, minimum] = percentPair(test.pass_rate, test.minimum_pass_rate);
  const scored = test.pass_count + test.fail_count;
  return `${name} passed ${test.pass_count} of ${counted(scored, 'row')} (${rate}), ${minimum} needed`;
}

function nothingScored(test: ReportRow): string {
  if (test.error_count > 0) return `none of ${counted(test.error_count, 'row')} got a score`;
  return test.not_applicable_count > 0
    ? `no row to judge, ${test.not_applicable_count} left out`
    : 'no row to judge';
}

/** A decision that asks for more certainty than these rows have. */
function tooClose({ pass_count, fail_count, pass_rate, minimum_pass_rate, decision, rows_to_decide }: ReportRow): string {
  const [rate, minimum] = percentPair(pass_rate ?? 0, minimum_pass_rate);
  const more = rows_to_decide === undefined ? '' : `; about ${counted(rows_to_decide, 'row')} would decide it`;
  return `${pass_count} of ${counted(pass_count + fail_count, 'row')} passed (${rate}), ${minimum} needed: too close to decide (${decision})${more}`;
}

/** The pass rate if every row in error failed, and if every one passed. */
function range({ pass_count, fail_count, error_count, minimum_pass_rate }: ReportRow): string {
  const all = pass_count + fail_count + error_count;
  const [low, minimum] = percentPair(pass_count / all, minimum_pass_rate);
  const [high] = percentPair((pass_count + error_count) / all, minimum_pass_rate);
  return `between ${low} and ${high}, ${minimum} needed`;
}

/** What a reader should know or do beyond the sentence itself. */
function explained({ outcome, report }: Results): string[] {
  if (outcome === 'inconclusive' && report.every((test) => test.outcome !== 'inconclusive' || test.error_count === 0)) {
    return ['These rows are too few to be sure: take more of them.'];
  }
  if (outcome === 'inconclusive') {
    return ['The rows in error decide between pass and fail: mend what their errors name, or run again.'];
  }
  if (outcome === 'error') {
    const without = report.some((test) => test.outcome === 'error' && test.error_count === 0);
    return without
      ? ['A test without a row to judge proves nothing: take data that the test can change.']
      : ['Without a score there is no verdict: mend what the errors name, then run again.'];
  }
  const decided = report.filter((test) => test.outcome === 'pass' || test.outcome === 'fail');
  const errors = decided.reduce((sum, test) => sum + test.error_count, 0);
  return errors > 0 ? [`${counted(errors, 'row')} in error could not change the verdict.`] : [];
}
