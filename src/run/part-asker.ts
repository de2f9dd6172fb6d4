import type { Config } from '../config/config.js';
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
  splitIntoParts,
  type ChangedPart,
  type Subject,
} from '../engine/attribution/parts.js';
import type { Reverted, RowAsker } from '../engine/attribution/search.js';
import { needOf } from '../engine/budget.js';
import { Judges } from '../engine/judges/judges.js';
import { forOneSample, type AnyRun } from '../engine/methods/test-run.js';
import { rightArms } from '../engine/methods/triplet-row.js';
import type { ReportRow, ResultRow } from '../engine/results.js';
import { runTests, type RunModels } from '../engine/run.js';
import { startTests, subjectsOf } from '../engine/trial.js';
import { ConfigError, orProblem } from '../errors.js';
import { armsToAsk, type BrokenRow, type RowOfTest } from './broken-rows.js';
import { compareSubjects, settingsOf, type ComparedSubjects } from './compared-subjects.js';
import { promptForRows } from './filled-rows.js';
import { engineOptionsOf, type OpenRun } from './prepare.js';

const UNANSWERED = 'too many of its requests had no answer';

interface SearchInput {
  base: Config;
  report: readonly ReportRow[];
  /** Rows that may be asked in the search for broken rows. Each search takes its rows from here. */
  openRows: RowOfTest[];
}

/** A row with the arms that are asked. */
type AskedRow = Pick<RowOfTest, 'test' | 'row'> & { arms?: AnyRun['arms'] };

type Unasked = { untried: string };

/**
 * Asks rows of the head's subject with parts reverted. Uses no stored reply. All asks share the
 * calibrations of the verdict.
 */
export class PartAsker implements RowAsker<BrokenRow> {
  parts: ChangedPart[];
  readonly subjects: ComparedSubjects;
  moreRows = 0;
  costOfNew = 0;
  private readonly judges: Judges;
  private readonly run: OpenRun;
  private readonly input: SearchInput;

  constructor(run: OpenRun, input: SearchInput) {
    const { config, models } = run;
    this.run = run;
    this.input = input;
    this.subjects = compareSubjects(input.base, config);
    this.parts = splitIntoParts(this.subjects.baseSubject, this.subjects.headSubject);
    this.judges = new Judges({
      concurrency: engineOptionsOf(run).concurrency,
      store: models.calibrations,
      onReply: () => undefined,
    });
  }

  /** Returns the broken rows with their arms and costs. */
  async priced(rows: readonly RowOfTest[]): Promise<BrokenRow[]> {
    const rowsWithOneOpen = [...rows, ...this.input.openRows.slice(0, 1)];
    const costs = await Promise.all(rowsWithOneOpen.map(async (row) => this.requestsOf(row)));
    this.costOfNew = 2 * Math.max(0, ...costs);
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
    this.parts = joinedParts(this.parts, most, this.subjects.headSubject);
  }

  async ask(
    rows: readonly BrokenRow[],
    reverted: Reverted,
    edit: HarmlessEdit,
  ): Promise<RestoredAnswer[] | Unasked> {
    const results = await this.resultsOf(rows, reverted, edit);
    if ('untried' in results) return results;
    const answers = results.map((result, i) => restoredAnswer(result, rows[i]?.arms));
    const answeredCount = answers.filter((answer) => answer !== null).length;
    return 2 * answeredCount >= rows.length ? answers : unanswered(results);
  }

  /** Asks open rows of the head, and of the base those that the head fails. */
  async findBrokenRows(most: number): Promise<{ broken: BrokenRow[]; asked: number }> {
    const rows = this.input.openRows.splice(0, most).map((row) => ({ ...row, arms: undefined }));
    this.moreRows += rows.length;
    const headResults = await this.answersTo(rows, this.run.models);
    const failing = rows.flatMap((row, i): RowOfTest[] => {
      const result = headResults[i];
      const isFailing = result?.status === 'scored' && result.pass !== true;
      return isFailing ? [{ ...row, result }] : [];
    });
    const baseResults = await this.answersOfBase(failing);
    const broken = failing
      .filter((_, i) => baseResults[i]?.pass === true)
      .map((row): RowOfTest => ({ ...row, index: undefined, isBroken: true }));
    return { broken: await this.priced(broken), asked: rows.length };
  }

  /**
   * Asks rows with parts reverted and a harmless edit. Returns the results, or why nothing was
   * asked.
   */
  private async resultsOf(
    rows: readonly AskedRow[],
    reverted: Reverted,
    edit: HarmlessEdit,
  ): Promise<ResultRow[] | Unasked> {
    const asked = await orProblem(async () => {
      return { results: await this.askEdited(rows, this.subjectWith(reverted), edit) };
    }, ConfigError);
    return 'problem' in asked ? { untried: asked.problem.message } : asked.results;
  }

  /** @throws ConfigError for a subject that cannot be asked */
  private async askEdited(
    rows: readonly AskedRow[],
    subject: Subject,
    edit: HarmlessEdit,
  ): Promise<ResultRow[]> {
    const { config, models } = this.run;
    const changedFields = this.parts.flatMap(({ changes }) => changes.map(({ field }) => field));
    const testNames = [...new Set(rows.map(({ test }) => test.test.name))];
    const { fields, uneditable } = editableFields(subject, changedFields, testNames);
    const editedSubject = editSubject(subject, fields, edit);
    const settings = settingsOf(editedSubject, config.model, this.input.base.model);
    const freshModel = await models.freshModel(settings);
    const model = uneditable.length > 0 ? editQuestions(freshModel, edit) : freshModel;
    return this.answersTo(rows, { ...models, model }, editedSubject);
  }

  /** Returns the outcome of each row, or why the subject cannot be asked. */
  async outcomes(
    rows: readonly AskedRow[],
    reverted: Reverted,
    edit: HarmlessEdit,
  ): Promise<RowOutcome[] | Unasked> {
    const results = await this.resultsOf(rows, reverted, edit);
    if ('untried' in results) return results;
    const outcomes = results.map(outcomeOfRow);
    const answeredCount = outcomes.filter(({ answerKey }) => answerKey !== undefined).length;
    return 2 * answeredCount >= rows.length ? outcomes : unanswered(results);
  }

  /** Returns the head's subject with some parts as they are in the base. */
  private subjectWith(reverted: Reverted): Subject {
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

  private async answersOfBase(rows: readonly RowOfTest[]): Promise<ResultRow[]> {
    const { models } = this.run;
    const model = models.base ?? models.model;
    const { template } = this.input.base;
    const tests = rows.map((row) => {
      const { baseTemplate = template } = row.test;
      return { ...row, test: { ...row.test, template: baseTemplate } };
    });
    return this.answersTo(tests, { ...models, model });
  }

  /** Returns the test over one row, with the prompt of `subject` or else its own prompt. */
  private testOf({ test, row, arms }: AskedRow, subject?: Subject): AnyRun {
    const cases = { cases: [row], notApplicable: [] };
    const testOfRow: AnyRun = { ...forOneSample(test, row.sample), cases };
    testOfRow.arms = arms ?? (test.method === 'triplet' ? undefined : ['original', 'test_case']);
    if (!subject) return testOfRow;
    const prompt = subject.texts[promptField(subject, test.test.name)];
    const config = { ...this.run.config, template: undefined };
    const { template } = promptForRows(config, { test: test.test, template: prompt }, [row.sample]);
    if (template === undefined) delete testOfRow.template;
    else testOfRow.template = template;
    return testOfRow;
  }

  /** Maximum number of requests of one ask, with those to the judge if the verdict needed it. */
  async requestsOf(row: AskedRow): Promise<number> {
    const { models, config } = this.run;
    const subjects = subjectsOf({ model: models.model }, undefined);
    const trials = startTests([this.testOf(row)], { seed: config.seed, ...subjects });
    const { count } = await needOf(trials, {
      judges: this.judges,
      embeddingBatch: models.embedder?.batchSize ?? 1,
    });
    const isReadByRule = this.input.report.some((test) => {
      const isOfTest = test.test_type === row.test.test.name;
      return isOfTest && test.method === 'triplet' && test.read_counts?.judge === 0;
    });
    return count.answers + count.embeddings + (isReadByRule ? 0 : count.judge);
  }
}

/** Says that too few rows have an answer, with the first cause. */
function unanswered(results: readonly ResultRow[]): Unasked {
  const cause = results.find(({ error }) => error)?.error?.message;
  return { untried: cause === undefined ? UNANSWERED : `${UNANSWERED}: ${cause}` };
}

/** True if all asked arms of a row are right; null if an answer is missing. */
function restoredAnswer(result: ResultRow, arms: BrokenRow['arms'] | undefined): RestoredAnswer {
  if (!result.readings || !arms) {
    if (result.pass === true) return true;
    return result.error || result.status !== 'scored' ? null : false;
  }
  const isRight = rightArms(result);
  const armsRight = arms.map((arm) => isRight[arm]);
  if (armsRight.includes(false)) return false;
  return armsRight.includes(undefined) ? null : true;
}
