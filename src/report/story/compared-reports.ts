/** Several reports side by side, in words. Plain text: the writer escapes it. */
import type {
  ReportComparison,
  ComparedCell,
  ComparedReports,
} from '../../engine/verdict/compare-reports.ts';
import { probabilityWords } from './baseline.ts';
import { numberColumns, type TableRow, type Table } from './blocks.ts';
import { cut, oneLine } from './truncate.ts';
import { partName } from './test-words.ts';
import { quantity, formatNumber, formatPercent } from './words.ts';

const MAX_NAME_LENGTH = 60;

export const ABOUT_COMPARISONS =
  'Each report is compared with the first, by rows that have a verdict in both. p is two-sided, with Holm’s correction for all comparisons here. ' +
  'In brackets is the 95% interval (Wilson) of a rate. Where rows were asked until they decided, the rate is biased: it has no interval, and p allows for the early stop.';

/** The outcome of each run, then of each test in each report. */
export function comparedTable({ reports, tests }: ComparedReports): Table {
  const names = reports.map(({ name }) => oneLine(name, MAX_NAME_LENGTH));
  const runs = reports.map(({ outcome }, i): TableRow => ({
    outcome,
    cells: ['the run', names[i] ?? '', outcome, '', ''],
  }));
  const testRows = tests.flatMap((test) => {
    const name = oneLine(partName(test), MAX_NAME_LENGTH);
    return test.cells.flatMap((cell, i) => (cell ? testRow([name, names[i] ?? ''], cell) : []));
  });
  return {
    columns: [
      { name: 'test' },
      { name: 'report' },
      ...numberColumns('result', 'needed', 'in error'),
    ],
    rows: [...runs, ...testRows],
    noun: 'row',
  };
}

function testRow(names: readonly string[], cell: ComparedCell): TableRow {
  const { outcome, minimum_pass_rate, error_count } = cell;
  const errors = error_count > 0 ? formatNumber(error_count) : '';
  const cells = [...names, rateWords(cell), formatPercent(minimum_pass_rate), errors];
  return { outcome, cells, strong: 2 };
}

/** A sentence for each test of a report that is compared with the first. */
export function comparedSentences({ reports, tests }: ComparedReports): string[] {
  return tests.flatMap((test) => {
    const name = oneLine(partName(test), MAX_NAME_LENGTH);
    return test.cells.flatMap((cell, i) => {
      if (!cell?.beside) return [];
      const report = oneLine(reports[i]?.name ?? '', MAX_NAME_LENGTH);
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
