import { isPerturbed } from '../rows/case.ts';
import { isPaired } from '../rows/baseline.ts';
import type { BaselineResult, ResultRow } from '../results.ts';
import type { RuleVerdicts } from '../rows/result-row.ts';
import { hasBroken } from '../scorers/rules_judge.ts';
import { difference } from './comparison.ts';
import { COMPARED_FACTS, type ComparedFact, type RowFacts } from './row-facts.ts';
import type { SubjectFacts, RowObservation } from './method.ts';
import { isTouchedTooRarely } from './rule-figures.ts';
import { StreamRows } from './stream-rows.ts';

/** The rows of the test `rules`. Each text is asked as it is and under pressure. */
export class BotRuleRows extends StreamRows {
  override get judgeRequests(): { row: number; failing: number } {
    return { row: this.isUnderPressure ? 2 : 1, failing: 0 };
  }

  override get judgeCalls(): number {
    return this.judgeRequests.row * (this.base ? 2 : 1);
  }

  /** `known` compares the answer to the text as it is, and `sensitive` both answers. */
  protected override get comparableFacts(): readonly ComparedFact[] {
    return this.isUnderPressure ? COMPARED_FACTS : super.comparableFacts;
  }

  private get isUnderPressure(): boolean {
    return this.cases.some(isPerturbed);
  }

  protected override judgeRow(result: ResultRow): ResultRow {
    const { original, test_case } = result.rule_verdicts ?? {};
    const judgedResult = { ...result };
    if (result.test_case === result.original) judgedResult.expected_result = null;
    if (result.pass !== null && original)
      judgedResult.state = stateOf(hasBroken(original), hasBroken(test_case));
    const broken = this.firstBrokenRule(hasBroken(original) ? original : test_case);
    if (broken !== undefined) judgedResult.judgement = { verdict: 'broken', reason: broken };
    return judgedResult;
  }

  /** `“Never promises a refund.”: it promises the money back` */
  private firstBrokenRule(verdicts: RuleVerdicts = []): string | undefined {
    const ruleIndex = verdicts.findIndex(({ verdict }) => verdict === 'broken');
    const brokenVerdict = verdicts[ruleIndex];
    if (!brokenVerdict) return undefined;
    const rule = `“${this.run.rules?.[ruleIndex]?.rule ?? ''}”`;
    return brokenVerdict.reason === undefined ? rule : `${rule}: ${brokenVerdict.reason}`;
  }

  protected override observe(
    result: ResultRow,
    baseline: BaselineResult | undefined,
    compared: readonly ComparedFact[],
  ): RowObservation {
    const headFacts = factsOf(result);
    const baselineFacts = baseline && factsOf(baseline);
    const facts: RowFacts = { valid: true, right: headFacts.right };
    if (baselineFacts && isPaired(baseline)) {
      facts.compared = {};
      for (const name of compared)
        facts.compared[name] = difference(baselineFacts[name], headFacts[name]);
    }
    return { facts, subjectFacts: { head: headFacts, baseline: baselineFacts } };
  }

  /**
   * Returns true while a rule has too few answers to count as tested. The verdict rests on the rows
   * up to the decision. Later rows enter no stream, no count and no comparison, so they change no
   * error rate. They only show whether a rule is tested: a pass without a tested rule is an error.
   */
  asksFurther(results: readonly ResultRow[]): boolean {
    const { rules = [] } = this.run;
    return isTouchedTooRarely(rules, results);
  }
}

function stateOf(isBroken: boolean, breaksUnderPressure: boolean): ResultRow['state'] {
  if (isBroken) return 'broken';
  return breaksUnderPressure ? 'breaks under pressure' : 'kept';
}

/** The facts of a row: `known` means that the answer to the text as it is breaks no rule. */
function factsOf({ pass, state }: Pick<BaselineResult, 'pass' | 'state'>): SubjectFacts {
  const keeps = pass ?? undefined;
  const known = state === undefined ? undefined : state !== 'broken';
  return { valid: true, known, right: keeps, sensitive: keeps };
}
