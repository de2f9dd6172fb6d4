import { ARMS, describedRow, type Case } from '../case.js';
import type { ArmReadings, BaselineResult, ResultRow } from '../results.js';
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
  type Standing,
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
  const { underOriginal } = arms.test_case ?? {};
  return {
    read_by: {
      original: by(arms.original),
      placebo: by(arms.placebo),
      test_case: by(arms.test_case),
    },
    ...(Object.keys(replies).length > 0 && { judge_replies: replies }),
    ...(underOriginal && { reading_under_original: underOriginal }),
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
  const reads = state === 'sensitive';
  if (reads || state === 'insensitive')
    return { eval_score: reads ? 1 : 0, pass: reads, status: 'scored', state };
  if (state) return { eval_score: null, pass: null, status: 'scored', state };
  const [failure] = ARMS.flatMap((arm) =>
    arms[arm] && 'failure' in arms[arm].read ? [arms[arm].read.failure] : [],
  );
  const { kind, message } = failure!;
  return { eval_score: null, pass: null, status: 'error', error: { kind, message } };
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

/**
 * Below: rows of a report that is read. Their answers were read already, and all else is computed
 * again.
 */

export function rejudged(row: ResultRow): ResultRow {
  const { baseline } = row;
  const own = withOutcome(row, row);
  return baseline?.readings ? { ...own, baseline: withOutcome(baseline, row) } : own;
}

function withOutcome<Answer extends BaselineResult>(given: Answer, row: ResultRow): Answer {
  const { state: _state, error, ...answer } = given;
  const { readings, status } = answer;
  const isOpen = status === 'undecided';
  const state =
    readings && !isOpen
      ? stateIn(judgeRow(readingsIn(given), row.key, row.expect === 'same'), row.key !== undefined)
      : undefined;
  const pass = { sensitive: true, insensitive: false }[state as string] ?? null;
  return {
    ...answer,
    eval_score: pass === null ? null : Number(pass),
    pass,
    ...(state
      ? { status: 'scored', state }
      : { status: isOpen ? status : 'error', ...(error && { error }) }),
  } as Answer;
}

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
  return { ...(underOriginal && { underOriginal }), ...Object.fromEntries(known) };
}

/**
 * Returns the standing of a row in an earlier report; undefined if it was never asked or was in
 * error.
 */
export function standingInReport({ state }: BaselineResult): Standing | undefined {
  if (state === undefined) return undefined;
  const known = state !== 'unknown';
  const valid = state === 'sensitive' || state === 'insensitive';
  const sensitive = state === 'sensitive';
  return { known, steady: valid, valid, right: sensitive, sensitive };
}
