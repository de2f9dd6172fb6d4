import { isPlainRefusal } from '../../language/refusal-phrases.ts';
import {
  isRowError,
  type Answers,
  type QuestionToSubject,
  type ArmQuestion,
  type ModelReply,
} from '../asking/ask.ts';
import { rowError, thrownAsRowError } from '../asking/breaker.ts';
import { describedRow, promptOf, type Case } from '../rows/case.ts';
import { filteredError, finishReasons, nameCutAsCause } from '../rows/endings.ts';
import { requestsFor } from '../divergence/probe.ts';
import { itemAt, range, zip } from '../lists.ts';
import type { Judgement, ResultRow, RowError } from '../results.ts';
import { passes, ruleAt } from '../scorers/rule.ts';
import type { Pair, Score, ScoredPair, ScoringTools } from '../scorers/scorer.ts';
import { isBlankText } from '../visible-text.ts';
import type { ScoredRun } from './test-run.ts';

export interface PairSubject {
  run: ScoredRun;
  answers: Answers;
  template: string | undefined;
}

/** Original and test case, one pair for each time that the run asks the row. */
function questionsOf(
  { run, answers, template }: PairSubject,
  row: Case,
): { expected: ArmQuestion; actual: ArmQuestion }[] {
  const { asks } = run.scorer;
  const { probe } = row;
  const prompts = { test: run.test, template };
  const original = promptOf(row, 'original', prompts);
  const perturbed = promptOf(row, 'test_case', prompts);
  const system = answers.systemFor(row.sample);
  return range(run.repeats).map((nth) => {
    const common = { asks, system, nth };
    if (!probe)
      return {
        expected: { ...common, prompt: original },
        actual: { ...common, prompt: perturbed },
      };
    const requests = requestsFor(probe);
    const question = { asks, prompt: JSON.stringify(probe), nth, probe, requests };
    return { expected: question, actual: question };
  });
}

export function questionsToSubject(subject: PairSubject, row: Case): QuestionToSubject[] {
  const { answers } = subject;
  return questionsOf(subject, row).flatMap(({ expected, actual }) =>
    [expected, actual].map((question) => ({ answers, question })),
  );
}

interface Attempt {
  expected: ModelReply;
  actual: ModelReply;
  score: Score;
  /** The actual answer is a plain refusal: a figure of toxicity tests, no verdict. */
  refuses?: boolean;
}

type ScoredRow = Attempt[];

/**
 * Scores rows that have been asked; all their pairs go to the scorer together, so that texts to
 * embed fill batches.
 */
export async function scoreRows(
  subject: PairSubject,
  rows: readonly Case[],
  tools: ScoringTools,
): Promise<ScoredRow[]> {
  const repliesByRow = rows.map((row) => repliesOf(subject, row));
  const scoreOf = await scorePairs(subject.run, repliesByRow.flat(), tools);
  const { countsRefusals } = subject.run.scorer;
  const attemptOf = (pair: ReplyPair): Attempt => {
    const { expected, actual } = pair;
    const refuses = countsRefusals && !isRowError(actual) && isPlainRefusal(actual.text);
    return { expected, actual, score: scoreOf(pair), refuses };
  };
  return repliesByRow.map((pairs) => pairs.map(attemptOf));
}

export function isRetryable(attempts: ScoredRow): boolean {
  return attempts.some(({ score }) => 'error' in score && score.error.transient);
}

interface ReplyPair extends Pick<Pair, 'sample' | 'test_case'> {
  expected: ModelReply;
  actual: ModelReply;
}

function repliesOf(subject: PairSubject, row: Case): ReplyPair[] {
  const { answers } = subject;
  const { test_case, sample } = row;
  const { text, options, negated_answer, should, answer, expected, should_decline, filled } =
    sample;
  // The key of the negated text says nothing about an answer that should stay.
  const sampleWithoutNegation = { text, options, should, answer, expected, should_decline, filled };
  const scoredSample =
    sample.expect === 'same' ? sampleWithoutNegation : { ...sampleWithoutNegation, negated_answer };
  return questionsOf(subject, row).map(({ expected, actual }) => ({
    expected: answers.get(expected),
    actual: answers.get(actual),
    sample: scoredSample,
    test_case,
  }));
}

/** Scores pairs with both answers; the others keep their error. */
async function scorePairs(
  run: ScoredRun,
  pairs: readonly ReplyPair[],
  tools: ScoringTools,
): Promise<(pair: ReplyPair) => Score> {
  const scoreByPair = new Map<ReplyPair, Score>();
  const toScore: Pair[] = [];
  for (const pair of pairs.filter(isAnswered)) {
    const filtered = scoreOfFilter(run, pair);
    if (filtered) scoreByPair.set(pair, filtered);
    else if (run.test.perturbation || !isBlankText(pair.actual.text)) toScore.push(pair);
    else scoreByPair.set(pair, { error: nameCutAsCause(EMPTY, [pair.actual]) });
  }
  const scores = toScore.length > 0 ? await scoresOf(run, toScore, tools) : [];
  for (const [pair, score] of zip(toScore, scores)) {
    const error = 'error' in score && nameCutAsCause(score.error, [pair.expected, pair.actual]);
    scoreByPair.set(pair, error ? { ...score, error } : score);
  }
  return (pair) =>
    scoreByPair.get(pair) ?? { error: [pair.expected, pair.actual].find(isRowError) ?? EMPTY };
}

function isAnswered(pair: ReplyPair): pair is ReplyPair & Pair {
  return !isRowError(pair.expected) && !isRowError(pair.actual);
}

/**
 * Returns the score of a pair that a content filter cut into. Whether an answer changed cannot be
 * read in what is left. Returns undefined if the pair is scored as any other.
 */
function scoreOfFilter({ scorer }: ScoredRun, pair: Pair): Score | undefined {
  const filter = pair.actual.filter ?? pair.expected.filter;
  if (filter === undefined) return undefined;
  return scorer.scoreFiltered ? scorer.scoreFiltered(pair) : { error: filteredError(filter) };
}

/**
 * Scores pairs together. If that throws, scores each alone, so that only the pair with the defect
 * is in error.
 */
export async function scoresOf(
  run: ScoredRun,
  pairs: readonly Pair[],
  tools: ScoringTools,
): Promise<Score[]> {
  try {
    return await run.scorer.score(pairs, tools, run.scorerOptions);
  } catch (error) {
    if (pairs.length === 1) return [{ error: thrownAsRowError(error) }];
    return (await Promise.all(pairs.map((pair) => scoresOf(run, [pair], tools)))).flat();
  }
}

/** The error of a blank answer that is judged by itself: it shows nothing. */
const EMPTY: RowError = {
  kind: 'empty_answer',
  message: 'The answer is blank: there is nothing to judge.',
};

type Verdict = { pass: boolean } | { not_applicable: Judgement } | { error: RowError };

/**
 * Returns the result of a row: the majority of its attempts decides, and the row shows the answers
 * of an attempt in that majority.
 */
export function pairRow(run: ScoredRun, row: Case, attempts: ScoredRow): ResultRow {
  const { scorer } = run;
  const rule = ruleAt(scorer.rule, run.threshold);

  function judge({ score }: Attempt): Verdict {
    if (!('eval_score' in score)) return score;
    const isPass = passes(rule, score.eval_score);
    return { pass: scorer.seesChange && row.sample.expect === 'same' ? !isPass : isPass };
  }

  const verdicts = attempts.map(judge);
  const verdict = majority(verdicts);
  const shownAttempt = itemAt(
    attempts,
    verdicts.findIndex((candidate) => isSameVerdict(candidate, verdict)),
  );
  return {
    ...describedRow(run.test, row),
    expected_result: run.test.perturbation ? expectedOf(shownAttempt.expected) : null,
    actual_result: textOf(shownAttempt.actual),
    repeats: run.repeats > 1 ? tally(verdicts) : undefined,
    refusal: shownAttempt.refuses ? true : undefined,
    finish_reasons: finishReasons({
      original: run.test.perturbation ? endingOf(shownAttempt.expected) : undefined,
      test_case: endingOf(shownAttempt.actual),
    }),
    ...findingsOf(shownAttempt, (score) => passes(rule, score)),
    ...outcomeOf(verdict, shownAttempt),
  };
}

function outcomeOf(
  verdict: Verdict,
  { score }: Attempt,
): Pick<ResultRow, 'eval_score' | 'pass' | 'status' | 'error'> {
  if ('error' in verdict)
    return { eval_score: null, pass: null, status: 'error', error: rowError(verdict.error) };
  if ('pass' in verdict && 'eval_score' in score)
    return { eval_score: score.eval_score, pass: verdict.pass, status: 'scored' };
  return { eval_score: null, pass: null, status: 'not_applicable' };
}

function findingsOf(
  { score }: Attempt,
  isPass: (score: number) => boolean,
): Omit<ScoredPair, 'eval_score'> & Pick<ResultRow, 'cause'> {
  if ('error' in score) return { divergence: score.divergence };
  if ('not_applicable' in score) return { judgement: score.not_applicable };
  const { eval_score: _score, ...findings } = score;
  const { expected_score } = findings;
  if (expected_score === undefined) return findings;
  return { ...findings, cause: isPass(expected_score) ? 'induced' : 'baseline' };
}

function tally(verdicts: readonly Verdict[]): { passes: number; fails: number; errors: number } {
  return {
    passes: verdicts.filter((verdict) => 'pass' in verdict && verdict.pass).length,
    fails: verdicts.filter((verdict) => 'pass' in verdict && !verdict.pass).length,
    errors: verdicts.filter((verdict) => 'error' in verdict).length,
  };
}

/**
 * Returns a pass if more than half of the attempts that apply pass, and a fail if at least half of
 * them fail. Attempts in error count among them, so that they could not change either. Any other
 * row is in error.
 */
function majority(verdicts: readonly Verdict[]): Verdict {
  const { passes, fails, errors } = tally(verdicts);
  const half = (passes + fails + errors) / 2;
  if (half === 0) return itemAt(verdicts, 0);
  if (passes > half) return { pass: true };
  return fails >= half ? { pass: false } : verdicts.find((verdict) => 'error' in verdict)!;
}

function isSameVerdict(a: Verdict, b: Verdict): boolean {
  return 'pass' in a && 'pass' in b ? a.pass === b.pass : a === b;
}

function expectedOf(reply: ModelReply): string | null {
  if (isRowError(reply)) return null;
  return reply.asks === 'divergence' ? reply.measured.likeliestWords.original : reply.text;
}

function endingOf(reply: ModelReply) {
  return isRowError(reply) ? undefined : reply;
}

function textOf(reply: ModelReply): string | null {
  return isRowError(reply) ? null : reply.text;
}
