/** Several reports side by side: in a terminal, as HTML that GitHub keeps, as JSON. */
import type { Beside, ComparedCell, ComparedReports, ComparedTest } from '../../engine/compare-reports.js';
import type { Outcome } from '../../engine/results.js';
import { probability } from '../story/baseline.js';
import { cut } from '../story/cut.js';
import { jsonText } from '../../json.js';
import { oneLine, prose, terminal, withoutCommands } from './escape.js';
import { cell, short, table, td } from './github.js';
import { columns, say, symbol, type TerminalOptions } from './layout.js';
import { counted, ICONS, number, percent, present } from '../story/words.js';
import { partName } from '../story/sides.js';

const LONGEST_NAME = 60;
const NARROW_NAME = 22;
const FIRST_COLUMN = 26;

type ComparedFormat = 'terminal' | 'markdown' | 'json';

export function renderCompared(compared: ComparedReports, format: ComparedFormat, options: TerminalOptions): string {
  switch (format) {
    case 'json':
      return `${jsonText(compared, 2)}\n`;
    case 'markdown':
      return `${markdown(compared)}\n`;
    case 'terminal':
      return `${withoutCommands(inTerminal(compared, options))}\n`;
  }
}

const ABOUT =
  'Each report is compared with the first, by rows that have a verdict in both. p is two-sided, with Holm’s correction for all comparisons here. ' +
  'In brackets is the 95% interval (Wilson) of a rate. Where rows were asked until they decided, the rate is biased: it has no interval, and p allows for the early stop.';

const ABOUT_SIGNS = 'In the picture ● is the rate, from 0 to 100%, ├─┤ its interval, and ┊ the minimum.';

function markdown({ reports, tests }: ComparedReports): string {
  const outcome = (of: Outcome): string => `${ICONS[of]}&nbsp;${of}`;
  return [
    table(
      ['test_type', ...reports.map(({ name }) => short(name, LONGEST_NAME))],
      [
        [td('<i>the run</i>'), ...reports.map((report) => td(outcome(report.outcome)))],
        ...tests.map((test) => [
          td(short(partName(test), LONGEST_NAME)),
          ...test.cells.map((one) => (one ? cell(...cellLines(one).map((line) => prose(line))) : td('—'))),
        ]),
      ],
    ),
    inSigns({ reports, tests }),
    `<p><sub>${prose(`${ABOUT} ${ABOUT_SIGNS}`)}</sub></p>`,
  ].join('\n');
}

/** Rows of bars, test by test: a comment has no pictures. */
function inSigns({ reports, tests }: Pick<ComparedReports, 'reports' | 'tests'>): string {
  const lineOf = (test: ComparedTest, cell: ComparedCell, i: number): string[] => [
    td(short(partName(test), LONGEST_NAME)),
    td(short(reports[i]!.name, LONGEST_NAME)),
    td(`${ICONS[cell.outcome]}&nbsp;<code>${barOf(cell)}</code>`),
  ];
  return table(
    ['test_type', 'model', 'from 0 to 100%'],
    ...tests.map((test) => test.cells.flatMap((cell, i) => (cell ? [lineOf(test, cell, i)] : []))),
  );
}

const BAR_LENGTH = 25;

/** Draws the rate, its interval and the minimum (`┊`) on a line from 0 to 100%: `······├───●─┤···`. */
function barOf({ pass_rate, interval, minimum_pass_rate }: ComparedCell): string {
  const place = (share: number): number => Math.min(BAR_LENGTH - 1, Math.floor(share * BAR_LENGTH));
  const signs = Array.from({ length: BAR_LENGTH }, () => '·');
  if (interval) {
    const [low, high] = [place(interval.low), place(interval.high)];
    signs.fill('─', low, high + 1);
    if (low < high) [signs[low], signs[high]] = ['├', '┤'];
  }
  signs[place(minimum_pass_rate)] = '┊';
  if (pass_rate !== null) signs[place(pass_rate)] = '●';
  return signs.join('');
}

function cellLines(cell: ComparedCell): string[] {
  const { outcome, error_count, beside } = cell;
  return present([
    `${ICONS[outcome]} ${rateOf(cell)}`,
    error_count > 0 && `${counted(error_count, 'row')} in error`,
    beside && besideWords(beside),
  ]);
}

function rateOf({ divergence, ...cell }: ComparedCell): string {
  const { value } = divergence ?? {};
  return `${shareOf(cell)}${typeof value === 'number' ? `, ${divergence!.figure} ${value.toFixed(3)} nats` : ''}`;
}

function shareOf({ pass_rate, interval, decided_after }: ComparedCell): string {
  if (interval) return `${percent(pass_rate)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return decided_after === undefined ? percent(pass_rate) : `${percent(pass_rate)}, decided after ${number(decided_after)}`;
}

function besideWords(beside: Beside | { not_compared: string }): string {
  if ('not_compared' in beside) return `not compared: ${cut(beside.not_compared, 120)}`;
  const { rows, broken, fixed, difference, rates, adjusted_p_value } = beside;
  if (rates) {
    const { first, now } = rates;
    const change = signed(now.passes / now.rows - first.passes / first.rows);
    const both = `${percent(first.passes / first.rows)} of ${number(first.rows)} against ${percent(now.passes / now.rows)} of ${counted(now.rows, 'row')}`;
    return `by rates ${both}, ${change} points (${probability(adjusted_p_value)}); early stopping leaves ${counted(rows, 'common row')}: ${number(broken)} broken, ${number(fixed)} fixed`;
  }
  const points = difference ? `${signed(difference.difference)} points (${signed(difference.low)} to ${signed(difference.high)}), ` : '';
  return `${points}${number(broken)} broken, ${number(fixed)} fixed of ${counted(rows, 'row')} (${probability(adjusted_p_value)})`;
}

function signed(share: number): string {
  const points = Math.round(100 * share);
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0';
}

function inTerminal({ reports, tests }: ComparedReports, options: TerminalOptions): string {
  const name = (text: string, longest: number): string => terminal(oneLine(text, longest));
  const plain = (text: string): string => text.replaceAll('−', symbol('−', '-', options));
  const perTable = Math.max(1, Math.floor((options.columns - FIRST_COLUMN) / (NARROW_NAME + 4)));
  const starts = Array.from({ length: Math.ceil(reports.length / perTable) }, (_, i) => i * perTable);
  const mark: Record<Outcome, string> = { pass: '✔', fail: '✖', inconclusive: '?', error: '!', skipped: '-' };
  const ascii: Record<Outcome, string> = { ...mark, pass: '+', fail: 'x' };
  const withMark = (outcome: Outcome, text: string): string => `${symbol(mark[outcome], ascii[outcome], options)} ${text}`;
  const tables = starts.map((start) =>
    columns(
      [
        { name: 'test_type', cells: ['the run', ...tests.map((test) => name(partName(test), 40))] },
        ...reports.slice(start, start + perTable).map((report, i) => ({
          name: name(report.name, NARROW_NAME),
          cells: [
            withMark(report.outcome, report.outcome),
            ...tests.map(({ cells }) => {
              const cell = cells[start + i];
              return cell ? withMark(cell.outcome, rateOf(cell).replace(', decided', '')) : symbol('—', '-', options);
            }),
          ],
        })),
      ],
      options,
    ),
  );
  const beside = tests.flatMap((test) =>
    test.cells.flatMap((cell, i) => {
      if (!cell?.beside) return [];
      const which = `${oneLine(partName(test), LONGEST_NAME)}, ${oneLine(reports[i]!.name, LONGEST_NAME)}`;
      return say(plain(`${which}: ${besideWords(cell.beside)}`), options);
    }),
  );
  return [...tables, ...(beside.length > 0 ? [beside.join('\n')] : []), say(ABOUT, options).join('\n')].join('\n\n');
}
