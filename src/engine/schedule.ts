import { askAll, distinct, type Answers, type Asked } from './ask.js';
import { rowError, type Standing } from './breaker.js';
import { askedNow, inTurns, pairOf, type Entry, type Wave } from './entry.js';
import { questionKey } from './questions.js';
import type { Judges } from './judges.js';
import type { TestRun } from './cases.js';
import type { Size } from './pool.js';
import { resultRow } from './row.js';
import { mayPass, scoreRows, type Arm } from './score.js';
import type { ScoringTools } from './scorers/scorer.js';
import { FEW_ROWS } from './text-count.js';
import { record, reopen, undecidedRows, type Trial } from './trial.js';
import { isSequence, leaveOut, openRows, type AnyTrial } from './triplet/start.js';

export interface Asking {
  toolsFor(run: TestRun): ScoringTools;
  /** What is known of those without whom a test's answers cannot be scored. */
  standingOf: (run: TestRun) => Standing | undefined;
  judges: Judges;
  concurrency: Size;
  onReply: () => void;
  /** Has what failed for a passing reason forgotten, so that it is asked once more. @returns whether there was any. */
  secondRound: () => boolean;
}

/** Asks and scores pairs at once, sequential tests until decided; rows that failed for a passing reason once more at the end. */
export async function askInWaves(trials: readonly AnyTrial[], asking: Asking): Promise<void> {
  const pairs = trials.flatMap((trial) => (isSequence(trial) ? [] : [trial]));
  const sequences = trials.filter(isSequence);
  const next = (): Wave[] => {
    leaveOutUnscorable(trials, asking.standingOf);
    const first = firstRow(pairs, asking.standingOf);
    if (first.length > 0) return first;
    const open = [
      ...pairs.map((trial) => ({ trial, rows: undecidedRows(trial) })),
      ...sequences.map((trial) => ({ trial, rows: trial.wave() })),
    ];
    return open.filter(({ rows }) => rows.length > 0);
  };
  do {
    for (let waves = next(); waves.length > 0; waves = next()) {
      await askRows(inTurns(waves), asking);
      for (const { trial, rows } of waves) {
        if (isSequence(trial)) await trial.look(rows, { ...asking, ask: (asked) => askAll(asked, asking) });
        else if (!isScoredAlone(trial)) await scoreWave({ trial, rows }, asking);
      }
    }
  } while (asking.secondRound() && trials.map((trial) => (isSequence(trial) ? trial.reopen() : reopen(trial))).some(Boolean));
}

/** A row that can be is scored as soon as its answers are there, while others are asked. */
async function askRows(entries: readonly Entry[], asking: Asking): Promise<void> {
  const waiting = new Waiting<Wave<Trial>>();
  // Made as they are asked: of a large file only the rows under way are in memory with their prompts.
  function* asked(): Generator<Asked> {
    for (const { trial, row } of entries) {
      const questions = askedNow({ trial, row });
      if (!isSequence(trial) && isScoredAlone(trial)) waiting.add({ trial, rows: [row] }, questions);
      yield* questions;
    }
  }
  const score = async (waves: Wave<Trial>[]) => {
    for (const wave of waves) await scoreWave(wave, asking);
  };
  await askAll(asked(), { ...asking, onAnswer: async (one) => score(waiting.answered(one)) });
  await score(waiting.complete());
}

/** Texts to embed or to classify go in full batches, so their rows are scored together. */
function isScoredAlone({ run: { scorer } }: Trial): boolean {
  return !scorer.embeds && !scorer.classifies;
}

async function scoreWave({ trial, rows }: Wave<Trial>, asking: Asking): Promise<void> {
  const resultsOf = async (arm: Arm) => {
    const scored = await scoreRows(arm, rows, asking.toolsFor(trial.run));
    return rows.map((row, i) => {
      const result = resultRow(arm, arm.prepared.cases[row]!, scored[i]!);
      if (mayPass(scored[i]!)) trial.failed.add(row);
      return result;
    });
  };
  const results = await resultsOf(trial.head);
  const before = trial.base && (await resultsOf(trial.base));
  for (const [i, row] of rows.entries()) record(trial, row, { result: results[i]!, before: before?.[i] });
}

/** The first row of a test that others score, alone, so that a broken scorer shows early. None if that is known or rows are few. */
function firstRow(trials: readonly Trial[], standingOf: Asking['standingOf']): Wave<Trial>[] {
  const untried = trials.find(({ run, rows }) => {
    const isNew = rows.length > FEW_ROWS && rows.every((row) => row === undefined);
    return isNew && standingOf(run)?.wasAsked === false;
  });
  return untried ? [{ trial: untried, rows: undecidedRows(untried).slice(0, 1) }] : [];
}

/** Answers that nobody will score are not asked for. */
function leaveOutUnscorable(trials: readonly AnyTrial[], standingOf: Asking['standingOf']): void {
  for (const trial of trials) {
    // A triplet's answers are read by rules first: it can do without.
    const run = pairOf({ trial, row: 0 })?.trial.run;
    const end = run && standingOf(run)?.end;
    if (!end) continue;
    for (const row of openRows(trial)) leaveOut(trial, row, rowError(end));
  }
}

/** Items that wait for the answers to some questions, each with a count of those that are missing. */
class Waiting<Item> {
  private readonly entries = new Map<Answers, Map<string, { item: Item; missing: number }[]>>();
  private readonly whole: Item[] = [];

  add(item: Item, asked: readonly Asked[]): void {
    const open = distinct(asked).filter(({ answers, question }) => !answers.has(question));
    if (open.length === 0) this.whole.push(item);
    const entry = { item, missing: open.length };
    for (const { answers, question } of open) {
      const own = this.entries.get(answers) ?? new Map<string, { item: Item; missing: number }[]>();
      this.entries.set(answers, own);
      const key = questionKey(question);
      own.set(key, [...(own.get(key) ?? []), entry]);
    }
  }

  /** Items that wait for nothing. */
  complete(): Item[] {
    return this.whole.splice(0);
  }

  /** Items for which this was the last answer. */
  answered({ answers, question }: Asked): Item[] {
    const own = this.entries.get(answers);
    const entries = own?.get(questionKey(question)) ?? [];
    own?.delete(questionKey(question));
    return entries.filter((entry) => --entry.missing === 0).map(({ item }) => item);
  }
}
