import type { ArmReadings, BaselineResult, ResultRow } from '../results.js';
import { ARMS, describedRow, type Case } from '../case.js';
import type { ReadArms } from './arms.js';
import { stateIn } from './key.js';
import { judgedOf, readingsOf } from './observe.js';
import type { TripletRun } from './test-run.js';

/** The result of a row: only a row whose answers to the original and to the placebo hold can pass or fail. */
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

function readers(arms: ReadArms): Pick<ResultRow, 'read_by' | 'judge_replies' | 'reading_under_original'> {
  const by = (arm: ReadArms[keyof ReadArms]) => (arm && 'reading' in arm.read ? (arm.read.judged ? 'judge' : 'rule') : null);
  const replies = Object.fromEntries(ARMS.flatMap((arm) => (arms[arm]?.read.said === undefined ? [] : [[arm, arms[arm].read.said]])));
  const { underOriginal } = arms.test_case ?? {};
  return {
    read_by: { original: by(arms.original), placebo: by(arms.placebo), test_case: by(arms.test_case) },
    ...(Object.keys(replies).length > 0 && { judge_replies: replies }),
    ...(underOriginal && { reading_under_original: underOriginal }),
  };
}

function readAs(arms: ReadArms): ArmReadings {
  const { original = null, placebo = null, test_case = null } = readingsOf(arms);
  return { original, placebo, test_case };
}

function outcomeOf(testCase: Case, arms: ReadArms): Pick<ResultRow, 'eval_score' | 'pass' | 'status' | 'state' | 'error'> {
  const state = stateIn(judgedOf(testCase, arms), testCase.key !== undefined);
  const reads = state === 'sensitive';
  if (reads || state === 'insensitive') return { eval_score: reads ? 1 : 0, pass: reads, status: 'scored', state };
  if (state) return { eval_score: null, pass: null, status: 'scored', state };
  const [failure] = ARMS.flatMap((arm) => (arms[arm] && 'failure' in arms[arm].read ? [arms[arm].read.failure] : []));
  const { kind, message } = failure!;
  return { eval_score: null, pass: null, status: 'error', error: { kind, message } };
}

export function baselineRow(testCase: Case, arms: ReadArms): BaselineResult {
  const isWhole = ARMS.every((arm) => arms[arm]);
  return {
    expected_result: arms.original?.answer ?? null,
    actual_result: arms.test_case?.answer ?? null,
    ...(isWhole ? outcomeOf(testCase, arms) : { eval_score: null, pass: null, status: 'undecided' }),
    readings: readAs(arms),
  };
}
