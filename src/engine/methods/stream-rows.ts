import { unaskedRow } from '../rows/case.ts';
import { isPaired } from '../rows/baseline.ts';
import { itemAt } from '../lists.ts';
import type { BaselineResult, ResultRow, RowError } from '../results.ts';
import { difference } from './comparison.ts';
import type { ComparedFact, RowFacts } from './row-facts.ts';
import type { RowObservation, SubjectFacts } from './method.ts';
import { PairRows } from './pair.ts';
import type { StreamRun } from './test-run.ts';

/** The rows of a pair, asked until they decide. */
export class StreamRows extends PairRows<StreamRun> {
  override readonly endsEarly = true;
  override readonly isReadAlone = false;

  get judgeRequests(): { row: number; failing: number } | undefined {
    const { judge, scorer, test } = this.run;
    const row = scorer.judgeCalls + (scorer.optionalJudgeCalls ?? 0);
    if (!judge || row === 0) return undefined;
    // The answer to the original of a failing row is judged as well.
    return { row, failing: scorer.judgesEach && test.perturbation ? row : 0 };
  }

  protected override observe(
    { pass, status }: ResultRow,
    baseline: BaselineResult | undefined,
    compared: readonly ComparedFact[],
  ): RowObservation {
    const headFacts = factsOf({ pass, status });
    const baselineFacts = baseline && factsOf(baseline);
    const facts: RowFacts = { valid: headFacts.valid, right: headFacts.right };
    if (compared.length > 0 && baselineFacts && isPaired(baseline))
      facts.compared = { sensitive: difference(baselineFacts.sensitive, headFacts.sensitive) };
    return { facts, subjectFacts: { head: headFacts, baseline: baselineFacts } };
  }

  override unasked(row: number, error: RowError | undefined): ResultRow {
    return unaskedRow(this.run.test, itemAt(this.cases, row), error);
  }
}

function factsOf({ pass, status }: Pick<BaselineResult, 'pass' | 'status'>): SubjectFacts {
  const isClean = pass ?? undefined;
  // A row that a judge set aside can tell nothing.
  return { valid: status !== 'not_applicable', right: isClean, sensitive: isClean };
}
