/** The report in a terminal, or in a log. */
import type { Outcome, ReportRow, Results } from '../engine/results.js';
import { cut } from './cut.js';
import { oneLine, terminal, withoutCommands } from './escape.js';
import { type Segment, shorten } from './inserted.js';
import { type Column, columns, field, paint, say, symbol, type TerminalOptions } from './layout.js';
import { percent } from './percent.js';
import { type ShownRow, type ShownTest, shownTests } from './rows.js';
import { tally } from './tally.js';
import { verdict } from './verdict.js';
import { counted, facts, number, rule, certainties } from './words.js';

export interface ReportOptions extends TerminalOptions {
  /** Rows shown of each test; 5 unless told. */
  maxRows?: number;
}

const ICONS: Record<Outcome, [unicode: string, ascii: string]> = {
  pass: ['✔', '+'],
  fail: ['✖', 'x'],
  inconclusive: ['⚠', '?'],
  error: ['✖', '!'],
  skipped: ['○', '-'],
};
const COLORS = { pass: 'green', fail: 'red', inconclusive: 'yellow', error: 'red', skipped: 'yellow' } as const;
const LONGEST_TEXT = 1_000;

export function renderTerminal(results: Results, options: ReportOptions): string {
  const tests = shownTests(results);
  const { sentence, more } = verdict(results);
  const sections = [
    [
      ...heading(results.outcome, sentence, options),
      ...more.flatMap((text) => say(text, options)),
      ...problem(results, options),
      ...results.notices.flatMap((notice) => say(notice, options)),
    ],
    results.report.length > 0 ? [reportColumns(results.report, options)] : [],
    certainties(results).flatMap((sentence) => say(sentence, options)),
    ...tests.map((test) => rowsOf(test, options)),
    tests.flatMap((test) => leftOut(test, options)),
    say(facts(results).map(([label, value]) => `${label} ${value}`).join(symbol(' · ', ', ', options)), options, 0),
  ];
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n');
  // A log of GitHub's is a terminal too.
  return `${withoutCommands(text)}\n`;
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

function reportColumns(report: ReportRow[], options: ReportOptions): string {
  const column = (name: string, cell: (test: ReportRow) => string, more: Partial<Column> = {}): Column => ({
    name,
    cells: report.map((test) => terminal(oneLine(cell(test), 40))),
    ...more,
  });
  const numeric = { align: 'right' } as const;
  return columns(
    [
      column('test_type', (test) => test.test_type),
      column('category', (test) => test.category, { expendable: 1 }),
      column('fail_\ncount', (test) => number(test.fail_count), numeric),
      column('pass_\ncount', (test) => number(test.pass_count), numeric),
      column('pass_\nrate', (test) => percent(test.pass_rate), numeric),
      column('minimum_\npass_rate', (test) => percent(test.minimum_pass_rate), numeric),
      column('pass', (test) => String(test.pass), { expendable: 2 }),
      column('error_\ncount', (test) => number(test.error_count), numeric),
      column('not_\napplicable_\ncount', (test) => number(test.not_applicable_count), { ...numeric, expendable: 3 }),
      column('outcome', (test) => test.outcome, { style: (cell) => COLORS[cell as Outcome] }),
    ],
    options,
  );
}

function rowsOf({ test, failed, errors, errorGroups }: ShownTest, options: ReportOptions): string[] {
  if (failed.length + errors.length === 0) return [];
  const { maxRows = 5 } = options;
  const shown = [...failed, ...errors].slice(0, maxRows);
  const rest = failed.length + errors.length - shown.length;
  const counts = [counted(failed.length, 'row') + ' failed', ...(errors.length > 0 ? [`${number(errors.length)} in error`] : [])];
  return [
    ...say(`${oneLine(test.test_type, 80)}: ${counts.join(', ')}`, options, 0).map((line) => paint('bold', line, options)),
    ...say(`Scorer ${test.scorer}: ${rule(test.threshold)}.`, options),
    ...errorGroups
      .slice(0, 5)
      .flatMap(({ item, count }) => say(`${counted(count, 'row')} in error (${item.kind}): ${cut(item.message, LONGEST_TEXT)}`, options)),
    ...shown.flatMap((row) => ['', ...block(row, options)]),
    ...(rest > 0 && maxRows > 0 ? ['', ...say(`... and ${counted(rest, 'more row')}.`, options)] : []),
  ];
}

function block(row: ShownRow, options: ReportOptions): string[] {
  const plain = (text: string | null): Segment[] => [{ text: text === null ? '(no answer)' : cut(text, LONGEST_TEXT), inserted: false }];
  const outcome = row.error ? 'error' : 'fail';
  const score = row.error ? `${row.error.kind}: ${oneLine(row.error.message, 200)}` : `eval_score ${row.score}`;
  const head = `${symbol(...ICONS[outcome], options)} ${oneLine(row.source, 200)}  ${score}`;
  return [
    ...say(head, options).map((line) => paint(COLORS[outcome], line, options)),
    ...field('original', plain(row.original), options),
    ...(row.options === undefined ? [] : field('options', plain(row.options), options)),
    ...field('test_case', shorten(row.testCase, LONGEST_TEXT), options),
    ...field('expected_result', plain(row.expected), options),
    ...field('actual_result', plain(row.actual), options),
  ];
}

function leftOut({ test, leftOut, unscored }: ShownTest, options: ReportOptions): string[] {
  const name = oneLine(test.test_type, 80);
  const reasons = tally(leftOut, ({ reason }) => reason).slice(0, 3);
  const why = reasons.map(({ item, count }) => `${number(count)} x ${oneLine(item.reason, 100)}`).join('; ');
  const lines = [
    ...(test.not_applicable_count > 0 ? [`${counted(test.not_applicable_count, 'sample')} left out${why && ` (${why})`}`] : []),
    ...(unscored.length > 0 ? [`${counted(unscored.length, 'row')} not judged`] : []),
  ];
  return lines.flatMap((line) => say(`${name}: ${line}`, options, 0));
}
