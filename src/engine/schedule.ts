import { askAll, type Asked } from './ask.js';
import { askedNow, inTurns, type Entry, type Wave } from './entry.js';
import type { Judges } from './judges.js';
import type { TestRun } from './cases.js';
import type { Size } from './pool.js';
import { decide } from './gate.js';
import { questionsOf } from './questions.js';
import { resultRow } from './row.js';
import { controlScores, mayPass, scoreRows } from './score.js';
import type { ScoringTools } from './scorers/scorer.js';
import { firstRow, leaveOutUnscorable, type StandingOf } from './preflight.js';
import { FEW_ROWS } from './text-count.js';
import { fewestRows } from './stop.js';
import { Waiting } from './waiting.js';
import type { Arm } from './arm.js';
import { armsOf, countsOf, record, reopen, undecidedRows, type Trial } from './trial.js';
import { isSequence, type AnyTrial } from './triplet/start.js';

/** What the work takes. */
export interface Asking {
  toolsFor(run: TestRun): ScoringTools;
  standingOf: StandingOf;
  judges: Judges;
  /** Requests at the same time. */
  concurrency: Size;
  onReply: () => void;
  /** Has what failed for a passing reason forgotten, so that it is asked once more. @returns whether there was any. */
  secondRound: () => boolean;
}

/**
 * Asks and scores all rows at once, or (`stop: decided`, and sequential tests) only as many as could settle the verdict, until it is
 * settled. Rows that failed for a reason that may pass are undecided again behind all others, and are asked once more like any undecided
 * row.
 */
export async function askInWaves(trials: readonly AnyTrial[], asking: Asking): Promise<void> {
  const pairs = trials.flatMap((trial) => (isSequence(trial) ? [] : [trial]));
  const sequences = trials.filter(isSequence);
  const next = (): Wave[] => {
    leaveOutUnscorable(trials, asking.standingOf);
    const first = firstRow(pairs, asking.standingOf);
    if (first.length > 0) return first;
    return [...nextWaves(pairs), ...sequences.map((trial) => ({ trial, rows: trial.wave() })).filter(({ rows }) => rows.length > 0)];
  };
  await listenForNoise(pairs.filter(isOpen), asking);
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

function nextWaves(trials: readonly Trial[]): Wave<Trial>[] {
  const waves = trials.map((trial) => ({ trial, rows: fewestRows(trial, trials) })).filter(({ rows }) => rows.length > 0);
  return waves.length > 0 ? waves : heldBack(trials);
}

/**
 * Rows without which Holm's correction is open: a comparison that was asked to its end may still hang on the p-values of others, which
 * stopped when their own verdict was settled.
 */
function heldBack(trials: readonly Trial[]): Wave<Trial>[] {
  const open = trials.filter((trial) => isOpen(trial) && trial.run.compare);
  if (open.length === 0) return [];
  const { tests } = decide({ tests: trials.map(countsOf) });
  const isWaiting = trials.some(
    (trial, i) => !isOpen(trial) && tests[i]!.outcome === 'inconclusive' && tests[i]!.baseline?.outcome === 'inconclusive',
  );
  return isWaiting ? open.map((trial) => ({ trial, rows: undecidedRows(trial) })) : [];
}

function isOpen(trial: Trial): boolean {
  return undecidedRows(trial).length > 0;
}

async function scoreWave({ trial, rows }: Wave<Trial>, asking: Asking): Promise<void> {
  const resultsOf = async (arm: Arm) => {
    const scored = await scoreRows(arm, rows, asking.toolsFor(trial.run));
    return rows.map((row, i) => {
      const result = resultRow(arm, arm.prepared.cases[row]!, scored[i]!);
      // A row with a verdict in spite of it is worth asking once more only where all rows are asked anyway.
      if (mayPass(scored[i]!) && (result.status === 'error' || trial.run.stop === 'full')) trial.failed.add(row);
      return result;
    });
  };
  const results = await resultsOf(trial.head);
  const before = trial.base && (await resultsOf(trial.base));
  for (const [i, row] of rows.entries()) record(trial, row, { result: results[i]!, before: before?.[i] });
}

/** Control rows of one arm. */
interface Controls {
  arm: Arm;
  rows: number[];
}

function controlsOf(trials: readonly Trial[]): Controls[] {
  const listening = trials.filter(({ run }) => run.scorer.aboveNoise);
  const controlled = (arm: Arm, trial: Trial) => undecidedRows(trial).filter((row) => arm.prepared.cases[row]!.controlled);
  return listening.flatMap((trial) => armsOf(trial).map((arm) => ({ arm, rows: controlled(arm, trial) })));
}

function askedOfControls({ arm: { prepared, answers }, rows }: Controls): Asked[] {
  return rows.flatMap((row) => {
    const { pairs, control } = questionsOf(prepared, prepared.cases[row]!);
    return [pairs[0]!.expected, control!].map((question) => ({ answers, question }));
  });
}

/** Where a score has a scale, what the control arm does to it must be known before any row is scored: its questions go first. */
async function listenForNoise(trials: readonly Trial[], asking: Asking): Promise<void> {
  await tryOneControl(trials, asking);
  const controls = controlsOf(trials);
  const listen = async () => {
    await askAll(controls.flatMap(askedOfControls), asking);
    for (const { arm, rows } of controls) {
      const { run } = arm.prepared;
      if (rows.length > 0) arm.threshold = run.scorer.aboveNoise!(run.threshold, await controlScores(arm, rows, asking.toolsFor(run)));
    }
  };
  await listen();
  // The threshold must stand before any row is scored: what failed is asked once more right now.
  while (asking.secondRound()) await listen();
}

/** Of many control rows one goes first, too, where nobody has heard of who scores it. */
async function tryOneControl(trials: readonly Trial[], asking: Asking): Promise<void> {
  const many = controlsOf(trials).find(({ rows }) => rows.length > FEW_ROWS);
  if (!many) return;
  const { run } = many.arm.prepared;
  if (asking.standingOf(run)?.wasAsked !== false) return;
  const rows = many.rows.slice(0, 1);
  await askAll(askedOfControls({ ...many, rows }), asking);
  await controlScores(many.arm, rows, asking.toolsFor(run));
  leaveOutUnscorable(trials, asking.standingOf);
}
