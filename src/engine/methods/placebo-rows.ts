import { isRowError, type QuestionToSubject } from '../asking/ask.ts';
import { promptOf, type Case } from '../rows/case.ts';
import { itemAt, zip } from '../lists.ts';
import type { ResultRow } from '../results.ts';
import type { Response } from '../scorers/scorer.ts';
import type { ReadingTools } from './method.ts';
import type { ReadResult } from './pair.ts';
import { StreamRows } from './stream-rows.ts';

interface PlaceboQuestion extends QuestionToSubject {
  placebo: string;
}

export interface AnsweredPlacebo {
  placebo: string;
  reply: Response;
}

/**
 * Rows of a stream whose placebo is asked where the test case fails: it shows whether any added
 * words do the same. The placebo changes no verdict.
 */
export abstract class PlaceboRows extends StreamRows {
  /** Returns undefined for a row that has no placebo of its own. */
  protected abstract placeboOf(testCase: Case): string | undefined;
  protected abstract needsPlacebo(result: ResultRow): boolean;
  protected abstract addPlacebo(
    result: ResultRow,
    answered: AnsweredPlacebo,
    tools: ReadingTools,
  ): Promise<ResultRow>;

  laterQuestionsFor(row: number): QuestionToSubject[] {
    const question = this.placeboQuestion(row);
    return question ? [question] : [];
  }

  headQuestionsFor(row: number): QuestionToSubject[] {
    return [...this.questionsFor(row, []), ...this.laterQuestionsFor(row)];
  }

  protected get asksPlacebo(): boolean {
    const { arms } = this.run;
    return arms === undefined || arms.includes('placebo');
  }

  private placeboQuestion(row: number): PlaceboQuestion | undefined {
    if (!this.asksPlacebo) return undefined;
    const testCase = itemAt(this.cases, row);
    const placebo = this.placeboOf(testCase);
    if (placebo === undefined) return undefined;
    const { answers, run, template } = this.head;
    const prompt = promptOf({ ...testCase, placebo }, 'placebo', { test: run.test, template });
    const system = answers.systemFor(testCase.sample);
    return { placebo, answers, question: { asks: 'answer', prompt, system, nth: 0 } };
  }

  protected override async completeRows(
    rows: readonly number[],
    results: readonly ReadResult[],
    tools: ReadingTools,
  ): Promise<readonly ReadResult[]> {
    const failing = zip(rows, results).map(([row, readRow]) => ({
      readRow,
      question: this.needsPlacebo(readRow.result) ? this.placeboQuestion(row) : undefined,
    }));
    await tools.ask(failing.flatMap(({ question }) => question ?? []));
    return Promise.all(
      failing.map(async ({ readRow, question }) => {
        if (!question) return readRow;
        const reply = question.answers.get(question.question);
        if (isRowError(reply)) return readRow;
        const answered = { placebo: question.placebo, reply };
        return { ...readRow, result: await this.addPlacebo(readRow.result, answered, tools) };
      }),
    );
  }
}
