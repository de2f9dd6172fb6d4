/** Judges and scorers, in words and tables. Plain text: the writer escapes it. */
import { casesWithout, isUnanswered, mayGate } from '../../engine/judges/calibration.ts';
import type { Calibration, ReportRow } from '../../engine/results.ts';
import { quoted } from '../../json.ts';
import { type Block, numberColumns, type Table } from './blocks.ts';
import { cut, shortName } from './truncate.ts';
import { quantity, formatNumber, percentPair, sentenceCase, countByKey } from './words.ts';

export function calibrationWords(calibration: Calibration): string {
  return `judge ${quoted(calibration.judge)}: ${shareInWords(calibration)} right`;
}

/** `48 of 50 known cases` */
function shareInWords({ right, total }: Calibration): string {
  return `${formatNumber(right)} of ${quantity(total, 'known case')}`;
}

/** `the judge openai/x got 20 of 32 known cases right (62%), 90% needed: it may not gate` */
export function unfitJudgeWords(calibration: Calibration): string {
  const { judge, right, total, needed } = calibration;
  const [rate, minimum] = percentPair(total === 0 ? 0 : right / total, needed);
  return `the judge ${quoted(judge)} got ${shareInWords(calibration)} right (${rate}), ${minimum} needed: it may not gate`;
}

/** `the judge openai/x gave no answer to 40 of 40 known cases` */
export function unansweredWords(calibration: Calibration): string {
  const missing = casesWithout(calibration, 'error');
  return `the judge ${quoted(calibration.judge)} gave no answer to ${formatNumber(missing)} of ${quantity(calibration.total, 'known case')}`;
}

function failureWords({ first_failure: why }: Calibration): string {
  return why === undefined ? '' : ` ${cut(why.replaceAll('\n', ' '), MAX_FAILURE_LENGTH)}`;
}

export function unfitJudges(report: readonly ReportRow[]): Calibration[] {
  const unfit = report.flatMap(({ calibration }) =>
    calibration && !mayGate(calibration) ? [calibration] : [],
  );
  return countByKey(unfit, (calibration) => JSON.stringify(calibration)).map(({ item }) => item);
}

const MAX_JUDGES = 3;
const MAX_FAILURE_LENGTH = 400;

/**
 * Returns a block for each judge that may not gate: the reason, and a table of known verdicts
 * against the verdicts of the judge.
 */
export function judgeBlocks(report: readonly ReportRow[]): Block[] {
  const all = unfitJudges(report);
  const unfit = all.filter((calibration) => !isUnanswered(calibration));
  const moreCount = unfit.length - MAX_JUDGES;
  const blocks = unfit.slice(0, MAX_JUDGES).map((calibration): Block => {
    const table = confusionTable(calibration);
    return {
      place: 'head',
      sentences: [[{ strong: `${sentenceCase(unfitJudgeWords(calibration))}.` }]],
      table: table.rows.length > 0 ? table : undefined,
    };
  });
  const unanswered = all.filter(isUnanswered);
  for (const { item } of countByKey(
    unanswered,
    ({ judge, first_failure: why }) => `${judge} ${why}`,
  ))
    blocks.push({
      place: 'head',
      sentences: [[{ strong: `${sentenceCase(unansweredWords(item))}.` }, failureWords(item)]],
    });
  if (moreCount > 0)
    blocks.push({
      place: 'head',
      sentences: [[`… and ${quantity(moreCount, 'more judge')} in the report.`]],
    });
  return blocks;
}

/** Known verdicts come first, so right ones are on the diagonal. */
export function confusionTable({ confusion }: Calibration): Table {
  const rows = Object.entries(confusion).map(([known, counts]) => ({
    known,
    counts: new Map(Object.entries(counts)),
  }));
  const names = [
    ...rows.map(({ known }) => known),
    ...rows.flatMap(({ counts }) =>
      [...counts].flatMap(([verdict, count]) => (count > 0 ? [verdict] : [])),
    ),
  ];
  const verdictNames = [...new Set(names)];
  return {
    columns: [
      { name: 'known verdict' },
      ...numberColumns(...verdictNames.map((name) => `judged\n${name}`)),
    ],
    rows: rows.map(({ known, counts }, i) => ({
      cells: [known, ...verdictNames.map((name) => formatNumber(counts.get(name) ?? 0))],
      strong: i + 1,
    })),
    noun: 'verdict',
  };
}

const MAX_SCORERS = 10;

/**
 * `bad_words failed 3 of 50 rows`: the word list beside a judge; undefined for a test without it.
 */
export function scorerWords(test: ReportRow): string | undefined {
  const { scorers = {} } = test.method === 'triplet' ? {} : test;
  const allScorers = Object.entries(scorers);
  const scorerClauses = allScorers
    .slice(0, MAX_SCORERS)
    .map(([scorer, { fail_count, pass_count, error_count }]) => {
      const errors = error_count > 0 ? ` and said nothing of ${formatNumber(error_count)}` : '';
      return `${shortName(scorer)} failed ${formatNumber(fail_count)} of ${quantity(fail_count + pass_count, 'row')}${errors}`;
    });
  const moreCount = allScorers.length - scorerClauses.length;
  if (moreCount > 0) scorerClauses.push(`${quantity(moreCount, 'more scorer')} in the report`);
  return allScorers.length === 0 ? undefined : scorerClauses.join(', ');
}
