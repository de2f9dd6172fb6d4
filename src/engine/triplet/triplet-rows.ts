import type { Asked } from '../ask.js';
import { together } from '../calibration.js';
import type { BaselineResult, Calibration, ResultRow, RowError } from '../results.js';
import { onceARow, type Subjects, type Trial } from '../trial.js';
import { ARMS, promptOf, type ArmName, type PreparedTriplets, type TripletCase } from './cases.js';
import { askArms, readArms, type ArmsOfRun, type ReadArms } from './arms.js';
import type { Compared, DecisionRules } from './decision.js';
import { asksJudge } from './judge.js';
import { judgedOf, observed, readingsOf, standingOf, type Standing } from './observe.js';
import { baselineRow, silentRow, tripletRow } from './row.js';
import { comparable, tripletRules } from './rules.js';
import type { Looked, LookingTools, SequenceRows } from './sequence.js';
import type { TripletRun } from './triplet-run.js';

/** What a test is compared on, and whether it can differ at all: the same model under the same prompts cannot. */
export function comparedBy(run: TripletRun, { cases }: PreparedTriplets, { head, base }: Subjects): readonly Compared[] {
  const { compare } = run;
  const isCompared =
    compare?.with === 'base' ? base !== undefined && !isSameSubject(run, cases, { head, base }) : compare?.earlier !== undefined;
  return isCompared ? comparable(cases) : [];
}

function isSameSubject(run: TripletRun, cases: readonly TripletCase[], { head, base }: Subjects): boolean {
  return base!.answers === head && cases.every((testCase) => isSamePrompt(run, testCase, run.baseTemplate ?? base!.template));
}

function isSamePrompt({ test: { sendsOptions }, template }: TripletRun, testCase: TripletCase, other: string | undefined): boolean {
  return ARMS.every(
    (arm) => promptOf(testCase, arm, { sendsOptions, template }) === promptOf(testCase, arm, { sendsOptions, template: other }),
  );
}

/** A triplet test's rows: three arms a row, of the base those that are still compared. */
export class TripletRows implements SequenceRows {
  readonly prepared: PreparedTriplets;
  readonly rules: DecisionRules;
  readonly judgeCalls: number;
  /** What its judge made of the known cases, once it was asked; of each kind of answers that it read. */
  private readonly calibrations = new Set<Calibration>();
  readonly isUnchanged: boolean;
  private readonly head: ArmsOfRun;
  private readonly base: ArmsOfRun | undefined;
  private readonly earlier: Trial['earlier'];
  /** So many of the first rows are asked of the base anew under an earlier report. */
  private readonly check: number;
  /** Those of which both are known, and whether the base answers otherwise than its report has it. */
  private readonly checked = new Map<number, boolean>();
  private readonly byReport = new Set<number>();
  readonly run: TripletRun;

  constructor(run: TripletRun, subjects: Subjects & { comparisons: number }, prepared: PreparedTriplets) {
    this.run = run;
    const { compare } = run;
    this.prepared = prepared;
    this.head = { run, subject: { answers: subjects.head, template: run.template } };
    const compared = comparedBy(run, prepared, subjects);
    this.isUnchanged = compare?.with === 'base' && subjects.base !== undefined && compared.length === 0;
    this.check = compare?.with === 'report' && subjects.base ? (compare.check ?? 0) : 0;
    const asksBase = compared.length > 0 && (compare?.with === 'base' || this.check > 0);
    const { base } = subjects;
    this.base = asksBase && base ? { run, subject: { ...base, template: run.baseTemplate ?? base.template } } : undefined;
    this.earlier = compare?.earlier && onceARow(compare.earlier);
    this.rules = tripletRules(run, prepared.cases, { compared, comparisons: subjects.comparisons });
    // Every answer may have to be read by the judge, that to the perturbed text twice, and so may the base's.
    this.judgeCalls = run.judge ? (ARMS.length * run.repeats + 1) * (this.base ? 2 : 1) : 0;
  }

  get calibration(): Calibration | undefined {
    return together([...this.calibrations]);
  }

  get notApplicable() {
    return this.prepared.notApplicable;
  }

  asks(row: number, compared: readonly Compared[]) {
    const testCase = this.prepared.cases[row]!;
    return [...askArms(this.head, testCase), ...this.asksBase(row, compared)];
  }

  /** All rows, or under an earlier report those that are checked, until its base turns out to have drifted. */
  private asksBase(row: number, compared: readonly Compared[]): Asked[] {
    if (!this.base || (this.run.compare?.with === 'report' && row >= this.check && !this.hasDrifted)) return [];
    return askArms(this.base, this.prepared.cases[row]!, armsOf(compared));
  }

  later(row: number): Asked[] {
    return this.base ? askArms(this.base, this.prepared.cases[row]!) : [];
  }

  get drift(): { checked: number; changed: number } | undefined {
    const { size } = this.checked;
    return size === 0 ? undefined : { checked: size, changed: [...this.checked.values()].filter(Boolean).length };
  }

  get hasDrifted(): boolean {
    return (this.drift?.changed ?? 0) > 0;
  }

  private checkDrift(row: number, before: BaselineResult | undefined, now: BaselineResult): void {
    if (row < this.check && before?.state && now.state) this.checked.set(row, before.state !== now.state);
  }

  outdated(): number[] {
    if (!this.hasDrifted) return [];
    const rows = [...this.byReport];
    this.byReport.clear();
    return rows;
  }

  async look(rows: readonly number[], compared: readonly Compared[], tools: LookingTools): Promise<Looked[]> {
    const onCalibration = (calibration: Calibration) => this.calibrations.add(calibration);
    const judge = this.run.judge && asksJudge(this.run.judge, { judges: tools.judges, onCalibration });
    return Promise.all(
      rows.map(async (row) => {
        const testCase = this.prepared.cases[row]!;
        // Before anything is read: what another row of this look shows of a drift has not been asked yet.
        const wanted = this.asksBase(row, compared).length > 0 ? armsOf(compared) : [];
        const arms = await readArms({ ...this.head, judge }, testCase);
        const before = wanted.length > 0 ? await readArms({ ...this.base!, judge }, testCase, wanted) : undefined;
        return this.looked(row, { arms, before, compared });
      }),
    );
  }

  private looked(
    row: number,
    { arms, before, compared }: { arms: ReadArms; before?: ReadArms | undefined; compared: readonly Compared[] },
  ): Looked {
    const testCase = this.prepared.cases[row]!;
    const plain = tripletRow(this.run, testCase, arms);
    const earlier = this.earlier?.(row, plain);
    const base = this.isUnchanged ? arms : before;
    const found = base ? baselineRow(testCase, base) : earlier;
    if (before && found) this.checkDrift(row, earlier, found);
    else if (earlier) this.byReport.add(row);
    const isSame = this.isUnchanged || this.isSameOfBase(testCase);
    const baseline = found && { ...found, ...(isSame && { unchanged: true as const }) };
    const standing = base ? standingOf(judgedOf(testCase, base)) : baseline && standingInReport(baseline);
    const { key, sample } = testCase;
    return {
      result: baseline ? { ...plain, baseline } : plain,
      ...observed({ readings: readingsOf(arms), key, expect: sample.expect }, { before: standing, compared, isSame }),
      mayPass: mayPass(arms) || (before !== undefined && mayPass(before)),
    };
  }

  private isSameOfBase(testCase: TripletCase): boolean {
    const { base, head } = this;
    return base?.subject.answers === head.subject.answers && isSamePrompt(this.run, testCase, base.subject.template);
  }

  silent(row: number, error: RowError | undefined): ResultRow {
    return silentRow(this.run, this.prepared.cases[row]!, error);
  }
}

/** Whether an answer is known shows in the answer to the original alone. */
function armsOf(compared: readonly Compared[]): readonly ArmName[] {
  if (compared.includes('sensitive')) return ARMS;
  return compared.includes('known') ? ['original'] : [];
}

function mayPass(arms: ReadArms): boolean {
  return Object.values(arms).some(({ read }) => 'failure' in read && read.failure.passing);
}

/** What an earlier report shows of a row; one that it never asked, or that was in error, is not compared. */
export function standingInReport({ state }: BaselineResult): Standing | undefined {
  return state && { known: state !== 'unknown', sensitive: state === 'sensitive' };
}
