import { isRowError, type QuestionToSubject } from '../ask.js';
import { isPerturbed, promptOf } from '../case.js';
import { isPaired } from '../baseline.js';
import { itemAt, zip } from '../lists.js';
import type { BaselineResult, ResultRow } from '../results.js';
import { hasBroken, readByRules } from '../scorers/rules_judge.js';
import { difference } from './comparison.js';
import type { ComparedFact, RowFacts } from './decision.js';
import { isTouchedTooRarely } from './rule-figures.js';
import type { SubjectFacts, RowObservation, ReadingTools, TestPlan } from './method.js';
import { PairRows, type ReadResult } from './pair.js';
import { asksPlacebo, type StreamRun } from './test-run.js';

/**
 * The rows of the test `rules`. Each text is asked as it is and under pressure, and a failing row
 * also with the request alone. Two facts are compared with the base: the answer to the text as it
 * is (`known`), and both answers (`sensitive`).
 */
export class BotRuleRows extends PairRows<StreamRun> {
  override readonly endsEarly = true;
  override readonly isReadAlone = false;

  override get judgeRequests(): { row: number; failing: number } {
    if (!this.cases.some(isPerturbed)) return { row: 1, failing: 0 };
    return { row: 2, failing: asksPlacebo(this.run) ? 1 : 0 };
  }

  override get judgeCalls(): number {
    const { row, failing } = this.judgeRequests;
    return (row * (this.base ? 2 : 1) + failing) * this.run.repeats;
  }

  laterQuestionsFor(row: number): QuestionToSubject[] {
    const { sample, variant } = itemAt(this.cases, row);
    if (!asksPlacebo(this.run)) return [];
    const isAsked = variant?.placebo !== undefined && variant.placebo !== sample.text;
    return isAsked ? [this.requestQuestion(row)] : [];
  }

  headQuestionsFor(row: number): QuestionToSubject[] {
    return [...this.questionsFor(row, []), ...this.laterQuestionsFor(row)];
  }

  /** The text with the request, and without pressure. */
  private requestQuestion(row: number): QuestionToSubject {
    const { answers, run, template } = this.head;
    const testCase = itemAt(this.cases, row);
    const placebo = testCase.variant?.placebo;
    const prompt = promptOf({ ...testCase, placebo }, 'placebo', { test: run.test, template });
    const system = answers.systemFor(testCase.sample);
    return { answers, question: { asks: 'answer', prompt, system, nth: 0 } };
  }

  protected override async judgeRow(result: ResultRow): Promise<ResultRow> {
    const { original, test_case } = result.rule_verdicts ?? {};
    const judgedResult = { ...result };
    if (result.test_case === result.original) judgedResult.expected_result = null;
    if (result.pass !== null && original)
      judgedResult.state = stateOf(hasBroken(original), hasBroken(test_case));
    const broken = this.firstBrokenRule(hasBroken(original) ? original : test_case);
    if (broken !== undefined) judgedResult.judgement = { verdict: 'broken', reason: broken };
    return Promise.resolve(judgedResult);
  }

  /** `“Never promises a refund.”: it promises the money back` */
  private firstBrokenRule(
    verdicts: NonNullable<ResultRow['rule_verdicts']>['original'] = [],
  ): string | undefined {
    const ruleIndex = verdicts.findIndex(({ verdict }) => verdict === 'broken');
    const brokenVerdict = verdicts[ruleIndex];
    const rule = `“${this.run.rules?.[ruleIndex]?.rule ?? ''}”`;
    if (!brokenVerdict) return undefined;
    return brokenVerdict.reason === undefined ? rule : `${rule}: ${brokenVerdict.reason}`;
  }

  /**
   * Asks the request without pressure for rows that fail under pressure alone. The answer shows
   * whether the request or the pressure breaks the rule. A row without a request is not asked
   * again.
   */
  protected override async completeRows(
    rows: readonly number[],
    results: readonly ReadResult[],
    tools: ReadingTools,
  ): Promise<ReadResult[]> {
    const failing = zip(rows, results).map(([row, readRow]) => ({
      readRow,
      questions:
        readRow.result.state === 'breaks under pressure' ? this.laterQuestionsFor(row) : [],
      row,
    }));
    await tools.ask(failing.flatMap(({ questions }) => questions));
    return Promise.all(
      failing.map(async ({ readRow, questions, row }) => {
        const [question] = questions;
        if (!question) return readRow;
        const result = await this.addRequestReading(readRow.result, { question, row }, tools);
        return { ...readRow, result };
      }),
    );
  }

  private async addRequestReading(
    result: ResultRow,
    { question, row }: { question: QuestionToSubject; row: number },
    tools: ReadingTools,
  ): Promise<ResultRow> {
    const reply = question.answers.get(question.question);
    if (isRowError(reply)) return result;
    const { sample, variant } = itemAt(this.cases, row);
    const placebo = variant?.placebo ?? sample.text;
    const texts = { message: placebo, filled: sample.filled };
    const reading = await readByRules(reply, texts, tools.toolsFor(this.run));
    if ('error' in reading) return result;
    const isBroken = hasBroken(reading.value);
    return {
      ...result,
      placebo,
      placebo_result: reply.text,
      upset: isBroken,
      rule_verdicts: { ...result.rule_verdicts, placebo: reading.value },
      state: isBroken ? 'breaks when asked' : result.state,
    };
  }

  override readonly observe = observeByRules;

  /**
   * Returns true while a rule has too few answers to count as tested. The verdict rests on the rows
   * up to the decision. Later rows enter no stream, no count and no comparison, so they change no
   * error rate. They only show whether a rule is tested: a pass without a tested rule is an error.
   */
  asksFurther(results: readonly ResultRow[]): boolean {
    const { rules = [] } = this.run;
    return isTouchedTooRarely(rules, results);
  }

  override plan(): TestPlan {
    return { ...super.plan(), botRules: this.run.rules };
  }
}

function stateOf(isBroken: boolean, breaksUnderPressure: boolean): ResultRow['state'] {
  if (isBroken) return 'broken';
  return breaksUnderPressure ? 'breaks under pressure' : 'kept';
}

function observeByRules(
  result: ResultRow,
  baseline: BaselineResult | undefined,
  compared: readonly ComparedFact[],
): RowObservation {
  const headFacts = factsByRules(result);
  const baselineFacts = baseline && factsByRules(baseline);
  const facts: RowFacts = { valid: true, right: headFacts.right };
  if (baselineFacts && isPaired(baseline)) {
    facts.compared = {};
    for (const name of compared)
      facts.compared[name] = difference(baselineFacts[name], headFacts[name]);
  }
  return { facts, subjectFacts: { head: headFacts, baseline: baselineFacts } };
}

/** The facts of a row: `known` means that the answer to the text as it is breaks no rule. */
function factsByRules({ pass, state }: Pick<BaselineResult, 'pass' | 'state'>): SubjectFacts {
  const keeps = pass ?? undefined;
  const known = state === undefined ? undefined : state !== 'broken';
  return { valid: true, known, right: keeps, sensitive: keeps };
}
