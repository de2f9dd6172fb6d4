/** Several reports side by side: in a terminal, as HTML that GitHub keeps, as JSON. */
import type {
  ReportComparison,
  ComparedCell,
  ComparedReports,
} from '../../engine/compare-reports.js';
import { jsonText } from '../../json.js';
import { probabilityWords } from '../story/baseline.js';
import { numberColumns, type TableRow, type Table } from '../story/blocks.js';
import { cut, oneLine } from '../story/truncate.js';
import { partName } from '../story/test-words.js';
import { quantity, formatNumber, formatPercent } from '../story/words.js';
import { github } from './escape.js';
import { paragraphs, tableHtml } from './github-tables.js';
import { joinSections, wrapText, tableLines, type TerminalOptions } from './layout.js';

const LONGEST_NAME = 60;

const ABOUT =
  'Each report is compared with the first, by rows that have a verdict in both. p is two-sided, with Holm’s correction for all comparisons here. ' +
  'In brackets is the 95% interval (Wilson) of a rate. Where rows were asked until they decided, the rate is biased: it has no interval, and p allows for the early stop.';

export function renderCompared(
  compared: ComparedReports,
  format: 'terminal' | 'markdown' | 'json',
  options: TerminalOptions,
): string {
  if (format === 'json') return `${jsonText(compared, 2)}\n`;
  const table = comparedTable(compared);
  const sentences = differences(compared);
  if (format === 'terminal')
    return joinSections([
      tableLines(table, options, Infinity),
      wrapText(sentences, options),
      wrapText(ABOUT, options),
    ]);
  const lines = [
    ...tableHtml(table, { longest: LONGEST_NAME, isWide: true, most: Infinity }),
    ...paragraphs(sentences),
    github`<p><sub>${ABOUT}</sub></p>`,
  ];
  return `${lines.join('\n')}\n`;
}

function comparedTable({ reports, tests }: ComparedReports): Table {
  const names = reports.map(({ name }) => oneLine(name, LONGEST_NAME));
  const rows: TableRow[] = reports.map(({ outcome }, i) => ({
    outcome,
    cells: ['the run', names[i] ?? '', outcome, '', ''],
  }));
  for (const test of tests) {
    const name = oneLine(partName(test), LONGEST_NAME);
    for (const [i, cell] of test.cells.entries()) {
      if (!cell) continue;
      const { outcome, minimum_pass_rate, error_count } = cell;
      const errors = error_count > 0 ? formatNumber(error_count) : '';
      const cells = [
        name,
        names[i] ?? '',
        rateWords(cell),
        formatPercent(minimum_pass_rate),
        errors,
      ];
      rows.push({ outcome, cells, strong: 2 });
    }
  }
  return {
    columns: [
      { name: 'test' },
      { name: 'report' },
      ...numberColumns('result', 'needed', 'in error'),
    ],
    rows,
    noun: 'row',
  };
}

function differences({ reports, tests }: ComparedReports): string[] {
  return tests.flatMap((test) => {
    const name = oneLine(partName(test), LONGEST_NAME);
    return test.cells.flatMap((cell, i) => {
      if (!cell?.beside) return [];
      const report = oneLine(reports[i]?.name ?? '', LONGEST_NAME);
      return `${name}, ${report}: ${differenceWords(cell.beside)}`;
    });
  });
}

function rateWords({ divergence, ...cell }: ComparedCell): string {
  const share = shareWords(cell);
  if (typeof divergence?.value !== 'number') return share;
  return `${share}, ${divergence.figure} ${divergence.value.toFixed(3)} nats`;
}

function shareWords({ pass_rate, interval, decided_after }: ComparedCell): string {
  if (interval)
    return `${formatPercent(pass_rate)} (${formatPercent(interval.low)} to ${formatPercent(interval.high)})`;
  return decided_after === undefined
    ? formatPercent(pass_rate)
    : `${formatPercent(pass_rate)}, decided after ${formatNumber(decided_after)}`;
}

function differenceWords(comparison: ReportComparison | { not_compared: string }): string {
  if ('not_compared' in comparison) return `not compared: ${cut(comparison.not_compared, 120)}`;
  const { rows, broken, fixed, difference, rates, adjusted_p_value } = comparison;
  if (rates) {
    const { first, now } = rates;
    const change = signedPoints(now.passes / now.rows - first.passes / first.rows);
    const bothRates = `${formatPercent(first.passes / first.rows)} of ${formatNumber(first.rows)} against ${formatPercent(now.passes / now.rows)} of ${quantity(now.rows, 'row')}`;
    return `by rates ${bothRates}, ${change} points (${probabilityWords(adjusted_p_value)}); early stopping leaves ${quantity(rows, 'common row')}: ${formatNumber(broken)} broken, ${formatNumber(fixed)} fixed`;
  }
  const points = difference
    ? `${signedPoints(difference.difference)} points (${signedPoints(difference.low)} to ${signedPoints(difference.high)}), `
    : '';
  return `${points}${formatNumber(broken)} broken, ${formatNumber(fixed)} fixed of ${quantity(rows, 'row')} (${probabilityWords(adjusted_p_value)})`;
}

function signedPoints(share: number): string {
  const points = Math.round(100 * share);
  if (points === 0) return '0';
  return points < 0 ? `−${-points}` : `+${points}`;
}
