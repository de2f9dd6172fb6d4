import { mergeCalibrations } from '../judges/calibration.ts';
import { ARMS, unaskedRow, type ArmName, type Case, type Cases } from '../rows/case.ts';
import { itemAt } from '../lists.ts';
import type { Calibration, LeftOutRow, ResultRow, RowError } from '../results.ts';
import type { PassRule } from '../scorers/rule.ts';
import { judgeAsker, knownCasesFor } from './arm-judge.ts';
import {
  armPrompt,
  askArms,
  MAX_READINGS_OF_SIDES,
  readArms,
  type ArmsOfRun,
  type ReadArms,
} from './arms.ts';
import type { ComparedFact } from './row-facts.ts';
import { halfName } from './key.ts';
import { tripletFigures } from './triplet-figures.ts';
import {
  baseComparedWith,
  type Method,
  type ReadingTools,
  type ReadRow,
  type Subjects,
  type TestRows,
} from './method.ts';
import { prepareTriplets } from './prepare.ts';
import {
  comparable,
  hasSteadyStream,
  lacksKey,
  decisionRulesFor,
  tripletMinima,
} from './decision-rules.ts';
import type { TripletRun } from './test-run.ts';
import {
  baselineRow,
  judgeArms,
  observeTriplet,
  readingsOf,
  subjectFactsOf,
  tripletRow,
} from './triplet-row.ts';

class TripletRows implements TestRows {
  readonly endsEarly = true;
  readonly isReadByRule = true;
  readonly isReadAlone = false;
  readonly run: TripletRun;
  readonly cases: readonly Case[];
  readonly notApplicable: readonly LeftOutRow[];
  readonly comparisons: readonly ComparedFact[];
  readonly judgeCalls: number;
  /** The judge's calibrations, one for each kind of answers that it read. */
  private readonly calibrations = new Set<Calibration>();
  readonly isUnchanged: boolean;
  private readonly head: ArmsOfRun;
  private readonly base: ArmsOfRun | undefined;

  constructor(run: TripletRun, { cases, notApplicable }: Cases, subjects: Subjects) {
    this.run = run;
    this.cases = cases;
    this.notApplicable = notApplicable;
    const base = baseComparedWith(run, subjects);
    this.head = { run, subject: { answers: subjects.head, template: run.template } };
    this.isUnchanged =
      base?.answers === subjects.head &&
      cases.every((row) => this.isSamePrompt(row, base.template));
    this.base = base && !this.isUnchanged ? { run, subject: base } : undefined;
    this.comparisons = this.base ? comparable(cases) : [];
    // The judge may have to read every answer, and the base's too.
    const hasOptions = run.samples.some(({ options }) => options !== undefined);
    const { length: arms } = run.arms ?? ARMS;
    const readings = arms + (hasOptions ? MAX_READINGS_OF_SIDES : 0);
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

  questionsFor(row: number, compared: readonly ComparedFact[]) {
    const testCase = itemAt(this.cases, row);
    const parts = askArms(this.head, testCase, this.run.arms);
    if (this.base) parts.push(...askArms(this.base, testCase, armsFor(compared)));
    return parts;
  }

  async readRows(
    rows: readonly number[],
    compared: readonly ComparedFact[],
    tools: ReadingTools,
  ): Promise<ReadRow[]> {
    const onCalibration = (calibration: Calibration) => this.calibrations.add(calibration);
    const judge =
      this.run.judge && judgeAsker(this.run.judge, { judges: tools.judges, onCalibration });
    return Promise.all(
      rows.map(async (row) => {
        const testCase = itemAt(this.cases, row);
        const arms = await readArms({ ...this.head, judge }, testCase, this.run.arms);
        const armNames = armsFor(compared);
        if (!this.base || armNames.length === 0) return this.readRow(row, { arms, compared });
        const baseArms = await readArms({ ...this.base, judge }, testCase, armNames);
        return this.readRow(row, { arms, baseArms, compared });
      }),
    );
  }

  private readRow(
    row: number,
    readings: { arms: ReadArms; baseArms?: ReadArms; compared: readonly ComparedFact[] },
  ): ReadRow {
    const { arms, baseArms = {}, compared } = readings;
    const testCase = itemAt(this.cases, row);
    const result = tripletRow(this.run, testCase, arms);
    const base = this.isUnchanged ? arms : readings.baseArms;
    const isSameAsBase = this.isUnchanged || this.asksTheSameAsBase(testCase);
    if (base)
      result.baseline = { ...baselineRow(testCase, base), unchanged: isSameAsBase || undefined };
    const baselineFacts = base && subjectFactsOf(judgeArms(testCase, base));
    const { key, sample } = testCase;
    const triplet = { readings: readingsOf(arms), key, expect: sample.expect };
    return {
      result,
      ...observeTriplet(triplet, { baselineFacts, compared, isSame: isSameAsBase }),
      isRetryable: isRetryable(arms) || isRetryable(baseArms),
    };
  }

  private asksTheSameAsBase(testCase: Case): boolean {
    const { base, head } = this;
    return (
      base?.subject.answers === head.subject.answers &&
      this.isSamePrompt(testCase, base.subject.template)
    );
  }

  unasked(row: number, error: RowError | undefined): ResultRow {
    return unaskedRow(this.run.test, itemAt(this.cases, row), error);
  }

  half(row: number): string {
    const { key, options } = itemAt(this.cases, row);
    return halfName(key, options);
  }

  get calibration(): Calibration | undefined {
    return mergeCalibrations([...this.calibrations]);
  }
}

/** Returns the arms that the comparisons need; `known` needs the original alone. */
function armsFor(compared: readonly ComparedFact[]): readonly ArmName[] {
  if (compared.includes('sensitive')) return ARMS;
  return compared.includes('known') ? ['original'] : [];
}

function isRetryable(arms: ReadArms): boolean {
  return Object.values(arms).some(({ result }) => 'failure' in result && result.failure.transient);
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
export const TRIPLET: Method<TripletRun> = {
  prepare: prepareTriplets,
  decisionRules: (run, cases, comparison) => {
    const rows = keysOf(cases);
    const minima = tripletMinima(run, rows, hasSteadyStream(run.test, rows));
    return decisionRulesFor({ ...run, ...minima }, { ...comparison, rows: rows.length });
  },
  bind: (run, cases, subjects) => new TripletRows(run, cases, subjects),
  words: {
    row: 'question',
    does: 'reads',
    broken: (baselineName) => `right in ${baselineName}, not now`,
    fixed: (baselineName) => `right now, not in ${baselineName}`,
  },
  reportRow: tripletFigures,
};
