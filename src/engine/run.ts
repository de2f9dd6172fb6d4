import { askAll, Breaker, isRowError, questionKey, type Reply } from './ask.js';
import { admit, inTurns, questionsOf, type Entry } from './budget.js';
import { prepareTest, type PreparedTest, type TestRun } from './cases.js';
import { embedAll } from './embed.js';
import { decide, type TestVerdict } from './gate.js';
import type { Embedder, Model } from './model.js';
import type { LeftOutRow, Outcome, ReportRow, ResultRow, RowError } from './results.js';
import type { Pair, Score } from './scorers/scorer.js';

export interface RunOptions {
  tests: readonly TestRun[];
  seed: number;
  /** Requests at the same time. */
  concurrency: number;
  /** Cap on requests; `undefined` means none. */
  maxRequests?: number;
}

export interface RunModels {
  model: Model;
  /** Needed only where a test's scorer embeds. */
  embedder?: Embedder;
}

/** Called as the work goes on: how many of how many requests are done. */
export type Progress = (done: number, total: number) => void;

export interface RunResults {
  outcome: Outcome;
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
}

/** The engine's one story: perturb, ask, score, decide. No test's failure stops another's rows from being reported. */
export async function run(options: RunOptions, models: RunModels, onProgress: Progress = () => undefined): Promise<RunResults> {
  const tests = options.tests.map((test) => prepareTest(test, options.seed));
  const { admitted, refused, count } = admit(inTurns(tests), {
    cap: options.maxRequests,
    embeddingBatch: models.embedder?.batchSize ?? 1,
  });

  let done = 0;
  const step = () => onProgress(++done, count.total);
  const { concurrency } = options;
  const replies = await askAll(admitted.flatMap(questionsOf), {
    model: models.model,
    concurrency,
    breaker: new Breaker(),
    onReply: step,
  });

  const overBudget: RowError = {
    kind: 'budget',
    message: `Not asked: the cap of ${options.maxRequests} requests would have been passed. Raise budget.max_requests (or the input max-requests), or lower data.limit.`,
  };
  const embed = (texts: readonly string[]) => embedAll(texts, { embedder: models.embedder!, concurrency, onBatch: step });
  const refusedCases = new Set(refused.map(({ testCase }) => testCase));

  const scored: ResultRow[][] = [];
  for (const prepared of tests) {
    const entries = prepared.cases.map((testCase) => ({ prepared, testCase }));
    const pairs = entries.map((entry) => (refusedCases.has(entry.testCase) ? [overBudget, overBudget] : repliesTo(entry, replies)));
    scored.push(await scoreTest(prepared, pairs as [Reply, Reply][], { embed }));
  }

  const verdict = decide({ tests: tests.map((prepared, i) => ({ ...prepared.run, ...countRows(scored[i]!) })) });
  onProgress(count.total, count.total);
  return {
    outcome: verdict.outcome,
    report: tests.map((prepared, i) => reportRow(prepared, scored[i]!, verdict.tests[i]!)),
    results: scored.flat(),
    not_applicable: tests.flatMap(({ notApplicable }) => notApplicable),
  };
}

function repliesTo(entry: Entry, replies: ReadonlyMap<string, Reply>): [Reply, Reply] {
  const [expected, actual] = questionsOf(entry);
  return [replies.get(questionKey(expected))!, replies.get(questionKey(actual))!];
}

/** Rows with both answers are scored together (texts to embed go in batches); the others keep the error they met. */
async function scoreTest(
  { run: { test, scorer, threshold, scorerOptions }, cases }: PreparedTest,
  replies: readonly [Reply, Reply][],
  tools: Parameters<typeof scorer.score>[1],
): Promise<ResultRow[]> {
  const answered = replies.flatMap(([expected, actual], row): { row: number; pair: Pair }[] =>
    isRowError(expected) || isRowError(actual) ? [] : [{ row, pair: { expected, actual, sample: cases[row]!.sample } }],
  );
  const scores = answered.length > 0 ? await scorer.score(answered.map(({ pair }) => pair), tools, scorerOptions) : [];
  const scoreOf = new Map<number, Score>(answered.map(({ row }, i) => [row, scores[i]!]));

  return cases.map(({ sample, test_case, lint }, row): ResultRow => {
    const [expected, actual] = replies[row]!;
    const score = scoreOf.get(row) ?? { error: [expected, actual].find(isRowError)! };
    const base = {
      category: test.category,
      test_type: test.name,
      source: sample.source,
      original: sample.text,
      test_case,
      ...(sample.options !== undefined && test.sendsOptions && { options: sample.options }),
      expected_result: isRowError(expected) ? null : expected.text,
      actual_result: isRowError(actual) ? null : actual.text,
      ...(lint && { lint }),
    };
    if ('error' in score) return { ...base, eval_score: null, pass: null, status: 'error', error: score.error };
    const { eval_score } = score;
    return { ...base, eval_score, pass: scorer.passes(eval_score, threshold), status: 'scored' };
  });
}

function countRows(rows: readonly ResultRow[]): { pass_count: number; fail_count: number; error_count: number } {
  const count = (wanted: ResultRow['pass']) => rows.filter(({ pass }) => pass === wanted).length;
  return { pass_count: count(true), fail_count: count(false), error_count: count(null) };
}

function reportRow({ run: { test, scorer, threshold, minimum_pass_rate, decision }, notApplicable }: PreparedTest, rows: readonly ResultRow[], verdict: TestVerdict): ReportRow {
  return {
    category: test.category,
    test_type: test.name,
    ...countRows(rows),
    not_applicable_count: notApplicable.length,
    minimum_pass_rate,
    scorer: scorer.name,
    threshold,
    decision,
    ...verdict,
  };
}
