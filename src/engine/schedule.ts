import {
  askAll,
  distinctQuestions,
  questionKey,
  type Answers,
  type QuestionToSubject,
} from './ask.js';
import { rowError, type EndpointState } from './breaker.js';
import { FEW_ROWS, interleaveWaves, type ScheduledRow, type Wave } from './budget.js';
import type { Judges } from './judges/judges.js';
import type { ReadingTools } from './methods/method.js';
import type { ScoredRun } from './methods/test-run.js';
import type { Size } from './pool.js';
import type { ScoringTools } from './scorers/scorer.js';
import type { Trial } from './trial.js';

export interface RunContext {
  toolsFor(run: ScoredRun): ScoringTools;
  endpointStateOf: (run: ScoredRun) => EndpointState | undefined;
  judges: Judges;
  concurrency: Size;
  onReply: () => void;
  /** Forgets temporary failures, so that they are asked again. @returns true if there were any. */
  secondRound: () => boolean;
}

/**
 * Asks and reads the rows of all tests, wave by wave. At the end, asks the rows that failed for a
 * transient reason once more.
 */
export async function askInWaves(trials: readonly Trial[], context: RunContext): Promise<void> {
  const tools: ReadingTools = { ...context, ask: (questions) => askAll(questions, context) };
  const nextWaves = (): Wave[] => {
    skipUnscorable(trials, context);
    const firstWave = firstRow(trials, context);
    if (firstWave.length > 0) return firstWave;
    return trials
      .map((trial) => ({ trial, rows: trial.nextWave() }))
      .filter(({ rows }) => rows.length > 0);
  };
  do {
    for (let waves = nextWaves(); waves.length > 0; waves = nextWaves()) {
      await askRows(interleaveWaves(waves), tools, context);
      for (const { trial, rows } of waves)
        if (!trial.rows.isReadAlone) await trial.readRows(rows, tools);
    }
  } while (context.secondRound() && trials.map((trial) => trial.reopen()).some(Boolean));
}

/** Asks the rows. A row that is read alone is read while others are still asked. */
async function askRows(
  entries: readonly ScheduledRow[],
  tools: ReadingTools,
  context: RunContext,
): Promise<void> {
  const waiting = new WaitingItems<ScheduledRow>();
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
 * shows early. Returns none if the endpoint was asked before, or if rows are few.
 */
function firstRow(trials: readonly Trial[], { endpointStateOf }: RunContext): Wave[] {
  const untried = trials.find(
    (trial) =>
      !trial.rows.endsEarly &&
      trial.isNew &&
      trial.open.length > FEW_ROWS &&
      trial.rows.endpointState?.({ endpointStateOf })?.wasAsked === false,
  );
  return untried ? [{ trial: untried, rows: untried.open.slice(0, 1) }] : [];
}

/**
 * Skips the rows of tests whose scorer's endpoint is down for good: their answers could not be
 * scored.
 */
function skipUnscorable(trials: readonly Trial[], { endpointStateOf }: RunContext): void {
  for (const trial of trials) {
    const end = trial.rows.endpointState?.({ endpointStateOf })?.end;
    if (end) for (const row of trial.open) trial.skip(row, rowError(end));
  }
}

/**
 * Items that wait for the answers to some questions, each with a count of those that are missing.
 */
class WaitingItems<Item> {
  private readonly entries = new Map<Answers, Map<string, { item: Item; missing: number }[]>>();
  private readonly completeItems: Item[] = [];

  add(item: Item, questions: readonly QuestionToSubject[]): void {
    const open = distinctQuestions(questions).filter(
      ({ answers, question }) => !answers.has(question),
    );
    if (open.length === 0) this.completeItems.push(item);
    const entry = { item, missing: open.length };
    for (const { answers, question } of open) {
      const itemsByKey =
        this.entries.get(answers) ?? new Map<string, { item: Item; missing: number }[]>();
      this.entries.set(answers, itemsByKey);
      const key = questionKey(question);
      const items = itemsByKey.get(key);
      if (items) items.push(entry);
      else itemsByKey.set(key, [entry]);
    }
  }

  takeComplete(): Item[] {
    return this.completeItems.splice(0);
  }

  takeAnswered({ answers, question }: QuestionToSubject): Item[] {
    const itemsByKey = this.entries.get(answers);
    const entries = itemsByKey?.get(questionKey(question)) ?? [];
    itemsByKey?.delete(questionKey(question));
    return entries.filter((entry) => --entry.missing === 0).map(({ item }) => item);
  }
}
