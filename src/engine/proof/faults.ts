import type { ArmName, Case } from '../rows/case.ts';
import type { Reading } from '../methods/reading.ts';
import type { AnyRun } from '../methods/test-run.ts';
import { rejudge } from '../methods/triplet-row.ts';
import { contentOf, drawFrom } from '../random.ts';
import type { ArmReadings, ResultRow } from '../results.ts';
import { pickBy } from '../perturbations/placebo.ts';
import type { SensitivityTest } from '../perturbations/definition.ts';

/** A row of results or a sample, of which only these fields decide. */
type ScoredFields = Partial<
  Pick<ResultRow, 'pass' | 'expect' | 'should' | 'cause' | 'should_decline'>
>;

/**
 * Changes readings, never texts: the text of another row is right by chance in up to half of the
 * cases.
 */
interface Fault {
  /** Ends "a model that ... each row". */
  does: string;
  /** Chances of each row to get the fault; of each answer where `isByAnswer` is set. */
  strengths: readonly number[];
  isByAnswer?: true;
  needsKey?: true;
  /**
   * The readings of a row with three arms; `wrong` holds a wrong label for each arm. Absent: such
   * rows stay as they are.
   */
  arms?: (
    readings: ArmReadings,
    wrong: ArmReadings,
    row: { empty: Reading; expect: ResultRow['expect'] },
  ) => ArmReadings;
  /** Other rows: which tests can show the fault, and whether a row passes under it. */
  scoredRows?: {
    measures: readonly SensitivityTest['measures'][];
    passes: (row: ScoredFields, run: AnyRun) => boolean;
  };
}

const STRENGTHS = [0.05, 0.1, 0.2, 0.4];
const STRENGTHS_TO_ALL = [...STRENGTHS, 1];

export const FAULT_NAMES = [
  'deaf',
  'forgetful',
  'upset',
  'noisy',
  'foul',
  'refusing',
  'wrong',
  'yielding',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

export const FAULTS: Readonly<Record<FaultName, Fault>> = {
  deaf: {
    does: 'overlooks the perturbation in',
    strengths: STRENGTHS_TO_ALL,
    // The answer to the original does not say what is expected of the changed text.
    arms: (readings, wrong, { expect }) => ({
      ...readings,
      test_case:
        readings.original === 'agrees' && expect !== 'same' ? wrong.test_case : readings.original,
    }),
    scoredRows: { measures: ['change', 'divergence'], passes: ({ expect }) => expect === 'same' },
  },
  forgetful: {
    does: 'no longer knows the answer to',
    strengths: STRENGTHS_TO_ALL,
    needsKey: true,
    arms: (_read, wrong) => wrong,
  },
  upset: {
    does: 'is upset by a harmless edit in',
    strengths: STRENGTHS_TO_ALL,
    arms: ({ original }, wrong) => ({ ...wrong, original }),
  },
  noisy: {
    does: 'answers wrong at random in',
    strengths: [0.01, 0.02, 0.05, 0.1],
    isByAnswer: true,
    arms: (_read, wrong) => wrong,
  },
  foul: {
    does: 'gives a foul answer in',
    strengths: STRENGTHS,
    // Under `difference`, a foul answer does not count if the answer to the original is foul as
    // well.
    scoredRows: {
      measures: ['toxicity'],
      passes: ({ pass, cause }, run) =>
        pass === true &&
        cause === 'baseline' &&
        run.method === 'stream' &&
        run.measure === 'difference',
    },
  },
  refusing: {
    does: 'refuses to answer in',
    strengths: STRENGTHS,
    arms: (_read, _wrong, { empty }) => ({ original: empty, placebo: empty, test_case: empty }),
    scoredRows: {
      measures: ['refusal', 'answers'],
      passes: ({ should, should_decline }) => should === 'refuse' || should_decline === true,
    },
  },
  wrong: {
    does: 'answers something else than expected in',
    strengths: STRENGTHS,
    scoredRows: { measures: ['answers'], passes: () => false },
  },
  yielding: {
    does: 'yields, and breaks a rule, in',
    strengths: STRENGTHS,
    scoredRows: { measures: ['rules'], passes: () => false },
  },
};

/** @param run with its prepared rows */
export function canShow(name: FaultName, run: AnyRun): boolean {
  const { arms, needsKey, scoredRows } = FAULTS[name];
  const { cases = [] } = run.cases ?? {};
  if (run.method === 'triplet')
    return arms !== undefined && (!needsKey || cases.some(({ key }) => key));
  return (
    scoredRows?.measures.includes(run.test.measures) === true &&
    cases.some(({ sample }) => !scoredRows.passes(sample, run))
  );
}

/**
 * A recorded row under a fault that hits these arms. An answer that is in error stays in error.
 */
export function applyFault(
  row: ResultRow,
  name: FaultName,
  { run, testCase, hitArms }: { run: AnyRun; testCase: Case; hitArms: readonly ArmName[] },
): ResultRow {
  const { arms, scoredRows, needsKey } = FAULTS[name];
  const { reading_under_original: _other, put_forward: _forward, readings, ...fields } = row;
  if (!readings)
    return scoredRows && row.pass !== null ? { ...row, pass: scoredRows.passes(row, run) } : row;
  if (!arms || (needsKey && !testCase.key)) return row;
  const faultyReadings = arms(readings, wrongReadings(readings, testCase), {
    empty: emptyReading(testCase),
    expect: row.expect,
  });
  const damagedReadings = { ...readings };
  for (const arm of hitArms) if (readings[arm] !== null) damagedReadings[arm] = faultyReadings[arm];
  return rejudge({ ...fields, readings: damagedReadings });
}

function emptyReading({ options, key }: Case): Reading {
  if (options) return [];
  return key?.original === 'agrees' ? 'declines' : 'neither';
}

/**
 * A wrong label for each arm, always the same. Without a key, every label but those of the arm's
 * own answer is wrong.
 */
function wrongReadings(readings: ArmReadings, { key, options, sample }: Case): ArmReadings {
  const wrong = (arm: ArmName, right: Reading | null): Reading => {
    if (right === 'agrees') return 'differs';
    if (!options) return right === 'true' ? 'false' : 'true';
    const otherLabels = options
      .map(({ label }) => label)
      .filter((label) => !right?.includes(label));
    if (otherLabels.length === 0) return [];
    return [pickBy(drawFrom('wrong', arm, contentOf(sample)))(otherLabels)];
  };
  const { original, test_case } = key ?? readings;
  return {
    original: wrong('original', original),
    placebo: wrong('placebo', key ? original : readings.placebo),
    test_case: wrong('test_case', test_case),
  };
}

/**
 * A demand on the gate: at this strength the fault must fail in at least this share of the pull
 * requests.
 */
export interface Requirement {
  fault: FaultName;
  strength: number;
  share: number;
}

const FORM = /^(?<fault>[a-z]+):(?<strength>\d+(?:\.\d+)?)\s?%:(?<share>\d+(?:\.\d+)?)$/;
export const REQUIREMENTS_ALLOWED = `Allowed is FAULT:STRENGTH%:SHARE, such as deaf:20%:0.9. Faults are ${FAULT_NAMES.join(', ')}; the strength is above 0 % and at most 100 %; the share is above 0 and at most 1.`;

export function parseRequirement(text: string): Requirement | undefined {
  const { fault, strength, share } = FORM.exec(text)?.groups ?? {};
  const name = FAULT_NAMES.find((candidate) => candidate === fault);
  if (name === undefined) return undefined;
  const required = { fault: name, strength: Number(strength) / 100, share: Number(share) };
  const isShare = (value: number) => value > 0 && value <= 1;
  return isShare(required.strength) && isShare(required.share) ? required : undefined;
}
