import { rowError } from '../breaker.js';
import { ARMS, describedRow, type ArmName, type Case } from '../case.js';
import type { ArmReadings, BaselineResult, ResultRow, RowState } from '../results.js';
import type { ReadArms } from './arms.js';
import { finishReasons } from '../endings.js';
import { difference } from './comparison.js';
import type { Compared, Maybe, Seen } from './decision.js';
import { both, judgeRow, stateIn, type Judged, type Key, type Readings } from './key.js';
import { isAlike, type Reading } from './reading.js';
import type { Expectation } from '../sample.js';
import { NOTHING_OBSERVED, type ComparedFacts, type Observed } from './method.js';
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
    finish_reasons: finishReasons(arms),
    ...readers(arms),
  };
}

function readers(
  arms: ReadArms,
): Pick<ResultRow, 'read_by' | 'judge_replies' | 'reading_under_original' | 'put_forward'> {
  const { original, placebo, test_case } = arms;
  const by = (arm: ReadArms[ArmName]) => {
    if (!arm || !('reading' in arm.read)) return null;
    return arm.read.judged ? 'judge' : 'rule';
  };
  const judge_replies: NonNullable<ResultRow['judge_replies']> = {};
  for (const arm of ARMS) {
    const said = arms[arm]?.read.said;
    if (said !== undefined) judge_replies[arm] = said;
  }
  return {
    read_by: { original: by(original), placebo: by(placebo), test_case: by(test_case) },
    judge_replies: Object.keys(judge_replies).length > 0 ? judge_replies : undefined,
    reading_under_original: test_case?.underOriginal,
    put_forward: test_case?.putForward,
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
  const [failure] = ARMS.flatMap((arm) => {
    const { read } = arms[arm] ?? {};
    return read && 'failure' in read ? [read.failure] : [];
  });
  const error = failure && rowError(failure);
  return { eval_score: null, pass: null, status: 'error', error };
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
  const row: BaselineResult = {
    expected_result: arms.original?.answer ?? null,
    actual_result: arms.test_case?.answer ?? null,
    eval_score: null,
    pass: null,
    status: 'undecided',
    readings: readAs(arms),
  };
  const isWhole = ARMS.every((arm) => arms[arm]);
  return isWhole ? { ...row, ...outcomeOf(testCase, arms) } : row;
}

/** Reads a row of a shard's report, whose answers the shard has read. */
export function observedAgain(
  row: ResultRow,
  baseline: BaselineResult | undefined,
  compared: readonly Compared[],
): Observed {
  // A row that was not asked, because of an error, shows nothing.
  if (!row.readings) return NOTHING_OBSERVED;
  const { key, expect } = row;
  let before = baseline && standingInReport(baseline);
  if (baseline?.readings)
    before = standingOf(judgeRow(readingsIn(baseline), key, expect === 'same'));
  const asked = { readings: readingsIn(row), key, expect };
  return observed(asked, { before, compared, isSame: baseline?.unchanged === true });
}

/** The arms of a row that are right; undefined for an arm that was not asked or not read. */
export function rightArms({ expect, key, ...row }: ResultRow): Record<ArmName, Maybe> {
  const { known, steady, valid, right, bothSides } = judgeRow(
    readingsIn(row),
    key,
    expect === 'same',
  );
  // Without a key the answers are compared with that to the original.
  const isRead = row.readings && row.readings.original !== null;
  const original = key ? known : isRead || undefined;
  return {
    original,
    placebo: key ? steady : valid,
    test_case: bothSides ? false : right,
  };
}

function readingsIn({
  readings,
  reading_under_original: underOriginal,
  put_forward: putForward,
}: Pick<ResultRow, 'readings' | 'reading_under_original' | 'put_forward'>): Readings {
  return {
    original: readings?.original ?? undefined,
    placebo: readings?.placebo ?? undefined,
    test_case: readings?.test_case ?? undefined,
    underOriginal,
    putForward,
  };
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

export function readingsOf(arms: ReadArms): Readings {
  const of = (arm: ReadArms[keyof ReadArms]) =>
    arm && 'reading' in arm.read ? arm.read.reading : undefined;
  return {
    original: of(arms.original),
    placebo: of(arms.placebo),
    test_case: of(arms.test_case),
    underOriginal: arms.test_case?.underOriginal,
    putForward: arms.test_case?.putForward,
  };
}

export function judgedOf({ key, sample }: Case, arms: ReadArms): Judged {
  return judgeRow(readingsOf(arms), key, sample.expect === 'same');
}

export function standingOf({ bothSides = false, ...judged }: Judged): ComparedFacts {
  const sensitive = bothSides ? undefined : both(judged.valid, judged.right);
  return { ...judged, sensitive, isAside: bothSides };
}

interface AskedThreeWays {
  readings: Readings;
  key: Key | undefined;
  expect: Expectation | undefined;
}

interface Base {
  before: ComparedFacts | undefined;
  compared: readonly Compared[];
  /** One and the same answers, which do not differ even where they are in error. */
  isSame: boolean;
}

export function observed(
  { readings, key, expect }: AskedThreeWays,
  { before, compared, isSame }: Base,
): Observed {
  const judged = judgeRow(readings, key, expect === 'same');
  const now = standingOf(judged);
  // Nothing is known of a row without a key, so there is nothing to lose.
  const isAside = now.isAside || before?.isAside;
  const { original, placebo, test_case } = readings;
  const { known, steady, valid, right, bothSides } = judged;
  const upset = differs(original, placebo);
  const seen: Seen = { known, steady, valid, right, isAside: bothSides };
  // +1 where the perturbation changes the answer and the placebo does not, -1 the other way round.
  if (expect !== 'same' && key?.original !== 'agrees')
    seen.contrast = difference(differs(original, test_case), upset);
  for (const name of compared) {
    const isFit = name === 'known' ? key !== undefined : !isAside;
    if (!before || !isFit) continue;
    seen.compared ??= {};
    seen.compared[name] = isSame ? [0, 0] : difference(before[name], now[name]);
  }
  return { seen, standing: { now, before }, upset };
}

function differs(one: Reading | undefined, other: Reading | undefined): Maybe {
  return one && other && !isAlike(one, other);
}
