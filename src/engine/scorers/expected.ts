import { enumerate } from '../../language/enumerate.js';
import { parseOptions, type AnswerOption } from '../../language/options.js';
import { readPlainLabels, withoutThinking } from '../../language/plain.js';
import { soundsLikeDecline } from '../../language/refusal-phrases.js';
import { isSameAnswer } from '../../language/same-answer.js';
import { truncatedError } from '../endings.js';
import { EXPECTED_READER } from '../judges/expected-rubric.js';
import { LABEL_READER } from '../judges/labels.js';
import { isAlike, type Agreement } from '../methods/reading.js';
import type { Judgement, RowError } from '../results.js';
import type { Pair, Score, Scored, Scorer, ScoringTools } from './scorer.js';

const unread = (why: string): { error: RowError } => ({
  error: { kind: 'unreadable', message: `Whether the answer is right cannot be read: ${why}.` },
});

async function scorePair(pair: Pair, tools: ScoringTools): Promise<Score> {
  const { actual, sample } = pair;
  const said = withoutThinking(actual.text);
  if (said === undefined)
    return unread(
      'it ends while the model is still thinking. Raise the number of tokens it may use',
    );
  const score = isChoice(sample)
    ? await scoreChoice(said, sample, tools)
    : await scoreWords(said, sample, tools);
  const isWrong = 'eval_score' in score && score.eval_score > 0;
  return isWrong && actual.isCut ? { error: truncatedError('The answer') } : score;
}

/** A row with options whose key names some; a decline is read in the words of the answer. */
export function isChoice({ options, answer }: Pair['sample']): boolean {
  return options !== undefined && answer !== undefined;
}

/** Equal words are right by rule; the judge compares all others. */
async function scoreWords(
  answer: string,
  { text, options, expected = [], should_decline }: Pair['sample'],
  { judge, hasJudge }: ScoringTools,
): Promise<Score> {
  const key = should_decline ? [] : expected;
  if (key.some((right) => isSameAnswer(answer, right))) return { eval_score: 0, state: 'right' };
  if (!hasJudge) return unread('there is no judge to compare it with the expected one');
  const question = options === undefined ? text : `${text}\n${options}`;
  const judged = await EXPECTED_READER.read({ question, key, answer }, judge);
  return 'failure' in judged ? { error: judged.failure } : judgedScore(judged, should_decline);
}

function judgedScore(judgement: Judgement<Agreement>, shouldDecline: true | undefined): Scored {
  const { verdict } = judgement;
  const right: Agreement = shouldDecline ? 'declines' : 'agrees';
  const eval_score = verdict === right ? 0 : 1;
  if (verdict === 'declines') return { eval_score, state: 'declined', judgement };
  return { eval_score, state: eval_score === 0 ? 'right' : 'wrong', judgement };
}

/** The options that the answer gives must be those of the key, no more and no fewer. */
async function scoreChoice(
  answer: string,
  { text, options: written = '', answer: key = [] }: Pair['sample'],
  tools: ScoringTools,
): Promise<Score> {
  const options = parseOptions(written);
  const labels = await labelsIn(answer, { question: text, options }, tools);
  if ('error' in labels) return labels;
  const { given } = labels;
  const isDecline = given.length === 0 && soundsLikeDecline(answer);
  if (isAlike(given, key)) return { eval_score: 0, state: 'right' };
  return { eval_score: 1, state: isDecline ? 'declined' : 'wrong' };
}

async function labelsIn(
  answer: string,
  asked: { question: string; options: readonly AnswerOption[] },
  { judge, hasJudge }: ScoringTools,
): Promise<{ given: readonly string[] } | { error: RowError }> {
  const plain = readPlainLabels(answer, asked.options);
  if (plain) return { given: plain };
  if (!hasJudge) {
    const names = enumerate(
      asked.options.map(({ label }) => label),
      'or',
    );
    return unread(`it names none of ${names} in a way that leaves no doubt, and there is no judge`);
  }
  const judged = await LABEL_READER.read({ ...asked, answer }, judge);
  return 'failure' in judged ? { error: judged.failure } : { given: judged.reading };
}

/** For rows as they are: 0 for an answer that says what is expected, 1 for any other. */
export const expectedScorer: Scorer = {
  name: 'expected',
  inWords: (score) => (score > 0 ? 'not the expected answer' : 'the expected answer'),
  asks: 'answer',
  judgeCalls: 0,
  mayAskJudge: true,
  calibrations: (samples) => {
    const parts = [];
    if (!samples.every(isChoice)) parts.push(EXPECTED_READER.calibration);
    if (samples.some(isChoice)) parts.push(LABEL_READER.calibration);
    return parts;
  },
  seesChange: false,
  rule: { kind: 'as_expected' },
  defaultThreshold: 0,
  score: (pairs, tools) => Promise.all(pairs.map((pair) => scorePair(pair, tools))),
};
