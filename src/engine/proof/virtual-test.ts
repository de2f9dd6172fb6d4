import { distinctQuestions } from '../ask.js';
import { ARMS, type ArmName } from '../case.js';
import { baselineOf } from '../baseline.js';
import type { TestCounts } from '../gate.js';
import { itemAt, sum } from '../lists.js';
import type { ComparedFact, Decision } from '../methods/decision.js';
import { halfName } from '../methods/key.js';
import type { RowObservation } from '../methods/method.js';
import { alternateHalves } from '../methods/prepare.js';
import { shuffled, type Draw } from '../random.js';
import { countsOf } from '../report.js';
import type { ResultRow } from '../results.js';
import { SequentialTrial } from '../sequential-trial.js';
import type { Trial } from '../trial.js';
import { applyFault, FAULTS, type FaultName } from './faults.js';

/** The results of the rows, once for each time that all were asked; at least two times. */
export type Recordings = readonly (readonly ResultRow[])[];

/**
 * One virtual pull request: which recordings are its head and its base, the rows in order, and the
 * fault that is injected into the head.
 */
export interface PullRequest {
  head: number;
  base: number;
  order: readonly number[];
  fault?: { name: FaultName; strength: number; lots: Float64Array };
}

export interface Played {
  counts: TestCounts;
  rows: number;
  requests: number;
}

type PlayedRow = RowObservation & { result: ResultRow; requests: number };

const STEPS = 2 ** 24;
const NOTHING_DECIDED: Pick<Decision, 'outcome' | 'comparisons'> = { comparisons: {} };

/** A test whose rows were recorded: decided by the engine's own functions, without a request. */
export class VirtualTest {
  readonly trial: Trial;
  private readonly recordings: Recordings;
  private readonly playedRows = new Map<string, PlayedRow>();

  constructor(trial: Trial, recordings: Recordings) {
    this.trial = trial;
    this.recordings = recordings;
  }

  order(draw: Draw): number[] {
    const { rows, run } = this.trial;
    const order = shuffled([...rows.cases.keys()], draw);
    const half = (row: number) => {
      const { key, options, sample } = itemAt(rows.cases, row);
      return run.method === 'triplet' ? halfName(key, options) : String(sample.half);
    };
    return rows.endsEarly ? alternateHalves(order, half) : order;
  }

  /**
   * Draws a number from 0 to 1 for each arm of each row. A fault hits the arms whose number is
   * below its strength, so that a stronger fault hits the same arms and more.
   */
  lots(draw: Draw): Float64Array {
    return Float64Array.from(
      { length: ARMS.length * this.trial.rows.cases.length },
      () => draw(STEPS) / STEPS,
    );
  }

  /**
   * Asks the rows in order until they decide, as a run does, and all rows of a test that asks them
   * all.
   */
  play(request: PullRequest): Played {
    const { rows, run } = this.trial;
    const decider = this.trial instanceof SequentialTrial ? this.trial.decider : undefined;
    const countedRows: PlayedRow[] = [];
    let state = decider?.start;
    let decision = state && decider?.decisionIn(state);
    for (const row of request.order) {
      const { outcome, comparisons } = decision ?? NOTHING_DECIDED;
      if (outcome || (state && decider?.isStuck(state))) break;
      // A run asks the base no more for a comparison that is decided.
      const open = rows.comparisons.filter(
        (name) => (comparisons[name] ?? 'none_shown') === 'none_shown',
      );
      const playedRow = this.playRow(row, request, open);
      countedRows.push(playedRow);
      state = state && decider?.step(state, playedRow.facts);
      decision = state && decider?.decisionIn(state);
    }
    const decided = decider &&
      state &&
      decision && { run, rows, decider, decision, state, countedRows, open: [] };
    const part = {
      plan: rows.plan(),
      // A run asks further rows until each rule of a bot is tested.
      rows: decided
        ? itemAt(this.recordings, request.head)
        : countedRows.map(({ result }) => result),
      leftOut: [],
      decided,
    };
    return {
      counts: countsOf(part),
      rows: countedRows.length,
      requests: sum(countedRows, ({ requests }) => requests),
    };
  }

  /** A row as a pull request shows it; computed once for each fault, hit arms and comparisons. */
  private playRow(
    row: number,
    { head, base, fault }: PullRequest,
    open: readonly ComparedFact[],
  ): PlayedRow {
    const hitArms = fault ? armsHitBy(fault, row) : [];
    const faultName = hitArms.length === 0 ? undefined : fault?.name;
    const key = `${row} ${faultName} ${hitArms.join('+')} ${head} ${base} ${open.join(' ')}`;
    const earlier = this.playedRows.get(key);
    if (earlier) return earlier;
    const playedRow = this.computeRow(row, { head, base, faultName, hitArms, open });
    this.playedRows.set(key, playedRow);
    return playedRow;
  }

  private computeRow(
    row: number,
    {
      head,
      base,
      faultName,
      hitArms,
      open,
    }: {
      head: number;
      base: number;
      faultName: FaultName | undefined;
      hitArms: readonly ArmName[];
      open: readonly ComparedFact[];
    },
  ): PlayedRow {
    const { run, rows } = this.trial;
    const headRow = itemAt(itemAt(this.recordings, head), row);
    const baseRow = itemAt(itemAt(this.recordings, base), row);
    const testCase = itemAt(rows.cases, row);
    const result =
      faultName === undefined
        ? headRow
        : applyFault(headRow, faultName, { run, testCase, hitArms });
    const { readings, reading_under_original, put_forward } = baseRow;
    const baseline = run.compare && {
      ...baselineOf(baseRow),
      readings,
      reading_under_original,
      put_forward,
    };
    return {
      ...rows.observe(result, baseline, open),
      result: baseline ? { ...result, baseline } : result,
      requests: distinctQuestions(rows.questionsFor(row, open)).length,
    };
  }
}

/** The arms of a row that a fault hits; a fault by rows hits all arms or none. */
function armsHitBy(
  { name, strength, lots }: NonNullable<PullRequest['fault']>,
  row: number,
): readonly ArmName[] {
  const lotsOfRow = lots.subarray(ARMS.length * row, ARMS.length * (row + 1));
  const hit = ARMS.filter((_, index) => (lotsOfRow[index] ?? 1) < strength);
  if (FAULTS[name].isByAnswer) return hit;
  return hit.includes('original') ? ARMS : [];
}
