import { isRowError, type QuestionToSubject } from '../ask.js';
import { isPerturbed, promptOf } from '../case.js';
import { isPaired } from '../compare.js';
import { itemAt, zip } from '../lists.js';
import type { BaselineResult, ResultRow } from '../results.js';
import { hasBroken, readByRules } from '../scorers/rules_judge.js';
import { difference } from './comparison.js';
import type { Compared, Seen } from './decision.js';
import { isTouchedTooRarely } from './rule-figures.js';
import type { ComparedFacts, Observed, ReadingTools, TestPlan } from './method.js';
import { PairRows, type ReadResult } from './pair.js';
import { asksPlacebo, type StreamRun } from './test-run.js';

/**
 * The rows of the test `rules`: a text as it is and under pressure; failing rows also with the
 * request alone. Compared with the base are the answers to the texts as they are (`known`), and
 * both answers (`sensitive`).
 */
export class BotRuleRows extends PairRows<StreamRun> {
  override readonly endsEarly = true;
  override readonly isReadAlone = false;

  override get judged(): { row: number; failing: number } {
    if (!this.cases.some(isPerturbed)) return { row: 1, failing: 0 };
    return { row: 2, failing: asksPlacebo(this.run) ? 1 : 0 };
  }

  override get judgeCalls(): number {
    const { row, failing } = this.judged;
    return (row * (this.base ? 2 : 1) + failing) * this.run.repeats;
  }

  asksLater(row: number): QuestionToSubject[] {
    const { sample, variant } = itemAt(this.cases, row);
    if (!asksPlacebo(this.run)) return [];
    const isAsked = variant?.placebo !== undefined && variant.placebo !== sample.text;
    return isAsked ? [this.requestOf(row)] : [];
  }

  asksOfHead(row: number): QuestionToSubject[] {
    return [...this.asks(row, []), ...this.asksLater(row)];
  }

  /** The text with the request, and without pressure. */
  private requestOf(row: number): QuestionToSubject {
    const { answers, run, template } = this.head;
    const testCase = itemAt(this.cases, row);
    const placebo = testCase.variant?.placebo;
    const prompt = promptOf({ ...testCase, placebo }, 'placebo', { test: run.test, template });
    const system = answers.systemFor(testCase.sample);
    return { answers, question: { asks: 'answer', prompt, system, nth: 0 } };
  }

  protected override async judgedRow(result: ResultRow): Promise<ResultRow> {
    const { original, test_case } = result.rule_verdicts ?? {};
    const judged = { ...result };
    if (result.test_case === result.original) judged.expected_result = null;
    if (result.pass !== null && original)
      judged.state = stateOf(hasBroken(original), hasBroken(test_case));
    const broken = this.firstBroken(hasBroken(original) ? original : test_case);
    if (broken !== undefined) judged.judgement = { verdict: 'broken', reason: broken };
    return Promise.resolve(judged);
  }

  /** `“Never promises a refund.”: it promises the money back` */
  private firstBroken(
    verdicts: NonNullable<ResultRow['rule_verdicts']>['original'] = [],
  ): string | undefined {
    const at = verdicts.findIndex(({ verdict }) => verdict === 'broken');
    const found = verdicts[at];
    const rule = `“${this.run.rules?.[at]?.rule ?? ''}”`;
    if (!found) return undefined;
    return found.reason === undefined ? rule : `${rule}: ${found.reason}`;
  }

  /**
   * Asks the request without pressure, of rows that fail under pressure alone: it tells the one
   * from the other. Without a request of its own the text as it is was asked already.
   */
  protected override async completed(
    rows: readonly number[],
    found: readonly ReadResult[],
    tools: ReadingTools,
  ): Promise<ReadResult[]> {
    const failing = zip(rows, found).map(([row, read]) => ({
      read,
      asked: read.result.state === 'breaks under pressure' ? this.asksLater(row) : [],
      row,
    }));
    await tools.ask(failing.flatMap(({ asked }) => asked));
    return Promise.all(
      failing.map(async ({ read, asked, row }) => {
        const [question] = asked;
        if (!question) return read;
        const result = await this.withRequest(read.result, { question, row }, tools);
        return { ...read, result };
      }),
    );
  }

  private async withRequest(
    result: ResultRow,
    { question, row }: { question: QuestionToSubject; row: number },
    tools: ReadingTools,
  ): Promise<ResultRow> {
    const reply = question.answers.get(question.question);
    if (isRowError(reply)) return result;
    const { sample, variant } = itemAt(this.cases, row);
    const placebo = variant?.placebo ?? sample.text;
    const texts = { message: placebo, filled: sample.filled };
    const read = await readByRules(reply, texts, tools.toolsFor(this.run));
    if ('error' in read) return result;
    const isBroken = hasBroken(read.value);
    return {
      ...result,
      placebo,
      placebo_result: reply.text,
      upset: isBroken,
      rule_verdicts: { ...result.rule_verdicts, placebo: read.value },
      state: isBroken ? 'breaks when asked' : result.state,
    };
  }

  override readonly observed = observedByRules;

  /**
   * A pass goes on asking while a rule is touched by fewer answers than it needs to count as
   * tested, as far as there are rows. The verdict rests on the rows up to the decision and stays:
   * later rows enter no stream, no count and no comparison, so they change no error rate. They can
   * only show that a rule is tested. A pass without a tested rule is an error, which passes less.
   */
  goesOn(results: readonly ResultRow[]): boolean {
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

function observedByRules(
  result: ResultRow,
  baseline: BaselineResult | undefined,
  compared: readonly Compared[],
): Observed {
  const now = standingByRules(result);
  const before = baseline && standingByRules(baseline);
  const seen: Seen = { valid: true, right: now.right };
  if (before && isPaired(baseline)) {
    seen.compared = {};
    for (const name of compared) seen.compared[name] = difference(before[name], now[name]);
  }
  return { seen, standing: { now, before } };
}

/** Known: the answer to the text as it is breaks no rule. */
function standingByRules({ pass, state }: Pick<BaselineResult, 'pass' | 'state'>): ComparedFacts {
  const keeps = pass ?? undefined;
  const known = state === undefined ? undefined : state !== 'broken';
  return { valid: true, known, right: keeps, sensitive: keeps };
}
