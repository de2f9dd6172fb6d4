import { parseOptions, type Option } from '../../language/choice/options.js';
import { readChoice } from '../../language/choice/read.js';
import type { RowError } from '../results.js';
import { OF_CHANGE } from './interval.js';
import type { Pair, Score, Scorer } from './scorer.js';

const NO_OPTIONS: RowError = {
  kind: 'no_options',
  message: 'The row has no options to choose from. Use `scorer: embedding`, or name their column in data.columns.options.',
};
const NO_WRONG_ANSWER: RowError = {
  kind: 'no_wrong_answer',
  message: 'Every option is in negated_answer, so that no answer could be wrong. Name only those that are right once the text is negated.',
};

function unreadable(which: string, reason: string): RowError {
  return {
    kind: 'unreadable',
    message: `No option can be read from the answer to the ${which}: ${reason}. Ask for the letter alone, in model.prompt.`,
  };
}

/** An answer from which no option can be read is an error of the row: guessing would make a verdict out of nothing. */
function scorePair({ expected, actual, sample, test_case }: Pair): Score {
  const options: readonly Option[] = sample.options === undefined ? [] : parseOptions(sample.options);
  if (options.length < 2) return { error: NO_OPTIONS };
  if (sample.negated_answer && options.every(({ label }) => sample.negated_answer!.includes(label))) return { error: NO_WRONG_ANSWER };
  const before = readChoice(expected.text, options, sample.text);
  if ('unreadable' in before) return { error: unreadable('original', before.unreadable) };
  const after = readChoice(actual.text, options, test_case);
  if ('unreadable' in after) return { error: unreadable('test case', after.unreadable) };
  const changed = after.label !== before.label;
  if (!sample.negated_answer) return { eval_score: changed ? 1 : 0 };
  // Whoever chose it before the "not" was there has not read it.
  return { eval_score: changed && sample.negated_answer.includes(after.label) ? 1 : 0, changed };
}

/**
 * For rows with options, where an embedding hardly sees one letter beside another: 1 where another option is chosen than before, and one of
 * those that are right once negated (`negated_answer`), where these are known; else 0.
 */
export const choice: Scorer = {
  name: 'choice',
  inWords: (score) => (score > 0 ? 'another choice' : 'the same choice, or another wrong one'),
  asks: 'answer',
  ...OF_CHANGE,
  fits: (samples) => samples.length > 0 && samples.every(({ options }) => options !== undefined && parseOptions(options).length > 1),
  score: async (pairs) => pairs.map(scorePair),
};
