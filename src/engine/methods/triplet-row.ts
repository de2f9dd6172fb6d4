import { rowError } from '../asking/breaker.ts';
import { ARMS, describedRow, type ArmName, type Case } from '../rows/case.ts';
import type { ArmReadings, BaselineResult, ResultRow, RowState } from '../results.ts';
import type { ReadArms } from './arms.ts';
import { finishReasons } from '../rows/endings.ts';
import { difference } from './comparison.ts';
import type { ComparedFact, ThreeValued, RowFacts } from './row-facts.ts';
import {
  conjunction,
  judgeRow,
  stateIn,
  type TripletVerdict,
  type Key,
  type Readings,
} from './key.ts';
import { isAlike, type Reading } from './reading.ts';
import type { Expectation } from '../sample.ts';
import { type SubjectFacts, type RowObservation } from './method.ts';
import type { TripletRun } from './test-run.ts';

/**
 * Returns the result of a row. Only a row whose answers to the original and to the placebo hold
 * passes or fails.
 */
export function tripletRow(run: TripletRun, testCase: Case, arms: ReadArms): ResultRow {
  return {
    ...describedRow(run.test, testCase),
    expected_result: arms.original?.answer ?? null,
    placebo_result: arms.placebo?.answer ?? null,
    actual_result: arms.test_case?.answer ?? null,
    ...outcomeOf(testCase, arms),
    readings: armReadingsOf(arms),
    finish_reasons: finishReasons(arms),
    ...readerFields(arms),
  };
}

function readerFields(
  arms: ReadArms,
): Pick<ResultRow, 'read_by' | 'judge_replies' | 'reading_under_original' | 'put_forward'> {
  const { original, placebo, test_case } = arms;
  const readerOf = (arm: ReadArms[ArmName]) => {
    if (!arm || !('reading' in arm.result)) return null;
    return arm.result.isByJudge ? 'judge' : 'rule';
  };
  const judge_replies: NonNullable<ResultRow['judge_replies']> = {};
  for (const arm of ARMS) {
    const judgeReply = arms[arm]?.result.judgeReply;
    if (judgeReply !== undefined) judge_replies[arm] = judgeReply;
  }
  return {
    read_by: {
      original: readerOf(original),
      placebo: readerOf(placebo),
      test_case: readerOf(test_case),
    },
    judge_replies: Object.keys(judge_replies).length > 0 ? judge_replies : undefined,
    reading_under_original: test_case?.underOriginal,
    put_forward: test_case?.putForward,
  };
}

function armReadingsOf(arms: ReadArms): ArmReadings {
  const { original = null, placebo = null, test_case = null } = readingsOf(arms);
  return { original, placebo, test_case };
}

function outcomeOf(
  testCase: Case,
  arms: ReadArms,
): Pick<ResultRow, 'eval_score' | 'pass' | 'status' | 'state' | 'error'> {
  const state = stateIn(judgeArms(testCase, arms), testCase.key !== undefined);
  if (state) return verdictOf(state);
  const [failure] = ARMS.flatMap((arm) => {
    const { result } = arms[arm] ?? {};
    return result && 'failure' in result ? [result.failure] : [];
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

export function baselineRow(testCase: Case, arms: ReadArms): BaselineResult {
  const row: BaselineResult = {
    expected_result: arms.original?.answer ?? null,
    actual_result: arms.test_case?.answer ?? null,
    eval_score: null,
    pass: null,
    status: 'undecided',
    readings: armReadingsOf(arms),
  };
  const isWhole = ARMS.every((arm) => arms[arm]);
  return isWhole ? { ...row, ...outcomeOf(testCase, arms) } : row;
}

/** The arms of a row that are right; undefined for an arm that was not asked or not read. */
export function rightArms({ expect, key, ...row }: ResultRow): Record<ArmName, ThreeValued> {
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

export function readingsOf(arms: ReadArms): Readings {
  const readingIn = (arm: ReadArms[keyof ReadArms]) =>
    arm && 'reading' in arm.result ? arm.result.reading : undefined;
  return {
    original: readingIn(arms.original),
    placebo: readingIn(arms.placebo),
    test_case: readingIn(arms.test_case),
    underOriginal: arms.test_case?.underOriginal,
    putForward: arms.test_case?.putForward,
  };
}

export function judgeArms({ key, sample }: Case, arms: ReadArms): TripletVerdict {
  return judgeRow(readingsOf(arms), key, sample.expect === 'same');
}

export function subjectFactsOf({ bothSides = false, ...verdict }: TripletVerdict): SubjectFacts {
  const sensitive = bothSides ? undefined : conjunction(verdict.valid, verdict.right);
  return { ...verdict, sensitive, isAside: bothSides };
}

interface ReadTriplet {
  readings: Readings;
  key: Key | undefined;
  expect: Expectation | undefined;
}

interface ComparedBaseline {
  baselineFacts: SubjectFacts | undefined;
  compared: readonly ComparedFact[];
  /** Base and head share the answers, so they do not differ even where they are in error. */
  isSame: boolean;
}

export function observeTriplet(
  { readings, key, expect }: ReadTriplet,
  { baselineFacts, compared, isSame }: ComparedBaseline,
): RowObservation {
  const verdict = judgeRow(readings, key, expect === 'same');
  const headFacts = subjectFactsOf(verdict);
  const isAside = headFacts.isAside || baselineFacts?.isAside;
  const { original, placebo, test_case } = readings;
  const { known, steady, valid, right, bothSides } = verdict;
  const upset = differs(original, placebo);
  const facts: RowFacts = { known, steady, valid, right, isAside: bothSides };
  // +1 where the perturbation changes the answer and the placebo does not, -1 the other way round.
  if (expect !== 'same' && key?.original !== 'agrees')
    facts.contrast = difference(differs(original, test_case), upset);
  for (const name of compared) {
    // Without a key no answer is known, so a row cannot lose one.
    const isFit = name === 'known' ? key !== undefined : !isAside;
    if (!baselineFacts || !isFit) continue;
    facts.compared ??= {};
    facts.compared[name] = isSame ? [0, 0] : difference(baselineFacts[name], headFacts[name]);
  }
  return { facts, subjectFacts: { head: headFacts, baseline: baselineFacts }, upset };
}

function differs(a: Reading | undefined, b: Reading | undefined): ThreeValued {
  return a && b && !isAlike(a, b);
}
