import { Answers } from '../ask.js';
import { decide } from '../gate.js';
import { itemAt, range, sum, zip } from '../lists.js';
import { guessIn } from '../methods/key.js';
import { isSequentialRun, type AnyRun } from '../methods/test-run.js';
import { drawFrom } from '../random.js';
import type { Outcome, Results } from '../results.js';
import { leastUsefulMinimum } from '../statistics/guess.js';
import { wilson } from '../statistics/intervals.js';
import { startTests, type Trial } from '../trial.js';
import { canShow, FAULT_NAMES, FAULTS, type FaultName, type Requirement } from './faults.js';
import { VirtualTest, type Played, type PullRequest, type Recordings } from './virtual-test.js';

/**
 * A test with the rules of the gate, its comparison and its prepared rows, beside what its rows
 * showed twice.
 */
export interface Recorded {
  run: AnyRun;
  recordings: Recordings;
}

/** A share of the virtual pull requests; its 95 % interval holds only the error of drawing them. */
export type ProofShare = Record<'share' | 'low' | 'high', number>;

interface Point {
  strength: number;
  fail: ProofShare;
  /** No verdict, or nothing could be read. */
  inconclusive: ProofShare;
  pass: ProofShare;
  rows: number;
  requests: number;
}

export interface Curve {
  fault: FaultName;
  points: Point[];
  /**
   * The smallest strength that fails in 90 % of the pull requests, interpolated between tested
   * ones; null if none does.
   */
  caught: number | null;
}

export interface Curves {
  rows: number;
  unchanged: Point;
  curves: Curve[];
}

interface Proof {
  seed: number;
  pull_requests: number;
  gate: Curves;
  /** `advice` says what to change, where a test catches nothing at any strength. */
  tests: (Curves & { test: string; advice?: string })[];
  requirements: (Requirement & { found: number; met: boolean })[];
}

/** `requests` of both recordings; `errors` counts their rows without an answer. */
export type MeasuredProof = Proof & { model: Results['model']; requests: number; errors: number };

export const CAUGHT = 0.9;

/** A gate that fails an unchanged model more often catches faults by chance. */
export const MOST_FALSE_ALARMS = 0.1;

export function failsUnchanged({ unchanged }: Curves): boolean {
  return unchanged.fail.share > MOST_FALSE_ALARMS;
}

type ProofOptions = { seed: number; requirements?: readonly Requirement[]; pullRequests?: number };
type Ended = Omit<Played, 'counts'> & { outcome: Outcome };

/** Decides virtual pull requests by the gate, for each fault and strength. Sends no request. */
export function proofOf(
  recorded: readonly Recorded[],
  { seed, requirements = [], pullRequests = 2000 }: ProofOptions,
): Proof {
  const silent = () =>
    new Answers({
      hub: '',
      name: '',
      answer: () => Promise.reject(new Error('a proof sends no request')),
    });
  const runs = recorded.map(({ run }) => run);
  const trials = startTests(runs, { head: silent(), base: { answers: silent() }, seed });
  const tests = zip(trials, recorded).map(
    ([trial, { recordings }]) => new VirtualTest(trial, recordings),
  );
  const pulls = range(pullRequests).map((nth) => {
    const draw = drawFrom(seed, 'prove', nth);
    const head = draw(2) === 0 ? 0 : 1;
    return tests.map((test) => {
      const request: PullRequest = { head, order: test.order(draw) };
      return { test, request, sound: test.play(request) };
    });
  });
  /** The points of each test, and of the gate at the end. */
  const pointsOf = (strength: number, name?: FaultName): Point[] => {
    const ended = pulls.map((pull, nth) => {
      const played = pull.map(({ test, request, sound }, i) => {
        if (!name || !canShow(name, test.trial.run)) return sound;
        const lots = test.lots(drawFrom(seed, name, nth, i));
        return test.play({ ...request, fault: { name, strength, lots } });
      });
      return endedBy(played);
    });
    return range(tests.length + 1).map((i) =>
      pointOf(
        strength,
        ended.map((one) => itemAt(one, i)),
      ),
    );
  };
  const unchanged = pointsOf(0);
  const faults = FAULT_NAMES.filter((fault) => runs.some((run) => canShow(fault, run))).map(
    (fault) => {
      const required = requirements
        .filter((one) => one.fault === fault)
        .map(({ strength }) => strength);
      const strengths = [...new Set([...FAULTS[fault].strengths, ...required])].sort(
        (a, b) => a - b,
      );
      return { fault, points: strengths.map((strength) => pointsOf(strength, fault)) };
    },
  );
  const curvesOf = (i: number): Omit<Curves, 'rows'> => ({
    unchanged: itemAt(unchanged, i),
    curves: faults
      .filter(({ fault }) => !runs[i] || canShow(fault, runs[i]))
      .map(({ fault, points: all }) => {
        const points = all.map((one) => itemAt(one, i));
        return { fault, points, caught: smallestCaught(points) };
      }),
  });
  const gate = {
    rows: sum(trials, ({ rows }) => rows.cases.length),
    ...curvesOf(tests.length),
  };
  return {
    seed,
    pull_requests: pullRequests,
    gate,
    tests: trials.map((trial, i) => {
      const { side, test_type } = trial.rows.plan().head;
      const curves = { rows: trial.rows.cases.length, ...curvesOf(i) };
      const test = side ? `${test_type} (should ${side})` : test_type;
      return { test, ...curves, advice: adviceFor(trial, curves) };
    }),
    requirements: requirements.map((required) => {
      const { points = [] } = gate.curves.find(({ fault }) => fault === required.fault) ?? {};
      const found = points.find(({ strength }) => strength === required.strength)?.fail.share ?? 0;
      return { ...required, found, met: found >= required.share && !failsUnchanged(gate) };
    }),
  };
}

function endedBy(played: readonly Played[]): Ended[] {
  const { outcome, tests } = decide({ tests: played.map(({ counts }) => counts) });
  const ended = zip(played, tests).map(([{ rows, requests }, own]): Ended => {
    return { rows, requests, outcome: own.outcome };
  });
  const rows = sum(played, (one) => one.rows);
  const requests = sum(played, (one) => one.requests);
  return [...ended, { rows, requests, outcome }];
}

function pointOf(strength: number, ended: readonly Ended[]): Point {
  const { length } = ended;
  const shareOf = (outcomes: readonly Outcome[]): ProofShare => {
    const count = ended.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const { low, high } = wilson(count, length);
    return { share: count / length, low, high };
  };
  return {
    strength,
    fail: shareOf(['fail']),
    inconclusive: shareOf(['inconclusive', 'error']),
    pass: shareOf(['pass']),
    rows: sum(ended, ({ rows }) => rows) / length,
    requests: sum(ended, ({ requests }) => requests) / length,
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

function adviceFor(trial: Trial, { unchanged, curves }: Curves): string | undefined {
  const caught = unchanged.fail.share + CLEARLY;
  if (curves.some(({ points }) => points.some(({ fail }) => fail.share > caught))) return undefined;
  if (curves.length === 0) return 'No injected fault changes what this test measures.';
  if (unchanged.fail.share > 1 / 2)
    return 'It fails the unchanged model too. `sensitivity suggest` finds minima that the model passes.';
  const { run, rows } = trial;
  if (rows.cases.every(({ sample }) => sample.expect === 'same'))
    return 'Every row expects the same answer after the change. Add rows whose answer should change.';
  const { minimum_pass_rate: minimum } = run;
  const { g = 0, h = 0 } = guessIn(rows.cases) ?? {};
  const guess = Math.max(g, h);
  if (guess > 0 && guess >= minimum)
    return `A guess is right in ${Math.round(100 * guess)} % of the rows: set min_pass_rate to ${leastUsefulMinimum(guess)}.`;
  if (isSequentialRun(run) && minimum <= run.margin)
    return `No model fails a min_pass_rate of ${minimum}: raise it.`;
  return 'Raise min_pass_rate, or add rows. `sensitivity suggest` measures what the model passes.';
}
