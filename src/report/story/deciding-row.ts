/** The row that shows best why a run ended as it did. */
import { worst } from '../../engine/verdict/gate.ts';
import type { ReportRow, ResultRow, Results } from '../../engine/results.ts';
import { isOfSide, partsToReport } from './test-words.ts';
import { isCounted, isOfTest, wasRight } from './states.ts';
import { isIgnorant, shortfallOf } from './shortfall.ts';
import { outcomeWithoutBaseline } from '../../engine/verdict/own-outcome.ts';
import { isNothingJudged } from './unjudged.ts';

type RowCondition = (row: ResultRow) => boolean;

const isFailing: RowCondition = ({ pass }) => pass === false;
const isInError: RowCondition = ({ status }) => status === 'error';
const isUnknown: RowCondition = ({ state }) => state === 'unknown';
const isUnsteady: RowCondition = ({ state }) => state === 'unsteady';
const isLost: RowCondition = (row) => row.pass !== true && wasRight(row);

/**
 * Returns an example of the rows that made the verdict; for a pass a failing row. Undefined if no
 * row shows anything.
 */
export function decidingRow(
  { outcome, report }: Pick<Results, 'outcome' | 'report'>,
  rows: readonly ResultRow[],
): ResultRow | undefined {
  const parts = report.flatMap(partsToReport);
  const gating = parts.filter(({ advisory }) => !advisory);
  const tests = gating.length > 0 ? gating : parts;
  const isOfRun = tests.some((test) => test.outcome === outcome);
  const decisive = isOfRun ? outcome : worst(tests.map((test) => test.outcome));
  const deciding = tests.filter((test) => test.outcome === decisive);
  for (const test of deciding) {
    const testRows = rows.filter(
      (row) => isOfTest(row, test) && isOfSide(row, test) && isCounted(row),
    );
    for (const shows of reasonsFor(test)) {
      const example = testRows.find(shows);
      if (example) return example;
    }
  }
  return undefined;
}

/** Returns the conditions under which a row shows the verdict of its test, the best one first. */
function reasonsFor(test: ReportRow): readonly RowCondition[] {
  const failures = [isFailing, isInError];
  switch (test.outcome) {
    case 'pass':
      return failures;
    case 'error':
      return isNothingJudged(test)
        ? [isUnknown, isUnsteady, ...failures]
        : [isInError, isUnknown, isUnsteady];
    case 'inconclusive':
      return [isInError, ({ state }) => state === 'both_sides', isFailing, isUnknown, isUnsteady];
    case 'fail':
      if (test.baseline?.outcome === 'fail' && outcomeWithoutBaseline(test) !== 'fail')
        return [isLost, ...failures];
      if (!shortfallOf(test)) return failures;
      return isIgnorant(test) ? [isUnknown, isUnsteady] : [isUnsteady, isUnknown];
  }
}
