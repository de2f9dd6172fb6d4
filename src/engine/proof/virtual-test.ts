import { distinct } from '../ask.js';
import { baselineOf } from '../compare.js';
import type { Counts, SequentialCounts } from '../gate.js';
import { COMPARED, type Compared, type Decision } from '../methods/decision.js';
import { methodOf } from '../methods/index.js';
import { halfOf } from '../methods/key.js';
import type { Decided, TestPlan } from '../methods/method.js';
import type { Observed } from '../methods/observe.js';
import { inTurn } from '../methods/prepare.js';
import { shuffled, type Draw } from '../random.js';
import { countsOf } from '../report.js';
import type { BaselineResult, ResultRow } from '../results.js';
import { SequentialTrial, type Trial } from '../trial.js';
import { ALL_ARMS, canShow, damaged, faultNamed, type FaultName } from './faults.js';

/** Every row of a test on every arm, asked twice. */
export type Recordings = readonly [readonly ResultRow[], readonly ResultRow[]];

/** One virtual pull request: which recording is the head, the rows in order, and the fault that is injected into the head. */
export interface PullRequest {
  head: 0 | 1;
  order: readonly number[];
  fault?: { name: FaultName; strength: number; lots: Float64Array };
}

interface Played {
  counts: Counts | SequentialCounts;
  rows: number;
  requests: number;
}

type Shown = Observed & { result: ResultRow };

/** The figures of a share between 0 and 1 that is drawn. */
const STEPS = 2 ** 24;
const BITS: Record<Compared, number> = { known: 1, sensitive: 2 };

/** A test whose rows were recorded: decided by the engine's own functions, without a request. */
export class VirtualTest {
  readonly trial: Trial;
  private readonly recordings: Recordings;
  private readonly plan: TestPlan;
  private readonly seen = new Map<string, (Shown | undefined)[]>();
  private readonly costs: (number | undefined)[][] = [[], [], [], []];

  constructor(trial: Trial, recordings: Recordings) {
    this.trial = trial;
    this.recordings = recordings;
    this.plan = trial.rows.plan();
  }

  get rows(): number {
    return this.trial.rows.cases.length;
  }

  canShow(fault: FaultName): boolean {
    return canShow(fault, this.trial.run, this.trial.rows.cases);
  }

  /** Every row once; the halves of the data in turn, as a run asks them. */
  order(draw: Draw): number[] {
    const { cases } = this.trial.rows;
    const rows = shuffled([...cases.keys()], draw);
    const half = (row: number) => {
      const { key, options, sample } = cases[row]!;
      return this.trial.run.method === 'triplet' ? halfOf(key, options) : String(sample.half);
    };
    return this.trial instanceof SequentialTrial ? inTurn(rows, half) : rows;
  }

  /** A number for each arm of each row: a fault of a higher strength hits the same arms and more. */
  lots(draw: Draw): Float64Array {
    return Float64Array.from({ length: 3 * this.rows }, () => draw(STEPS) / STEPS);
  }

  play(request: PullRequest): Played {
    return this.trial instanceof SequentialTrial ? this.playInOrder(this.trial, request) : this.playAll(request);
  }

  private playAll(request: PullRequest): Played {
    const { comparisons } = this.trial.rows;
    const rows = request.order.map((row) => this.shown(row, request, comparisons).result);
    const requests = request.order.reduce((sum, row) => sum + this.cost(row, comparisons), 0);
    return { counts: countsOf({ plan: this.plan, rows, leftOut: [] }), rows: rows.length, requests };
  }

  private playInOrder({ decider, run, rows }: SequentialTrial, request: PullRequest): Played {
    const counted: Shown[] = [];
    let [state, requests] = [decider.start, 0];
    let decision = decider.read(state);
    while (!decision.outcome && !decider.isStuck(state)) {
      const row = request.order[counted.length]!;
      const open = openComparisons(decider.rules.comparisons, decision);
      requests += this.cost(row, open);
      const shown = this.shown(row, request, open);
      counted.push(shown);
      state = decider.step(state, shown.seen);
      decision = decider.read(state);
    }
    const decided: Decided = { run, rows, decider, decision, state, counted, open: [] };
    return { counts: countsOf({ plan: this.plan, rows: [], leftOut: [], decided }), rows: counted.length, requests };
  }

  /** Requests for a row, as the engine asks them. */
  private cost(row: number, compared: readonly Compared[]): number {
    const known = this.costs[bitsOf(compared)]!;
    return (known[row] ??= distinct(this.trial.rows.asks(row, compared)).length);
  }

  private shown(row: number, request: PullRequest, compared: readonly Compared[]): Shown {
    const hit = hitOf(row, request.fault);
    const key = `${hit === 0 ? '' : request.fault!.name} ${hit} ${request.head} ${bitsOf(compared)}`;
    let known = this.seen.get(key);
    if (!known) this.seen.set(key, (known = []));
    return (known[row] ??= this.show(row, { ...request, hit, compared }));
  }

  private show(row: number, { head, fault, hit, compared }: PullRequest & { hit: number; compared: readonly Compared[] }): Shown {
    const { run, rows } = this.trial;
    const now = this.recordings[head][row]!;
    const before = this.recordings[1 - head]![row]!;
    const result = hit === 0 ? now : damaged(now, fault!.name, { run, testCase: rows.cases[row]!, hit });
    const baseline = run.compare && baseOf(before);
    return { result: baseline ? { ...result, baseline } : result, ...methodOf(run).observed(result, baseline, compared) };
  }
}

function baseOf(row: ResultRow): BaselineResult {
  const { readings, reading_under_original: underOriginal } = row;
  return { ...baselineOf(row), ...(readings && { readings }), ...(underOriginal && { reading_under_original: underOriginal }) };
}

function hitOf(row: number, fault: PullRequest['fault']): number {
  if (!fault) return 0;
  const { name, strength, lots } = fault;
  if (!faultNamed(name).isByAnswer) return lots[3 * row]! < strength ? ALL_ARMS : 0;
  return [0, 1, 2].reduce((bits, arm) => bits | (lots[3 * row + arm]! < strength ? 1 << arm : 0), 0);
}

/** The comparisons that a run would still ask the base for. */
function openComparisons(all: readonly Compared[], { comparisons }: Decision): readonly Compared[] {
  return all.filter((compared) => (comparisons[compared] ?? 'none_shown') === 'none_shown');
}

function bitsOf(compared: readonly Compared[]): number {
  return COMPARED.reduce((bits, name) => bits | (compared.includes(name) ? BITS[name] : 0), 0);
}
