import { Answers, type Asked } from './ask.js';
import { prepareTest, type TestRun } from './cases.js';
import { baselineOf, finderOf } from './compare.js';
import type { Model } from './model.js';
import { questionsOf } from './questions.js';
import type { Recollection } from './recall.js';
import type { BaselineResult, ResultRow, RowError } from './results.js';
import { unaskedRow } from './row.js';
import type { Arm } from './score.js';

export interface Trial {
  run: TestRun;
  head: Arm;
  /** The base's subject on the same rows, where the test is compared with it. */
  base?: Arm | undefined;
  /** The same row in an earlier report, where the test is compared with one. */
  earlier?: (row: number, result: ResultRow) => BaselineResult | undefined;
  /** By row; undefined as long as a row is undecided. */
  rows: (ResultRow | undefined)[];
  /** Rows that something failed of for a reason that may pass, which are to be asked once more after all others. */
  failed: Set<number>;
}

/** Who is put to the test. */
export interface Subjects {
  head: Answers;
  base?: { answers: Answers; template?: string | undefined } | undefined;
}

export interface SubjectModels {
  model: Model;
  /** The base's model: the same object where nothing of it changed, so that its answers are shared. */
  base?: Model | undefined;
  /** What other processes were told already. */
  recall?: Recollection | undefined;
}

/** A base with the head's model shares its answers: it is asked only where its prompts are others. */
export function subjectsOf({ model, base, recall }: SubjectModels, baseTemplate: string | undefined): Subjects {
  const head = new Answers(model, recall?.answer('head'));
  return { head, base: base && { answers: base === model ? head : new Answers(base, recall?.answer('base')), template: baseTemplate } };
}

export interface TrialOptions extends Subjects {
  seed: number;
}

export function startTrial(run: TestRun, { seed, head, base }: TrialOptions): Trial {
  const arm = (answers: Answers, template: string | undefined): Arm => ({
    prepared: prepareTest({ ...run, template }, seed),
    answers,
  });
  const own = arm(head, run.template);
  return {
    run,
    head: own,
    ...(base && run.compare?.with === 'base' && { base: arm(base.answers, run.baseTemplate ?? base.template) }),
    ...(run.compare?.earlier && { earlier: onceARow(run.compare.earlier) }),
    rows: own.prepared.cases.map(() => undefined),
    failed: new Set(),
  };
}

/** An earlier report hands each of its rows out once: a row that is asked once more keeps the one that it got. */
export function onceARow(earlier: readonly ResultRow[]): NonNullable<Trial['earlier']> {
  const find = finderOf(earlier);
  const found = new Map<number, BaselineResult | undefined>();
  return (row, result) => {
    if (!found.has(row)) found.set(row, find(result));
    return found.get(row);
  };
}

export function armsOf({ head, base }: Trial): Arm[] {
  return base ? [head, base] : [head];
}

export function askedBy(trial: Trial, row: number): Asked[] {
  return armsOf(trial).flatMap((arm) => askedOf(arm, row));
}

export function askedOf({ prepared, answers }: Arm, row: number): Asked[] {
  return questionsOf(prepared, prepared.cases[row]!).flatMap(({ expected, actual }) =>
    [expected, actual].map((question) => ({ answers, question })),
  );
}

/** Rows without a result yet, in the order of the data. */
export function undecidedRows({ rows }: Trial): number[] {
  return rows.flatMap((row, index) => (row === undefined ? [index] : []));
}

/** Puts a row's result down, beside what it was in the baseline (`before`: under the base's subject). */
export function record(trial: Trial, row: number, { result, before }: { result: ResultRow; before?: ResultRow | undefined }): void {
  const baseline = before ? baselineOf(before) : trial.earlier?.(row, result);
  trial.rows[row] = baseline ? { ...result, baseline } : result;
}

/** Makes the rows undecided again that are to be asked once more. @returns whether there are any. */
export function reopen({ rows, failed }: Trial): boolean {
  const again = [...failed];
  failed.clear();
  for (const row of again) rows[row] = undefined;
  return again.length > 0;
}

export function leaveUnasked(trial: Trial, row: number, error: RowError): void {
  const [result, before] = armsOf(trial).map((arm) => unaskedRow(arm, arm.prepared.cases[row]!, error));
  record(trial, row, { result: result!, before });
}

export function rowsOf({ rows }: Trial): ResultRow[] {
  return rows.filter((row) => row !== undefined);
}
