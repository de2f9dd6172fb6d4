import { rowError } from '../breaker.js';
import { ARMS, describedRow, type Case } from '../case.js';
import type { ArmReadings, BaselineResult, ResultRow, RowState } from '../results.js';
import type { ReadArms } from './arms.js';
import type { Compared } from './decision.js';
import { judgeRow, stateIn, type Readings } from './key.js';
import {
  judgedOf,
  NOTHING_OBSERVED,
  observed,
  readingsOf,
  standingOf,
  type Observed,
  type ComparedFacts,
} from './observe.js';
import type { TripletRun } from './test-run.js';

/**
 * The result of a row: only a row whose answers to the original and to the placebo hold can pass or
 * fail.
 */
export function tripletRow(run: TripletRun, testCase: Case, arms: ReadArms): ResultRow {
  return {
    ...describedRow(run.test, testCase),
    expected_result: arms.original?.answer ?? null,
    placebo_result: arms.placebo?.answer ?? null,
    actual_result: arms.test_case?.answer ?? null,
    ...outcomeOf(testCase, arms),
    readings: readAs(arms),
    ...readers(arms),
  };
}

function readers(
  arms: ReadArms,
): Pick<ResultRow, 'read_by' | 'judge_replies' | 'reading_under_original'> {
  const by = (arm: ReadArms[keyof ReadArms]) =>
    arm && 'reading' in arm.read ? (arm.read.judged ? 'judge' : 'rule') : null;
  const replies = Object.fromEntries(
    ARMS.flatMap((arm) => (arms[arm]?.read.said === undefined ? [] : [[arm, arms[arm].read.said]])),
  );
  return {
    read_by: {
      original: by(arms.original),
      placebo: by(arms.placebo),
      test_case: by(arms.test_case),
    },
    judge_replies: Object.keys(replies).length > 0 ? replies : undefined,
    reading_under_original: arms.test_case?.underOriginal,
  };
}

function readAs(arms: ReadArms): ArmReadings {
  const { original = null, placebo = null, test_case = null } = readingsOf(arms);
  return { original, placebo, test_case };
}

function outcomeOf(
  testCase: Case,
  arms: ReadArms,
): Pick<ResultRow, 'eval_score' | 'pass' | 'status' | 'state' | 'error'> {
  const state = stateIn(judgedOf(testCase, arms), testCase.key !== undefined);
  if (state) return verdictOf(state);
  const [failure] = ARMS.flatMap((arm) =>
    arms[arm] && 'failure' in arms[arm].read ? [arms[arm].read.failure] : [],
  );
  return { eval_score: null, pass: null, status: 'error', error: rowError(failure!) };
}

function verdictOf(state: RowState): Pick<ResultRow, 'eval_score' | 'pass' | 'status' | 'state'> {
  const isDecided = state === 'sensitive' || state === 'insensitive';
  if (!isDecided) return { eval_score: null, pass: null, status: 'scored', state };
  const pass = state === 'sensitive';
  return { eval_score: pass ? 1 : 0, pass, status: 'scored', state };
}

/** Returns a row whose readings were changed, with the verdict that follows from them. */
export function rejudged({ state: _state, error, ...row }: ResultRow): ResultRow {
  const judged = judgeRow(readingsIn(row), row.key, row.expect === 'same');
  const state = stateIn(judged, row.key !== undefined);
  if (state) return { ...row, ...verdictOf(state) };
  const failed: ResultRow = { ...row, eval_score: null, pass: null, status: 'error' };
  if (error) failed.error = error;
  return failed;
}

export function baselineRow(testCase: Case, arms: ReadArms): BaselineResult {
  const isWhole = ARMS.every((arm) => arms[arm]);
  return {
    expected_result: arms.original?.answer ?? null,
    actual_result: arms.test_case?.answer ?? null,
    ...(isWhole
      ? outcomeOf(testCase, arms)
      : { eval_score: null, pass: null, status: 'undecided' }),
    readings: readAs(arms),
  };
}

/** Reads a row of a shard's report, whose answers the shard has read. */
export function observedAgain(
  row: ResultRow,
  baseline: BaselineResult | undefined,
  compared: readonly Compared[],
): Observed {
  // A row that was never put to the model, for an error, shows nothing.
  if (!row.readings) return NOTHING_OBSERVED;
  const before =
    baseline &&
    (baseline.readings
      ? standingOf(judgeRow(readingsIn(baseline), row.key, row.expect === 'same'))
      : standingInReport(baseline));
  const asked = { readings: readingsIn(row), key: row.key, expect: row.expect };
  return observed(asked, { before, compared, isSame: baseline?.unchanged === true });
}

function readingsIn({
  readings,
  ...row
}: Pick<ResultRow, 'readings' | 'reading_under_original'>): Readings {
  const { reading_under_original: underOriginal } = row;
  const known = ARMS.flatMap((arm) => (readings?.[arm] ? [[arm, readings[arm]] as const] : []));
  return { underOriginal: underOriginal || undefined, ...Object.fromEntries(known) };
}

/**
 * Returns the standing of a row in an earlier report; undefined if it was never asked or was in
 * error.
 */
export function standingInReport({ state }: BaselineResult): ComparedFacts | undefined {
  if (state === undefined) return undefined;
  const known = state !== 'unknown';
  const valid = state === 'sensitive' || state === 'insensitive';
  const sensitive = state === 'sensitive';
  return { known, steady: valid, valid, right: sensitive, sensitive };
}
