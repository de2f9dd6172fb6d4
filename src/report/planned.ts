import type { SequentialPlan } from '../engine/triplet/plan.js';
import { harmlessOf } from './harmless.js';
import { counted, number } from './words.js';

/** What a sequential test will take, and how sure it will be. */
export type PlannedSequence = SequentialPlan & {
  margin: number;
  /** Requests that calibrate a judge. */
  calibration?: number;
};

interface Sequential {
  test_type: string;
  sequential?: PlannedSequence;
  method?: 'triplet';
  minimum_pass_rate: number;
  minimum_valid_rate?: number;
  repeats?: number;
}

/** What a sequential test will take and how sure it will be, in sentences, before a request is paid for. */
export function planned({ test_type, sequential, method, minimum_pass_rate, minimum_valid_rate, repeats = 1 }: Sequential): string[] {
  if (!sequential) return [];
  const { rows, least, guess, calibration = 0 } = sequential;
  const asked =
    method === 'triplet'
      ? `Each row is asked three ways: as it is, with ${harmlessOf({ test_type })}, and perturbed`
      : 'Rows are asked one after the other';
  return [
    `${asked}, until the rows decide${minimum_valid_rate === undefined ? '' : `; ${percent(minimum_valid_rate)} of them must hold on the first two`}.`,
    ...(rows < least
      ? [
          `${counted(rows, 'row')} cannot decide: a perfect model needs ${number(least)}. The test is inconclusive and asks nothing. Give it more rows.`,
        ]
      : [expected(sequential, method === 'triplet' ? 'ignores the perturbation' : 'fails every row'), errors(sequential)]),
    ...(guess
      ? [
          `Knowing nothing: a guess is right in ${percent(guess.g)} of the perturbed rows, one and the same answer in ${percent(guess.h)}. The minimum is ${percent(minimum_pass_rate)}.`,
        ]
      : []),
    ...(calibration > 0
      ? [
          `Calibrating the judge takes ${counted(calibration, 'request')}, ${method === 'triplet' ? 'once there is an answer that no rule can read' : 'before the first row'}.`,
        ]
      : []),
    ...(repeats > 1 ? ['The majority of the answers to one prompt is its answer.'] : []),
  ];
}

/** With a decimal: errors of a few percent are what it is about. */
function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`;
}

function expected({ perfect, at_minimum, deaf, least }: PlannedSequence, worst: string): string {
  const of = (count: { rows: number; requests: number }) =>
    `${counted(Math.round(count.requests), 'request')} (${counted(Math.round(count.rows), 'row')})`;
  return `Expected, judges and retries aside: of a perfect model ${of(perfect)}, of one at the minimum ${of(at_minimum)}, of one that ${worst} ${of(deaf)}. The least number of rows is ${number(least)}.`;
}

function errors({ plan_error }: PlannedSequence): string {
  if (!plan_error) return 'A minimum of 0 or 1 knows no errors of the plan.';
  const { good, bad, failed_if_good, passed_if_bad } = plan_error;
  return `A model that is right in ${percent(good)} is failed in ${percent(failed_if_good)} of runs, one that is right in ${percent(bad)} is passed in ${percent(passed_if_bad)}.`;
}
