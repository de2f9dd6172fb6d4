import { sum } from '../../engine/lists.ts';
import type { SequentialPlan } from '../../engine/asking/expected-requests.ts';
import type { LeftOutRow } from '../../engine/results.ts';
import { quantity, formatNumber } from './words.ts';

type PlannedSequence = SequentialPlan & {
  /** Known cases that judges are calibrated on. */
  calibration: number;
  /** Requests for a row whose answers no rule can read. */
  read: number;
  judged?: { row: number; failing: number };
};

export interface PlannedTest {
  test_type: string;
  scorer: string;
  minimum_pass_rate: number;
  samples: number;
  /** Samples that the test asks. */
  cases: number;
  sequential?: PlannedSequence | undefined;
  not_applicable: LeftOutRow[];
  /** The first row as it is sent, whole. */
  prompt?: { source: string; system: string | undefined; text: string } | undefined;
}

interface PlannedRun {
  tests: readonly PlannedTest[];
  requests: { total: number; unread?: number; calibration?: number };
}

/** With plain answers, and with answers that a judge must read. */
type Range = readonly [plain: number, read: number];

/** Requests of a whole run, with those to the judge and to calibrate it. */
interface RunRequests {
  /** For a model that passes, and for one that fails at once; absent if every row is asked. */
  passes?: Range;
  fails?: Range;
  /** Maximum number of requests, if the rules can read every answer. */
  most: number;
}

export function requestsOfRun({ tests, requests }: PlannedRun): RunRequests {
  const { total, unread = 0, calibration = 0 } = requests;
  const most = total - unread;
  const plans = tests.flatMap(({ sequential }) => sequential ?? []);
  if (plans.length < tests.length || plans.length === 0) return { most };
  // A judge of answers that no rule reads is calibrated only where there is one.
  const mostRead = sum(tests, ({ sequential, cases }) => (sequential?.read ?? 0) * cases);
  const readerCalibration = Math.max(0, unread - mostRead);
  const fixed = calibration - readerCalibration;
  const rangeOf = (end: 'perfect' | 'deaf'): Range => {
    const plain = sum(plans, ({ judged = { row: 0, failing: 0 }, ...plan }) => {
      const judgedOfRow = judged.row + (end === 'deaf' ? judged.failing : 0);
      return plan[end].requests + plan[end].rows * judgedOfRow;
    });
    const read = sum(plans, (plan) => plan[end].rows * plan.read);
    return [tens(plain + fixed), tens(plain + read + fixed + readerCalibration)];
  };
  return { passes: rangeOf('perfect'), fails: rangeOf('deaf'), most };
}

/** Rounds an expected number of requests up to tens, since it is not exact. */
function tens(requests: number): number {
  return requests < 100 ? Math.round(requests) : 10 * Math.ceil(requests / 10);
}

/** `about 60 to 220 requests for a model that passes, 15 for one that fails at once` */
export function requestsInWords(run: PlannedRun): string {
  const { passes, fails, most } = requestsOfRun(run);
  if (passes === undefined || fails === undefined) return `${quantity(most, 'request')} at most`;
  return `about ${rangeInWords(passes)} requests for a model that passes, ${rangeInWords(fails)} for one that fails at once`;
}

/** `60 to 217`, or `60` */
export function rangeInWords([least, most]: Range): string {
  const figure = formatNumber(least);
  return least === most ? figure : `${figure} to ${formatNumber(most)}`;
}
