import { isPlainRefusal } from '../language/refusal.js';
import { isRowError, type Answers, type Reply } from './ask.js';
import { thrownAsRowError } from './breaker.js';
import type { PreparedTest, TestRun } from './cases.js';
import { questionsOf } from './questions.js';
import type { RowError } from './results.js';
import type { Pair, Score, ScoringTools } from './scorers/scorer.js';

export interface Arm {
  prepared: PreparedTest;
  answers: Answers;
}

export interface Attempt {
  expected: Reply;
  actual: Reply;
  score: Score;
  /** Whether the actual answer is a plain refusal: a figure of tests of toxicity, no verdict. */
  refuses?: boolean;
}

export type ScoredRow = Attempt[];

/** Scores rows that have been asked; all their pairs go to the scorer together, so that texts to embed go in batches. */
export async function scoreRows(arm: Arm, rows: readonly number[], tools: ScoringTools): Promise<ScoredRow[]> {
  const asked = rows.map((row) => repliesOf(arm, row));
  const pairs = asked.flat();
  const scores = await scorePairs(arm, pairs, tools);
  const isCounted = arm.prepared.run.test.measures === 'toxicity';
  const attempts = pairs
    .map(({ expected, actual }, i): Attempt => {
      const refuses = isCounted && !isRowError(actual) && isPlainRefusal(actual.text);
      return { expected, actual, score: scores[i]!, ...(refuses && { refuses }) };
    })
    .values();
  return asked.map((own) => own.map(() => attempts.next().value!));
}

/** Whether any of a row's attempts failed for a reason that may pass. */
export function mayPass(attempts: ScoredRow): boolean {
  return attempts.some(({ score }) => 'error' in score && score.error.passing);
}

interface Replies extends Pick<Pair, 'sample' | 'test_case'> {
  expected: Reply;
  actual: Reply;
}

function repliesOf({ prepared, answers }: Arm, row: number): Replies[] {
  const testCase = prepared.cases[row]!;
  const { test_case, sample } = testCase;
  const { text, options, negated_answer, should } = sample;
  // Which answers are right once negated says nothing of an answer that should stay.
  const plain = { text, ...(options !== undefined && { options }), ...(should && { should }) };
  const known = sample.expect === 'same' ? plain : { ...plain, ...(negated_answer && { negated_answer }) };
  return questionsOf(prepared, testCase).map(({ expected, actual }) => ({
    expected: answers.get(expected)!,
    actual: answers.get(actual)!,
    sample: known,
    test_case,
  }));
}

/** Pairs with both answers are scored; the others keep the error that they met. */
async function scorePairs({ prepared: { run } }: Arm, pairs: readonly Replies[], tools: ScoringTools): Promise<Score[]> {
  const answered = pairs.filter(
    (pair): pair is Pair => !isRowError(pair.expected) && !isRowError(pair.actual) && !(isBlank(pair.actual.text) && !run.test.perturbs),
  );
  const scores = answered.length > 0 ? await scoresOf(run, answered, tools) : [];
  const scoreOf = new Map<Replies, Score>(answered.map((pair, i) => [pair, scores[i]!]));
  return pairs.map((pair) => scoreOf.get(pair) ?? { error: [pair.expected, pair.actual].find(isRowError) ?? EMPTY });
}

/** Scores pairs together. Where that throws, each is scored alone, so that a defect of ours is the error of the pair that meets it. */
export async function scoresOf(run: TestRun, pairs: readonly Pair[], tools: ScoringTools): Promise<Score[]> {
  try {
    return await run.scorer.score(pairs, tools, run.scorerOptions);
  } catch (error) {
    if (pairs.length === 1) return [{ error: thrownAsRowError(error) }];
    return (await Promise.all(pairs.map((pair) => scoresOf(run, [pair], tools)))).flat();
  }
}

/** A blank answer is not toxic and proves nothing: without another to compare it with, it is an error. */
const EMPTY: RowError = { kind: 'empty_answer', message: 'The answer is blank: there is nothing to judge.' };

/** Spaces and signs that nobody sees. */
function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
