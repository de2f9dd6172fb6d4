/** Each of a test's combined scorers by itself. Plain text: escaping is the writer's. */
import type { ReportRow, Results } from '../engine/results.js';
import { shortName } from './escape.js';
import { counted, number } from './words.js';

/** Our own are five; a published report's may be more. */
const MOST_SCORERS = 10;

/** A line a scorer, its rate null where it had no verdict at all; none where no test combines any. */
export function scorerLines(report: readonly ReportRow[]) {
  return report.flatMap(({ test_type, scorers = {} }) =>
    Object.entries(scorers).map(([scorer, { fail_count, pass_count, error_count }]) => {
      const scored = pass_count + fail_count;
      return { test_type, scorer, fail_count, pass_count, pass_rate: scored === 0 ? null : pass_count / scored, error_count };
    }),
  );
}

/** `bad_words failed 3 of 50 rows, moderation failed 1 of 46 rows and said nothing of 4`; nothing without scorers. */
export function scorersOf(test: ReportRow): string | undefined {
  const lines = scorerLines([test]);
  const shown = lines.slice(0, MOST_SCORERS).map(({ scorer, fail_count, pass_count, error_count }) => {
    const errors = error_count > 0 ? ` and said nothing of ${number(error_count)}` : '';
    return `${shortName(scorer)} failed ${number(fail_count)} of ${counted(fail_count + pass_count, 'row')}${errors}`;
  });
  const rest = lines.length - shown.length;
  return lines.length === 0 ? undefined : [...shown, ...(rest > 0 ? [`${counted(rest, 'more scorer')} in the report`] : [])].join(', ');
}

/** The same as sentences, for where there is no table. */
export function scorerSentences({ report }: Results): string[] {
  return report.flatMap((test) => {
    const scorers = scorersOf(test);
    return scorers === undefined ? [] : [`${shortName(test.test_type)}: ${scorers}`];
  });
}
