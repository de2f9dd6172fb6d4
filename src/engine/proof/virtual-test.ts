import { distinctQuestions } from '../asking/ask.ts';
import { ARMS, type ArmName } from '../rows/case.ts';
import { baselineOf } from '../rows/baseline.ts';
import type { TestCounts } from '../verdict/gate.ts';
import { itemAt, sum } from '../lists.ts';
import type { Decider } from '../methods/decision.ts';
import type { DecidedTest, RowObservation } from '../methods/method.ts';
import type { ComparedFact } from '../methods/row-facts.ts';
import { alternateHalves } from '../methods/prepare.ts';
import { shuffled, type Draw } from '../random.ts';
import { countsOf } from '../verdict/report.ts';
import type { ResultRow } from '../results.ts';
import { openComparisons, SequentialTrial } from '../asking/sequential-trial.ts';
import type { Trial } from '../asking/trial.ts';
import { applyFault, FAULTS, type FaultName } from './faults.ts';

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

export interface PlayResult {
  counts: TestCounts;
  rows: number;
  requests: number;
}

type PlayedRow = RowObservation & { result: ResultRow; requests: number };

/** The arms of a row that a fault hits. */
interface FaultHit {
  fault: FaultName;
  arms: readonly ArmName[];
}

const STEPS = 2 ** 24;

/** A test whose rows were recorded: decided by the engine's own functions, without a request. */
export class VirtualTest {
  readonly trial: Trial;
  private readonly recordings: Recordings;
  private readonly playedRows = new Map<string, PlayedRow>();

  constructor(trial: Trial, recordings: Recordings) {
    this.trial = trial;
    this.recordings = recordings;
  }

  /** Draws the order of the rows; those with a key in turn by its halves, as a run asks them. */
  order(draw: Draw): number[] {
    const { rows } = this.trial;
    const order = shuffled([...rows.cases.keys()], draw);
    return rows.endsEarly ? alternateHalves(order, (row) => rows.half(row)) : order;
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

  /** Asks the rows in order: until they decide, as a run does, or all of them. */
  play(request: PullRequest): PlayResult {
    if (this.trial instanceof SequentialTrial) return this.playUntilDecided(request, this.trial);
    const { comparisons } = this.trial.rows;
    const playedRows = request.order.map((row) => this.playRow(row, request, comparisons));
    const results = playedRows.map(({ result }) => result);
    return this.resultOf(playedRows, { results });
  }

  private playUntilDecided(
    request: PullRequest,
    { decider, rows, run }: { decider: Decider } & Trial,
  ): PlayResult {
    const countedRows: PlayedRow[] = [];
    let state = decider.start;
    let decision = decider.decisionIn(state);
    for (const row of request.order) {
      if (decision.outcome || decider.isStuck(state)) break;
      // A run asks the base no more for a comparison that is decided.
      const open = openComparisons(rows.comparisons, decision);
      const playedRow = this.playRow(row, request, open);
      countedRows.push(playedRow);
      state = decider.step(state, playedRow.facts);
      decision = decider.decisionIn(state);
    }
    // A run asks further rows until each rule of a bot is tested.
    const results = itemAt(this.recordings, request.head);
    const decided = { run, rows, decider, decision, state, countedRows, open: [] };
    return this.resultOf(countedRows, { results, decided });
  }

  private resultOf(
    playedRows: readonly PlayedRow[],
    { results, decided }: { results: readonly ResultRow[]; decided?: DecidedTest },
  ): PlayResult {
    return {
      counts: countsOf({ run: this.trial.run, rows: results, decided }),
      rows: playedRows.length,
      requests: sum(playedRows, ({ requests }) => requests),
    };
  }

  /** A row as a pull request shows it; computed once for each fault, hit arms and comparisons. */
  private playRow(row: number, pull: PullRequest, open: readonly ComparedFact[]): PlayedRow {
    const hit = pull.fault && hitOf(pull.fault, row);
    const key = `${row} ${hit?.fault} ${hit?.arms.join('+')} ${pull.head} ${pull.base} ${open.join(' ')}`;
    const earlier = this.playedRows.get(key);
    if (earlier) return earlier;
    const { run, rows } = this.trial;
    const headRow = itemAt(itemAt(this.recordings, pull.head), row);
    const testCase = itemAt(rows.cases, row);
    const result = hit
      ? applyFault(headRow, hit.fault, { run, testCase, hitArms: hit.arms })
      : headRow;
    const baseline = run.compare && this.baselineRow(pull.base, row);
    const playedRow: PlayedRow = {
      ...rows.observe(result, baseline, open),
      result: baseline ? { ...result, baseline } : result,
      requests: distinctQuestions(rows.questionsFor(row, open)).length,
    };
    this.playedRows.set(key, playedRow);
    return playedRow;
  }

  /** The row of the base, with the readings that a comparison of three arms needs. */
  private baselineRow(base: number, row: number) {
    const baseRow = itemAt(itemAt(this.recordings, base), row);
    const { readings, reading_under_original, put_forward } = baseRow;
    return { ...baselineOf(baseRow), readings, reading_under_original, put_forward };
  }
}

/** A fault by rows hits all arms of a row or none. */
function hitOf(
  { name, strength, lots }: NonNullable<PullRequest['fault']>,
  row: number,
): FaultHit | undefined {
  const lotsOfRow = lots.subarray(ARMS.length * row, ARMS.length * (row + 1));
  const armsBelow = ARMS.filter((_, index) => (lotsOfRow[index] ?? 1) < strength);
  if (!FAULTS[name].isByAnswer)
    return armsBelow.includes('original') ? { fault: name, arms: ARMS } : undefined;
  return armsBelow.length > 0 ? { fault: name, arms: armsBelow } : undefined;
}
