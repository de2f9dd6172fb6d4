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
  const tests = trials.map((trial, i) => new VirtualTest(trial, recorded[i]!.recordings));
  const requests = Array.from({ length: pullRequests }, (_, nth) => {
    const draw = drawFrom(seed, 'prove', nth);
    const head = draw(2) as 0 | 1;
    return tests.map((test): PullRequest => ({ head, order: test.order(draw) }));
  });
  const sound = requests.map((all) => tests.map((test, i) => test.play(all[i]!)));
  const pointsOf = (strength: number, name?: FaultName): Point[] => {
    const faulty = (played: Played, nth: number, i: number) => {
      if (!name || !canShow(name, runs[i]!)) return played;
      const lots = tests[i]!.lots(drawFrom(seed, name, nth, i));
      return tests[i]!.play({ ...requests[nth]![i]!, fault: { name, strength, lots } });
    };
    const ended = sound.map((all, nth) => endedBy(all.map((played, i) => faulty(played, nth, i))));
    const endOf = (i: number) => ended.map((one) => one[i]!);
    return [...tests.keys(), tests.length].map((i) => pointOf(strength, endOf(i)));
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
    unchanged: unchanged[i]!,
    curves: faults
      .filter(({ fault }) => !runs[i] || canShow(fault, runs[i]))
      .map(({ fault, points: all }) => {
        const points = all.map((one) => one[i]!);
        return { fault, points, caught: smallestCaught(points) };
      }),
  });
  const gate = {
    rows: trials.reduce((sum, { rows }) => sum + rows.cases.length, 0),
    ...curvesOf(tests.length),
  };
  return {
    seed,
    pull_requests: pullRequests,
    gate,
    tests: trials.map((trial, i) => {
      const { side, test_type } = trial.rows.plan().head;
      const curves = { rows: trial.rows.cases.length, ...curvesOf(i) };
      const advice = adviceFor(trial, curves);
      return {
        test: side ? `${test_type} (should ${side})` : test_type,
        ...curves,
        advice: advice || undefined,
      };
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
  const sum = (of: 'rows' | 'requests') => played.reduce((all, one) => all + one[of], 0);
  const own = played.map(({ rows, requests }, i) => ({
    rows,
    requests,
    outcome: tests[i]!.outcome,
  }));
  return [...own, { rows: sum('rows'), requests: sum('requests'), outcome }];
}

function pointOf(strength: number, ended: readonly Ended[]): Point {
  const { length } = ended;
  const shareOf = (outcomes: readonly Outcome[]): ProofShare => {
    const count = ended.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const { low, high } = wilson(count, length);
    return { share: count / length, low, high };
  };
  const mean = (part: 'rows' | 'requests') =>
    ended.reduce((sum, one) => sum + one[part], 0) / length;
  const [fail, inconclusive, pass] = [
    shareOf(['fail']),
    shareOf(['inconclusive', 'error']),
    shareOf(['pass']),
  ];
  return { strength, fail, inconclusive, pass, rows: mean('rows'), requests: mean('requests') };
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
  if (
    curves.some(({ points }) =>
      points.some(({ fail }) => fail.share > unchanged.fail.share + CLEARLY),
    )
  )
    return undefined;
  const { minimum_pass_rate: minimum, ...run } = trial.run;
  const { g = 0, h = 0 } = guessIn(trial.rows.cases) ?? {};
  const guess = Math.max(g, h);
  const isSame = trial.rows.cases.every(({ sample }) => sample.expect === 'same');
  const reasons: [applies: boolean, advice: string][] = [
    [curves.length === 0, 'No injected fault changes what this test measures.'],
    [
      unchanged.fail.share > 1 / 2,
      'It fails the unchanged model too. `sensitivity suggest` finds minima that the model passes.',
    ],
    [
      isSame,
      'Every row expects the same answer after the change. Add rows whose answer should change.',
    ],
    [
      guess > 0 && guess >= minimum,
      `A guess is right in ${Math.round(100 * guess)} % of the rows: set min_pass_rate to ${leastUsefulMinimum(guess)}.`,
    ],
    [
      'margin' in run && minimum <= run.margin,
      `No model fails a min_pass_rate of ${minimum}: raise it.`,
    ],
    [
      true,
      'Raise min_pass_rate, or add rows. `sensitivity suggest` measures what the model passes.',
    ],
  ];
  return reasons.find(([applies]) => applies)![1];
}
