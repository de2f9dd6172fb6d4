/** Judges and scorers, in words and numbers. Plain text: the writer escapes it. */
import { mayGate } from '../../engine/judges/calibration.js';
import type { Calibration, ReportRow } from '../../engine/results.js';
import { quoted } from '../../json.js';
import { shortName } from '../formats/escape.js';
import { wordsFor } from './sides.js';
import { counted, number, percentPair, tally } from './words.js';

/** The judges here know three or four verdicts; a published report may have more. */
const MOST_VERDICTS = 8;

export function known({ judge, right, total }: Calibration): string {
  return `judge ${quoted(judge)}: ${number(right)} of ${counted(total, 'known case')} right`;
}

/** `the judge openai/x got 20 of 32 known cases right (62%), 90% needed: it may not gate` */
export function mayNot({ judge, right, total, needed }: Calibration): string {
  const [rate, minimum] = percentPair(total === 0 ? 0 : right / total, needed);
  return `the judge ${quoted(judge)} got ${number(right)} of ${counted(total, 'known case')} right (${rate}), ${minimum} needed: it may not gate`;
}

/** Judges that may not gate, each once. */
export function unfitJudges(report: readonly ReportRow[]): Calibration[] {
  const unfit = report.flatMap(({ calibration }) => (calibration && !mayGate(calibration) ? [calibration] : []));
  return tally(unfit, (calibration) => JSON.stringify(calibration)).map(({ item }) => item);
}

/** How often a judge took each known verdict for each verdict. Known verdicts come first, so right ones are on the diagonal. */
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

const MOST_SCORERS = 10;

/** One line a scorer of each test that combines several; its rate is null without a verdict. */
export function scorerLines(report: readonly ReportRow[]) {
  return report.flatMap((test) =>
    Object.entries(test.scorers ?? {}).map(([scorer, { fail_count, pass_count, error_count }]) => {
      const scored = pass_count + fail_count;
      const pass_rate = scored === 0 ? null : pass_count / scored;
      return { label: wordsFor(test).label, test_type: test.test_type, scorer, fail_count, pass_count, pass_rate, error_count };
    }),
  );
}

/** `bad_words failed 3 of 50 rows, judge failed 1 of 46 rows and said nothing of 4`; undefined for a single scorer. */
export function scorersOf(test: ReportRow): string | undefined {
  const lines = scorerLines([test]);
  const shown = lines.slice(0, MOST_SCORERS).map(({ scorer, fail_count, pass_count, error_count }) => {
    const errors = error_count > 0 ? ` and said nothing of ${number(error_count)}` : '';
    return `${shortName(scorer)} failed ${number(fail_count)} of ${counted(fail_count + pass_count, 'row')}${errors}`;
  });
  const rest = lines.length - shown.length;
  return lines.length === 0 ? undefined : [...shown, ...(rest > 0 ? [`${counted(rest, 'more scorer')} in the report`] : [])].join(', ');
}
