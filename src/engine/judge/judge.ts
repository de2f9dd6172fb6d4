import { finalText } from '../final-text.ts';
import { Memory } from '../subject.ts';
import { RowError, type AnswerFormat, type Judge, type Model, type Rubric } from '../types.ts';
import { askTwice, questionOf, type AskModel } from './ask.ts';
import { calibrate, calibrationError, mayGate, versionOf, type Calibration } from './calibrate.ts';

/** A model that may judge. */
export interface JudgeModel {
  model: Model;
  /** `the model under test`, for reports. */
  role?: string;
  /** The same model with more room to think, for replies that are cut. */
  roomier?: Model;
}

/** A store of calibrations of earlier runs. */
export interface CalibrationStore {
  read(judge: string, version: string): Promise<Calibration | undefined>;
  write(judge: string, version: string, calibration: Calibration): Promise<void>;
}

export interface JudgeOptions {
  store?: CalibrationStore;
  /** Sends one question after another, as DeepEval's `async_mode: false`. */
  isOneAtATime?: boolean;
}

/** A model that may be asked, with its replies so far. */
interface Candidate {
  name: string;
  ask: AskModel;
  /** A reply ended at the limit of tokens, or in the middle of thinking. */
  wasCut: boolean;
}

export interface CalibratedJudge extends Judge {
  /** The calibrations of the run so far. */
  readonly calibrations: readonly Calibration[];
}

export function createJudge(
  { model, role, roomier }: JudgeModel,
  { store, isOneAtATime }: JudgeOptions = {},
): CalibratedJudge {
  const plain = candidateOf(model, role, isOneAtATime);
  const roomy = roomier && candidateOf(roomier, role, isOneAtATime);
  const calibrations: Calibration[] = [];
  const chosen = new Map<string, Promise<Candidate>>();

  async function calibrationOf<Input, Output>(
    candidate: Candidate,
    rubric: Rubric<Input, Output>,
  ): Promise<Calibration> {
    const version = versionOf(rubric);
    const stored = await store?.read(candidate.name, version);
    if (stored?.total === rubric.cases.length) return { ...stored, isStored: true };
    let calibration = await calibrate(rubric, candidate.name, candidate.ask);
    // No row is judged before the calibration is complete, so passing failures are retried at once.
    if (calibration.failed > 0)
      calibration = await calibrate(rubric, candidate.name, candidate.ask);
    if (calibration.failed === 0) await store?.write(candidate.name, version, calibration);
    return calibration;
  }

  /** The judge that may read by this rubric. @throws RowError if it may not */
  async function choose<Input, Output>(rubric: Rubric<Input, Output>): Promise<Candidate> {
    let candidate = plain;
    let calibration = await calibrationOf(plain, rubric);
    if (!mayGate(calibration) && roomy && plain.wasCut) {
      candidate = roomy;
      calibration = await calibrationOf(roomy, rubric);
    }
    calibrations.push(calibration);
    if (mayGate(calibration)) return candidate;
    throw calibrationError(calibration);
  }

  function judgeFor<Input, Output>(rubric: Rubric<Input, Output>): Promise<Candidate> {
    const known = chosen.get(rubric.name) ?? choose(rubric);
    chosen.set(rubric.name, known);
    return known;
  }

  return {
    calibrations,
    async read(rubric, input) {
      const { ask } = await judgeFor(rubric);
      return (await askTwice(ask, questionOf(rubric, input))).value;
    },
    async ask(prompt, format, calibratedOn) {
      const { ask } = await judgeFor(calibratedOn);
      return ask(prompt, format);
    },
  };
}

function candidateOf(model: Model, role: string | undefined, isOneAtATime = false): Candidate {
  const replies = new Memory<string>();
  let turn: Promise<unknown> = Promise.resolve();
  const send = async (prompt: string, format: AnswerFormat): Promise<string> => {
    const { text, isCut, filter } = await model.answer(prompt, { format });
    if (filter !== undefined) throw new RowError('filtered', filter);
    candidate.wasCut ||= isCut === true || finalText(text) === undefined;
    return text;
  };
  const ask: AskModel = async (prompt, format) => {
    const inTurn = () => {
      const reply = turn.then(() => send(prompt, format));
      turn = reply.catch(() => undefined);
      return reply;
    };
    try {
      return await replies.get(prompt, isOneAtATime ? inTurn : () => send(prompt, format));
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      candidate.wasCut ||= error.kind === 'empty_answer';
      throw new RowError(error.kind, `The judge: ${error.message}`, error.isTransient);
    }
  };
  const place = role === undefined ? '' : ` (${role})`;
  const candidate: Candidate = { name: `${model.hub}/${model.name}${place}`, ask, wasCut: false };
  return candidate;
}
