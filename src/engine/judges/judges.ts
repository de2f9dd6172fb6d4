import { Breaker, type RequestFailure, type EndpointState } from '../asking/breaker.ts';
import { casesWithout, isSound, mayGate } from './calibration.ts';
import { removeThinking } from '../../language/plain.ts';
import type { AnswerFormat, Judge, Model } from '../model.ts';
import { sum } from '../lists.ts';
import { limiter, type Concurrency } from '../asking/pool.ts';
import type { Calibration } from '../results.ts';
import type { AskJudgeModel, JudgeCalibration } from '../scorers/scorer.ts';

/** A store of calibrations from earlier runs; without one each run calibrates anew. */
export interface CalibrationStore {
  read(judge: Model, version: string): Promise<Calibration | undefined>;
  write(judge: Model, version: string, calibration: Calibration): Promise<void>;
}

export interface CalibrationNeeds {
  judge?: Judge;
  knownCases?: JudgeCalibration;
}

interface JudgesOptions {
  concurrency: Concurrency;
  store?: CalibrationStore;
  onReply: () => void;
}

/**
 * The judges of a run. Each judge is asked a prompt once and is calibrated once, within the run's
 * limit of concurrent requests.
 */
export class Judges {
  private readonly answers = new Memory<Promise<string | RequestFailure>>();
  private readonly calibrations = new Memory<Promise<Calibration>>();
  private readonly storedCalibrations = new Memory<Promise<Calibration | undefined>>();
  private readonly breakers = new Map<Model, Breaker>();
  /** Judges that are asked in another's place: its stand-in, or itself with longer answers. */
  private readonly replacements = new Map<Judge, Judge>();
  /** Judges with an answer that ended too early: their limit of tokens may be too low. */
  private readonly cutJudges = new Set<Judge>();
  private readonly limit: ReturnType<typeof limiter>;
  private readonly options: JudgesOptions;

  constructor(options: JudgesOptions) {
    this.options = options;
    this.limit = limiter(options.concurrency);
  }

  askerOf(judge: Judge): AskJudgeModel {
    return (prompt, format) => {
      const askedJudge = this.currentJudge(judge);
      return this.answers.getOrMake(askedJudge, prompt, () =>
        this.limit(() => this.sendPrompt(askedJudge, prompt, format)),
      );
    };
  }

  /** Returns the judge that is asked now: the judge itself, or what replaced it. */
  private currentJudge(judge: Judge): Judge {
    const replacement = this.replacements.get(judge);
    return replacement ? this.currentJudge(replacement) : judge;
  }

  /**
   * Loads the stored calibrations of the judges.
   * @returns the number of known cases that judges without one have to be asked
   */
  async loadCalibrations(needs: readonly CalibrationNeeds[]): Promise<number> {
    const requestsByJudge = new Memory<Promise<number>>();
    const requests = new Set<Promise<number>>();
    for (const { judge, knownCases } of needs) {
      if (!judge || !knownCases) continue;
      const requestsOf = async () =>
        (await this.loadCalibration(judge, knownCases)) ? 0 : knownCases.size;
      requests.add(requestsByJudge.getOrMake(judge, knownCases.version(), requestsOf));
    }
    return sum(await Promise.all(requests), Number);
  }

  /**
   * Loads the stored calibration of a judge. If only the judge with longer answers has one, that
   * judge is asked in its place from now on.
   */
  private loadCalibration(judge: Judge, cases: JudgeCalibration): Promise<Calibration | undefined> {
    return this.storedCalibrations.getOrMake(judge, cases.version(), async () => {
      const stored = await this.readStored(judge, cases);
      const { roomier } = judge;
      if (stored || !roomier) return stored;
      const storedOfRoomier = await this.readStored(roomier, cases);
      if (storedOfRoomier) this.replacements.set(judge, roomier);
      return storedOfRoomier;
    });
  }

  /** Reads a calibration from the store; undefined for none, and for one that does not add up. */
  private async readStored(
    judge: Judge,
    { version, size }: JudgeCalibration,
  ): Promise<Calibration | undefined> {
    const stored = await this.options.store?.read(judge, version());
    return stored && isSound(stored, size) ? stored : undefined;
  }

  endpointStateOf(configured: Judge): EndpointState {
    const judge = this.currentJudge(configured);
    return { wasAsked: this.answers.has(judge), end: this.breakerOf(judge).end };
  }

  /**
   * Forgets temporary failures, of one judge or of all, so that they are asked again.
   * @returns the number of prompts
   */
  secondRound(onlyJudge?: Judge): number {
    const prompts = [...this.breakers]
      .filter(([judge]) => onlyJudge === undefined || judge === onlyJudge)
      .flatMap(([judge, breaker]) => breaker.secondRound().map((prompt) => ({ judge, prompt })));
    for (const { judge, prompt } of prompts) this.answers.forget(judge, prompt);
    return prompts.length;
  }

  private breakerOf(judge: Judge): Breaker {
    const breaker = this.breakers.get(judge) ?? new Breaker();
    this.breakers.set(judge, breaker);
    return breaker;
  }

  private async sendPrompt(
    judge: Judge,
    prompt: string,
    format: AnswerFormat,
  ): Promise<string | RequestFailure> {
    const answer = await this.breakerOf(judge).attempt([prompt], () =>
      judge.answer(prompt, format),
    );
    this.options.onReply();
    if ('kind' in answer) {
      if (answer.kind === 'empty_answer') this.cutJudges.add(judge);
      return { ...answer, message: `The judge: ${answer.message}` };
    }
    if (answer.filter !== undefined)
      return { kind: 'filtered', message: `The judge: ${answer.filter}` };
    if (answer.isCut) this.cutJudges.add(judge);
    // Some servers send a reasoning model's thinking along. The reader refuses thinking that never
    // ends.
    const reply = removeThinking(answer.text);
    if (reply === undefined) this.cutJudges.add(judge);
    return reply ?? answer.text;
  }

  /**
   * Asks a judge its known cases, unless the store has its calibration. A judge that gives no
   * answer is replaced by its stand-in, and one whose answers are cut by itself with longer
   * answers.
   */
  calibrate(configured: Judge, cases: JudgeCalibration): Promise<Calibration> {
    const judge = this.currentJudge(configured);
    return this.calibrations.getOrMake(judge, cases.version(), async () => {
      const stored = await this.loadCalibration(judge, cases);
      if (stored) return { ...stored, judge: judgeName(judge) };
      const run = () => cases.run(judgeName(judge), this.askerOf(judge));
      let calibration = await run();
      // The calibration must be complete before any row is judged, so failed cases are retried at
      // once.
      while (casesWithout(calibration, 'error') > 0 && this.secondRound(judge) > 0)
        calibration = await run();
      const errors = casesWithout(calibration, 'error');
      let replacement = errors === calibration.total ? judge.standIn : undefined;
      if (this.cutJudges.has(judge) && !mayGate(calibration)) replacement = judge.roomier;
      if (replacement) {
        this.replacements.set(judge, replacement);
        return this.calibrate(replacement, cases);
      }
      // A calibration against an endpoint that was down says nothing about the judge.
      if (errors === 0) await this.options.store?.write(judge, cases.version(), calibration);
      return calibration;
    });
  }
}

/** `openai/x (the model under test)`. */
export function judgeName({ hub, name, role }: Judge): string {
  return `${hub}/${name}${role === undefined ? '' : ` (${role})`}`;
}

/** Values by judge and text, each made when it is first needed. */
class Memory<Value> {
  private readonly values = new Map<Model, Map<string, Value>>();

  getOrMake(judge: Model, text: string, make: () => Value): Value {
    const valuesOfJudge = this.values.get(judge) ?? new Map<string, Value>();
    this.values.set(judge, valuesOfJudge);
    const value = valuesOfJudge.get(text) ?? make();
    valuesOfJudge.set(text, value);
    return value;
  }

  has(judge: Model): boolean {
    return this.values.has(judge);
  }

  forget(judge: Model, text: string): void {
    this.values.get(judge)?.delete(text);
  }
}
