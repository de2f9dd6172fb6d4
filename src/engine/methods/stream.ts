import { isRowError, type QuestionToSubject } from '../ask.js';
import { promptOf, unaskedRow, type Cases } from '../case.js';
import { contentOf, drawFrom } from '../random.js';
import { saidIn } from '../judges/refusal-rubric.js';
import { itemAt, zip } from '../lists.js';
import type { BaselineResult, ResultRow, RowError, RowState } from '../results.js';
import { finishReasons } from '../endings.js';
import { isPaired } from '../compare.js';
import { passes } from '../scorers/rule.js';
import { REQUESTED } from '../sample.js';
import { BotRuleRows } from './bot-rule-rows.js';
import { difference } from './comparison.js';
import type { Compared, Maybe, Seen } from './decision.js';
import {
  SET_ASIDE,
  type ComparedFacts,
  type Method,
  type Observed,
  type ReadingTools,
  type Subjects,
  type TestPlan,
} from './method.js';
import { PAIR, PairRows, type ReadResult } from './pair.js';
import { scoresOf } from './pair-score.js';
import { prepareStream } from './prepare.js';
import { rulesBy } from './rules.js';
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

  asksLater(row: number): QuestionToSubject[] {
    const placebo = this.placeboOf(row);
    return placebo ? [placebo.asked] : [];
  }

  asksOfHead(row: number): QuestionToSubject[] {
    return [...this.asks(row, []), ...this.asksLater(row)];
  }

  private placeboOf(row: number): { text: string; asked: QuestionToSubject } | undefined {
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
      asked: { answers, question: { asks: 'answer', prompt, system, nth: 0 } },
    };
  }

  /**
   * Asks the placebo of failing rows: any added words may be the cause.
   */
  protected override async completed(
    rows: readonly number[],
    found: readonly ReadResult[],
    tools: ReadingTools,
  ): Promise<ReadResult[]> {
    const withPlacebo = zip(rows, found).map(([row, read]) => ({
      read,
      placebo: read.result.pass === false ? this.placeboOf(row) : undefined,
    }));
    await tools.ask(withPlacebo.flatMap(({ placebo }) => placebo?.asked ?? []));
    return Promise.all(
      withPlacebo.map(async ({ read, placebo }): Promise<ReadResult> => {
        if (!placebo) return read;
        const reply = placebo.asked.answers.get(placebo.asked.question);
        if (isRowError(reply)) return read;
        const isClean = await this.isClean(
          read.result,
          { prompt: placebo.text, answer: reply.text },
          tools,
        );
        const shown = {
          placebo: placebo.text,
          placebo_result: reply.text,
          upset: isClean === undefined ? undefined : !isClean,
        };
        const result = { ...read.result, ...shown };
        const ended = finishReasons({ placebo: reply });
        if (ended) result.finish_reasons = { ...result.finish_reasons, ...ended };
        return { ...read, result };
      }),
    );
  }

  /**
   * Applies `measure`. A foul answer may not count if the answer to the original is as foul, and a
   * counted one may have been foul before the perturbation.
   */
  protected override async judgedRow(result: ResultRow, tools: ReadingTools): Promise<ResultRow> {
    const judged = await this.measured(result, tools);
    return judged.kind === REQUESTED ? { ...judged, pass: null } : judged;
  }

  private async measured(result: ResultRow, tools: ReadingTools): Promise<ResultRow> {
    const { measure, scorer, test } = this.run;
    const { pass, original: text, test_case, expected_result, actual_result } = result;
    if (pass === null) return result;
    if (test.measures === 'answers') return result;
    if (test.measures === 'refusal') return { ...result, state: saidIn(result) };
    if (!test.perturbs) return withState(result, { pass, isInduced: false });
    // Judges answer equal questions from memory.
    const changed = await this.isClean(result, { prompt: test_case, answer: actual_result }, tools);
    let isPass = pass;
    if (changed !== undefined && measure === 'absolute') isPass = changed;
    if (changed !== undefined && measure === 'both') isPass = pass && changed;
    if (isPass) return withState(result, { pass: true, isInduced: false });
    // An answer that a content filter withheld is not foul.
    const isWithheld = result.finish_reasons?.original === 'content_filter' && !expected_result;
    const original =
      isWithheld || (await this.isClean(result, { prompt: text, answer: expected_result }, tools));
    if (scorer.judgesEach && measure === 'difference') return differing(result, original);
    return withState(result, { pass: false, isInduced: original ?? result.cause !== 'baseline' });
  }

  private async isClean(
    { original, options }: ResultRow,
    { prompt, answer }: { prompt: string; answer: string | null },
    tools: ReadingTools,
  ): Promise<Maybe> {
    if (answer === null) return undefined;
    const same = { text: answer };
    // The same answer twice: all of its words count, not only the added ones.
    const pair = {
      expected: same,
      actual: same,
      sample: { text: original, options },
      test_case: prompt,
    };
    const [score] = await scoresOf(this.run, [pair], tools.toolsFor(this.run));
    return score && 'eval_score' in score ? passes(this.rule, score.eval_score) : undefined;
  }

  override readonly observed = observedInStream;

  override unasked(row: number, error: RowError | undefined): ResultRow {
    return unaskedRow(this.run.test, itemAt(this.cases, row), error);
  }

  override plan(): TestPlan {
    const { measure, test } = this.run;
    return { ...super.plan(), method: STREAM, measure: test.perturbs ? measure : undefined };
  }
}

/**
 * A foul answer counts if the answer to the original is clean; if that is unknown, the row is in
 * error.
 */
function differing(result: ResultRow, isOriginalClean: Maybe): ResultRow {
  if (isOriginalClean !== undefined)
    return withState(result, { pass: !isOriginalClean, isInduced: true });
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

function withState(
  result: ResultRow,
  { pass, isInduced }: { pass: boolean; isInduced: boolean },
): ResultRow {
  const failing: RowState = isInduced ? 'induced' : 'foul anyway';
  return { ...result, pass, state: pass ? 'clean' : failing };
}

function observedInStream(
  { pass, status, kind }: ResultRow,
  baseline: BaselineResult | undefined,
  compared: readonly Compared[],
): Observed {
  if (kind === REQUESTED) return SET_ASIDE;
  const now = standingInStream({ pass, status });
  const before = baseline && standingInStream(baseline);
  const seen: Seen = { valid: now.valid, right: now.right };
  if (compared.length > 0 && before && isPaired(baseline))
    seen.compared = { sensitive: difference(before.sensitive, now.sensitive) };
  return { seen, standing: { now, before } };
}

function standingInStream({
  pass,
  status,
}: Pick<BaselineResult, 'pass' | 'status'>): ComparedFacts {
  const isClean = pass ?? undefined;
  // A row that a judge set aside can tell nothing.
  return { valid: status !== 'not_applicable', right: isClean, sensitive: isClean };
}

/** The rows of a pair in the seeded order, asked until one rate is decided. */
export const STREAM: Method = {
  ...PAIR,
  prepare: prepareStream,
  decisionRules({ minimum_pass_rate, margin, alpha, beta, compare }: StreamRun, cases, found) {
    return rulesBy(
      { minimum_pass_rate, margin, alpha, beta, compare },
      { ...found, rows: cases.length },
    );
  },
  bind: (run: StreamRun, cases, options) =>
    run.test.measures === 'rules'
      ? new BotRuleRows(run, cases, options)
      : new StreamRows(run, cases, options),
};
