import { Answers } from '../ask.js';
import { decide } from '../gate.js';
import { guessIn } from '../methods/key.js';
import type { AnyRun } from '../methods/test-run.js';
import { drawFrom } from '../random.js';
import type { Outcome, Results } from '../results.js';
import { leastUsefulMinimum } from '../statistics/guess.js';
import { wilson } from '../statistics/intervals.js';
import { startTests, type Trial } from '../trial.js';
import { canShow, FAULT_NAMES, FAULTS, type FaultName, type Requirement } from './faults.js';
import { VirtualTest, type Played, type PullRequest, type Recordings } from './virtual-test.js';

/** A test with the rules of the gate, its comparison and its prepared rows, beside what its rows showed twice. */
export interface Recorded {
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
  /** Means of a pull request. */
  rows: number;
  requests: number;
}

export interface Curve {
  fault: FaultName;
  points: Point[];
  /** The smallest strength that fails in 90 % of the pull requests, interpolated between tested ones; null if none does. */
  caught: number | null;
}

export interface Curves {
  rows: number;
  /** One recording against the other. */
  unchanged: Point;
  curves: Curve[];
}

/** With what to change, where a test catches nothing at any strength. */
export type ProvenTest = Curves & { test: string; advice?: string };

export interface Proof {
  seed: number;
  pull_requests: number;
  /** All tests together, as a pull request sees them. */
  gate: Curves;
  tests: ProvenTest[];
  requirements: (Requirement & { found: number; met: boolean })[];
}

export interface MeasuredProof extends Proof {
  model: Results['model'];
  /** Requests of both recordings, and rows that have no answer in them. */
  requests: number;
  errors: number;
}

export const CAUGHT = 0.9;

interface ProofOptions {
  seed: number;
  requirements?: readonly Requirement[];
  pullRequests?: number;
}

type Ended = Omit<Played, 'counts'> & { outcome: Outcome };

/** The pull requests of one fault and strength: a list for each test, and last the gate's. */
interface Scenario {
  fault?: FaultName;
  strength: number;
  ended: Ended[][];
}

/** Decides virtual pull requests by the gate, for each fault and strength. Sends no request. */
export function proofOf(recorded: readonly Recorded[], { seed, requirements = [], pullRequests = 2000 }: ProofOptions): Proof {
  const silent = () => new Answers({ hub: '', name: '', answer: () => Promise.reject(new Error('a proof sends no request')) });
  const trials = startTests(
    recorded.map(({ run }) => run),
    { head: silent(), base: { answers: silent() }, seed },
  );
  const tests = trials.map((trial, i) => new VirtualTest(trial, recorded[i]!.recordings));
  const faults = FAULT_NAMES.filter((fault) => recorded.some(({ run }) => canShow(fault, run)));
  const scenarios: Scenario[] = faults.flatMap((fault) => {
    const required = requirements.filter((one) => one.fault === fault).map(({ strength }) => strength);
    const strengths = [...new Set([...FAULTS[fault].strengths, ...required])].sort((a, b) => a - b);
    return strengths.map((strength) => ({ fault, strength, ended: [] }));
  });
  const unchanged: Scenario = { strength: 0, ended: [] };
  for (let nth = 0; nth < pullRequests; nth += 1) {
    const draw = drawFrom(seed, 'prove', nth);
    const head = draw(2) as 0 | 1;
    const requests = tests.map((test): PullRequest => ({ head, order: test.order(draw) }));
    const sound = tests.map((test, i) => test.play(requests[i]!));
    const lots = new Map(
      faults.map((name) => [name, tests.map((test, i) => canShow(name, test.trial.run) && test.lots(drawFrom(seed, name, nth, i)))]),
    );
    for (const { fault: name, strength, ended } of [unchanged, ...scenarios]) {
      const played = tests.map((test, i) => {
        const own = name && lots.get(name)![i];
        return own ? test.play({ ...requests[i]!, fault: { name, strength, lots: own } }) : sound[i]!;
      });
      endedBy(played).forEach((end, i) => (ended[i] ??= []).push(end));
    }
  }
  const curvesOf = (of: number, shown: readonly FaultName[]): Omit<Curves, 'rows'> => ({
    unchanged: pointOf(unchanged, of),
    curves: shown.map((fault) => {
      const points = scenarios.filter((one) => one.fault === fault).map((one) => pointOf(one, of));
      return { fault, points, caught: smallestCaught(points) };
    }),
  });
  const provenTests = trials.map((trial, i): ProvenTest => {
    const { side, test_type } = trial.rows.plan().head;
    const own = faults.filter((fault) => canShow(fault, trial.run));
    const curves = { rows: trial.rows.cases.length, ...curvesOf(i, own) };
    const advice = adviceFor(trial, curves);
    return { test: side ? `${test_type} (should ${side})` : test_type, ...curves, ...(advice && { advice }) };
  });
  const gate = { rows: provenTests.reduce((sum, { rows }) => sum + rows, 0), ...curvesOf(tests.length, faults) };
  const met = requirements.map((required) => {
    const scenario = scenarios.find(({ fault, strength }) => fault === required.fault && strength === required.strength);
    const found = scenario ? pointOf(scenario, tests.length).fail.share : 0;
    return { ...required, found, met: found >= required.share };
  });
  return { seed, pull_requests: pullRequests, gate, tests: provenTests, requirements: met };
}

/** The verdict of the gate on each test, and last on all of them. */
function endedBy(played: readonly Played[]): Ended[] {
  const { outcome, tests } = decide({ tests: played.map(({ counts }) => counts) });
  const sum = (of: 'rows' | 'requests') => played.reduce((all, one) => all + one[of], 0);
  const own = played.map(({ rows, requests }, i) => ({ rows, requests, outcome: tests[i]!.outcome }));
  return [...own, { rows: sum('rows'), requests: sum('requests'), outcome }];
}

function pointOf({ strength, ended }: Scenario, of: number): Point {
  const own = ended[of] ?? [];
  const shareOf = (belongs: (outcome: Outcome) => boolean): Share => {
    const count = own.filter(({ outcome }) => belongs(outcome)).length;
    const { low, high } = wilson(count, own.length);
    return { share: count / own.length, low, high };
  };
  const mean = (part: 'rows' | 'requests') => own.reduce((sum, one) => sum + one[part], 0) / own.length;
  return {
    strength,
    fail: shareOf((outcome) => outcome === 'fail'),
    inconclusive: shareOf((outcome) => outcome !== 'fail' && outcome !== 'pass'),
    pass: shareOf((outcome) => outcome === 'pass'),
    rows: mean('rows'),
    requests: mean('requests'),
  };
}

function smallestCaught(points: readonly Point[]): number | null {
  const at = points.findIndex(({ fail }) => fail.share >= CAUGHT);
  const [before, found] = [points[at - 1], points[at]];
  if (!found || !before) return found?.strength ?? null;
  const part = (CAUGHT - before.fail.share) / (found.fail.share - before.fail.share);
  return before.strength + part * (found.strength - before.strength);
}

/** A fault that is caught fails more often than no fault, by this share at least. */
const CLEARLY = 0.05;

/** Returns what to change, or undefined if the test catches a fault at some strength. */
function adviceFor(trial: Trial, { unchanged, curves }: Curves): string | undefined {
  if (curves.some(({ points }) => points.some(({ fail }) => fail.share > unchanged.fail.share + CLEARLY))) return undefined;
  const { minimum_pass_rate: minimum, ...run } = trial.run;
  const { g = 0, h = 0 } = guessIn(trial.rows.cases) ?? {};
  const guess = Math.max(g, h);
  const isSame = trial.rows.cases.every(({ sample }) => sample.expect === 'same');
  const reasons: [applies: boolean, advice: string][] = [
    [curves.length === 0, 'No injected fault changes what this test measures.'],
    [unchanged.fail.share > 1 / 2, 'It fails the unchanged model too. `sensitivity suggest` finds minima that the model passes.'],
    [isSame, 'Every row expects the same answer after the change. Add rows whose answer should change.'],
    [
      guess > 0 && guess >= minimum,
      `A guess is right in ${Math.round(100 * guess)} % of the rows: set min_pass_rate to ${leastUsefulMinimum(guess)}.`,
    ],
    ['margin' in run && minimum <= run.margin, `No model fails a min_pass_rate of ${minimum}: raise it.`],
    [true, 'Raise min_pass_rate, or add rows. `sensitivity suggest` measures what the model passes.'],
  ];
  return reasons.find(([applies]) => applies)![1];
}
