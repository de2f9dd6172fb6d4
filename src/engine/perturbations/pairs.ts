import type { Expectation, Sample } from '../sample.ts';
import { isSameAnswer } from '../../language/same-answer.ts';
import { isAlike } from '../methods/reading.ts';
import type { PerturbedSample, Unfit } from './definition.ts';
import type { LintedRow, LintFinding } from '../lint/row.ts';

/**
 * Reads a row of the data as a pair: two texts, and the right answers to both or the expected
 * effect on the answer.
 */
export function pairIn(row: Sample, otherwise?: Expectation): PerturbedSample | Unfit {
  const {
    perturbed,
    placebo,
    perturbed_answer,
    perturbed_truth: _truth,
    perturbed_expected,
    negated_answer: _negated,
    ...sample
  } = row;
  if (perturbed === undefined)
    return { reason: 'the row has no perturbed text (column perturbed)' };
  const expectation = expectationIn(row);
  if (expectation && sample.expect && expectation !== sample.expect) {
    return {
      reason: `expect says ${sample.expect}, and the right answers of the two texts say ${expectation}`,
    };
  }
  const expect = expectation ?? sample.expect ?? otherwise;
  if (!expect)
    return {
      reason:
        'the row says neither what is right for both texts (answer, perturbed_answer) nor what to expect',
    };
  return {
    test_case: perturbed,
    placebo,
    // The key of the perturbed text is `negated_answer` for a question, and follows from `expect`
    // for a statement.
    sample: {
      ...sample,
      expect,
      // One answer in words is right for both texts if the answer should stay.
      expected: sample.expected ?? (expect === 'same' ? perturbed_expected : undefined),
      perturbed_expected: perturbed_expected ?? (expect === 'same' ? sample.expected : undefined),
      negated_answer: sample.answer && perturbed_answer ? perturbed_answer : undefined,
    },
  };
}

/** Returns the expected effect on the answer; undefined unless the keys of both texts are known. */
function expectationIn({
  answer,
  truth,
  perturbed_answer,
  perturbed_truth,
  expected,
  perturbed_expected,
  expect,
}: Sample): Expectation | undefined {
  if (answer && perturbed_answer) return isAlike(answer, perturbed_answer) ? 'same' : 'change';
  if (truth !== undefined && perturbed_truth !== undefined)
    return truth === perturbed_truth ? 'same' : 'change';
  // "Two weeks" may be "14 days": answers in words say it only where the row does not.
  if (!expected || !perturbed_expected || expect) return undefined;
  const isSame = expected.some((a) => perturbed_expected.some((b) => isSameAnswer(a, b)));
  return isSame ? 'same' : 'change';
}

/** Texts with fewer distinct words are not compared. */
const MIN_WORDS = 4;
/** Minimum share of the distinct words of the shorter text that an edit leaves. */
const MIN_SHARED = 0.2;

/** Returns why a pair cannot show whether the model read the edit; undefined if it may show it. */
export function lintPair({
  original,
  test_case,
  placebo,
  expect,
}: LintedRow): LintFinding | undefined {
  if (expect === 'change' && bareWords(original) === bareWords(test_case)) {
    return {
      rule: 'only_marks',
      message:
        'The two texts differ in nothing but case and punctuation, though the answer should change.',
    };
  }
  if (placebo !== undefined && expect === 'change' && bareWords(placebo) === bareWords(test_case)) {
    return {
      rule: 'placebo_is_edit',
      message: 'The placebo is the perturbed text, so that no answer could be right for both.',
    };
  }
  if (sharesLittle(original, test_case)) {
    return {
      rule: 'no_pair',
      message: 'The two texts have hardly a word in common: this is another question, and no edit.',
    };
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function bareWords(text: string): string {
  return wordsOf(text).join(' ');
}

function sharesLittle(a: string, b: string): boolean {
  const [wordsOfA, wordsOfB] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  const fewer = Math.min(wordsOfA.size, wordsOfB.size);
  return fewer >= MIN_WORDS && wordsOfA.intersection(wordsOfB).size < MIN_SHARED * fewer;
}
