/** A judge on cases whose verdict is known, in words and numbers. Plain text: escaping is the writer's. */
import { mayGate } from '../../engine/judges/calibration.js';
import type { Calibration, ReportRow, Results } from '../../engine/results.js';
import { quoted } from '../../json.js';
import { percentPair, tally, counted, number } from './words.js';
import { shortName } from '../formats/escape.js';

/** Our own judges know three or four verdicts; a published report's may know more. */
const MOST_VERDICTS = 8;

export function known(calibration: Calibration): string {
  return `judge ${nameOf(calibration)}: ${rightOf(calibration)}`;
}

/** Why a judge has no say: `the judge openai/x got 20 of 32 known cases right (62%), 90% needed: it may not gate`. */
export function mayNot(calibration: Calibration): string {
  const { right, total, needed } = calibration;
  const [rate, minimum] = percentPair(total === 0 ? 0 : right / total, needed);
  return `the judge ${nameOf(calibration)} got ${rightOf(calibration)} (${rate}), ${minimum} needed: it may not gate`;
}

function nameOf({ judge }: Calibration): string {
  return quoted(judge);
}

function rightOf({ right, total }: Calibration): string {
  return `${number(right)} of ${counted(total, 'known case')} right`;
}

/** Judges that may not gate, each once, however many tests they judged. */
export function unfitJudges(report: readonly ReportRow[]): Calibration[] {
  const unfit = report.flatMap(({ calibration }) => (calibration && !mayGate(calibration) ? [calibration] : []));
  return tally(unfit, (calibration) => JSON.stringify(calibration)).map(({ item }) => item);
}

/** Judged: the known verdicts first, so that right ones stand on the diagonal. */
export function confusionOf({ confusion }: Calibration) {
  const rows = Object.entries(confusion).map(([known, counts]) => ({ known, counts: new Map(Object.entries(counts)) }));
  const names = [
    ...rows.map(({ known }) => known),
    ...rows.flatMap(({ counts }) => [...counts].flatMap(([judged, count]) => (count > 0 ? [judged] : []))),
  ];
  const judged = [...new Set(names)].slice(0, MOST_VERDICTS);
  return {
    judged,
    rows: rows.slice(0, MOST_VERDICTS).map(({ known, counts }) => ({ known, counts: judged.map((name) => counts.get(name) ?? 0) })),
  };
}

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

export function scorerSentences({ report }: Results): string[] {
  return report.flatMap((test) => {
    const scorers = scorersOf(test);
    return scorers === undefined ? [] : [`${shortName(test.test_type)}: ${scorers}`];
  });
}
