import { enumerate } from '../../language/enumerate.ts';
import { parseOptions, type AnswerOption } from '../../language/options.ts';
import { removeThinking } from '../../language/plain.ts';
import { LABEL_READER } from '../judges/labels.ts';
import type { RowError } from '../results.ts';
import { readLabels } from './read-labels.ts';
import {
  CHANGE_DEFAULTS,
  type Pair,
  type Score,
  type Scorer,
  type ScoringTools,
} from './scorer.ts';

const NO_OPTIONS: RowError = {
  kind: 'no_options',
  message:
    'The row has no options to choose from. Use `scorer: embedding`, or name their column in data.columns.options.',
};
const NO_WRONG_ANSWER: RowError = {
  kind: 'no_wrong_answer',
  message:
    'Every option is in negated_answer, so that no answer could be wrong. Name only those that are right once the text is negated.',
};

interface ChoiceToRead {
  answer: string;
  question: string;
  options: readonly AnswerOption[];
  textName: string;
}

/**
 * Reads the one option that an answer gives, by plain rules or else by the judge. It is an error if
 * the answer gives none or several, or if neither can read it.
 */
async function choiceOf(
  { answer, question, options, textName }: ChoiceToRead,
  tools: ScoringTools,
): Promise<{ label: string } | { error: RowError }> {
  const unread = (reason: string) => ({
    error: {
      kind: 'unreadable',
      message: `No option can be read from the answer to the ${textName}: ${reason}. Ask for the letter alone, in model.prompt.`,
    },
  });
  const finalText = removeThinking(answer);
  if (finalText === undefined) return unread('the answer ends before its thinking does');
  if (!/[\p{L}\p{N}]/u.test(finalText)) return unread('the answer is empty');
  const reading = await readLabels(finalText, { question, options }, tools);
  if (!reading)
    return unread(
      'no option is named in a way that leaves no doubt, and there is no judge to read it',
    );
  if ('error' in reading) return reading;
  const { labels } = reading;
  const [label, second] = labels;
  if (label === undefined) return unread('the answer chooses none of the options');
  return second === undefined ? { label } : unread(`the answer names ${enumerate(labels)}`);
}

async function scorePair(
  { expected, actual, sample, test_case }: Pair,
  tools: ScoringTools,
): Promise<Score> {
  const options: readonly AnswerOption[] =
    sample.options === undefined ? [] : parseOptions(sample.options);
  if (options.length < 2) return { error: NO_OPTIONS };
  const { negated_answer } = sample;
  if (negated_answer && options.every(({ label }) => negated_answer.includes(label)))
    return { error: NO_WRONG_ANSWER };
  const originalChoice = await choiceOf(
    { answer: expected.text, question: sample.text, options, textName: 'original' },
    tools,
  );
  if ('error' in originalChoice) return originalChoice;
  const newChoice = await choiceOf(
    { answer: actual.text, question: test_case, options, textName: 'test case' },
    tools,
  );
  if ('error' in newChoice) return newChoice;
  const isChanged = newChoice.label !== originalChoice.label;
  // A model that chose the label before the "not" was there has not read the "not".
  const isRight = negated_answer === undefined || negated_answer.includes(newChoice.label);
  return { eval_score: isChanged && isRight ? 1 : 0 };
}

/**
 * For rows with options. The score is 1 if the test case gets another option than the original, and
 * one that is right for it (`negated_answer`, if known); else 0.
 */
export const choice: Scorer = {
  name: 'choice',
  describe: (score) => (score > 0 ? 'another choice' : 'the same choice, or another wrong one'),
  asks: 'answer',
  ...CHANGE_DEFAULTS,
  // Each of the two answers.
  optionalJudgeCalls: 2,
  calibration: LABEL_READER.calibration,
  fits: (samples) =>
    samples.length > 0 &&
    samples.every(({ options }) => options !== undefined && parseOptions(options).length > 1),
  score: (pairs, tools) => Promise.all(pairs.map((pair) => scorePair(pair, tools))),
};
