import { Answers } from '../ask.js';
import { decide, type Verdict } from '../gate.js';
import { rowsNeeded } from '../methods/decision.js';
import { guessIn } from '../methods/key.js';
import type { AnyRun } from '../methods/test-run.js';
import type { Model } from '../model.js';
import { drawFrom } from '../random.js';
import type { Results } from '../results.js';
import { leastUsefulMinimum } from '../statistics/guess.js';
import { wilson } from '../statistics/intervals.js';
import { SequentialTrial, startTests } from '../trial.js';
import { faultNamed, FAULT_NAMES, type FaultName } from './faults.js';
import type { Requirement } from './requirement.js';
import { VirtualTest, type PullRequest, type Recordings } from './virtual-test.js';

export interface Recorded {
  /** With the rules of the gate, its comparison and its prepared rows. */
  run: AnyRun;
  recordings: Recordings;
}

/** A share of the virtual pull requests with its 95 % interval, which holds only the error of drawing them. */
export interface Share {
  share: number;
  low: number;
  high: number;
}

export interface Point {
  strength: number;
  fail: Share;
  /** No verdict, or nothing could be read. */
  inconclusive: Share;
  pass: Share;
  /** Means of a virtual pull request. */
  rows: number;
  requests: number;
}

export interface Curve {
  fault: FaultName;
  points: Point[];
  /** The smallest strength that fails in 90 % of the pull requests, between two tested ones by a straight line; null if none does. */
  caught: number | null;
}

interface Curves {
  /** One recording against the other. */
  unchanged: Point;
  curves: Curve[];
}

export interface ProvenTest extends Curves {
  test: string;
  rows: number;
  /** What to change, for a test that catches nothing at any strength. */
  advice?: string;
}

export interface Proof {
  seed: number;
  pull_requests: number;
  /** All tests together, as a pull request sees them. */
  gate: Curves & { rows: number };
  tests: ProvenTest[];
  requirements: (Requirement & { found: number; met: boolean })[];
}

/** A proof with what its recordings took. */
export interface MeasuredProof extends Proof {
  model: Results['model'];
  /** Requests of both recordings, and rows that have no answer in them. */
  requests: number;
  errors: number;
}

const PULL_REQUESTS = 2000;
export const CAUGHT = 0.9;

export interface ProofOptions {
  seed: number;
  requirements?: readonly Requirement[];
  pullRequests?: number;
}

const SILENT: Model = {
  hub: '',
  name: '',
  answer: () => Promise.reject(new Error('A virtual pull request sends no request.')),
};

/** Decides virtual pull requests by the gate, for each fault and strength. Sends no request. */
export function proofOf(recorded: readonly Recorded[], { seed, requirements = [], pullRequests = PULL_REQUESTS }: ProofOptions): Proof {
  const runs = recorded.map(({ run }) => run);
  const trials = startTests(runs, { head: new Answers(SILENT), base: { answers: new Answers(SILENT) }, seed });
  const tests = trials.map((trial, i) => new VirtualTest(trial, recorded[i]!.recordings));
  const unchanged = new Tally(tests.length, 0);
  const scenarios = FAULT_NAMES.filter((fault) => tests.some((test) => test.canShow(fault))).map((fault) => {
    const required = requirements.filter((one) => one.fault === fault).map(({ strength }) => strength);
    const strengths = [...new Set([...faultNamed(fault).strengths, ...required])].sort((a, b) => a - b);
    return { fault, tallies: strengths.map((strength) => new Tally(tests.length, strength)) };
  });
  for (let nth = 0; nth < pullRequests; nth += 1) {
    const draw = drawFrom(seed, 'prove', nth);
    const head = draw(2) as 0 | 1;
    const requests = tests.map((test): PullRequest => ({ head, order: test.order(draw) }));
    const sound = tests.map((test, i) => test.play(requests[i]!));
    unchanged.add(sound);
    for (const { fault, tallies } of scenarios) {
      const lots = tests.map((test, i) => (test.canShow(fault) ? test.lots(drawFrom(seed, fault, nth, i)) : undefined));
      for (const tally of tallies) {
        const { strength } = tally;
        tally.add(
          tests.map((test, i) => (lots[i] ? test.play({ ...requests[i]!, fault: { name: fault, strength, lots: lots[i] } }) : sound[i]!)),
        );
      }
    }
  }
  const curvesOf = (of: number | undefined, faults: readonly FaultName[]): Curves => ({
    unchanged: unchanged.point(of),
    curves: scenarios
      .filter(({ fault }) => faults.includes(fault))
      .map(({ fault, tallies }) => {
        const points = tallies.map((tally) => tally.point(of));
        return { fault, points, caught: smallestCaught(points) };
      }),
  });
  const gate = { rows: tests.reduce((sum, { rows }) => sum + rows, 0), ...curvesOf(undefined, FAULT_NAMES) };
  return {
    seed,
    pull_requests: pullRequests,
    gate,
    tests: tests.map((test, i) => {
      const shown = curvesOf(
        i,
        FAULT_NAMES.filter((fault) => test.canShow(fault)),
      );
      const { side, test_type } = test.trial.rows.plan().head;
      const name = side ? `${test_type} (should ${side})` : test_type;
      return { test: name, rows: test.rows, ...shown, ...(isSilent(shown) && { advice: adviceFor(test, shown) }) };
    }),
    requirements: requirements.map((required) => {
      const points = gate.curves.find(({ fault }) => fault === required.fault)?.points ?? [];
      const found = points.find(({ strength }) => strength === required.strength)?.fail.share ?? 0;
      return { ...required, found, met: found >= required.share };
    }),
  };
}

const ENDS = ['fail', 'inconclusive', 'pass'] as const;
type Counted = Record<(typeof ENDS)[number], number>;

/** Counts how the virtual pull requests of one strength ended, for the gate and for each test. */
class Tally {
  readonly strength: number;
  private readonly ends: Counted[];
  private readonly rows: number[];
  private readonly requests: number[];
  private played = 0;

  /** The last place of each list is that of the gate. */
  constructor(tests: number, strength: number) {
    this.strength = strength;
    this.ends = Array.from({ length: tests + 1 }, () => ({ fail: 0, inconclusive: 0, pass: 0 }));
    this.rows = this.ends.map(() => 0);
    this.requests = this.ends.map(() => 0);
  }

  add(played: readonly ReturnType<VirtualTest['play']>[]): void {
    const { outcome, tests } = decide({ tests: played.map(({ counts }) => counts) });
    const last = played.length;
    [...tests.map((test) => test.outcome), outcome].forEach((end: Verdict['outcome'], i) => {
      this.ends[i]![end === 'pass' || end === 'fail' ? end : 'inconclusive'] += 1;
    });
    played.forEach(({ rows, requests }, i) => {
      for (const place of [i, last]) {
        this.rows[place]! += rows;
        this.requests[place]! += requests;
      }
    });
    this.played += 1;
  }

  /** Of a test, or of the gate. */
  point(test = this.ends.length - 1): Point {
    const { strength, played } = this;
    const shares = ENDS.map((end) => {
      const count = this.ends[test]![end];
      const { low, high } = wilson(count, played);
      return [end, { share: count / played, low, high }] as const;
    });
    const means = { rows: this.rows[test]! / played, requests: this.requests[test]! / played };
    return { strength, ...(Object.fromEntries(shares) as Record<(typeof ENDS)[number], Share>), ...means };
  }
}

function smallestCaught(points: readonly Point[]): number | null {
  const at = points.findIndex(({ fail }) => fail.share >= CAUGHT);
  const [before, found] = [points[at - 1], points[at]];
  if (!found || !before) return found?.strength ?? null;
  const part = (CAUGHT - before.fail.share) / (found.fail.share - before.fail.share);
  return before.strength + part * (found.strength - before.strength);
}

/** A fault must fail clearly more often than no fault. */
const CLEARLY = 0.05;

function isSilent({ unchanged, curves }: Curves): boolean {
  return curves.every(({ points }) => points.every(({ fail }) => fail.share <= unchanged.fail.share + CLEARLY));
}

function adviceFor({ trial, rows }: VirtualTest, { unchanged, curves }: Curves): string {
  const { cases } = trial.rows;
  const { minimum_pass_rate: minimum } = trial.run;
  const needed = trial instanceof SequentialTrial ? rowsNeeded(trial.decider.rules).rows : 0;
  const margin = 'margin' in trial.run ? trial.run.margin : 0;
  const guess = guessIn(cases);
  const guessed = guess ? Math.max(guess.g, guess.h) : 0;
  if (curves.length === 0) return 'No injected fault changes what this test measures.';
  if (unchanged.fail.share > 1 / 2) return 'It fails the unchanged model as well. Set minima that the model passes: `sensitivity suggest`.';
  if (needed > rows) return `${rows} rows decide nothing under these minima: add rows, to ${needed} at least.`;
  if (cases.every(({ sample }) => sample.expect === 'same'))
    return 'Every row expects the same answer. Add rows whose answer should change.';
  if (guessed >= minimum) {
    const least = leastUsefulMinimum(guessed).toFixed(2);
    return `A guess is right in ${Math.round(100 * guessed)} % of the rows. Set min_pass_rate to ${least} or more, or balance the rows.`;
  }
  if (minimum <= margin)
    return `No model fails a min_pass_rate of ${minimum}. Raise it: \`sensitivity suggest\` measures what the model passes.`;
  return 'Raise min_pass_rate, or add rows: `sensitivity suggest` measures what the model passes.';
}
