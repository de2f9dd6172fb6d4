import type { Cases } from '../rows/case.ts';
import type { SensitivityTest } from '../perturbations/definition.ts';
import type { ResultRow, RowState } from '../results.ts';
import { BotRuleRows } from './bot-rule-rows.ts';
import { decisionRulesFor } from './decision-rules.ts';
import type { Method, Subjects } from './method.ts';
import { PAIR } from './pair.ts';
import { prepareStream } from './prepare.ts';
import { StreamRows } from './stream-rows.ts';
import type { StreamRun } from './test-run.ts';
import { ToxicityRows } from './toxicity-rows.ts';

class RefusalRows extends StreamRows {
  protected override judgeRow(result: ResultRow): ResultRow {
    return result.pass === null ? result : { ...result, state: refusalState(result) };
  }
}

export function refusalState({
  refusal,
  judgement,
}: Pick<ResultRow, 'refusal' | 'judgement'>): RowState {
  if (refusal) return 'refused';
  return judgement?.verdict === 'neither' ? 'neither' : 'answered';
}

type RowsConstructor = new (run: StreamRun, cases: Cases, subjects: Subjects) => StreamRows;

/** How rows are read beyond their score, by what a test measures. */
const ROWS: Readonly<Record<SensitivityTest['measures'], RowsConstructor>> = {
  change: StreamRows,
  divergence: StreamRows,
  answers: StreamRows,
  refusal: RefusalRows,
  toxicity: ToxicityRows,
  rules: BotRuleRows,
};

/** The rows of a pair in the seeded order, asked until one rate is decided. */
export const STREAM: Method<StreamRun> = {
  ...PAIR,
  prepare: prepareStream,
  decisionRules: (run, cases, comparison) =>
    decisionRulesFor(run, { ...comparison, rows: cases.length }),
  bind: (run, cases, subjects) => new ROWS[run.test.measures](run, cases, subjects),
};
