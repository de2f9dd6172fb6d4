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
import { zip } from '../lists.ts';
import type { ResultRow, RowError } from '../results.ts';
import { passes, ruleAt } from '../scorers/rule.ts';
import type { Pair, Score, ScoredPair, ScoringTools } from '../scorers/scorer.ts';
import { isBlankText } from '../visible-text.ts';
import type { ScoredRun } from './test-run.ts';

export interface PairSubject {
  run: ScoredRun;
  answers: Answers;
  template: string | undefined;
}

/** The questions of the original and of the test case. */
function questionsOf(
  { run, answers, template }: PairSubject,
  row: Case,
): { expected: ArmQuestion; actual: ArmQuestion } {
  const { asks } = run.scorer;
  const { probe } = row;
  const prompts = { test: run.test, template };
  const original = promptOf(row, 'original', prompts);
  const perturbed = promptOf(row, 'test_case', prompts);
  const system = answers.systemFor(row.sample);
  const common = { asks, system, nth: 0 };
  if (!probe)
    return {
      expected: { ...common, prompt: original },
      actual: { ...common, prompt: perturbed },
    };
  const requests = requestsFor(probe);
  const question = { asks, prompt: JSON.stringify(probe), nth: 0, probe, requests };
  return { expected: question, actual: question };
}

export function questionsToSubject(subject: PairSubject, row: Case): QuestionToSubject[] {
  const { answers } = subject;
  const { expected, actual } = questionsOf(subject, row);
  return [expected, actual].map((question) => ({ answers, question }));
}

export interface ScoredPairRow {
  expected: ModelReply;
  actual: ModelReply;
  score: Score;
  /** The actual answer is a plain refusal: a figure of toxicity tests, no verdict. */
  refuses?: boolean;
}

/**
 * Scores rows that have been asked; all their pairs go to the scorer together, so that texts to
 * embed fill batches.
 */
export async function scoreRows(
  subject: PairSubject,
  rows: readonly Case[],
  tools: ScoringTools,
): Promise<ScoredPairRow[]> {
  const pairs = rows.map((row) => repliesOf(subject, row));
  const scoreOf = await scorePairs(subject.run, pairs, tools);
  const { countsRefusals } = subject.run.scorer;
  return pairs.map((pair) => {
    const { expected, actual } = pair;
    const refuses = countsRefusals && !isRowError(actual) && isPlainRefusal(actual.text);
    return { expected, actual, score: scoreOf(pair), refuses };
  });
}

export function isRetryable({ score }: ScoredPairRow): boolean {
  return 'error' in score && score.error.transient === true;
}

interface ReplyPair extends Pick<Pair, 'sample' | 'test_case'> {
  expected: ModelReply;
  actual: ModelReply;
}

function repliesOf(subject: PairSubject, row: Case): ReplyPair {
  const { answers } = subject;
  const { test_case, sample } = row;
  const { text, options, negated_answer, should, answer, expected, should_decline, filled } =
    sample;
  // The key of the negated text says nothing about an answer that should stay.
  const sampleWithoutNegation = { text, options, should, answer, expected, should_decline, filled };
  const scoredSample =
    sample.expect === 'same' ? sampleWithoutNegation : { ...sampleWithoutNegation, negated_answer };
  const { expected: original, actual } = questionsOf(subject, row);
  return {
    expected: answers.get(original),
    actual: answers.get(actual),
    sample: scoredSample,
    test_case,
  };
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

export function pairRow(run: ScoredRun, row: Case, scored: ScoredPairRow): ResultRow {
  const { expected, actual, score, refuses } = scored;
  const rule = ruleAt(run.scorer.rule, run.threshold);
  return {
    ...describedRow(run.test, row),
    expected_result: run.test.perturbation ? expectedOf(expected) : null,
    actual_result: textOf(actual),
    refusal: refuses ? true : undefined,
    finish_reasons: finishReasons({
      original: run.test.perturbation ? endingOf(expected) : undefined,
      test_case: endingOf(actual),
    }),
    ...findingsOf(score, (value) => passes(rule, value)),
    ...outcomeOf(run, row, score),
  };
}

function outcomeOf(
  { scorer, threshold }: ScoredRun,
  { sample }: Case,
  score: Score,
): Pick<ResultRow, 'eval_score' | 'pass' | 'status' | 'error'> {
  if ('error' in score)
    return { eval_score: null, pass: null, status: 'error', error: rowError(score.error) };
  if (!('eval_score' in score)) return { eval_score: null, pass: null, status: 'not_applicable' };
  const { eval_score } = score;
  const isPass = passes(ruleAt(scorer.rule, threshold), eval_score);
  const isTurned = scorer.seesChange && sample.expect === 'same';
  return { eval_score, pass: isTurned ? !isPass : isPass, status: 'scored' };
}

function findingsOf(
  score: Score,
  isPass: (score: number) => boolean,
): Omit<ScoredPair, 'eval_score'> & Pick<ResultRow, 'cause'> {
  if ('error' in score) return { divergence: score.divergence };
  if ('not_applicable' in score) return { judgement: score.not_applicable };
  const { eval_score: _score, ...findings } = score;
  const { expected_score } = findings;
  if (expected_score === undefined) return findings;
  return { ...findings, cause: isPass(expected_score) ? 'induced' : 'baseline' };
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
