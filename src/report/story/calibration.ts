/** Judges and scorers, in words and tables. Plain text: the writer escapes it. */
import { casesWithout, isUnanswered, mayGate, sharesOf } from '../../engine/judges/calibration.js';
import type { Calibration, ReportRow } from '../../engine/results.js';
import { quoted } from '../../json.js';
import { type Block, numbers, type Table } from './blocks.js';
import { cut, shortName } from './truncate.js';
import { counted, number, percentPair, sentenceCase, tally } from './words.js';

/** The judges here know three or four verdicts; a published report may have more. */
const MOST_VERDICTS = 8;
const LONGEST_VERDICT = 40;

export function calibrationWords(calibration: Calibration): string {
  return `judge ${quoted(calibration.judge)}: ${sharesInWords(calibration)} right`;
}

/** `48 of 50 known cases`, and those of the team beside them. */
function sharesInWords(calibration: Calibration): string {
  const [builtIn, ofTeam] = sharesOf(calibration);
  const known = builtIn ?? calibration;
  const words = `${number(known.right)} of ${counted(known.total, 'known case')}`;
  if (ofTeam === undefined) return words;
  return `${words} and ${number(ofTeam.right)} of ${counted(ofTeam.total, 'case')} of your own`;
}

/** `the judge openai/x got 20 of 32 known cases right (62%), 90% needed: it may not gate` */
export function unfitJudgeWords(calibration: Calibration): string {
  const { judge, needed } = calibration;
  const shares = sharesOf(calibration).map(({ right, total }) => (total === 0 ? 0 : right / total));
  const [rate, minimum] = percentPair(Math.min(...shares), needed);
  return `the judge ${quoted(judge)} got ${sharesInWords(calibration)} right (${rate}), ${minimum} needed: it may not gate`;
}

/** `the judge openai/x gave no answer to 40 of 40 known cases` */
export function unansweredWords(calibration: Calibration): string {
  const missing = casesWithout(calibration, 'error');
  return `the judge ${quoted(calibration.judge)} gave no answer to ${number(missing)} of ${counted(calibration.total, 'known case')}`;
}

function failureWords({ first_failure: why }: Calibration): string {
  return why === undefined ? '' : ` ${cut(why.replaceAll('\n', ' '), LONGEST_FAILURE)}`;
}

export function unfitJudges(report: readonly ReportRow[]): Calibration[] {
  const unfit = report.flatMap(({ calibration }) =>
    calibration && !mayGate(calibration) ? [calibration] : [],
  );
  return tally(unfit, (calibration) => JSON.stringify(calibration)).map(({ item }) => item);
}

const MOST_JUDGES = 3;
const LONGEST_FAILURE = 400;

/**
 * Returns a block for each judge that may not gate: the reason, and a table of known verdicts
 * against the verdicts of the judge.
 */
export function judgeBlocks(report: readonly ReportRow[]): Block[] {
  const all = unfitJudges(report);
  const unfit = all.filter((calibration) => !isUnanswered(calibration));
  const rest = unfit.length - MOST_JUDGES;
  const blocks = unfit.slice(0, MOST_JUDGES).map((calibration): Block => {
    const table = confusionTable(calibration);
    return {
      place: 'head',
      sentences: [[{ strong: `${sentenceCase(unfitJudgeWords(calibration))}.` }]],
      table: table.rows.length > 0 ? table : undefined,
    };
  });
  const unanswered = all.filter(isUnanswered);
  for (const { item } of tally(unanswered, ({ judge, first_failure: why }) => `${judge} ${why}`))
    blocks.push({
      place: 'head',
      sentences: [[{ strong: `${sentenceCase(unansweredWords(item))}.` }, failureWords(item)]],
    });
  if (rest > 0)
    blocks.push({
      place: 'head',
      sentences: [[`… and ${counted(rest, 'more judge')} in the report.`]],
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
      [...counts].flatMap(([judged, count]) => (count > 0 ? [judged] : [])),
    ),
  ];
  const judged = [...new Set(names)].slice(0, MOST_VERDICTS);
  return {
    columns: [
      { name: 'known verdict' },
      ...numbers(...judged.map((name) => `judged\n${cut(name, LONGEST_VERDICT)}`)),
    ],
    rows: rows.slice(0, MOST_VERDICTS).map(({ known, counts }, i) => ({
      cells: [cut(known, LONGEST_VERDICT), ...judged.map((name) => number(counts.get(name) ?? 0))],
      strong: i + 1,
    })),
    noun: 'verdict',
  };
}

const MOST_SCORERS = 10;

/**
 * `bad_words failed 3 of 50 rows`: the word list beside a judge; undefined for a test without it.
 */
export function scorersOf(test: ReportRow): string | undefined {
  const { scorers = {} } = test.method === 'triplet' ? {} : test;
  const all = Object.entries(scorers);
  const shown = all
    .slice(0, MOST_SCORERS)
    .map(([scorer, { fail_count, pass_count, error_count }]) => {
      const errors = error_count > 0 ? ` and said nothing of ${number(error_count)}` : '';
      return `${shortName(scorer)} failed ${number(fail_count)} of ${counted(fail_count + pass_count, 'row')}${errors}`;
    });
  const rest = all.length - shown.length;
  if (rest > 0) shown.push(`${counted(rest, 'more scorer')} in the report`);
  return all.length === 0 ? undefined : shown.join(', ');
}
