import type { Config } from '../config/config.ts';
import type { RestoredAnswer } from '../engine/attribution/attribute.ts';
import type { HarmlessEdit } from '../engine/attribution/harmless-edit.ts';
import { joinedParts } from '../engine/attribution/parts.ts';
import type { RevertedParts, RowAsker } from '../engine/attribution/search.ts';
import { rightArms } from '../engine/methods/triplet-row.ts';
import type { ReportRow, ResultRow } from '../engine/results.ts';
import { armsToAsk, type BrokenRow, type RowOfTest } from './broken-rows.ts';
import type { OpenRun } from './prepare.ts';
import { SubjectAsker, type AskedRow, type Unasked } from './subject-asker.ts';

interface SearchInput {
  base: Config;
  report: readonly ReportRow[];
  /** Rows that may be asked in the search for broken rows. The search takes its rows from here. */
  openRows: RowOfTest[];
}

/** Asks the rows of a search for the changed part that broke them. */
export class PartAsker implements RowAsker<BrokenRow> {
  readonly subject: SubjectAsker;
  moreRows = 0;
  costOfNew = 0;
  private readonly run: OpenRun;
  private readonly input: SearchInput;

  constructor(run: OpenRun, input: SearchInput) {
    this.run = run;
    this.input = input;
    this.subject = new SubjectAsker(run, input.base);
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
    const { parts, subjects } = this.subject;
    this.subject.parts = joinedParts(parts, most, subjects.headSubject);
  }

  async ask(
    rows: readonly BrokenRow[],
    reverted: RevertedParts,
    edit: HarmlessEdit,
  ): Promise<RestoredAnswer[] | Unasked> {
    const results = await this.subject.resultsOf(rows, reverted, edit);
    if ('untried' in results) return results;
    const answers = results.map((result, i) => restoredAnswer(result, rows[i]?.arms));
    return mostlyAnswered(answers, results);
  }

  /** Asks open rows of the head, and of the base those that the head fails. */
  async findBrokenRows(most: number): Promise<{ broken: BrokenRow[]; asked: number }> {
    const rows = this.input.openRows.splice(0, most).map((row) => ({ ...row, arms: undefined }));
    this.moreRows += rows.length;
    const headResults = await this.subject.resultsOfHead(rows);
    const failing = rows.flatMap((row, i): RowOfTest[] => {
      const result = headResults[i];
      const isFailing = result?.status === 'scored' && result.pass !== true;
      return isFailing ? [{ ...row, result }] : [];
    });
    const baseResults = await this.subject.resultsOfBase(failing);
    const broken = failing
      .filter((_, i) => baseResults[i]?.pass === true)
      .map((row): RowOfTest => ({ ...row, index: undefined, isBroken: true }));
    return { broken: await this.priced(broken), asked: rows.length };
  }

  /** Maximum number of requests of one ask, with those to the judge if the verdict needed it. */
  private async requestsOf(row: AskedRow): Promise<number> {
    const { answers, embeddings, judge } = await this.subject.countRequests(row);
    const isReadByRule = this.input.report.some((test) => {
      const isOfTest = test.test_type === row.test.test.name;
      return isOfTest && test.method === 'triplet' && test.read_counts?.judge === 0;
    });
    return answers + embeddings + (isReadByRule ? 0 : judge);
  }
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

const UNANSWERED = 'too many of its requests had no answer';

/** Returns the answers, or their first error if less than half of the rows have one. */
function mostlyAnswered(
  answers: RestoredAnswer[],
  results: readonly ResultRow[],
): RestoredAnswer[] | Unasked {
  const answered = answers.filter((answer) => answer !== null);
  if (2 * answered.length >= answers.length) return answers;
  const cause = results.find(({ error }) => error)?.error?.message;
  return { untried: cause === undefined ? UNANSWERED : `${UNANSWERED}: ${cause}` };
}
