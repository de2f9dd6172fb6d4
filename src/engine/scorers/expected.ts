import { enumerate } from '../../language/enumerate.ts';
import { parseOptions } from '../../language/options.ts';
import { removeThinking } from '../../language/plain.ts';
import { soundsLikeDecline } from '../../language/refusal-phrases.ts';
import { isSameAnswer } from '../../language/same-answer.ts';
import { truncatedError } from '../rows/endings.ts';
import { EXPECTED_READER } from '../judges/expected-rubric.ts';
import { LABEL_READER } from '../judges/labels.ts';
import { isAlike, type Agreement } from '../methods/reading.ts';
import type { Judgement, RowError } from '../results.ts';
import { readLabels } from './read-labels.ts';
import type { JudgeCalibration, Pair, Score, ScoredPair, Scorer, ScoringTools } from './scorer.ts';

const unread = (reason: string): { error: RowError } => ({
  error: { kind: 'unreadable', message: `Whether the answer is right cannot be read: ${reason}.` },
});

async function scorePair(pair: Pair, tools: ScoringTools): Promise<Score> {
  const { actual, sample } = pair;
  const finalText = removeThinking(actual.text);
  if (finalText === undefined)
    return unread(
      'it ends while the model is still thinking. Raise the number of tokens it may use',
    );
  const score = isChoice(sample)
    ? await scoreChoice(finalText, sample, tools)
    : await scoreWords(finalText, sample, tools);
  const isWrong = 'eval_score' in score && score.eval_score > 0;
  return isWrong && actual.isCut ? { error: truncatedError('The answer') } : score;
}

/** True for a row whose key names options. The answer to any other row is compared by its words. */
export function isChoice({ options, answer }: Pair['sample']): boolean {
  return options !== undefined && answer !== undefined;
}

/** An answer with the same words as a right one is right by rule. The judge compares all others. */
async function scoreWords(
  answer: string,
  { text, options, expected = [], should_decline }: Pair['sample'],
  { judge, hasJudge }: ScoringTools,
): Promise<Score> {
  const key = should_decline ? [] : expected;
  if (key.some((right) => isSameAnswer(answer, right))) return { eval_score: 0, state: 'right' };
  if (!hasJudge) return unread('there is no judge to compare it with the expected one');
  const question = options === undefined ? text : `${text}\n${options}`;
  const judgement = await EXPECTED_READER.read({ question, key, answer }, judge);
  return 'failure' in judgement
    ? { error: judgement.failure }
    : judgedScore(judgement, should_decline);
}

function judgedScore(judgement: Judgement<Agreement>, shouldDecline: true | undefined): ScoredPair {
  const { verdict } = judgement;
  const right: Agreement = shouldDecline ? 'declines' : 'agrees';
  const eval_score = verdict === right ? 0 : 1;
  if (verdict === 'declines') return { eval_score, state: 'declined', judgement };
  return { eval_score, state: eval_score === 0 ? 'right' : 'wrong', judgement };
}

/** The options that the answer gives must be those of the key, no more and no fewer. */
async function scoreChoice(
  answer: string,
  { text, options: optionsText = '', answer: key = [] }: Pair['sample'],
  tools: ScoringTools,
): Promise<Score> {
  const options = parseOptions(optionsText);
  const reading = await readLabels(answer, { question: text, options }, tools);
  if (!reading) {
    const labels = options.map(({ label }) => label);
    return unread(
      `it names none of ${enumerate(labels, 'or')} in a way that leaves no doubt, and there is no judge`,
    );
  }
  if ('error' in reading) return reading;
  const { labels } = reading;
  const isDecline = labels.length === 0 && soundsLikeDecline(answer);
  if (isAlike(labels, key)) return { eval_score: 0, state: 'right' };
  return { eval_score: 1, state: isDecline ? 'declined' : 'wrong' };
}

/** For rows that are asked as they are: 0 for the expected answer, 1 for any other. */
export const expectedScorer: Scorer = {
  name: 'expected',
  describe: (score) => (score > 0 ? 'not the expected answer' : 'the expected answer'),
  asks: 'answer',
  judgeCalls: 0,
  optionalJudgeCalls: 1,
  calibrations: (samples) => {
    const parts: JudgeCalibration[] = [];
    if (!samples.every(isChoice)) parts.push(EXPECTED_READER.calibration);
    if (samples.some(isChoice)) parts.push(LABEL_READER.calibration);
    return parts;
  },
  seesChange: false,
  rule: { kind: 'as_expected' },
  defaultThreshold: 0,
  score: (pairs, tools) => Promise.all(pairs.map((pair) => scorePair(pair, tools))),
};
