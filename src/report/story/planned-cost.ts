import { enumerate } from '../../language/enumerate.ts';
import { sum } from '../../engine/lists.ts';
import type { PlannedTest } from './planned.ts';
import { quantity, formatNumber } from './words.ts';

/** The requests of a planned run, as the plan counts them. */
interface PlannedRequests {
  total: number;
  unread?: number;
  calibration?: number;
}

interface PlannedRun {
  tests: readonly PlannedTest[];
  requests: PlannedRequests;
}

/** Requests of a whole run, with those to the judge and to calibrate it. */
interface RunRequests {
  /**
   * Requests for a model that passes, and for one that fails at once; absent if every row is asked.
   */
  passes?: number;
  fails?: number;
  /** Maximum number of requests, if the rules can read every answer. */
  most: number;
}

export function requestsOfRun({ tests, requests }: PlannedRun): RunRequests {
  const { total, unread = 0, calibration = 0 } = requests;
  const most = total - unread;
  const plans = tests.flatMap(({ sequential }) => sequential ?? []);
  if (plans.length < tests.length || plans.length === 0) return { most };
  // A judge of answers that no rule reads is calibrated only where there is one.
  const readerCalibration = unread - sum(plans, ({ reading }) => reading?.requests ?? 0);
  const calibrationRequests = calibration - Math.max(0, readerCalibration);
  const passes = sum(plans, ({ perfect, judged }) => {
    return perfect.requests + perfect.rows * (judged?.row ?? 0);
  });
  const fails = sum(plans, ({ deaf, judged = { row: 0, failing: 0 } }) => {
    return deaf.requests + deaf.rows * (judged.row + judged.failing);
  });
  return {
    passes: tens(passes + calibrationRequests),
    fails: tens(fails + calibrationRequests),
    most,
  };
}

/** Rounds an expected number of requests up to tens, since it is not exact. */
function tens(requests: number): number {
  return requests < 100 ? Math.round(requests) : 10 * Math.ceil(requests / 10);
}

/** `about 360 requests for a model that passes, 140 for one that fails at once` */
export function requestsInWords(run: PlannedRun): string {
  const { passes, fails, most } = requestsOfRun(run);
  if (passes === undefined || fails === undefined) return `${quantity(most, 'request')} at most`;
  return `about ${quantity(passes, 'request')} for a model that passes, ${formatNumber(fails)} for one that fails at once`;
}

/** Names the gated tests and the requests of a run in one line. */
export function planGist(run: PlannedRun): string {
  const names = enumerate(
    run.tests.map(({ test_type }) => test_type),
    'and',
  );
  return `Gates ${names} with ${requestsInWords(run)}, judge and calibration included.`;
}
