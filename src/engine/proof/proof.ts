import { Answers } from '../asking/ask.ts';
import { decide } from '../verdict/gate.ts';
import { itemAt, range, sum, zip } from '../lists.ts';
import { guessIn } from '../methods/key.ts';
import { isSequentialRun, type AnyRun } from '../methods/test-run.ts';
import { drawFrom } from '../random.ts';
import type { Outcome, Results } from '../results.ts';
import { leastUsefulMinimum } from '../statistics/guess.ts';
import { wilson } from '../statistics/intervals.ts';
import { startTests } from '../asking/start-tests.ts';
import type { Trial } from '../asking/trial.ts';
import { canShow, FAULT_NAMES, FAULTS, type FaultName, type Requirement } from './faults.ts';
import { VirtualTest, type PlayResult, type PullRequest, type Recordings } from './virtual-test.ts';

/** A test with its prepared rows, and the results of the rows in each recording. */
export interface RecordedTest {
  run: AnyRun;
  recordings: Recordings;
}

/** A share of the virtual pull requests; its 95 % interval holds only the error of drawing them. */
type ProofShare = Record<'share' | 'low' | 'high', number>;

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

/** `requests` of all recordings; `errors` counts their rows without an answer. */
export type MeasuredProof = Proof & {
  model: Results['model'];
  recordings: number;
  requests: number;
  errors: number;
};

export const CAUGHT = 0.9;

/** A gate that fails an unchanged model more often catches faults by chance. */
export const MAX_FALSE_ALARMS = 0.1;

export function failsUnchanged({ unchanged }: Curves): boolean {
  return unchanged.fail.share > MAX_FALSE_ALARMS;
}

type ProofOptions = { seed: number; requirements?: readonly Requirement[]; pullRequests?: number };
type TestEnd = Omit<PlayResult, 'counts'> & { outcome: Outcome };

/** One test of a virtual pull request, and how it plays without a fault. */
interface PlayedTest {
  test: VirtualTest;
  request: PullRequest;
  sound: PlayResult;
}

/** Decides virtual pull requests by the gate, for each fault and strength. Sends no request. */
export function proofOf(
  recorded: readonly RecordedTest[],
  { seed, requirements = [], pullRequests = 2000 }: ProofOptions,
): Proof {
  const runs = recorded.map(({ run }) => run);
  const trials = startSilently(runs, seed);
  const tests = zip(trials, recorded).map(
    ([trial, { recordings }]) => new VirtualTest(trial, recordings),
  );
  const recordings = Math.max(2, ...recorded.map(({ recordings: { length } }) => length));
  const pulls = drawPullRequests(tests, { seed, count: pullRequests, recordings });
  const measured: MeasuredFaults = {
    unchanged: pointsOf(pulls, { seed, strength: 0 }),
    faults: injectedFaults(runs, requirements).map(({ fault, strengths }) => ({
      fault,
      pointsByStrength: strengths.map((strength) => pointsOf(pulls, { seed, strength, fault })),
    })),
  };
  const gate: Curves = {
    rows: sum(trials, (trial) => trial.rows.cases.length),
    ...curvesAt(tests.length, measured),
  };
  return {
    seed,
    pull_requests: pullRequests,
    gate,
    tests: trials.map((trial, index) =>
      describeTest(
        trial,
        curvesAt(index, measured, (fault) => canShow(fault, trial.run)),
      ),
    ),
    requirements: requirements.map((required) => meetRequirement(required, gate)),
  };
}

/** The points of all tests, and those of the gate behind them. */
interface MeasuredFaults {
  unchanged: readonly Point[];
  faults: readonly { fault: FaultName; pointsByStrength: readonly (readonly Point[])[] }[];
}

/** Returns the curves of one test by its index, or of the gate by the number of tests. */
function curvesAt(
  index: number,
  { unchanged, faults }: MeasuredFaults,
  isShown: (fault: FaultName) => boolean = () => true,
): Omit<Curves, 'rows'> {
  const curves = faults
    .filter(({ fault }) => isShown(fault))
    .map(({ fault, pointsByStrength }): Curve => {
      const points = pointsByStrength.map((pointsOfTests) => itemAt(pointsOfTests, index));
      return { fault, points, caught: smallestCaught(points) };
    });
  return { unchanged: itemAt(unchanged, index), curves };
}

/** Starts the tests with subjects that cannot answer: their rows are recorded. */
function startSilently(runs: readonly AnyRun[], seed: number): Trial[] {
  const silent = () =>
    new Answers({
      hub: '',
      name: '',
      answer: () => Promise.reject(new Error('a proof sends no request')),
    });
  return startTests(runs, { head: silent(), base: { answers: silent() }, seed });
}

function drawPullRequests(
  tests: readonly VirtualTest[],
  { seed, count, recordings }: { seed: number; count: number; recordings: number },
): PlayedTest[][] {
  return range(count).map((nth) => {
    const draw = drawFrom(seed, 'prove', nth);
    const head = draw(recordings);
    const distance = recordings === 2 ? 1 : 1 + draw(recordings - 1);
    const base = (head + distance) % recordings;
    return tests.map((test) => {
      const request: PullRequest = { head, base, order: test.order(draw) };
      return { test, request, sound: test.play(request) };
    });
  });
}

/** The faults that some test can show, with their strengths and those of the requirements. */
function injectedFaults(
  runs: readonly AnyRun[],
  requirements: readonly Requirement[],
): { fault: FaultName; strengths: number[] }[] {
  const visibleFaults = FAULT_NAMES.filter((fault) => runs.some((run) => canShow(fault, run)));
  return visibleFaults.map((fault) => {
    const required = requirements.filter((requirement) => requirement.fault === fault);
    const strengths = new Set(FAULTS[fault].strengths);
    for (const { strength } of required) strengths.add(strength);
    return { fault, strengths: [...strengths].sort((a, b) => a - b) };
  });
}

/** Returns the point of each test under a fault, and that of the gate at the end. */
function pointsOf(
  pulls: readonly (readonly PlayedTest[])[],
  { seed, strength, fault }: { seed: number; strength: number; fault?: FaultName },
): Point[] {
  const ends = pulls.map((pull, nth) => {
    const played = pull.map(({ test, request, sound }, index) => {
      if (!fault || !canShow(fault, test.trial.run)) return sound;
      const lots = test.lots(drawFrom(seed, fault, nth, index));
      return test.play({ ...request, fault: { name: fault, strength, lots } });
    });
    return endsOf(played);
  });
  const tests = ends[0]?.length ?? 0;
  return range(tests).map((index) =>
    pointOf(
      strength,
      ends.map((testEnds) => itemAt(testEnds, index)),
    ),
  );
}

function describeTest(trial: Trial, measured: Omit<Curves, 'rows'>): Proof['tests'][number] {
  const { side, test: definition } = trial.run;
  const curves = { rows: trial.rows.cases.length, ...measured };
  const test = side ? `${definition.name} (should ${side})` : definition.name;
  return { test, ...curves, advice: adviceFor(trial, curves) };
}

function meetRequirement(required: Requirement, gate: Curves): Proof['requirements'][number] {
  const curve = gate.curves.find(({ fault }) => fault === required.fault);
  const point = curve?.points.find(({ strength }) => strength === required.strength);
  const share = point?.fail.share ?? 0;
  return { ...required, found: share, met: share >= required.share && !failsUnchanged(gate) };
}

/** How the tests of a pull request end, and how the gate ends over all of them. */
function endsOf(played: readonly PlayResult[]): TestEnd[] {
  const { outcome, tests } = decide({ tests: played.map(({ counts }) => counts) });
  const ends = zip(played, tests).map(([{ rows, requests }, verdict]): TestEnd => {
    return { rows, requests, outcome: verdict.outcome };
  });
  const total = {
    rows: sum(played, ({ rows }) => rows),
    requests: sum(played, ({ requests }) => requests),
  };
  return [...ends, { ...total, outcome }];
}

function pointOf(strength: number, ends: readonly TestEnd[]): Point {
  const { length } = ends;
  const shareOf = (outcomes: readonly Outcome[]): ProofShare => {
    const count = ends.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const { low, high } = wilson(count, length);
    return { share: count / length, low, high };
  };
  return {
    strength,
    fail: shareOf(['fail']),
    inconclusive: shareOf(['inconclusive', 'error']),
    pass: shareOf(['pass']),
    rows: sum(ends, ({ rows }) => rows) / length,
    requests: sum(ends, ({ requests }) => requests) / length,
  };
}

function smallestCaught(points: readonly Point[]): number | null {
  const index = points.findIndex(({ fail }) => fail.share >= CAUGHT);
  const [uncaught, caught] = [points[index - 1], points[index]];
  if (!caught || !uncaught) return caught?.strength ?? null;
  const part = (CAUGHT - uncaught.fail.share) / (caught.fail.share - uncaught.fail.share);
  return uncaught.strength + part * (caught.strength - uncaught.strength);
}

/** Minimum share by which a caught fault fails more often than no fault. */
const MIN_EXCESS = 0.05;

function adviceFor(trial: Trial, { unchanged, curves }: Curves): string | undefined {
  const caught = unchanged.fail.share + MIN_EXCESS;
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
