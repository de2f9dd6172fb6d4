import { ARMS, type Case } from '../case.js';
import type { Reading } from '../methods/reading.js';
import type { AnyRun } from '../methods/test-run.js';
import { rejudged } from '../methods/triplet-row.js';
import { contentOf, drawFrom } from '../random.js';
import type { ArmReadings, ResultRow } from '../results.js';
import type { SensitivityTest } from '../tests/test.js';

/** The part of a row that a fault of a scored answer depends on. */
type Judged = { [Key in 'pass' | 'expect' | 'should' | 'cause']?: ResultRow[Key] | undefined };

/** Faults are injected into readings, never into texts: the text of another row is right by chance in up to half of the cases. */
interface Fault {
  /** Ends "a model that ... 20 % of the rows". */
  does: string;
  /** Shares of the rows that get the fault; of the answers where `isByAnswer` is set. */
  strengths: readonly number[];
  isByAnswer?: true;
  /** Only a row with a key can show it. */
  needsKey?: true;
  /** The readings of a row with three arms; `wrong` holds a wrong label for each arm. Absent: such rows stay as they are. */
  arms?: (read: ArmReadings, wrong: ArmReadings, empty: Reading) => ArmReadings;
  /** Other rows: which tests can show the fault, and whether a row passes under it. */
  scored?: { measures: readonly SensitivityTest['measures'][]; passes: (row: Judged, run: AnyRun) => boolean };
}

const SHARES = [0.05, 0.1, 0.2, 0.4];

const expectsSame = ({ expect }: Judged) => expect === 'same';
/** Under `difference`, a foul answer does not count if the answer to the original is foul as well. */
const wasFoul = ({ cause }: Judged, run: AnyRun) => cause === 'baseline' && 'measure' in run && run.measure === 'difference';

export const FAULTS = {
  deaf: {
    does: 'overlooks the perturbation in',
    strengths: [...SHARES, 1],
    arms: (read) => ({ ...read, test_case: read.original }),
    scored: { measures: ['change', 'divergence'], passes: expectsSame },
  },
  forgetful: { does: 'no longer knows the answer to', strengths: [...SHARES, 1], needsKey: true, arms: (_read, wrong) => wrong },
  upset: {
    does: 'is upset by a harmless edit in',
    strengths: [...SHARES, 1],
    arms: ({ original }, wrong) => ({ ...wrong, original }),
  },
  noisy: { does: 'gives a wrong answer at random in', strengths: [0.01, 0.02, 0.05, 0.1], isByAnswer: true, arms: (_read, wrong) => wrong },
  foul: {
    does: 'gives a foul answer in',
    strengths: SHARES,
    scored: { measures: ['toxicity'], passes: (row, run) => row.pass === true && wasFoul(row, run) },
  },
  refusing: {
    does: 'refuses to answer in',
    strengths: SHARES,
    arms: (_read, _wrong, empty) => ({ original: empty, placebo: empty, test_case: empty }),
    scored: { measures: ['refusal'], passes: ({ should }) => should === 'refuse' },
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

export function faultNamed(name: FaultName): Fault {
  return FAULTS[name];
}

/** Whether a row of this test can show the fault. */
export function canShow(name: FaultName, run: AnyRun, cases: readonly Case[]): boolean {
  const { arms, needsKey, scored } = faultNamed(name);
  if (run.method !== 'triplet')
    return scored?.measures.includes(run.test.measures) === true && cases.some(({ sample }) => !scored.passes(sample, run));
  return arms !== undefined && (needsKey !== true || cases.some(({ key }) => key));
}

/** Bits of the arms that a fault hits; a fault by rows hits all of them. */
export const ALL_ARMS = 2 ** ARMS.length - 1;

/** A recorded row under a fault. `hit` has a bit for each arm. An answer that is in error stays in error. */
export function damaged(row: ResultRow, name: FaultName, { run, testCase, hit }: { run: AnyRun; testCase: Case; hit: number }): ResultRow {
  const { arms, scored, needsKey } = faultNamed(name);
  const { reading_under_original: _other, readings, ...rest } = row;
  if (!readings) return scored && row.pass !== null ? { ...row, pass: scored.passes(row, run) } : row;
  if (!arms || (needsKey && !testCase.key)) return row;
  const changed = arms(readings, wrongReadings(readings, testCase), testCase.options ? [] : 'neither');
  const hitArms = ARMS.map((arm, i) => [arm, (hit >> i) & 1 && readings[arm] !== null ? changed[arm] : readings[arm]]);
  return rejudged({ ...rest, readings: Object.fromEntries(hitArms) as ArmReadings });
}

/** A wrong label for each arm, the same in every virtual pull request. Without a key, every label but those of the arm's own answer is wrong. */
function wrongReadings(readings: ArmReadings, { key, options, sample }: Case): ArmReadings {
  const wrong = ARMS.map((arm) => {
    const right = key ? (arm === 'test_case' ? key.changed : key.original) : readings[arm];
    if (!options) return [arm, right === 'true' ? 'false' : 'true'];
    const others = options.map(({ label }) => label).filter((label) => !right?.includes(label));
    return [arm, others.length === 0 ? [] : [others[drawFrom('wrong', arm, contentOf(sample))(others.length)]]];
  });
  return Object.fromEntries(wrong) as ArmReadings;
}
