import type { LeftOutRow, TripletReportRow } from '../../engine/results.js';
import type { PassRule } from '../../engine/scorers/rule.js';
import type { SequentialPlan } from '../../engine/expected-requests.js';
import { shortName } from './truncate.js';
import { harmlessOf } from './test-words.js';
import { errorsOfPlan } from './error-rates.js';
import { counted, number, present, sentenceCase } from './words.js';

type PlannedSequence = SequentialPlan & {
  margin: number;
  calibration?: number;
  /** The judge that reads what no rule can, and its most requests. */
  reading?: { name: string; requests: number };
  judged?: { row: number; failing: number };
};

type Stated =
  | 'test_type'
  | 'scorer'
  | 'minimum_pass_rate'
  | 'minimum_valid_rate'
  | 'minimum_steady_rate';

export interface PlannedTest extends Pick<TripletReportRow, Stated> {
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
  compare?: 'base' | 'report';
  sequential?: PlannedSequence;
  not_applicable: LeftOutRow[];
  /** The first row as it is sent, whole. */
  prompt?: { source: string; system: string | undefined; text: string } | undefined;
  examples: Array<{ original: string; placebo?: string; test_case: string }>;
}

/** The cost and the error rates of a sequential test in sentences; empty for another test. */
export function planSentences(test: PlannedTest): string[] {
  const {
    sequential,
    texts,
    cases,
    rule,
    minimum_pass_rate,
    minimum_valid_rate,
    minimum_steady_rate,
    repeats = 1,
  } = test;
  if (!sequential) return [];
  const { guess, calibration = 0, reading, judged } = sequential;
  const hasArms = rule.kind === 'three_arms';
  const asked = hasArms
    ? `Each row is asked three ways: as it is, with ${harmlessOf(test)}, and perturbed`
    : 'Rows are asked one after the other';
  const valid =
    minimum_valid_rate === undefined
      ? ''
      : `; ${percent(minimum_valid_rate)} of them must hold on the first two`;
  const steady =
    minimum_steady_rate === undefined
      ? ''
      : `, and ${percent(minimum_steady_rate)} of those that hold on the first one`;
  return present([
    `${asked}, until the rows decide${valid}${steady}.`,
    texts !== undefined &&
      `${counted(texts, 'text')}, ${counted(cases, 'request')}: a pass holds for other pressures, not for other customers.`,
    expected(sequential, hasArms ? 'ignores the perturbation' : 'fails every row'),
    errors(sequential),
    guess &&
      `A model that guesses is right in ${percent(guess.g)} of the perturbed rows, one that always gives the same answer in ${percent(guess.h)}. The minimum is ${percent(minimum_pass_rate)}.`,
    reading && readingInWords(reading, calibration),
    judged &&
      `The judge takes up to ${counted(judged.row, 'request')} a row${judged.failing > 0 ? `, and up to ${number(judged.failing)} more for a row that fails` : ''}.`,
    calibration > 0 &&
      !reading &&
      `Calibrating the judge takes ${counted(calibration, 'request')}, before the first row.`,
    repeats > 1 && 'The majority of the answers to one prompt is its answer.',
  ]);
}

function readingInWords(
  { name, requests }: NonNullable<PlannedSequence['reading']>,
  calibration: number,
): string {
  const most = `${number(requests)}${calibration > 0 ? ` + ${number(calibration)} to calibrate it` : ''}`;
  return `Answers that no rule can read go to the judge ${shortName(name)}: 0 requests if answers are plain, at most ${most}.`;
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)}%`;
}

function expected({ perfect, at_minimum, deaf }: PlannedSequence, worst: string): string {
  const of = (count: { rows: number; requests: number }) =>
    `${counted(Math.round(count.requests), 'request')} (${counted(Math.round(count.rows), 'row')})`;
  return `Expected, judges and retries aside: of a perfect model ${of(perfect)}, of one at the minimum ${of(at_minimum)}, of one that ${worst} ${of(deaf)}.`;
}

function errors({ plan_error }: PlannedSequence): string {
  if (!plan_error) return 'A minimum of 0 or 1 has no error rates.';
  const does = plan_error.otherwise === undefined ? 'is right in' : 'reads the change in';
  return `${sentenceCase(errorsOfPlan(plan_error, does))}.`;
}
