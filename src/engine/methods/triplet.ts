import { mergeCalibrations } from '../judges/calibration.js';
import { ARMS, unaskedRow, type ArmName, type Case, type Cases } from '../case.js';
import { earlierRow } from '../compare.js';
import { itemAt } from '../lists.js';
import type { Calibration, LeftOutRow, ResultRow, RowError } from '../results.js';
import type { PassRule } from '../scorers/rule.js';
import {
  armPrompt,
  askArms,
  asksJudge,
  knownCasesFor,
  MOST_READINGS_OF_SIDES,
  readArms,
  type ArmsOfRun,
  type ReadArms,
} from './arms.js';
import type { Compared } from './decision.js';
import { tripletFigures } from './figures.js';
import type { Method, ReadingTools, ReadRow, Subjects, TestPlan, TestRows } from './method.js';
import { prepareTriplets } from './prepare.js';
import {
  commonPlan,
  comparable,
  hasSteadyStream,
  lacksKey,
  rulesBy,
  tripletMinima,
} from './rules.js';
import type { TripletRun } from './test-run.js';
import {
  baselineRow,
  judgedOf,
  observed,
  observedAgain,
  readingsOf,
  standingInReport,
  standingOf,
  tripletRow,
} from './triplet-row.js';

class TripletRows implements TestRows {
  readonly endsEarly = true;
  readonly isReadByRule = true;
  readonly isReadAlone = false;
  readonly observed = observedAgain;
  readonly run: TripletRun;
  readonly cases: readonly Case[];
  readonly notApplicable: readonly LeftOutRow[];
  readonly comparisons: readonly Compared[];
  readonly judgeCalls: number;
  /** The judge's calibrations, one for each kind of answers that it read. */
  private readonly calibrations = new Set<Calibration>();
  readonly isUnchanged: boolean;
  private readonly head: ArmsOfRun;
  private readonly base: ArmsOfRun | undefined;
  private readonly earlier: ReturnType<typeof earlierRow> | undefined;

  constructor(run: TripletRun, { cases, notApplicable }: Cases, { head, base }: Subjects) {
    this.run = run;
    this.cases = cases;
    this.notApplicable = notApplicable;
    const { compare, template, baseTemplate = base?.template } = run;
    this.head = { run, subject: { answers: head, template } };
    const isSame =
      base?.answers === head && cases.every((row) => this.isSamePrompt(row, baseTemplate));
    const isCompared =
      compare?.with === 'base' ? base !== undefined && !isSame : compare?.earlier !== undefined;
    this.comparisons = isCompared ? comparable(cases) : [];
    this.isUnchanged = compare?.with === 'base' && isSame;
    this.base =
      base && isCompared && compare?.with === 'base'
        ? { run, subject: { ...base, template: baseTemplate } }
        : undefined;
    this.earlier = compare?.earlier && earlierRow(compare.earlier);
    // The judge may have to read every answer, and the base's too.
    const hasOptions = run.samples.some(({ options }) => options !== undefined);
    const { length: arms } = run.arms ?? ARMS;
    const readings = arms * run.repeats + (hasOptions ? MOST_READINGS_OF_SIDES : 0);
    this.judgeCalls = run.judge ? readings * (this.base ? 2 : 1) : 0;
  }

  private isSamePrompt(row: Case, template: string | undefined): boolean {
    const { test } = this.run;
    return ARMS.every(
      (arm) => armPrompt(row, arm, this.run) === armPrompt(row, arm, { test, template }),
    );
  }

  get knownCases() {
    return knownCasesFor(this.run, this.cases);
  }

  get rule(): PassRule {
    return { kind: 'three_arms', key: !lacksKey(keysOf(this.cases)) };
  }

  asks(row: number, compared: readonly Compared[]) {
    const testCase = itemAt(this.cases, row);
    const parts = askArms(this.head, testCase, this.run.arms);
    if (this.base) parts.push(...askArms(this.base, testCase, armsOf(compared)));
    return parts;
  }

  async read(
    rows: readonly number[],
    compared: readonly Compared[],
    tools: ReadingTools,
  ): Promise<ReadRow[]> {
    const onCalibration = (calibration: Calibration) => this.calibrations.add(calibration);
    const judge =
      this.run.judge && asksJudge(this.run.judge, { judges: tools.judges, onCalibration });
    return Promise.all(
      rows.map(async (row) => {
        const testCase = itemAt(this.cases, row);
        const arms = await readArms({ ...this.head, judge }, testCase, this.run.arms);
        const wanted = armsOf(compared);
        if (!this.base || wanted.length === 0) return this.readRow(row, { arms, compared });
        const before = await readArms({ ...this.base, judge }, testCase, wanted);
        return this.readRow(row, { arms, before, compared });
      }),
    );
  }

  private readRow(
    row: number,
    read: { arms: ReadArms; before?: ReadArms; compared: readonly Compared[] },
  ): ReadRow {
    const { arms, before = {}, compared } = read;
    const testCase = itemAt(this.cases, row);
    const result = tripletRow(this.run, testCase, arms);
    const base = this.isUnchanged ? arms : read.before;
    const baseline = base ? baselineRow(testCase, base) : this.earlier?.(row, result);
    const isSame = this.isUnchanged || this.isSameOfBase(testCase);
    if (baseline) result.baseline = { ...baseline, unchanged: isSame || undefined };
    let standing = baseline && standingInReport(baseline);
    if (base) standing = standingOf(judgedOf(testCase, base));
    const { key, sample } = testCase;
    const asked = { readings: readingsOf(arms), key, expect: sample.expect };
    return {
      result,
      ...observed(asked, { before: standing, compared, isSame }),
      isRetryable: isRetryable(arms) || isRetryable(before),
    };
  }

  private isSameOfBase(testCase: Case): boolean {
    const { base, head } = this;
    return (
      base?.subject.answers === head.subject.answers &&
      this.isSamePrompt(testCase, base.subject.template)
    );
  }

  unasked(row: number, error: RowError | undefined): ResultRow {
    return unaskedRow(this.run.test, itemAt(this.cases, row), error);
  }

  plan(): TestPlan {
    return {
      method: TRIPLET,
      ...commonPlan(this.run, this.rule),
      calibration: mergeCalibrations([...this.calibrations]),
    };
  }
}

/** Returns the arms that the comparisons need; `known` needs the original alone. */
function armsOf(compared: readonly Compared[]): readonly ArmName[] {
  if (compared.includes('sensitive')) return ARMS;
  return compared.includes('known') ? ['original'] : [];
}

function isRetryable(arms: ReadArms): boolean {
  return Object.values(arms).some(({ read }) => 'failure' in read && read.failure.transient);
}

function keysOf(cases: readonly Case[]) {
  return cases.map(({ key, placebo, sample: { expect, text } }) => ({
    key,
    expect,
    hasOwnPlacebo: placebo !== undefined && placebo !== text,
  }));
}

/**
 * Three arms a row, read one by one: only a row whose original and placebo hold shows whether the
 * perturbation is read.
 */
export const TRIPLET: Method = {
  prepare: prepareTriplets,
  decisionRules(run: TripletRun, cases, found) {
    const rows = keysOf(cases);
    const minima = tripletMinima(run, rows, hasSteadyStream(run.test, rows));
    return rulesBy({ ...run, ...minima }, { ...found, rows: rows.length });
  },
  bind: (run: TripletRun, cases, subjects) => new TripletRows(run, cases, subjects),
  words: {
    row: 'question',
    does: 'reads',
    broken: (before) => `right in ${before}, not now`,
    fixed: (before) => `right now, not in ${before}`,
  },
  reportRow: tripletFigures,
};
