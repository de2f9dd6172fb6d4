import { isRowError, type QuestionToSubject } from '../ask.js';
import { promptOf, unaskedRow, type Cases } from '../case.js';
import { contentOf, drawFrom } from '../random.js';
import { refusalState } from '../judges/refusal-rubric.js';
import { itemAt, zip } from '../lists.js';
import type { BaselineResult, ResultRow, RowError, RowState } from '../results.js';
import { finishReasons } from '../endings.js';
import { isPaired } from '../baseline.js';
import { passes } from '../scorers/rule.js';
import { REQUESTED } from '../sample.js';
import { BotRuleRows } from './bot-rule-rows.js';
import { difference } from './comparison.js';
import type { ComparedFact, ThreeValued, RowFacts } from './decision.js';
import {
  SET_ASIDE,
  type SubjectFacts,
  type Method,
  type RowObservation,
  type ReadingTools,
  type Subjects,
  type TestPlan,
} from './method.js';
import { PAIR, PairRows, type ReadResult } from './pair.js';
import { scoresOf } from './pair-score.js';
import { prepareStream } from './prepare.js';
import { decisionRulesFor } from './rules.js';
import { asksPlacebo, type StreamRun } from './test-run.js';

/** The rows of a pair, asked until they decide. `measure` says which foul answers count. */
class StreamRows extends PairRows<StreamRun> {
  override readonly endsEarly = true;
  override readonly isReadAlone = false;
  private readonly seed: number;

  constructor(run: StreamRun, cases: Cases, { seed, ...subjects }: Subjects & { seed: number }) {
    super(run, cases, subjects);
    this.seed = seed;
  }

  override get judgeCalls(): number {
    const { scorer, test } = this.run;
    const isJudged = scorer.judgesEach && test.perturbs && asksPlacebo(this.run);
    return super.judgeCalls + (isJudged ? scorer.judgeCalls : 0);
  }

  laterQuestionsFor(row: number): QuestionToSubject[] {
    const placebo = this.placeboOf(row);
    return placebo ? [placebo.question] : [];
  }

  headQuestionsFor(row: number): QuestionToSubject[] {
    return [...this.questionsFor(row, []), ...this.laterQuestionsFor(row)];
  }

  private placeboOf(row: number): { text: string; question: QuestionToSubject } | undefined {
    const { answers, run, template } = this.head;
    const testCase = itemAt(this.cases, row);
    const { sample, test_case, variant } = testCase;
    if (!asksPlacebo(run)) return undefined;
    const placebo =
      variant?.placebo ??
      run.test.placebo?.(sample.text, test_case, drawFrom(this.seed, 'placebo', contentOf(sample)));
    if (placebo === undefined) return undefined;
    const prompt = promptOf({ ...testCase, placebo }, 'placebo', { test: run.test, template });
    const system = answers.systemFor(sample);
    return {
      text: placebo,
      question: { answers, question: { asks: 'answer', prompt, system, nth: 0 } },
    };
  }

  /**
   * Asks the placebo of failing rows: any added words may be the cause.
   */
  protected override async completeRows(
    rows: readonly number[],
    results: readonly ReadResult[],
    tools: ReadingTools,
  ): Promise<ReadResult[]> {
    const rowsWithPlacebo = zip(rows, results).map(([row, readRow]) => ({
      read: readRow,
      placebo: readRow.result.pass === false ? this.placeboOf(row) : undefined,
    }));
    await tools.ask(rowsWithPlacebo.flatMap(({ placebo }) => placebo?.question ?? []));
    return Promise.all(
      rowsWithPlacebo.map(async ({ read: readRow, placebo }): Promise<ReadResult> => {
        if (!placebo) return readRow;
        const reply = placebo.question.answers.get(placebo.question.question);
        if (isRowError(reply)) return readRow;
        const isClean = await this.isClean(
          readRow.result,
          { prompt: placebo.text, answer: reply.text },
          tools,
        );
        const placeboFields = {
          placebo: placebo.text,
          placebo_result: reply.text,
          upset: isClean === undefined ? undefined : !isClean,
        };
        const result = { ...readRow.result, ...placeboFields };
        const reasons = finishReasons({ placebo: reply });
        if (reasons) result.finish_reasons = { ...result.finish_reasons, ...reasons };
        return { ...readRow, result };
      }),
    );
  }

  /**
   * Applies `measure`, which says whether a foul answer fails its row if the answer to the original
   * is foul too.
   */
  protected override async judgeRow(result: ResultRow, tools: ReadingTools): Promise<ResultRow> {
    const measured = await this.applyMeasure(result, tools);
    return measured.kind === REQUESTED ? { ...measured, pass: null } : measured;
  }

  private async applyMeasure(result: ResultRow, tools: ReadingTools): Promise<ResultRow> {
    const { measure, scorer, test } = this.run;
    const { pass, original: text, test_case, expected_result, actual_result } = result;
    if (pass === null) return result;
    if (test.measures === 'answers') return result;
    if (test.measures === 'refusal') return { ...result, state: refusalState(result) };
    if (!test.perturbs) return setState(result, { pass, isInduced: false });
    // Judges answer equal questions from memory.
    const isWholeClean = await this.isClean(
      result,
      { prompt: test_case, answer: actual_result },
      tools,
    );
    let isPass = pass;
    if (isWholeClean !== undefined && measure === 'absolute') isPass = isWholeClean;
    if (isWholeClean !== undefined && measure === 'both') isPass = pass && isWholeClean;
    if (isPass) return setState(result, { pass: true, isInduced: false });
    // An answer that a content filter withheld is not foul.
    const isWithheld = result.finish_reasons?.original === 'content_filter' && !expected_result;
    const original =
      isWithheld || (await this.isClean(result, { prompt: text, answer: expected_result }, tools));
    if (scorer.judgesEach && measure === 'difference') return compareWithOriginal(result, original);
    return setState(result, { pass: false, isInduced: original ?? result.cause !== 'baseline' });
  }

  private async isClean(
    { original, options }: ResultRow,
    { prompt, answer }: { prompt: string; answer: string | null },
    tools: ReadingTools,
  ): Promise<ThreeValued> {
    if (answer === null) return undefined;
    const reply = { text: answer };
    // The same answer twice: all of its words count, not only the added ones.
    const pair = {
      expected: reply,
      actual: reply,
      sample: { text: original, options },
      test_case: prompt,
    };
    const [score] = await scoresOf(this.run, [pair], tools.toolsFor(this.run));
    return score && 'eval_score' in score ? passes(this.rule, score.eval_score) : undefined;
  }

  override readonly observe = observeInStream;

  override unasked(row: number, error: RowError | undefined): ResultRow {
    return unaskedRow(this.run.test, itemAt(this.cases, row), error);
  }

  override plan(): TestPlan {
    const { measure, test } = this.run;
    return { ...super.plan(), method: STREAM, measure: test.perturbs ? measure : undefined };
  }
}

/**
 * A foul answer counts if the answer to the original is clean. If it is unknown whether that answer
 * is clean, the row is in error.
 */
function compareWithOriginal(result: ResultRow, isOriginalClean: ThreeValued): ResultRow {
  if (isOriginalClean !== undefined)
    return setState(result, { pass: !isOriginalClean, isInduced: true });
  const message =
    'The answer to the test case is foul; whether the one to the original is too cannot be said, so that the two cannot be compared.';
  return {
    ...result,
    pass: null,
    eval_score: null,
    status: 'error',
    error: { kind: 'not_comparable', message },
  };
}

function setState(
  result: ResultRow,
  { pass, isInduced }: { pass: boolean; isInduced: boolean },
): ResultRow {
  const failing: RowState = isInduced ? 'induced' : 'foul anyway';
  return { ...result, pass, state: pass ? 'clean' : failing };
}

function observeInStream(
  { pass, status, kind }: ResultRow,
  baseline: BaselineResult | undefined,
  compared: readonly ComparedFact[],
): RowObservation {
  if (kind === REQUESTED) return SET_ASIDE;
  const headFacts = factsInStream({ pass, status });
  const baselineFacts = baseline && factsInStream(baseline);
  const facts: RowFacts = { valid: headFacts.valid, right: headFacts.right };
  if (compared.length > 0 && baselineFacts && isPaired(baseline))
    facts.compared = { sensitive: difference(baselineFacts.sensitive, headFacts.sensitive) };
  return { facts, subjectFacts: { head: headFacts, baseline: baselineFacts } };
}

function factsInStream({ pass, status }: Pick<BaselineResult, 'pass' | 'status'>): SubjectFacts {
  const isClean = pass ?? undefined;
  // A row that a judge set aside can tell nothing.
  return { valid: status !== 'not_applicable', right: isClean, sensitive: isClean };
}

/** The rows of a pair in the seeded order, asked until one rate is decided. */
export const STREAM: Method = {
  ...PAIR,
  prepare: prepareStream,
  decisionRules({ minimum_pass_rate, margin, alpha, beta, compare }: StreamRun, cases, comparison) {
    return decisionRulesFor(
      { minimum_pass_rate, margin, alpha, beta, compare },
      { ...comparison, rows: cases.length },
    );
  },
  bind: (run: StreamRun, cases, options) =>
    run.test.measures === 'rules'
      ? new BotRuleRows(run, cases, options)
      : new StreamRows(run, cases, options),
};
