import type { Config } from '../config/config.ts';
import {
  editableField,
  editQuestions,
  editSubject,
  type HarmlessEdit,
} from '../engine/attribution/harmless-edit.ts';
import {
  revert,
  splitIntoParts,
  type ChangedPart,
  type Subject,
} from '../engine/attribution/parts.ts';
import type { RevertedParts } from '../engine/attribution/search.ts';
import { needOf, type RequestCount } from '../engine/asking/budget.ts';
import { Judges } from '../engine/judges/judges.ts';
import { forOneSample, type AnyRun, type TripletRun } from '../engine/methods/test-run.ts';
import type { ResultRow } from '../engine/results.ts';
import { runTests, type RunModels } from '../engine/run.ts';
import { startTests, subjectsOf } from '../engine/asking/start-tests.ts';
import { ConfigError, orProblem } from '../errors.ts';
import type { RowOfTest } from './broken-rows.ts';
import { compareSubjects, settingsOf, type ComparedSubjects } from './compared-subjects.ts';
import { promptForRows } from './filled-rows.ts';
import { engineOptionsOf, type OpenRun } from './prepare.ts';

/** A row with the arms that are asked. */
export type AskedRow = Pick<RowOfTest, 'test' | 'row'> & { arms?: TripletRun['arms'] };

/** Why a subject was not asked. */
export type Unasked = { untried: string };

/**
 * Asks rows of the head's subject with parts reverted. Uses no stored reply. All asks share the
 * calibrations of the verdict.
 */
export class SubjectAsker {
  parts: ChangedPart[];
  readonly subjects: ComparedSubjects;
  private readonly judges: Judges;
  private readonly run: OpenRun;
  private readonly base: Config;

  constructor(run: OpenRun, base: Config) {
    const { config, models } = run;
    this.run = run;
    this.base = base;
    this.subjects = compareSubjects(base, config);
    this.parts = splitIntoParts(this.subjects.baseSubject, this.subjects.headSubject);
    this.judges = new Judges({
      concurrency: engineOptionsOf(run).concurrency,
      store: models.calibrations,
      onReply: () => undefined,
    });
  }

  /**
   * Asks rows with parts reverted and a harmless edit. Returns the results, or why nothing was
   * asked.
   */
  async resultsOf(
    rows: readonly AskedRow[],
    reverted: RevertedParts,
    edit: HarmlessEdit,
  ): Promise<ResultRow[] | Unasked> {
    const asked = await orProblem(async () => {
      return { results: await this.askEdited(rows, this.subjectWith(reverted), edit) };
    }, ConfigError);
    return 'problem' in asked ? { untried: asked.problem.message } : asked.results;
  }

  async resultsOfHead(rows: readonly AskedRow[]): Promise<ResultRow[]> {
    return this.answersTo(rows, this.run.models);
  }

  async resultsOfBase(rows: readonly AskedRow[]): Promise<ResultRow[]> {
    const { models } = this.run;
    const rowsOfBase = rows.map((row) => {
      const { baseTemplate = this.base.template } = row.test;
      return { ...row, test: { ...row.test, template: baseTemplate } };
    });
    return this.answersTo(rowsOfBase, { ...models, model: models.base ?? models.model });
  }

  /** Returns the maximum number of requests of one ask of a row. */
  async countRequests(row: AskedRow): Promise<RequestCount> {
    const { models, config } = this.run;
    const subjects = subjectsOf({ model: models.model }, undefined);
    const trials = startTests([this.testOf(row)], { seed: config.seed, ...subjects });
    const need = await needOf(trials, {
      judges: this.judges,
      embeddingBatch: models.embedder?.batchSize ?? 1,
    });
    return need.count;
  }

  /** @throws ConfigError for a subject that cannot be asked */
  private async askEdited(
    rows: readonly AskedRow[],
    subject: Subject,
    edit: HarmlessEdit,
  ): Promise<ResultRow[]> {
    const { config, models } = this.run;
    const changedFields = this.parts.flatMap(({ changes }) => changes.map(({ field }) => field));
    const field = editableField(subject, changedFields);
    const editedSubject = field === undefined ? subject : editSubject(subject, field, edit);
    const settings = settingsOf(editedSubject, config.model, this.base.model);
    const freshModel = await models.freshModel(settings);
    const model = field === undefined ? editQuestions(freshModel, edit) : freshModel;
    return this.answersTo(rows, { ...models, model }, editedSubject);
  }

  /** Returns the head's subject with some parts as they are in the base. */
  private subjectWith(reverted: RevertedParts): Subject {
    const { headSubject, baseSubject } = this.subjects;
    if (reverted === 'nothing') return headSubject;
    const parts = reverted === 'all' ? this.parts : this.parts.slice(reverted, reverted + 1);
    return revert(headSubject, parts, baseSubject);
  }

  private async answersTo(
    rows: readonly AskedRow[],
    { base: _base, ...models }: RunModels,
    subject?: Subject,
  ): Promise<ResultRow[]> {
    if (rows.length === 0) return [];
    const tests = rows.map((row) => this.testOf(row, subject));
    const { results } = await runTests(
      { ...engineOptionsOf(this.run), tests, maxRequests: undefined, judges: this.judges },
      models,
    );
    return results;
  }

  /** Returns the test over one row, with the prompt of `subject` or else that of the run. */
  private testOf({ test, row, arms }: AskedRow, subject?: Subject): AnyRun {
    const cases = { cases: [row], notApplicable: [] };
    const testOfRow: AnyRun = { ...forOneSample(test, row.sample), cases };
    if (testOfRow.method === 'triplet') testOfRow.arms = arms;
    if (!subject) return testOfRow;
    const config = { ...this.run.config, template: subject.texts['prompt'] };
    const { template } = promptForRows(config, [row.sample]);
    if (template === undefined) delete testOfRow.template;
    else testOfRow.template = template;
    return testOfRow;
  }
}
