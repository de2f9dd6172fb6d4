import { askAll, distinctQuestions, QuestionMap, type QuestionToSubject } from './ask.ts';
import { rowError, type EndpointState } from './breaker.ts';
import { FEW_ROWS, interleaveWaves, type ScheduledRow, type Wave } from './budget.ts';
import type { Judges } from '../judges/judges.ts';
import type { ReadingTools } from '../methods/method.ts';
import type { ScoredRun } from '../methods/test-run.ts';
import type { Concurrency } from './pool.ts';
import type { ScoringTools } from '../scorers/scorer.ts';
import type { Trial } from './trial.ts';

interface AskContext {
  toolsFor(run: ScoredRun): ScoringTools;
  endpointStateOf: (run: ScoredRun) => EndpointState | undefined;
  judges: Judges;
  concurrency: Concurrency;
  onReply: () => void;
  /** Forgets temporary failures, so that they are asked again. @returns true if there were any. */
  secondRound: () => boolean;
}

/**
 * Asks and reads the rows of all tests, wave by wave. At the end, asks the rows that failed for a
 * transient reason once more.
 */
export async function askInWaves(trials: readonly Trial[], context: AskContext): Promise<void> {
  const tools: ReadingTools = { ...context, ask: (questions) => askAll(questions, context) };
  do {
    let waves = nextWaves(trials, context);
    while (waves.length > 0) {
      await askRows(interleaveWaves(waves), tools, context);
      for (const { trial, rows } of waves)
        if (!trial.rows.isReadAlone) await trial.readRows(rows, tools);
      waves = nextWaves(trials, context);
    }
  } while (context.secondRound() && trials.map((trial) => trial.reopen()).some(Boolean));
}

/** Returns the rows that each test asks next; none once all tests are decided. */
function nextWaves(trials: readonly Trial[], context: AskContext): Wave[] {
  skipUnscorable(trials, context);
  const firstWave = firstRow(trials, context);
  if (firstWave) return [firstWave];
  return trials
    .map((trial) => ({ trial, rows: trial.nextWave() }))
    .filter(({ rows }) => rows.length > 0);
}

/** Asks the rows. A row that is read alone is read while others are still asked. */
async function askRows(
  entries: readonly ScheduledRow[],
  tools: ReadingTools,
  context: AskContext,
): Promise<void> {
  const waiting = new WaitingRows();
  // Questions are made one by one: only rows in flight keep their prompts in memory.
  function* questionsOfEntries(): Generator<QuestionToSubject> {
    for (const entry of entries) {
      const questions = entry.trial.questionsFor(entry.row);
      if (entry.trial.rows.isReadAlone) waiting.add(entry, questions);
      yield* questions;
    }
  }
  const readReady = async (ready: ScheduledRow[]) => {
    for (const { trial, row } of ready) await trial.readRows([row], tools);
  };
  await askAll(questionsOfEntries(), {
    ...context,
    onAnswer: async (entry) => readReady(waiting.takeAnswered(entry)),
  });
  await readReady(waiting.takeComplete());
}

/**
 * Returns the first row of a test that an endpoint scores. It goes alone, so that a broken endpoint
 * shows early. Returns undefined if the endpoint was asked before, or if rows are few.
 */
function firstRow(trials: readonly Trial[], { endpointStateOf }: AskContext): Wave | undefined {
  const untried = trials.find(
    (trial) =>
      !trial.rows.endsEarly &&
      trial.isNew &&
      trial.open.length > FEW_ROWS &&
      trial.rows.endpointState?.({ endpointStateOf })?.wasAsked === false,
  );
  return untried && { trial: untried, rows: untried.open.slice(0, 1) };
}

/**
 * Skips the rows of tests whose scorer's endpoint is down for good: their answers could not be
 * scored.
 */
function skipUnscorable(trials: readonly Trial[], { endpointStateOf }: AskContext): void {
  for (const trial of trials) {
    const end = trial.rows.endpointState?.({ endpointStateOf })?.end;
    if (end) for (const row of trial.open) trial.skip(row, rowError(end));
  }
}

/** Rows that wait for answers. */
class WaitingRows {
  private readonly waiting = new QuestionMap<{ row: ScheduledRow; missing: number }[]>();
  private readonly complete: ScheduledRow[] = [];

  add(row: ScheduledRow, questions: readonly QuestionToSubject[]): void {
    const open = distinctQuestions(questions).filter(
      ({ answers, question }) => !answers.has(question),
    );
    if (open.length === 0) this.complete.push(row);
    const waitingRow = { row, missing: open.length };
    for (const question of open) {
      const rows = this.waiting.get(question) ?? [];
      this.waiting.set(question, [...rows, waitingRow]);
    }
  }

  /** The rows that had all answers when they were added. */
  takeComplete(): ScheduledRow[] {
    return this.complete.splice(0);
  }

  /** The rows whose last missing answer is that to the question. */
  takeAnswered(question: QuestionToSubject): ScheduledRow[] {
    const rows = this.waiting.get(question) ?? [];
    this.waiting.delete(question);
    for (const row of rows) row.missing -= 1;
    return rows.filter(({ missing }) => missing === 0).map(({ row }) => row);
  }
}
