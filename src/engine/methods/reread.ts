import { ARMS } from '../case.js';
import type { BaselineResult, ResultRow } from '../results.js';
import type { Compared } from './decision.js';
import { judgeRow, stateIn, type Key, type Readings } from './key.js';
import { NOTHING_OBSERVED, observed, standingOf, type Observed, type Standing } from './observe.js';

/** Rows with three arms, of a report: their answers were read already, and all else is computed again. */

/** A row with what its readings, and those of its baseline, make of it. */
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

/** Returns what a row of a report shows, beside its baseline. */
export function observedAgain(row: ResultRow, baseline: BaselineResult | undefined, compared: readonly Compared[]): Observed {
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

/** Returns the standing of a row in an earlier report; undefined if it was never asked or was in error. */
export function standingInReport({ state }: BaselineResult): Standing | undefined {
  return state && { known: state !== 'unknown', sensitive: state === 'sensitive' };
}
