import { Breaker, type RequestFailure, type EndpointState } from '../breaker.js';
import { casesWithout, isSound, mayGate } from './calibration.js';
import { withoutThinking } from '../../language/plain.js';
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
  known?: JudgeCalibration;
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
  private readonly memory = new Memory<Promise<Calibration | undefined>>();
  private readonly breakers = new Memory<Breaker>();
  /** The judge that is asked in another's place: its stand-in, or itself with longer answers. */
  private readonly inPlace = new Map<Judge, Judge>();
  /** Judges of which an answer ended too early: their limit of tokens may be too low. */
  private readonly cut = new Set<Judge>();
  private readonly limit: ReturnType<typeof limiter>;
  private readonly options: JudgesOptions;

  constructor(options: JudgesOptions) {
    this.options = options;
    this.limit = limiter(options.concurrency);
  }

  askerOf(judge: Judge): AskJudgeModel {
    return (prompt, format) => {
      const asked = this.reading(judge);
      return this.answers.of(asked, prompt, () =>
        this.limit(() => this.put(asked, prompt, format)),
      );
    };
  }

  /** The judge that is asked in the end. */
  private reading(judge: Judge): Judge {
    const other = this.inPlace.get(judge);
    return other ? this.reading(other) : judge;
  }

  async requestsFor(tests: readonly CalibrationNeeds[]): Promise<number> {
    const wanted = new Memory<Promise<number>>();
    const sizes = new Set<Promise<number>>();
    for (const { judge, known } of tests) {
      if (!judge || !known) continue;
      const own = withTeamCases(known, judge);
      const sizeOf = async () => ((await this.remembered(judge, own)) ? 0 : own.size);
      sizes.add(wanted.of(judge, own.version(), sizeOf));
    }
    return sum(await Promise.all(sizes), Number);
  }

  private remembered(
    judge: Judge,
    { version: versionOf, size }: JudgeCalibration,
  ): Promise<Calibration | undefined> {
    const version = versionOf();
    return this.memory.of(judge, version, async () => {
      const kept = await this.options.store?.read(judge, version);
      if (kept && isSound(kept, size)) return kept;
      const { roomier } = judge;
      const known = roomier && (await this.options.store?.read(roomier, version));
      if (!known || !isSound(known, size)) return undefined;
      this.inPlace.set(judge, roomier);
      return known;
    });
  }

  standingOf(given: Judge): EndpointState {
    const judge = this.reading(given);
    const breaker = this.breakers.of(judge, '', () => new Breaker());
    return { wasAsked: this.answers.has(judge), end: breaker.end };
  }

  /**
   * Forgets temporary failures, of one judge or of all, so that they are asked again. @returns the
   * number of prompts.
   */
  secondRound(only?: Judge): number {
    const prompts = this.breakers
      .entries()
      .filter(({ judge }) => only === undefined || judge === only)
      .flatMap(({ judge, value }) => value.secondRound().map((prompt) => ({ judge, prompt })));
    for (const { judge, prompt } of prompts) this.answers.forget(judge, prompt);
    return prompts.length;
  }

  private async put(
    judge: Judge,
    prompt: string,
    format: AnswerFormat,
  ): Promise<string | RequestFailure> {
    const answer = await this.breakers
      .of(judge, '', () => new Breaker())
      .attempt([prompt], () => judge.answer(prompt, format));
    this.options.onReply();
    if ('kind' in answer) {
      if (answer.kind === 'empty_answer') this.cut.add(judge);
      return { ...answer, message: `The judge: ${answer.message}` };
    }
    if (answer.filter !== undefined)
      return { kind: 'filtered', message: `The judge: ${answer.filter}` };
    if (answer.isCut) this.cut.add(judge);
    // Some servers send a reasoning model's thinking along. The reader refuses thinking that never
    // ends.
    const said = withoutThinking(answer.text);
    if (said === undefined) this.cut.add(judge);
    return said ?? answer.text;
  }

  calibrate(given: Judge, known: JudgeCalibration): Promise<Calibration> {
    const cases = withTeamCases(known, given);
    const judge = this.reading(given);
    return this.calibrations.of(judge, cases.version(), async () => {
      const remembered = await this.remembered(judge, cases);
      if (remembered) return { ...remembered, judge: judgeName(judge) };
      const run = () => cases.run(judgeName(judge), this.askerOf(judge));
      let calibration = await run();
      // The calibration must be complete before any row is judged, so failed cases are retried at
      // once.
      while (casesWithout(calibration, 'error') > 0 && this.secondRound(judge) > 0)
        calibration = await run();
      const errors = casesWithout(calibration, 'error');
      let other = errors === calibration.total ? judge.standIn : undefined;
      if (this.cut.has(judge) && !mayGate(calibration)) other = judge.roomier;
      if (other) {
        this.inPlace.set(judge, other);
        return this.calibrate(other, known);
      }
      // A calibration against an endpoint that was down says nothing about the judge.
      if (errors === 0) await this.options.store?.write(judge, cases.version(), calibration);
      return calibration;
    });
  }
}

/** The known cases of a judge: the built-in ones, and those that its team wrote. */
function withTeamCases(known: JudgeCalibration, { teamCases }: Judge): JudgeCalibration {
  return teamCases === undefined ? known : known.with(teamCases);
}

/** `openai/x (the model under test)`. */
export function judgeName({ hub, name, role }: Judge): string {
  return `${hub}/${name}${role === undefined ? '' : ` (${role})`}`;
}

class Memory<Value> {
  private readonly values = new Map<Model, Map<string, Value>>();

  of(judge: Model, text: string, make: () => Value): Value {
    const own = this.values.get(judge) ?? new Map<string, Value>();
    this.values.set(judge, own);
    const value = own.get(text) ?? make();
    own.set(text, value);
    return value;
  }

  has(judge: Model): boolean {
    return this.values.has(judge);
  }

  forget(judge: Model, text: string): void {
    this.values.get(judge)?.delete(text);
  }

  entries(): { judge: Model; text: string; value: Value }[] {
    return [...this.values].flatMap(([judge, own]) =>
      [...own].map(([text, value]) => ({ judge, text, value })),
    );
  }
}
