import { Memory } from '../subject.ts';
import { rowErrorOf, RowError } from '../row-error.ts';
import type { AskOptions, Model } from '../model.ts';
import type { Rubric } from './rubric.ts';
import { askTwice, createQuestion, type AskModel } from './ask.ts';
import {
  calibrate,
  calibrationError,
  JudgeError,
  mayGate,
  versionOf,
  type Calibration,
} from './calibrate.ts';

/** A model that reads answers by a rubric. It is calibrated on the rubric's known cases first. */
export interface Judge {
  /** @throws RowError if the judge is not fit to read by this rubric */
  ensureCalibrated: (rubric: Rubric) => Promise<void>;
  read<Input, Output>(rubric: Rubric<Input, Output>, input: Input): Promise<Output>;
  /** Asks a question without a rubric. The caller ensures that the judge is calibrated. */
  ask: AskModel;
}

interface JudgeOptions {
  model: Model;
  /** The stored calibrations of this judge with its settings. */
  store?: CalibrationStore;
  /** Sends one question at a time, as DeepEval does with `async_mode: false`. */
  isOneAtATime?: boolean;
}

/** The calibrations of one judge, by version (`versionOf`). */
export interface CalibrationStore {
  read(version: string): Calibration | undefined;
  write(version: string, calibration: Calibration): void;
}

export interface CalibratedJudge extends Judge {
  readonly calibrations: readonly Calibration[];
}

export function createJudge({ model, store, isOneAtATime }: JudgeOptions): CalibratedJudge {
  const name = `${model.hub}/${model.name}`;
  const ask = askOnce(model, isOneAtATime);
  const calibrations: Calibration[] = [];
  const checks = new Memory<void>();
  async function calibrationOf(rubric: Rubric) {
    const version = versionOf(rubric);
    const stored = store?.read(version);
    if (stored && mayGate(stored)) return { ...stored, is_stored: true };
    let calibration = await calibrate(rubric, name, ask);
    // No row can be judged without a calibration, so it is retried at once if requests failed.
    if (calibration.lost > 0) calibration = await calibrate(rubric, name, ask);
    if (mayGate(calibration)) store?.write(version, calibration);
    return calibration;
  }

  function ensureCalibrated(rubric: Rubric) {
    return checks.get(rubric.name, async () => {
      const calibration = await calibrationOf(rubric);
      const isFit = mayGate(calibration);
      // With lost replies, a calibration below the bar says nothing about the judge.
      if (isFit || calibration.lost === 0) calibrations.push(calibration);
      if (!isFit) throw calibrationError(calibration);
    });
  }

  return {
    calibrations,
    ensureCalibrated,
    async read(rubric, input) {
      await ensureCalibrated(rubric);
      return (await askTwice(ask, createQuestion(rubric, input))).value;
    },
    ask,
  };
}

/** Asks equal prompts once. A prompt states the form of its reply, so no other key is needed. */
function askOnce(model: Model, isOneAtATime = false): AskModel {
  const replies = new Memory<string>();
  // Resolves when the next question may be sent.
  let turn: Promise<unknown> = Promise.resolve();
  return (prompt, format, isFresh) =>
    replies.get(prompt, () => {
      const reply = turn.then(() => replyOf(model, prompt, { format, isFresh }));
      if (isOneAtATime) turn = reply.catch(() => undefined);
      return reply;
    });
}

async function replyOf(model: Model, prompt: string, options: AskOptions) {
  try {
    const { text, filter } = await model.answer(prompt, options);
    if (filter === undefined) return text;
    throw new RowError('filtered', filter);
  } catch (error) {
    const rowError = rowErrorOf(error);
    const message = `The judge: ${rowError.message.replace(/^judge: /, '')}`;
    throw new JudgeError(rowError.kind, message, rowError);
  }
}
