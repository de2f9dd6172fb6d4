import { parseOptions } from '../../language/options.ts';
import { tallyOf } from '../verdict/tally.ts';
import { endingFigures } from '../rows/endings.ts';
import type { TestVerdict } from '../verdict/gate.ts';
import type { ResultRow, TripletReportRow } from '../results.ts';
import { guessIn } from './key.ts';
import type { DecidedTest, FinishedTest } from './method.ts';
import {
  planErrorOfOpenRows,
  rateOf,
  sequentialFigures,
  statedMinima,
} from './sequential-figures.ts';
import { headOfRun, rulesOfRun } from './stated-fields.ts';

/** The report's row of a test with three arms, over the rows that the decision rests on. */
export function tripletFigures(finished: FinishedTest, verdict: TestVerdict): TripletReportRow {
  const { run, rows: allRows, leftOut, calibration, decided } = finished;
  if (!decided) throw new TypeError('rows with three arms are asked until they decide');
  const { countedRows, decider, state } = decided;
  const rows = countedRows.map(({ result }) => result);
  const { pass_count, fail_count, error_count } = tallyOf(rows);
  const guess = guessIn(allRows.map(caseOf));
  return {
    ...headOfRun(run),
    fail_count,
    pass_count,
    error_count,
    not_applicable_count: leftOut.length,
    ...rulesOfRun(finished),
    threshold: 0,
    method: 'triplet',
    rows_are: hasStatements(allRows) ? 'statements' : undefined,
    ...statedMinima(decider),
    asked_count: rows.length,
    ...ratesOf(
      decided,
      allRows.some(({ key }) => key),
    ),
    read_counts: readersOf(rows),
    ...endingFigures(rows),
    guess_rate: guess && Math.max(guess.g, guess.h),
    guesses: guess,
    placebo: {
      changed: countedRows.filter(({ upset }) => upset).length,
      p_value: Math.min(1, 1 / state.contrast.worth),
    },
    same: sameOf(rows),
    ...sequentialFigures(decided),
    plan_error: planErrorOfOpenRows(decided),
    calibration,
    ...verdict,
  };
}

/** True if no row has options, and answers are read as true or false. */
function hasStatements(rows: readonly ResultRow[]): boolean {
  if (rows.some(({ options }) => options !== undefined)) return false;
  return rows.some(
    ({ key, readings }) =>
      typeof key?.original === 'string' || typeof readings?.original === 'string',
  );
}

/**
 * Returns the counts and rates of the streams `valid` (V) and `steady` (U). Rows that are set aside
 * belong to neither.
 */
function ratesOf({ countedRows, decider }: DecidedTest, isKeyed: boolean) {
  const streamed = countedRows.filter(({ facts }) => !facts.isAside);
  const count = (belongs: (row: DecidedTest['countedRows'][number]) => boolean) =>
    streamed.filter(belongs).length;
  const valid = count(({ facts }) => facts.valid === true);
  const figures: Partial<TripletReportRow> = {
    steady_count: valid,
    valid_rate: rateOf(
      valid,
      count(({ facts }) => facts.valid !== undefined),
    ),
  };
  const known = count(({ facts }) => facts.known === true && facts.steady !== undefined);
  if (decider.steady) figures.steady_rate = rateOf(valid, known);
  if (isKeyed) figures.known_count = count(({ subjectFacts }) => subjectFacts.head.known === true);
  const aside = countedRows.length - streamed.length;
  if (aside > 0) figures.both_sides_count = aside;
  return figures;
}

function readersOf(rows: readonly ResultRow[]): TripletReportRow['read_counts'] {
  const readers = rows.flatMap(({ read_by }) => Object.values(read_by ?? {}));
  if (readers.length === 0) return undefined;
  const count = (reader: 'rule' | 'judge') => readers.filter((name) => name === reader).length;
  return { rule: count('rule'), judge: count('judge') };
}

function caseOf({ key, options = '' }: ResultRow): Parameters<typeof guessIn>[0][number] {
  return {
    key,
    options: key && typeof key.original !== 'string' ? parseOptions(options) : undefined,
  };
}

function sameOf(rows: readonly ResultRow[]): TripletReportRow['same'] {
  const sameRows = rows.filter(({ expect }) => expect === 'same');
  if (sameRows.length === 0) return undefined;
  const { pass_count, fail_count } = tallyOf(sameRows);
  return { pass_count, fail_count };
}
