import { Breaker, type RequestFailure, type EndpointState } from '../breaker.js';
import { casesWithout, isSound, mayGate } from './calibration.js';
import { removeThinking } from '../../language/plain.js';
import type { AnswerFormat, Judge, Model } from '../model.js';
import { sum } from '../lists.js';
import { limiter, type Size } from '../pool.js';
import type { Calibration } from '../results.js';
import type { AskJudgeModel, JudgeCalibration } from '../scorers/scorer.js';

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
  concurrency: Size;
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
  private readonly breakers = new Memory<Breaker>();
  /** The judge that is asked in another's place: its stand-in, or itself with longer answers. */
  private readonly replacements = new Map<Judge, Judge>();
  /** Judges of which an answer ended too early: their limit of tokens may be too low. */
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

  /** The judge that is asked in the end. */
  private currentJudge(judge: Judge): Judge {
    const replacement = this.replacements.get(judge);
    return replacement ? this.currentJudge(replacement) : judge;
  }

  async requestsFor(tests: readonly CalibrationNeeds[]): Promise<number> {
    const requestsByJudge = new Memory<Promise<number>>();
    const sizes = new Set<Promise<number>>();
    for (const { judge, knownCases: known } of tests) {
      if (!judge || !known) continue;
      const cases = addTeamCases(known, judge);
      const sizeOf = async () => ((await this.storedCalibration(judge, cases)) ? 0 : cases.size);
      sizes.add(requestsByJudge.getOrMake(judge, cases.version(), sizeOf));
    }
    return sum(await Promise.all(sizes), Number);
  }

  private storedCalibration(
    judge: Judge,
    { version: versionOf, size }: JudgeCalibration,
  ): Promise<Calibration | undefined> {
    const version = versionOf();
    return this.storedCalibrations.getOrMake(judge, version, async () => {
      const stored = await this.options.store?.read(judge, version);
      if (stored && isSound(stored, size)) return stored;
      const { roomier } = judge;
      const roomierStored = roomier && (await this.options.store?.read(roomier, version));
      if (!roomierStored || !isSound(roomierStored, size)) return undefined;
      this.replacements.set(judge, roomier);
      return roomierStored;
    });
  }

  endpointStateOf(named: Judge): EndpointState {
    const judge = this.currentJudge(named);
    const breaker = this.breakers.getOrMake(judge, '', () => new Breaker());
    return { wasAsked: this.answers.has(judge), end: breaker.end };
  }

  /**
   * Forgets temporary failures, of one judge or of all, so that they are asked again. @returns the
   * number of prompts.
   */
  secondRound(onlyJudge?: Judge): number {
    const prompts = this.breakers
      .entries()
      .filter(({ judge }) => onlyJudge === undefined || judge === onlyJudge)
      .flatMap(({ judge, value }) => value.secondRound().map((prompt) => ({ judge, prompt })));
    for (const { judge, prompt } of prompts) this.answers.forget(judge, prompt);
    return prompts.length;
  }

  private async sendPrompt(
    judge: Judge,
    prompt: string,
    format: AnswerFormat,
  ): Promise<string | RequestFailure> {
    const answer = await this.breakers
      .getOrMake(judge, '', () => new Breaker())
      .attempt([prompt], () => judge.answer(prompt, format));
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

  calibrate(named: Judge, knownCases: JudgeCalibration): Promise<Calibration> {
    const cases = addTeamCases(knownCases, named);
    const judge = this.currentJudge(named);
    return this.calibrations.getOrMake(judge, cases.version(), async () => {
      const stored = await this.storedCalibration(judge, cases);
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
        return this.calibrate(replacement, knownCases);
      }
      // A calibration against an endpoint that was down says nothing about the judge.
      if (errors === 0) await this.options.store?.write(judge, cases.version(), calibration);
      return calibration;
    });
  }
}

/** The known cases of a judge: the built-in ones, and those that its team wrote. */
function addTeamCases(builtIn: JudgeCalibration, { teamCases }: Judge): JudgeCalibration {
  return teamCases === undefined ? builtIn : builtIn.withTeamCases(teamCases);
}

/** `openai/x (the model under test)`. */
export function judgeName({ hub, name, role }: Judge): string {
  return `${hub}/${name}${role === undefined ? '' : ` (${role})`}`;
}

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

  entries(): { judge: Model; text: string; value: Value }[] {
    return [...this.values].flatMap(([judge, valuesOfJudge]) =>
      [...valuesOfJudge].map(([text, value]) => ({ judge, text, value })),
    );
  }
}
