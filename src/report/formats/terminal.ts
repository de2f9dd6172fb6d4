/** The report in a terminal or a log. */
import type { Calibration, Outcome, ReportRow, Results } from '../../engine/results.js';
import { besideInShort } from '../story/baseline.js';
import { confusionOf, mayNot, scorerLines, unfitJudges } from '../story/calibration.js';
import { cut } from '../story/cut.js';
import { labelOf, sparkline, trendsOf, trendWords } from '../story/history.js';
import type { ResultLine } from '../story/result.js';
import { shownTests } from '../story/rows.js';
import { rates } from '../story/sides.js';
import { kindTable } from '../story/states.js';
import { type Story, story, toldTest } from '../story/story.js';
import { counted, facts, number, percent, sentenceCase } from '../story/words.js';
import { oneLine, terminal } from './escape.js';
import { type Column, columns, columnsOver, field, page, paint, say, symbol } from './layout.js';
import { COLORS, errorsOf, ICONS, leftOut, type ReportOptions, rowsOf } from './terminal-rows.js';

const MOST_SCORERS = 20;
const RIGHT: Partial<Column> = { align: 'right' };

export function renderTerminal(results: Results, options: ReportOptions): string {
  const tests = shownTests(results);
  const told = story(results);
  // Statistics and unasked rows of a test that passed are shown with --all only.
  const isShown = ({ outcome }: Pick<ReportRow, 'outcome'>): boolean => outcome !== 'pass' || options.passing === true;
  const sure = told.isCauseAll ? [] : story({ ...results, report: results.report.filter(isShown) }).certainty;
  return page([
    opening(results, told, options),
    results.report.length === 0
      ? []
      : [options.names === 'langtest' ? langTestColumns(results.report, options) : resultColumns(told, options)],
    scorerColumns(results.report, options),
    ...results.report.map((test) => kindColumns(test, results, options)),
    ...unfitJudges(results.report).map((calibration) => unfit(calibration, options)),
    trends(results, options),
    told.isCauseAll ? [] : errorsOf(tests, [...told.next, ...told.notices], options),
    ...tests.map((test) => rowsOf(test, options)),
    tests.flatMap((test) => leftOut(isShown(test.test) ? test : { ...test, unscored: [] }, options)),
    sure.length === 0 ? [] : [paint('bold', 'How sure is this?', options), ...sure.flatMap((sentence) => say(sentence, options))],
    say(
      facts(results)
        .map(([label, value]) => `${label} ${value}`)
        .join(symbol(' · ', ', ', options)),
      options,
      0,
    ),
  ]);
}

/** The verdict, what became of the rows, and the first row of the first test that did not pass. */
export function renderBriefly(results: Results, options: ReportOptions): string {
  const told = story(results);
  const failed = shownTests(results).filter(({ test }) => test.outcome !== 'pass');
  const errors = told.isCauseAll ? [] : errorsOf(failed.slice(0, 1), [...told.next, ...told.notices], options);
  const [first = []] = failed.map((test) => rowsOf(test, { ...options, maxRows: 1 })).filter((lines) => lines.length > 0);
  return page([opening(results, told, options), errors, first]);
}

function opening({ problem }: Results, told: Story, options: ReportOptions): string[] {
  const { outcome, headline, warnings, tests, funnels, next, notices, cause } = told;
  const title = `${symbol(...ICONS[outcome], options)} sensitivity: ${outcome} ${symbol('—', '-', options)} ${headline}`;
  const shown = tests.filter(({ isTold }) => isTold);
  const rest = tests.length - shown.length;
  const where = problem?.where === undefined ? '' : `${problem.where}: `;
  return [
    ...say(title, options, 0).map((line) => paint(['bold', COLORS[outcome]], line, options)),
    ...warnings.flatMap((warning) => say(`${symbol('⚠️', '!', options)} ${warning}`, options)),
    ...(problem ? say(`${where}${problem.message}`, options) : cause ? say(withCount(cause), options) : []),
    ...shown.flatMap((test) => say(toldTest(test), options)),
    ...(shown.length > 0 && rest > 0 ? say(`${counted(rest, 'more test')} below.`, options) : []),
    ...funnels.flatMap((line) => say(line.replaceAll('→', symbol('→', '->', options)), options)),
    ...next.flatMap((text) => say(text, options)),
    ...changes(told, options),
    ...notices.flatMap((notice) => say(notice, options)),
  ];
}

function withCount({ message, count }: NonNullable<Story['cause']>): string {
  return `${message}${count === undefined ? '' : ` (${count})`}`;
}

function changes({ changes: changed }: Story, options: ReportOptions): string[] {
  const none = [{ text: '(not set)', inserted: false }];
  return changed.flatMap(({ key, old = none, now = none }) => [
    ...say(`${oneLine(key, 80)}:`, options, 4),
    ...field('before', old, options),
    ...field('now', now, options),
  ]);
}

function resultColumns({ table: { lines, against } }: Story, options: ReportOptions): string {
  if (lines.length === 0) return '';
  const column = columnsOver(lines);
  const plain = (text: string): string => text.replace(/[−—]/, (sign) => symbol(sign, '-', options));
  const iconOf = ({ outcome }: ResultLine): string => (outcome === undefined ? ' ' : symbol(...ICONS[outcome], options));
  const some = (count: number, { isLast }: ResultLine): string => (count === 0 || !isLast ? '' : number(count));
  const has = (count: 'error_count' | 'not_applicable_count'): boolean => lines.some(({ test }) => test[count] > 0);
  const style = (cell: string): (typeof COLORS)[Outcome] => COLORS[lines.find((line) => cell.startsWith(iconOf(line)))?.outcome ?? 'pass'];
  return columns(
    [
      column('test', (line) => `${iconOf(line)} ${line.label}`, { style }),
      column('name', ({ test }) => test.test_type, { expendable: 1 }),
      column('result', ({ rate }) => plain(rate), RIGHT),
      column('needed', ({ needed }) => plain(needed), RIGHT),
      ...(against === undefined
        ? []
        : [column(cut(against, 36).replace(' from ', '\nfrom '), ({ change = '' }) => plain(change), { ...RIGHT, expendable: 4 })]),
      column('passed', ({ passed, all }) => (all === 0 ? '' : `${number(passed)} of ${number(all)}`), { ...RIGHT, expendable: 3 }),
      ...(has('error_count') ? [column('in error', (line) => some(line.test.error_count, line), RIGHT)] : []),
      ...(has('not_applicable_count')
        ? [column('left out', (line) => some(line.test.not_applicable_count, line), { ...RIGHT, expendable: 2 })]
        : []),
    ],
    options,
  );
}

function langTestColumns(report: readonly ReportRow[], options: ReportOptions): string {
  const column = columnsOver(report);
  const baseline = (test: ReportRow): string => besideInShort(test.baseline).replace(/[−—]/, (dash) => symbol(dash, '-', options));
  return columns(
    [
      column('test_type', (test) => test.test_type),
      column('category', (test) => test.category, { expendable: 1 }),
      column('fail_\ncount', (test) => number(test.fail_count), RIGHT),
      column('pass_\ncount', (test) => number(test.pass_count), RIGHT),
      column('pass_\nrate', (test) => rates(test, 'pass_rate'), RIGHT),
      column('minimum_\npass_rate', (test) => rates(test, 'minimum_pass_rate'), RIGHT),
      ...(report.some((test) => test.baseline) ? [column('baseline', baseline, { ...RIGHT, expendable: 4 })] : []),
      column('pass', (test) => String(test.pass), { expendable: 2 }),
      column('error_\ncount', (test) => number(test.error_count), RIGHT),
      column('not_\napplicable_\ncount', (test) => number(test.not_applicable_count), { ...RIGHT, expendable: 3 }),
      column('outcome', (test) => test.outcome, { style: (cell) => COLORS[cell as Outcome] }),
    ],
    options,
  );
}

function scorerColumns(report: readonly ReportRow[], options: ReportOptions): string[] {
  const lines = scorerLines(report);
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MOST_SCORERS);
  const column = columnsOver(shown);
  const rest = lines.length - shown.length;
  return [
    columns(
      [
        column('scorer', (line) => line.scorer),
        column('test', (line) => line.label, { expendable: 1 }),
        column('failed', (line) => number(line.fail_count), RIGHT),
        column('passed', (line) => number(line.pass_count), RIGHT),
        column('result', (line) => percent(line.pass_rate).replace('—', symbol('—', '-', options)), RIGHT),
        column('in error', (line) => number(line.error_count), RIGHT),
      ],
      options,
    ),
    ...(rest > 0 ? say(`... and ${counted(rest, 'more scorer')}.`, options) : []),
  ];
}

function kindColumns(test: ReportRow, results: Results, options: ReportOptions): string[] {
  const { head = [], lines = [] } = kindTable(test, results) ?? {};
  if (lines.length === 0) return [];
  const column = columnsOver(lines);
  const cell = (i: number) => (line: string[]) => line[i]!.replace('—', symbol('—', '-', options));
  return [
    columns(
      head.map((name, i) => column(terminal(name), cell(i), i === 0 ? {} : RIGHT)),
      options,
    ),
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
