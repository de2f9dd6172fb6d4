import type { LeftOutRow, TripletReportRow } from '../../engine/results.ts';
import type { PassRule } from '../../engine/scorers/rule.ts';
import type { SequentialPlan } from '../../engine/asking/expected-requests.ts';
import { shortName } from './truncate.ts';
import { harmlessOf } from './test-words.ts';
import { planErrorWords } from './error-rates.ts';
import { quantity, formatNumber, keepTexts, sentenceCase } from './words.ts';

type PlannedSequence = SequentialPlan & {
  margin: number;
  calibration?: number;
  /** The judge that reads what no rule can, and its most requests. */
  reading?: { name: string; requests: number };
  judged?: { row: number; failing: number };
};

type StatedField =
  | 'test_type'
  | 'scorer'
  | 'minimum_pass_rate'
  | 'minimum_valid_rate'
  | 'minimum_steady_rate';

export interface PlannedTest extends Pick<TripletReportRow, StatedField> {
  rule: PassRule;
  samples: number;
  /**
   * Samples that the test changes, each asked as it is, changed, and (triplet) with a placebo; all
   * samples for a test without changes.
   */
  cases: number;
  /** Number of texts, if each is asked in several rounds. */
  texts?: number;
  repeats?: number;
  compared?: boolean;
  sequential?: PlannedSequence;
  not_applicable: LeftOutRow[];
  /** The first row as it is sent, whole. */
  prompt?: { source: string; system: string | undefined; text: string } | undefined;
  examples: Array<{ original: string; placebo?: string; test_case: string }>;
}

/** The conditions of a test, and the cost and the error rates of a sequential one. */
export function planSentences(test: PlannedTest): string[] {
  const conditions = conditionSentence(test);
  const { sequential } = test;
  const sentences = sequential ? sequentialSentences(test, sequential) : [];
  return conditions === '' ? sentences : [conditions, ...sentences];
}

/** One line on repeats and baseline; empty for a test without both. */
function conditionSentence({ repeats = 1, compared }: PlannedTest): string {
  const sentences = keepTexts([
    repeats > 1 && `Each row is asked ${formatNumber(repeats)} times.`,
    compared && 'Compared with the base.',
  ]);
  return sentences.join(' ');
}

function sequentialSentences(test: PlannedTest, sequential: PlannedSequence): string[] {
  const { texts, cases, rule, minimum_pass_rate, repeats = 1 } = test;
  const { guess, calibration = 0, reading, judged } = sequential;
  const hasArms = rule.kind === 'three_arms';
  const failing = judged && judged.failing > 0;
  return keepTexts([
    askedSentences(test),
    texts !== undefined &&
      `${quantity(texts, 'text')}, ${quantity(cases, 'request')}: a pass holds for other pressures, not for other customers.`,
    expectedRequestsSentence(sequential, hasArms ? 'ignores the perturbation' : 'fails every row'),
    errorRatesSentence(sequential),
    guess &&
      `A model that guesses is right in ${formatTenths(guess.g)} of the perturbed rows, one that always gives the same answer in ${formatTenths(guess.h)}. The minimum is ${formatTenths(minimum_pass_rate)}.`,
    reading && readingInWords(reading, calibration),
    judged &&
      `The judge takes up to ${quantity(judged.row, 'request')} a row${failing ? `, and up to ${formatNumber(judged.failing)} more for a row that fails` : ''}.`,
    calibration > 0 &&
      !reading &&
      `Calibrating the judge takes ${quantity(calibration, 'request')}, before the first row.`,
    repeats > 1 && 'The majority of the answers to one prompt is its answer.',
  ]);
}

/** How rows are asked, and the minima beside that of the rate. */
function askedSentences(test: PlannedTest): string {
  const { rule, minimum_valid_rate, minimum_steady_rate } = test;
  const hasArms = rule.kind === 'three_arms';
  const asked = hasArms
    ? `Each row is asked three ways: as it is, with ${harmlessOf(test)}, and perturbed`
    : 'Rows are asked one after the other';
  const sentences = [`${asked}, until the rows decide.`];
  if (minimum_valid_rate !== undefined)
    sentences.push(
      `In at least ${formatTenths(minimum_valid_rate)} of the rows, the first two answers must ${hasArms && rule.key ? 'be right' : 'agree'}.`,
    );
  if (minimum_steady_rate !== undefined)
    sentences.push(
      `Where the first answer is right, the second must be right in at least ${formatTenths(minimum_steady_rate)}.`,
    );
  return sentences.join(' ');
}

function readingInWords(
  { name, requests }: NonNullable<PlannedSequence['reading']>,
  calibration: number,
): string {
  const most = `${formatNumber(requests)}${calibration > 0 ? ` + ${formatNumber(calibration)} to calibrate it` : ''}`;
  return `Answers that no rule can read go to the judge ${shortName(name)}: 0 requests if answers are plain, at most ${most}.`;
}

function formatTenths(rate: number): string {
  return `${(100 * rate).toFixed(1)}%`;
}

function expectedRequestsSentence(
  { perfect, at_minimum, deaf }: PlannedSequence,
  worst: string,
): string {
  const expectedCount = (count: { rows: number; requests: number }) =>
    `${quantity(Math.round(count.requests), 'request')} (${quantity(Math.round(count.rows), 'row')})`;
  return `Expected, judges and retries aside: of a perfect model ${expectedCount(perfect)}, of one at the minimum ${expectedCount(at_minimum)}, of one that ${worst} ${expectedCount(deaf)}.`;
}

function errorRatesSentence({ plan_error }: PlannedSequence): string {
  if (!plan_error) return 'A minimum of 0 or 1 has no error rates.';
  const does = plan_error.otherwise === undefined ? 'is right in' : 'reads the change in';
  return `${sentenceCase(planErrorWords(plan_error, does))}.`;
}
