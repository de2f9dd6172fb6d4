import type { BaselineResult, ReportRow, ResultRow } from '../results.js';
import { ARMS } from './cases.js';
import type { Decided } from './report.js';
import { Decider, rowsNeeded, type Compared } from './decision.js';
import { judgeRow, stateIn, type Key, type Readings } from './key.js';
import { NOTHING_OBSERVED, observed, observedInStream, standingOf, type Observed, type Standing } from './observe.js';
import { comparable, hasSteadyStream, lacksKey, rulesBy } from './rules.js';
import { DEFAULT_MIN_STEADY, DEFAULT_MIN_VALID, DEFAULT_MIN_VALID_UNKEYED } from './triplet-run.js';
import { findTest } from '../tests/index.js';
import { standingInReport } from './triplet-rows.js';

/** Sequential tests of a report, decided anew from their rows: answers were read already, and all else is worked out again. */

/** Longer plans take long to work out, and their error decides nothing: it is shown as the report has it. */
const LONGEST_PLAN = 2_000;

export interface Replayed extends Decided {
  least: number;
}

/** Decides a test by the rules that its row of the report states. `all` are its rows in order, `comparisons` those of the whole run. */
export function replay(test: ReportRow, all: readonly ResultRow[], comparisons: number): Replayed {
  const { minimum_pass_rate, baseline, margin, alpha, beta } = test;
  const isTriplet = test.method === 'triplet';
  const isSame = isUnchanged(test);
  const run = {
    ...{ margin: margin!, alpha: alpha!, beta: beta! },
    ...(baseline && { compare: { with: baseline.source, max_regression: baseline.max_regression } }),
  };
  const threeWays = isTriplet ? all : [];
  const compared = baseline && !isSame ? (isTriplet ? comparable(all) : (['sensitive'] as const)) : [];
  const found = { rows: all.length, compared, comparisons, needsContrast: lacksKey(threeWays) };
  const decider = new Decider(rulesBy({ ...run, minimum_pass_rate, ...(isTriplet && minimaOf(test, all)) }, found));
  const asked = all.filter(({ status }) => status !== 'undecided');
  const shown = asked.map((result) => {
    // A test that cannot differ from its base is its own baseline.
    const before = isSame ? result : result.baseline;
    const look = isTriplet ? observedIn(result, before, compared) : observedInStream(result, before, compared.length > 0);
    return { result, ...look };
  });
  const state = decider.walk(shown.map(({ seen }) => seen));
  const decision = decider.read(state);
  return {
    run,
    rows: { isUnchanged: isSame },
    decider,
    decision,
    state,
    counted: shown.slice(0, decision.after),
    open: all.slice(asked.length),
    longPlan: all.length > LONGEST_PLAN ? { ...(test.plan_error && { plan_error: test.plan_error }) } : undefined,
    least: rowsNeeded(decider.rules).rows,
  };
}

function minimaOf({ test_type, minimum_valid_rate, minimum_steady_rate }: ReportRow, rows: readonly ResultRow[]) {
  const test = findTest(test_type);
  const hasSteady = test ? hasSteadyStream(test, rows) : minimum_steady_rate !== undefined;
  return {
    minimum_valid_rate: minimum_valid_rate ?? (lacksKey(rows) ? DEFAULT_MIN_VALID_UNKEYED : DEFAULT_MIN_VALID),
    minimum_steady_rate: hasSteady ? (minimum_steady_rate ?? DEFAULT_MIN_STEADY) : undefined,
  };
}

/** Comparisons of a test, each a chance of a false alarm; none where nothing can differ. */
export function comparisonCount({ method, baseline, ...test }: ReportRow, rows: readonly ResultRow[]): number {
  if (!baseline || isUnchanged(test)) return 0;
  return method === 'triplet' ? comparable(rows).length : 1;
}

function isUnchanged({ comparisons = {} }: Pick<ReportRow, 'comparisons'>): boolean {
  return Object.values(comparisons).some(({ unchanged }) => unchanged);
}

export function rejudged(row: ResultRow): ResultRow {
  const { baseline } = row;
  const own = withOutcome(row, row);
  return baseline?.readings ? { ...own, baseline: withOutcome(baseline, row) } : own;
}

/** An answer to a row, or the base's, with what its readings make of it. */
function withOutcome<Answer extends BaselineResult>(given: Answer, row: ResultRow): Answer {
  const { state: _state, error, ...answer } = given;
  const { readings, status } = answer;
  const isOpen = status === 'undecided';
  const state =
    readings && !isOpen ? stateIn(judgeRow(readingsIn(given), keyIn(row), row.expect === 'same'), row.key !== undefined) : undefined;
  const pass = { sensitive: true, insensitive: false }[state as string] ?? null;
  return {
    ...answer,
    eval_score: pass === null ? null : Number(pass),
    pass,
    ...(state ? { status: 'scored', state } : { status: isOpen ? status : 'error', ...(error && { error }) }),
  } as Answer;
}

function observedIn(row: ResultRow, baseline: BaselineResult | undefined, compared: readonly Compared[]): Observed {
  // A row that was never put to the model, for an error, shows nothing.
  if (!row.readings) return NOTHING_OBSERVED;
  const before = baseline && standingBefore(row, baseline);
  const asked = { readings: readingsIn(row), key: keyIn(row), expect: row.expect };
  return observed(asked, { before, compared, isSame: baseline?.unchanged === true });
}

function standingBefore(row: ResultRow, baseline: BaselineResult): Standing | undefined {
  if (!baseline.readings) return standingInReport(baseline);
  return standingOf(judgeRow(readingsIn(baseline), keyIn(row), row.expect === 'same'));
}

function readingsIn({ readings, ...row }: Pick<ResultRow, 'readings' | 'reading_under_original'>): Readings {
  const { reading_under_original: underOriginal } = row;
  const known = ARMS.flatMap((arm) => (readings?.[arm] ? [[arm, readings[arm]] as const] : []));
  return { ...(underOriginal && { underOriginal }), ...Object.fromEntries(known) };
}

function keyIn({ key }: Pick<ResultRow, 'key'>): Key | undefined {
  return key && { original: key.original, changed: key.test_case };
}
