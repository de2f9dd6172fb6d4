import { needOf } from '../engine/budget.js';
import type { Case } from '../engine/case.js';
import type { RestoredAnswer } from '../engine/attribution/attribute.js';
import { outcomeOfRow, type RowOutcome } from '../engine/attribution/effects.js';
import {
  editSubject,
  editableFields,
  promptField,
  editQuestions,
  type HarmlessEdit,
} from '../engine/attribution/harmless-edit.js';
import {
  joinedParts,
  revert,
  type ChangedPart,
  type Subject,
} from '../engine/attribution/parts.js';
import type { Reverted, RowAsker } from '../engine/attribution/search.js';
import { Judges } from '../engine/judges/judges.js';
import { forOneSample, type AnyRun } from '../engine/methods/test-run.js';
import { rightArms } from '../engine/methods/triplet-row.js';
import type { ReportRow, ResultRow } from '../engine/results.js';
import { runTests, type RunModels } from '../engine/run.js';
import { startTests, subjectsOf } from '../engine/trial.js';
import type { Config } from '../config/config.js';
import { ConfigError, orProblem } from '../errors.js';
import { armsToAsk, type BrokenRow, type RowOfTest } from './broken-rows.js';
import { changedParts, settingsOf, subjectIn, type BothSubjects } from './changed-parts.js';
import { promptForRows } from './filled-rows.js';
import { askingOf, type OpenRun } from './prepare.js';

const UNANSWERED = 'too many of its requests had no answer';

interface Given {
  base: Config;
  report: readonly ReportRow[];
  /** Rows that may be asked in search of broken ones. */
  open: RowOfTest[];
}

/** A row with the arms that are asked. */
type AskedRow = Pick<RowOfTest, 'test' | 'row'> & { arms?: AnyRun['arms'] };

/**
 * Asks rows of the head's subject with parts reverted. No stored reply is used, and all asks share
 * one calibration of each judge with the verdict.
 */
export class PartAsker implements RowAsker<BrokenRow> {
  parts: ChangedPart[];
  readonly sides: BothSubjects;
  moreRows = 0;
  costOfNew = 0;
  private readonly judges: Judges;
  private readonly run: OpenRun;
  private readonly given: Given;

  constructor(run: OpenRun, given: Given) {
    const { config, models } = run;
    const { base } = given;
    this.run = run;
    this.given = given;
    this.parts = changedParts(base, config);
    const isSameHub = base.model.hub === config.model.hub;
    const [before, now] = [subjectIn(base, isSameHub), subjectIn(config, isSameHub)];
    this.sides = { config, base, before, now };
    this.judges = new Judges({
      concurrency: askingOf(run).concurrency,
      store: models.calibrations,
      onReply: () => undefined,
    });
  }

  /** The broken rows with their arms and costs. */
  async priced(rows: readonly RowOfTest[]): Promise<BrokenRow[]> {
    const all = [...rows, ...this.given.open.slice(0, 1)];
    const whole = await Promise.all(all.map(async (row) => this.requestsOf(row)));
    this.costOfNew = 2 * Math.max(0, ...whole);
    return Promise.all(
      rows.map(async (row) => {
        const arms = armsToAsk(row);
        return { ...row, arms, cost: await this.requestsOf({ ...row, arms }) };
      }),
    );
  }

  costOf({ cost }: BrokenRow): number {
    return cost;
  }

  requestsLeft(): number {
    return this.run.meter.left;
  }

  joinParts(most: number): void {
    this.parts = joinedParts(this.parts, most, this.sides.now);
  }

  async ask(
    rows: readonly BrokenRow[],
    reverted: Reverted,
    edit: HarmlessEdit,
  ): Promise<RestoredAnswer[] | { untried: string }> {
    const asked = await orProblem(async () => {
      const results = await this.resultsOf(rows, this.subjectWith(reverted), edit);
      return { results };
    }, ConfigError);
    if ('problem' in asked) return { untried: asked.problem.message };
    const answers = asked.results.map((result, i) => restored(result, rows[i]?.arms));
    const answered = answers.filter((one) => one !== null).length;
    if (2 * answered >= rows.length) return answers;
    return { untried: withCause(asked.results) };
  }

  /** Asks open rows of the head, and those that it fails of the base. */
  async findBrokenRows(most: number): Promise<{ broken: BrokenRow[]; asked: number }> {
    const rows = this.given.open.splice(0, most).map((row) => ({ ...row, arms: undefined }));
    this.moreRows += rows.length;
    const heads = await this.answersTo(rows, this.run.models);
    const failing = rows.flatMap((row, i): RowOfTest[] => {
      const result = heads[i];
      const isFailing = result?.status === 'scored' && result.pass !== true;
      return isFailing ? [{ ...row, result }] : [];
    });
    const before = await this.answersToBase(failing);
    const broken = failing.filter((_, i) => before[i]?.pass === true);
    const found = broken.map((row): RowOfTest => ({ ...row, index: undefined, isBroken: true }));
    return { broken: await this.priced(found), asked: rows.length };
  }

  /** The results of rows of a subject with a harmless edit. @throws ConfigError */
  private async resultsOf(
    rows: readonly AskedRow[],
    subject: Subject,
    edit: HarmlessEdit,
  ): Promise<ResultRow[]> {
    const { config, base, models } = this.run;
    const changed = this.parts.flatMap(({ changes }) => changes.map(({ field }) => field));
    const tests = [...new Set(rows.map(({ test }) => test.test.name))];
    const { fields, uneditable } = editableFields(subject, changed, tests);
    const asked = editSubject(subject, fields, edit);
    const fresh = await models.freshModel(settingsOf(config, base ?? config, asked));
    const model = uneditable.length > 0 ? editQuestions(fresh, edit) : fresh;
    return this.answersTo(rows, { ...models, model }, asked);
  }

  /** What the answers to rows show, or why the subject cannot be asked. */
  async outcomes(
    rows: readonly AskedRow[],
    reverted: Reverted,
    edit: HarmlessEdit,
  ): Promise<RowOutcome[] | { untried: string }> {
    const asked = await orProblem(async () => {
      const results = await this.resultsOf(rows, this.subjectWith(reverted), edit);
      return { results };
    }, ConfigError);
    if ('problem' in asked) return { untried: asked.problem.message };
    const outcomes = asked.results.map(outcomeOfRow);
    const answered = outcomes.filter(({ answerKey }) => answerKey !== undefined).length;
    if (2 * answered >= rows.length) return outcomes;
    return { untried: withCause(asked.results) };
  }

  private subjectWith(reverted: Reverted): Subject {
    const { now, before } = this.sides;
    if (reverted === 'nothing') return now;
    const parts = reverted === 'all' ? this.parts : this.parts.slice(reverted, reverted + 1);
    return revert(now, parts, before);
  }

  private async answersTo(
    rows: readonly AskedRow[],
    { base: _base, ...models }: RunModels,
    subject?: Subject,
  ): Promise<ResultRow[]> {
    if (rows.length === 0) return [];
    const tests = rows.map((row) => this.testOf(row, subject));
    const { results } = await runTests(
      { ...askingOf(this.run), tests, maxRequests: undefined, judges: this.judges },
      models,
    );
    return results;
  }

  private async answersToBase(rows: readonly RowOfTest[]): Promise<ResultRow[]> {
    const { models } = this.run;
    const model = models.base ?? models.model;
    const { template } = this.given.base;
    const tests = rows.map((row) => {
      const { baseTemplate = template } = row.test;
      return { ...row, test: { ...row.test, template: baseTemplate } };
    });
    return this.answersTo(tests, { ...models, model });
  }

  /** The test over one row, with the prompt of a subject; without one, with its own. */
  private testOf({ test, row, arms }: AskedRow, subject?: Subject): AnyRun {
    const one: AnyRun = { ...forOneSample(test, row.sample), cases: onlyCase(row) };
    one.arms = arms ?? (test.method === 'triplet' ? undefined : ['original', 'test_case']);
    if (!subject) return one;
    const text = subject.texts[promptField(subject, test.test.name)];
    const config = { ...this.run.config, template: undefined };
    const { template } = promptForRows(config, { test: test.test, template: text }, [row.sample]);
    if (template === undefined) delete one.template;
    else one.template = template;
    return one;
  }

  /** The most requests of one ask. The judge counts where the verdict needed it. */
  async requestsOf(row: AskedRow): Promise<number> {
    const { models, config } = this.run;
    const subjects = subjectsOf({ model: models.model }, undefined);
    const trials = startTests([this.testOf(row)], { seed: config.seed, ...subjects });
    const { count } = await needOf(trials, {
      judges: this.judges,
      embeddingBatch: models.embedder?.batchSize ?? 1,
    });
    const isReadByRule = this.given.report.some((test) => {
      const isOfTest = test.test_type === row.test.test.name;
      return isOfTest && test.method === 'triplet' && test.read_counts?.judge === 0;
    });
    return count.answers + count.embeddings + (isReadByRule ? 0 : count.judge);
  }
}

function withCause(results: readonly ResultRow[]): string {
  const cause = results.find(({ error }) => error)?.error?.message;
  return cause === undefined ? UNANSWERED : `${UNANSWERED}: ${cause}`;
}

function onlyCase(row: Case): NonNullable<AnyRun['cases']> {
  return { cases: [row], notApplicable: [] };
}

/** Whether all asked arms of a row are right; null where an answer is missing. */
function restored(result: ResultRow, arms: BrokenRow['arms'] | undefined): RestoredAnswer {
  if (!result.readings || !arms) {
    if (result.pass === true) return true;
    return result.error || result.status !== 'scored' ? null : false;
  }
  const right = rightArms(result);
  const facts = arms.map((arm) => right[arm]);
  if (facts.includes(false)) return false;
  return facts.includes(undefined) ? null : true;
}
