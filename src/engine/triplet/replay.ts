import { parseOptions } from '../../language/options.js';
import type { SequentialCounts } from '../gate.js';
import type { BaselineResult, ReportRow, ResultRow } from '../results.js';
import type { TripletCase } from './cases.js';
import { sequentialCounts, type Decided } from './counts.js';
import { Decider, rowsNeeded, type Compared } from './decision.js';
import { judgeRow, stateIn, type Key, type Readings } from './key.js';
import { NOTHING_OBSERVED, observed, observedInStream, standingOf, type Observed, type Standing } from './observe.js';
import { planErrorNow, streamFigures, tripletFigures } from './report.js';
import { comparable, lacksKey, rulesBy } from './rules.js';
import type { Reading } from './reading.js';
import { standingInReport } from './triplet-rows.js';

/** Longer plans take long to work out, and their error decides nothing. */
const LONGEST_PLAN = 2_000;

/** A sequential test that was read from a report. */
export interface Replayed {
  counts: SequentialCounts;
  /** What the report's row of the test has to say. */
  figures: { [Key in keyof ReportRow]?: ReportRow[Key] | undefined };
  /** How many of the rows the decision rests on. */
  after: number;
  /** The fewest rows that its plan decides on. */
  least: number;
}

/**
 * Decides a test anew from the rows of its report, by the rules that its row there states: answers were read already, and whatever follows
 * from the readings is worked out again. `all` are its rows in the report's order, `comparisons` those of the whole run.
 */
export function replay(test: ReportRow, all: readonly ResultRow[], comparisons: number): Replayed {
  const { minimum_pass_rate, minimum_valid_rate, minimum_steady_rate, baseline } = test;
  const isTriplet = test.method === 'triplet';
  const isSame = isUnchanged(test);
  const run = {
    margin: test.margin!,
    alpha: test.alpha!,
    beta: test.beta!,
    ...(baseline && { compare: { with: baseline.source, max_regression: baseline.max_regression } }),
  };
  const askedThreeWays = isTriplet ? all : [];
  const compared = baseline && !isSame ? comparable(askedThreeWays) : [];
  const found = { rows: all.length, compared, comparisons, needsContrast: lacksKey(askedThreeWays) };
  const decider = new Decider(rulesBy({ ...run, minimum_pass_rate, ...(isTriplet && { minimum_valid_rate, minimum_steady_rate }) }, found));
  const asked = all.filter(({ status }) => status !== 'undecided');
  const shown = asked.map((result) => {
    // What cannot differ is its own baseline.
    const before = isSame ? result : result.baseline;
    const look = isTriplet ? observedIn(result, before, compared) : observedInStream(result, before, compared.length > 0);
    return { result, ...look };
  });
  const state = decider.walk(shown.map(({ seen }) => seen));
  const decision = decider.read(state);
  const decided: Decided = {
    run,
    rows: { isUnchanged: isSame },
    decider,
    decision,
    state,
    counted: shown.slice(0, decision.after),
    open: all.slice(asked.length),
  };
  return {
    counts: sequentialCounts(decided),
    figures: {
      ...(isTriplet ? tripletFigures(decided, all.map(caseOf)) : streamFigures(decided)),
      ...(all.length <= LONGEST_PLAN ? planErrorNow(decided) : { plan_error: test.plan_error }),
    },
    after: decision.after,
    least: rowsNeeded(decider.rules).rows,
  };
}

/** Comparisons of a test, each a chance of a false alarm; none where nothing can differ. */
export function comparisonCount(test: ReportRow): number {
  return isUnchanged(test) ? 0 : Object.keys(test.comparisons ?? {}).length;
}

/** What became of a row that was asked three ways, by its readings and its key; undefined for one in error. */
export function stateOfRow(row: ResultRow): ResultRow['state'] {
  return row.readings && stateIn(judgeRow(readingsIn(row), keyIn(row), row.expect === 'same'), row.key !== undefined);
}

function isUnchanged({ comparisons = {} }: ReportRow): boolean {
  return Object.values(comparisons).some(({ unchanged }) => unchanged);
}

function observedIn(row: ResultRow, baseline: BaselineResult | undefined, compared: readonly Compared[]): Observed {
  // One that was never put to the model, for an error, shows nothing.
  if (!row.readings) return NOTHING_OBSERVED;
  const before = baseline && standingBefore(row, baseline);
  const asked = { readings: readingsIn(row), key: keyIn(row), expect: row.expect };
  return observed(asked, { before, compared, isSame: baseline?.unchanged === true });
}

function standingBefore(row: ResultRow, baseline: BaselineResult): Standing | undefined {
  if (!baseline.readings) return standingInReport(baseline);
  return standingOf(judgeRow(readingsIn(baseline), keyIn(row), row.expect === 'same'));
}

function readingsIn({ readings, ...row }: Pick<ResultRow, 'readings'> & { reading_under_original?: Reading }): Readings {
  const { original, placebo, test_case } = readings!;
  const { reading_under_original: underOriginal } = row;
  return {
    ...(underOriginal && { underOriginal }),
    ...(original !== null && { original }),
    ...(placebo !== null && { placebo }),
    ...(test_case !== null && { test_case }),
  };
}

function keyIn({ key }: ResultRow): Key | undefined {
  return key && { original: key.original, changed: key.test_case };
}

function caseOf(row: ResultRow): Pick<TripletCase, 'key' | 'options' | 'cluster'> {
  const key = keyIn(row);
  return { key, options: key && typeof key.original !== 'string' ? parseOptions(row.options ?? '') : undefined, cluster: row.cluster };
}
