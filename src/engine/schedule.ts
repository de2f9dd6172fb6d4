import {
  askAll,
  distinctQuestions,
  questionKey,
  type Answers,
  type QuestionToSubject,
} from './ask.js';
import { rowError, type EndpointState } from './breaker.js';
import { FEW_ROWS, inTurns, type ScheduledRow, type Wave } from './budget.js';
import type { Judges } from './judges/judges.js';
import type { ReadingTools } from './methods/method.js';
import type { ScoredRun } from './methods/test-run.js';
import type { Size } from './pool.js';
import type { ScoringTools } from './scorers/scorer.js';
import type { Trial } from './trial.js';

export interface RunContext {
  toolsFor(run: ScoredRun): ScoringTools;
  standingOf: (run: ScoredRun) => EndpointState | undefined;
  judges: Judges;
  concurrency: Size;
  onReply: () => void;
  /** Forgets temporary failures, so that they are asked again. @returns true if there were any. */
  secondRound: () => boolean;
}

/**
 * Asks and reads the rows of all tests, wave by wave; at the end, rows that failed for a transient
 * reason once more.
 */
export async function askInWaves(trials: readonly Trial[], asking: RunContext): Promise<void> {
  const tools: ReadingTools = { ...asking, ask: (asked) => askAll(asked, asking) };
  const next = (): Wave[] => {
    skipUnscorable(trials, asking);
    const first = firstRow(trials, asking);
    if (first.length > 0) return first;
    return trials
      .map((trial) => ({ trial, rows: trial.wave() }))
      .filter(({ rows }) => rows.length > 0);
  };
  do {
    for (let waves = next(); waves.length > 0; waves = next()) {
      await askRows(inTurns(waves), tools, asking);
      for (const { trial, rows } of waves)
        if (!trial.rows.isReadAlone) await trial.read(rows, tools);
    }
  } while (asking.secondRound() && trials.map((trial) => trial.reopen()).some(Boolean));
}

/**
 * Asks the rows; one that is read alone is read as soon as its answers are there, while others are
 * asked.
 */
async function askRows(
  entries: readonly ScheduledRow[],
  tools: ReadingTools,
  asking: RunContext,
): Promise<void> {
  const waiting = new Waiting<ScheduledRow>();
  // Made one by one: only the rows in flight are in memory with their prompts.
  function* asked(): Generator<QuestionToSubject> {
    for (const entry of entries) {
      const questions = entry.trial.asks(entry.row);
      if (entry.trial.rows.isReadAlone) waiting.add(entry, questions);
      yield* questions;
    }
  }
  const read = async (ready: ScheduledRow[]) => {
    for (const { trial, row } of ready) await trial.read([row], tools);
  };
  await askAll(asked(), { ...asking, onAnswer: async (one) => read(waiting.answered(one)) });
  await read(waiting.complete());
}

/**
 * The first row of a test that an endpoint scores, alone, so that a broken endpoint shows early.
 * None if that is known or rows are few.
 */
function firstRow(trials: readonly Trial[], { standingOf }: RunContext): Wave[] {
  const untried = trials.find(
    (trial) =>
      !trial.rows.endsEarly &&
      trial.isNew &&
      trial.open.length > FEW_ROWS &&
      trial.rows.standing?.({ standingOf })?.wasAsked === false,
  );
  return untried ? [{ trial: untried, rows: untried.open.slice(0, 1) }] : [];
}

/**
 * Skips the rows of tests whose scorer's endpoint is down for good: their answers could not be
 * scored.
 */
function skipUnscorable(trials: readonly Trial[], { standingOf }: RunContext): void {
  for (const trial of trials) {
    const end = trial.rows.standing?.({ standingOf })?.end;
    if (end) for (const row of trial.open) trial.skip(row, rowError(end));
  }
}

/**
 * Items that wait for the answers to some questions, each with a count of those that are missing.
 */
class Waiting<Item> {
  private readonly entries = new Map<Answers, Map<string, { item: Item; missing: number }[]>>();
  private readonly whole: Item[] = [];

  add(item: Item, asked: readonly QuestionToSubject[]): void {
    const open = distinctQuestions(asked).filter(({ answers, question }) => !answers.has(question));
    if (open.length === 0) this.whole.push(item);
    const entry = { item, missing: open.length };
    for (const { answers, question } of open) {
      const own = this.entries.get(answers) ?? new Map<string, { item: Item; missing: number }[]>();
      this.entries.set(answers, own);
      const key = questionKey(question);
      const same = own.get(key);
      if (same) same.push(entry);
      else own.set(key, [entry]);
    }
  }

  complete(): Item[] {
    return this.whole.splice(0);
  }

  answered({ answers, question }: QuestionToSubject): Item[] {
    const own = this.entries.get(answers);
    const entries = own?.get(questionKey(question)) ?? [];
    own?.delete(questionKey(question));
    return entries.filter((entry) => --entry.missing === 0).map(({ item }) => item);
  }
}
