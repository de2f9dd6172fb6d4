import type { ReportRow, TestHead } from '../verdict/report-row.ts';
import { stated } from '../scorers/rule.ts';
import type { FinishedTest } from './method.ts';
import type { AnyRun } from './test-run.ts';

/** The fields of a report row that say which test it is, under every method. */
export function headOfRun(run: AnyRun): TestHead {
  const { test, parameters, side, advisory } = run;
  const head: TestHead = { category: test.category, test_type: test.name };
  const named = test.customName?.(parameters);
  if (side) head.side = side;
  if (named) head.named = named;
  if (advisory) head.advisory = true;
  return head;
}

/** The fields of a report row that say by what rule its rows pass, under every method. */
export function rulesOfRun({
  run: { minimum_pass_rate, scorer },
  rule,
}: Pick<FinishedTest, 'run' | 'rule'>): Pick<ReportRow, 'minimum_pass_rate' | 'scorer' | 'rule'> {
  return { minimum_pass_rate, scorer: scorer.name, rule: stated(rule) };
}
